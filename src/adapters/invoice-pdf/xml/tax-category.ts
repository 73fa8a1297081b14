import type { PrintedDocument, PrintedLine } from '#core/invoices/printed-document.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { Labels } from '../page/labels.ts';

/** A category of tax (UNTDID 5305), and why there is no tax in it. */
export type TaxCategory = Readonly<{
  /** Standard rate, zero rate, exempt, reverse charge, and not subject to tax. */
  code: 'S' | 'Z' | 'E' | 'AE' | 'O';
  /** In percent; null for what is not subject to tax. */
  percent: number | null;
  reason: string | null;
  /** Of the code list VATEX. */
  reasonCode: string | null;
}>;

/** The categories of a document's lines. Without a seller's tax id, a document without tax is not subject to it. */
export const taxCategories = (document: PrintedDocument, labels: Labels): ((line: PrintedLine) => TaxCategory) => {
  const isUntaxed = document.seller.taxId === null && document.lines.every(({ line }) => line.tax === null);
  return ({ line: { tax } }) => {
    // a credit of an earlier invoice has the tax of that
    if (document.taxExemption === 'reverse_charge' && tax === null) {
      return { code: 'AE', percent: 0, reason: labels.reverseCharge, reasonCode: 'VATEX-EU-AE' };
    }
    if (isUntaxed) return { code: 'O', percent: null, reason: labels.noTax, reasonCode: 'VATEX-EU-O' };
    if (tax === null) return { code: 'E', percent: 0, reason: labels.noTax, reasonCode: null };
    return { code: tax.rate === 0 ? 'Z' : 'S', percent: Rate.toPercent(tax.rate), reason: null, reasonCode: null };
  };
};
