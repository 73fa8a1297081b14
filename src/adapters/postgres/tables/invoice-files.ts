import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DocumentId } from '#core/invoices/ports.ts';

/** The files of finalized invoices and credit notes, rendered once. */
export const InvoiceFileRow = defineEntity({
  name: 'InvoiceFileRow',
  tableName: 'invoice_files',
  properties: {
    id: p.text().$type<DocumentId>().primary(),
    // null until it is rendered
    pdf: p.blob().$type<Buffer>().strictNullable(),
  },
});
