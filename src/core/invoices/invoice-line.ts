import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';

/** A line of an invoice or a credit note. */
export type InvoiceLine = Readonly<{
  id: Id<'il'>;
  description: string;
  quantity: number;
  /** Negative for a credit within an invoice. */
  unitPrice: Money;
  /** When it was or will be supplied; null for the date of the invoice. */
  period: TimeSpan | null;
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
