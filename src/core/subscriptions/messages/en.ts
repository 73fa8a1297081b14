import type { BillingMessages } from './billing-messages.ts';

export const en: BillingMessages = {
  receipt: {
    subject: ({ invoice, shop }) => `Your receipt for the invoice ${invoice} of ${shop}`,
    text: ({ invoice }) => `Thank you! The invoice ${invoice} is paid.`,
    link: 'Show the invoice',
  },
  payment_failed: {
    subject: ({ invoice, shop }) => `The payment of your invoice ${invoice} of ${shop} failed`,
    text: ({ invoice }) =>
      `The payment of your invoice ${invoice} failed. Please pay it, or change your payment method, so that your subscription goes on.`,
    link: 'Pay or change the payment method',
  },
  trial_ending: {
    subject: ({ shop, day }) => `Your trial at ${shop} ends on ${day}`,
    text: ({ plan, day }) =>
      `Your trial of ${plan} ends on ${day}. Your subscription is billed from then on, unless you cancel it.`,
    link: 'Show the subscription',
  },
  total: 'Total',
  amountPaid: 'Paid',
  amountDue: 'Amount due',
  contact: (email) => `Questions? Write to ${email}.`,
};
