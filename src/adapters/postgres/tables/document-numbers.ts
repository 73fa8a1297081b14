import { p } from '@mikro-orm/postgresql';
import type { NumberedDocument } from '#core/invoices/ports.ts';
import { bigint } from './column-types.ts';
import { table } from './table.ts';

/** The last number of each kind of document. A sequence would leave gaps. */
export const DocumentNumberRow = table('document_numbers', {
  document: p.text().$type<NumberedDocument>().primary(),
  last: bigint(),
});
