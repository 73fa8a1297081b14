import type { PricedLine } from '#core/pricing/priced-line.ts';
import type { Address } from '#core/shared/address.ts';
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

/** The seller or the buyer of an invoice, as of its finalization. */
export type Party = Readonly<{
  name: string;
  /** The name of the company, if it differs. */
  legalName: string | null;
  address: Address | null;
  taxId: string | null;
  email: string | null;
}>;

/** How long an invoice or a credit note keeps its buyer after the erasure of the user. */
export type BuyerRetention = Readonly<{
  /** When the buyer's data is erased; null unless the user was erased. */
  eraseBuyerAt: Date | null;
  isBuyerErased: boolean;
}>;

/** The retention of a document whose user exists. */
export const NOT_ERASED: BuyerRetention = { eraseBuyerAt: null, isBuyerErased: false };

/** The same day some years later; 29 February becomes 1 March. */
export const retentionEnd = (issuedAt: Date, years: number): Date => {
  const end = new Date(issuedAt);
  end.setUTCFullYear(issuedAt.getUTCFullYear() + years);
  return end;
};

/** Lines with their amounts and without their descriptions. */
export const withoutDescriptions = (lines: readonly InvoiceLine[]): InvoiceLine[] =>
  lines.map((line) => ({ ...line, description: '' }));

/** Values of the personal fields of an erased invoice in its events. */
export const ERASED_INVOICE = {
  lines: [],
  draft_lines: null,
  tax_id: null,
  email: null,
  billing_address: null,
  buyer: null,
  footer: null,
  e_invoice: null,
  metadata: {},
} as const;

/** Values of the personal fields of an erased credit note in its events. */
export const ERASED_CREDIT_NOTE = {
  lines: [],
  tax_id: null,
  buyer: null,
  note: null,
  footer: null,
  e_invoice: null,
} as const;
