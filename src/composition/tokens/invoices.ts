import type { DocumentRenderer } from '#core/invoices/document-renderer.ts';
import type { PriceLines } from '#core/invoices/price-lines.ts';
import { token } from '../injection.ts';

export const INVOICES = {
  priceLines: token<PriceLines>('PriceLines'),
  renderer: token<DocumentRenderer>('DocumentRenderer'),
};
