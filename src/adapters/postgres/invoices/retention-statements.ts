import { sql } from 'kysely';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { BuyerDocuments, DocumentId } from '#core/invoices/invoice-repository.ts';
import type { OrderId } from '#core/orders/order.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, previousVersion, requireSaved, updatedRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { CreditNoteRow } from '../tables/credit-notes.ts';
import { InvoiceRow } from '../tables/invoices.ts';

// in the order of their ids, so that two transactions do not deadlock
export const LOCK_INVOICES_OF = prepare<BuyerDocuments>()(($) =>
  db
    .selectFrom('invoices')
    .select(columnNames(InvoiceRow))
    .where((eb) =>
      eb.or([eb('user_id', '=', $('userId')), eb('order_id', '=', sql<OrderId>`any(${$('orderIds')}::text[])`)]),
    )
    .orderBy('id')
    .forNoKeyUpdate(),
);

export const LOCK_CREDIT_NOTES_OF = prepare<{ ids: readonly InvoiceId[] }>()(($) =>
  db
    .selectFrom('credit_notes')
    .select(columnNames(CreditNoteRow))
    .where('invoice_id', '=', sql<InvoiceId>`any(${$('ids')}::text[])`)
    .orderBy('id')
    .forNoKeyUpdate(),
);

export const UPDATE_CREDIT_NOTE = prepare<CreditNoteRow>()(($) =>
  db
    .with('saved', (query) =>
      query
        .updateTable('credit_notes')
        .set(updatedRow(CreditNoteRow, $))
        .where('id', '=', $('id'))
        .where('version', '=', previousVersion($))
        .returning('id'),
    )
    .selectNoFrom(requireSaved('saved')),
);

export const CLAIM_RETAINED_INVOICE = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('invoices')
    .select(columnNames(InvoiceRow))
    .where('erase_buyer_at', '<=', $('at'))
    .where(sql<boolean>`not buyer_erased`)
    .orderBy('erase_buyer_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked(),
);

export const CLAIM_RETAINED_CREDIT_NOTE = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('credit_notes')
    .select(columnNames(CreditNoteRow))
    .where('erase_buyer_at', '<=', $('at'))
    .where(sql<boolean>`not buyer_erased`)
    .orderBy('erase_buyer_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked(),
);

export const REMOVE_FILE = prepare<{ id: DocumentId }>()(($) =>
  db.deleteFrom('invoice_files').where('id', '=', $('id')),
);

export const NEXT_BUYER_ERASURE = prepare<{ after: Date }>()(($) =>
  db
    .selectFrom('invoices')
    .select('erase_buyer_at as at')
    .where('erase_buyer_at', '>', $('after'))
    .where(sql<boolean>`not buyer_erased`)
    .unionAll(
      db
        .selectFrom('credit_notes')
        .select('erase_buyer_at as at')
        .where('erase_buyer_at', '>', $('after'))
        .where(sql<boolean>`not buyer_erased`),
    )
    .orderBy('at')
    .limit(1),
);
