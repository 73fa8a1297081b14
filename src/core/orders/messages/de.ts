import type { OrderMessages } from './order-messages.ts';

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
  contact: (email) => `Fragen? Schreiben Sie an ${email}.`,
};
