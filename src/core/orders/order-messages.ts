import type { OrderMailPurpose } from '#core/mails/ports.ts';

/** What a text names: the order's number and the shop's name. */
type Named = Readonly<{ order: number; shop: string }>;

type PurposeMessages = Readonly<{ subject: (named: Named) => string; text: (named: Named) => string }>;

/** The texts of mails about orders in one language. */
export type OrderMessages = Readonly<Record<OrderMailPurpose, PurposeMessages>> &
  Readonly<{
    subtotal: string;
    shipping: (method: string) => string;
    addedTax: (tax: string) => string;
    includedTax: (tax: string) => string;
    reverseCharge: string;
    total: string;
    carrier: string;
    trackingNumber: string;
    refundedAmount: string;
    showOrder: string;
    withdraw: string;
    contact: (email: string) => string;
  }>;

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
  withdraw: 'Withdraw from the contract',
  contact: (email) => `Questions? Write to ${email}.`,
};

export const de: OrderMessages = {
  order_confirmation: {
    subject: ({ order, shop }) => `Ihre Bestellung ${order} bei ${shop}`,
    text: ({ order }) => `Vielen Dank! Wir haben Ihre Bestellung ${order} erhalten:`,
  },
  shipment: {
    subject: ({ order, shop }) => `Ihre Bestellung ${order} bei ${shop} ist unterwegs`,
    text: ({ order }) => `Diese Artikel Ihrer Bestellung ${order} sind unterwegs:`,
  },
  cancellation: {
    subject: ({ order, shop }) => `Ihre Bestellung ${order} bei ${shop} wurde storniert`,
    text: ({ order }) =>
      `Ihre Bestellung ${order} wurde storniert. Falls Sie bezahlt haben, erhalten Sie Ihr Geld zurück. Sie enthielt:`,
  },
  refund: {
    subject: ({ order, shop }) => `Eine Erstattung zu Ihrer Bestellung ${order} bei ${shop}`,
    text: ({ order }) =>
      `Wir haben eine Zahlung Ihrer Bestellung ${order} erstattet. Bis Ihre Bank sie anzeigt, können einige Tage vergehen.`,
  },
  subtotal: 'Zwischensumme',
  shipping: (method) => `Versand (${method})`,
  addedTax: (tax) => `zuzüglich ${tax}`,
  includedTax: (tax) => `darin enthalten ${tax}`,
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers.',
  total: 'Gesamtbetrag',
  carrier: 'Versanddienst',
  trackingNumber: 'Sendungsnummer',
  refundedAmount: 'Erstattet',
  showOrder: 'Bestellung ansehen',
  withdraw: 'Vertrag widerrufen',
  contact: (email) => `Fragen? Schreiben Sie an ${email}.`,
};
