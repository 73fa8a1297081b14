import { sql } from 'kysely';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { BuyerDocuments, DocumentId } from '#core/invoices/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, updateRow } from '../statements/row-parameters.ts';
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

export const UPDATE_CREDIT_NOTE = updateRow(CreditNoteRow);

/** Locks the document whose buyer was to be erased first, and skips locked ones. */
const claimRetained = <Row>(definition: typeof InvoiceRow | typeof CreditNoteRow) =>
  prepare<{ at: Date }>()<Row>(($) => {
    const columns = sql.join(columnNames(definition).map((name) => sql.ref(name)));
    const claim = sql<Row>`
      select ${columns} from ${sql.table(definition.meta.tableName)}
      where erase_buyer_at <= ${$('at')} and not buyer_erased
      order by erase_buyer_at limit 1 for no key update skip locked`;
    return { compile: () => claim.compile(db) };
  });

export const CLAIM_RETAINED_INVOICE = claimRetained<InvoiceRow>(InvoiceRow);

export const CLAIM_RETAINED_CREDIT_NOTE = claimRetained<CreditNoteRow>(CreditNoteRow);

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
