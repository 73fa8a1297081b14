import { sql } from 'kysely';
import { type CreditNoteId, type CreditNoteView, creditNoteList, creditNoteView } from '#core/invoices/credit-note.ts';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import { type InvoiceView, invoiceList, invoiceView } from '#core/invoices/invoice-view.ts';
import type { CreditNoteListQuery, DocumentId, InvoiceListQuery, InvoiceQueries } from '#core/invoices/ports.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { prepare } from '../statements/prepare.ts';
import { foundView, rowView } from '../statements/row-view.ts';
import { db } from '../statements/sql-builder.ts';
import { CreditNoteRow, toCreditNote } from '../tables/credit-notes.ts';
import { InvoiceRow, toInvoice } from '../tables/invoices.ts';
import { NEXT_BUYER_ERASURE } from './retention-statements.ts';

/** An invoice `t` as the API shows it. */
export const INVOICE_VIEW = rowView(InvoiceRow, (row) => invoiceView(toInvoice(row)));

/** A credit note `t` as the API shows it. */
export const CREDIT_NOTE_VIEW = rowView(CreditNoteRow, (row) => creditNoteView(toCreditNote(row)));

const invoiceTable = listTable('invoices')(invoiceList);

const creditNoteTable = listTable('credit_notes')(creditNoteList);

/** The statement of `list`. */
export const invoicePage = ({ ownerId, ...query }: InvoiceListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(invoiceTable, INVOICE_VIEW, { ...query, conditions });
};

/** The statement of `listCreditNotes`. */
export const creditNotePage = ({ ownerId, ...query }: CreditNoteListQuery): PageQuery => {
  const conditions = ownerId === undefined ? [] : [columnEquals('user_id', ownerId)];
  return listPageQuery(creditNoteTable, CREDIT_NOTE_VIEW, { ...query, conditions });
};

const NEXT_OVERDUE = prepare<{ after: Date }>()(($) =>
  db
    .selectFrom('invoices')
    .select('due_at')
    .where('status', '=', sql.lit('open'))
    .where('overdue_at', 'is', null)
    .where('due_at', '>', $('after'))
    .orderBy('due_at')
    .limit(1),
);

const FIND_FILE = prepare<{ id: DocumentId }>()(($) =>
  db.selectFrom('invoice_files').select('pdf').where('id', '=', $('id')),
);

const LIST_UNRENDERED = prepare<{ limit: number }>()(($) =>
  db.selectFrom('invoice_files').select('id').where('pdf', 'is', null).orderBy('id').limit($('limit')),
);

export class PostgresInvoiceQueries implements InvoiceQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: InvoiceId): ReturnType<InvoiceQueries['find']> {
    const [row] = await this.#database.query(INVOICE_VIEW.find({ id }));
    return row && { ...foundView(INVOICE_VIEW, row), userId: row.user_id };
  }

  async nextOverdue(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_OVERDUE({ after })))[0]?.due_at ?? null;
  }

  async nextBuyerErasure(after: Date): Promise<Date | null> {
    return (await this.#database.query(NEXT_BUYER_ERASURE({ after })))[0]?.at ?? null;
  }

  list(query: InvoiceListQuery): Promise<Page<InvoiceView>> {
    return readPage(this.#database, invoicePage(query));
  }

  async findCreditNote(id: CreditNoteId): ReturnType<InvoiceQueries['findCreditNote']> {
    const [row] = await this.#database.query(CREDIT_NOTE_VIEW.find({ id }));
    return row && { ...foundView(CREDIT_NOTE_VIEW, row), userId: row.user_id };
  }

  async findFile(id: DocumentId): Promise<Uint8Array | undefined> {
    return (await this.#database.query(FIND_FILE({ id })))[0]?.pdf ?? undefined;
  }

  async listUnrendered(limit: number): Promise<readonly DocumentId[]> {
    return (await this.#database.query(LIST_UNRENDERED({ limit }))).map(({ id }) => id);
  }

  listCreditNotes(query: CreditNoteListQuery): Promise<Page<CreditNoteView>> {
    return readPage(this.#database, creditNotePage(query));
  }
}
