import type { InvoiceLine } from './invoice-line.ts';

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
  metadata: {},
} as const;

/** Values of the personal fields of an erased credit note in its events. */
export const ERASED_CREDIT_NOTE = { lines: [], tax_id: null, buyer: null, note: null, footer: null } as const;
