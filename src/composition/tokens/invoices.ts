import type { DocumentRenderer } from '#core/invoices/document-renderer.ts';
import type { PriceLines } from '#core/invoices/price-lines.ts';
import type { RenderFile } from '#core/invoices/use-cases/render-file.ts';
import { token } from '../injection.ts';

export const INVOICES = {
  priceLines: token<PriceLines>('PriceLines'),
  renderer: token<DocumentRenderer>('DocumentRenderer'),
  renderFile: token<RenderFile>('RenderFile'),
};
