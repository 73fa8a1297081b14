import type { OrderMailPurpose } from '#core/mails/mail-request.ts';

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
    contact: (email: string) => string;
  }>;
