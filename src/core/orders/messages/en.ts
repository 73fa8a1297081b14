import type { OrderMessages } from './order-messages.ts';

export const en: OrderMessages = {
  order_confirmation: {
    subject: ({ order, shop }) => `Your order ${order} at ${shop}`,
    text: ({ order }) => `Thank you! We have received your order ${order}:`,
  },
  shipment: {
    subject: ({ order, shop }) => `Your order ${order} at ${shop} is on its way`,
    text: ({ order }) => `These items of your order ${order} are on their way:`,
  },
  cancellation: {
    subject: ({ order, shop }) => `Your order ${order} at ${shop} was cancelled`,
    text: ({ order }) => `Your order ${order} was cancelled. If you have paid, you get your money back. It contained:`,
  },
  refund: {
    subject: ({ order, shop }) => `A refund for your order ${order} at ${shop}`,
    text: ({ order }) => `We have refunded a payment of your order ${order}. Your bank may need some days to show it.`,
  },
  subtotal: 'Subtotal',
  shipping: (method) => `Shipping (${method})`,
  addedTax: (tax) => `plus ${tax}`,
  includedTax: (tax) => `including ${tax}`,
  reverseCharge: 'Reverse charge: the recipient of the goods owes the tax.',
  total: 'Total',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  refundedAmount: 'Refunded',
  showOrder: 'Show the order',
  contact: (email) => `Questions? Write to ${email}.`,
};
