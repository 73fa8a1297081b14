import { defineEntity, p } from '@mikro-orm/postgresql';
import type { NumberedDocument } from '#core/invoices/ports.ts';
import { bigint } from './column-types.ts';

/** The last number of each kind of document. A sequence would leave gaps. */
export const DocumentNumberRow = defineEntity({
  name: 'DocumentNumberRow',
  tableName: 'document_numbers',
  properties: {
    document: p.text().$type<NumberedDocument>().primary(),
    last: bigint(),
  },
});
