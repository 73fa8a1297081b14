import { p } from '@mikro-orm/postgresql';
import type { DocumentId } from '#core/invoices/ports.ts';
import { timestamp } from './column-types.ts';
import { table } from './table.ts';

/** The files of finalized invoices and credit notes, rendered once. */
export const InvoiceFileRow = table('invoice_files', {
  id: p.text().$type<DocumentId>().primary(),
  // null until it is rendered
  pdf: p.blob().$type<Buffer>().strictNullable(),
  // how often it could not be rendered, and when it is tried again
  failures: p.integer().default(0),
  retry_at: timestamp().strictNullable(),
});
