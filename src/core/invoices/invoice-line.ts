import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';

/** A time from its start, inclusively, to its end, exclusively. */
export type Period = Readonly<{ start: Date; end: Date }>;

/** A line of an invoice or a credit note. */
export type InvoiceLine = Readonly<{
  id: Id<'il'>;
  description: string;
  quantity: number;
  /** Negative for a credit within an invoice. */
  unitPrice: Money;
  /** When it was or will be supplied; null for the date of the invoice. */
  period: Period | null;
  /** Parts of the invoice's discounts. */
  discounts: PricedLine['discounts'];
  tax: PricedLine['tax'];
}>;

/** What a line costs. */
export const pricedInvoiceLine = ({ unitPrice, quantity, discounts, tax }: InvoiceLine): PricedLine => ({
  price: unitPrice.times(BigInt(quantity)),
  discounts,
  tax,
});
