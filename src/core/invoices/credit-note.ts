import type { OrderCharges } from '#core/orders/order-charges.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';
import { chargedOf, type InvoiceId } from './invoice.ts';
import type { InvoiceLine } from './invoice-line.ts';
import type { Party } from './party.ts';

export type CreditNoteId = Id<'cn'>;

export const CREDIT_NOTE_REASONS = ['refund', 'correction', 'goodwill'] as const;

export type CreditNoteReason = (typeof CREDIT_NOTE_REASONS)[number];

/** Takes an amount off an invoice. It never changes. */
export type CreditNote = Resource<'cn'> &
  Readonly<{
    /** Such as CN-000001. */
    number: string;
    invoiceId: InvoiceId;
    invoiceNumber: string;
    /** The buyer; null for a guest's order. */
    userId: Id<'usr'> | null;
    /** The refund that it documents; null for one that the staff wrote. */
    refundId: Id | null;
    reason: CreditNoteReason;
    note: string | null;
    currency: Currency;
    /** One for each tax rate, with positive amounts. */
    lines: readonly InvoiceLine[];
    charges: OrderCharges;
    seller: Party;
    buyer: Party;
    footer: string | null;
  }>;

export const CreditNote = {
  issue: ({ id, ...fields }: Omit<CreditNote, Exclude<keyof Resource, 'id'>>, at: Date): CreditNote => ({
    ...newResource(id, at),
    ...fields,
  }),

  total: (note: Pick<CreditNote, 'lines' | 'charges' | 'currency'>): Money => OrderSums.of(chargedOf(note)).total,
};
