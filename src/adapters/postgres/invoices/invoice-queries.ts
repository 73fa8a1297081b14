import { sql } from 'kysely';
import type { CreditNoteId } from '#core/invoices/credit-note.ts';
import { type CreditNoteView, creditNoteList } from '#core/invoices/credit-note-view.ts';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { CreditNoteListQuery, InvoiceListQuery, InvoiceQueries } from '#core/invoices/invoice-queries.ts';
import type { DocumentId } from '#core/invoices/invoice-repository.ts';
import { type InvoiceView, invoiceList } from '#core/invoices/invoice-view.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals } from '../lists/condition.ts';
import { listPageQuery } from '../lists/list-page.ts';
import { listTable } from '../lists/list-table.ts';
import { type PageQuery, readPage } from '../lists/page-query.ts';
import { columnsExcept, columnsOf, jsonView, majorUnits, utcText } from '../statements/json-view.ts';
import { prepare } from '../statements/prepare.ts';
import { resourceMembers, versionMembers } from '../statements/resource-view.ts';
import { db } from '../statements/sql-builder.ts';
import { CreditNoteRow } from '../tables/credit-notes.ts';
import { InvoiceRow } from '../tables/invoices.ts';
import { NEXT_BUYER_ERASURE } from './retention-statements.ts';

const RETENTION = ['erase_buyer_at', 'buyer_erased'] as const;

const SUMS = ['subtotal', 'discount', 'tax', 'total'] as const;

const t = columnsOf<{ t: 'invoices' }>();

/** An invoice `t` as the API shows it. */
export const INVOICE_VIEW = jsonView<InvoiceView>()({
  ...resourceMembers('invoices', 'invoice'),
  ...columnsExcept(InvoiceRow, [
    'fields',
    'subscription_version',
    'amount_out_of_band',
    'amount_prepaid',
    'country',
    ...RETENTION,
    ...SUMS,
  ]),
  draft_lines: sql<InvoiceView['draft_lines']>`case when ${t('t.fields')} is not null
    then coalesce(${t('t.fields')} -> 'lines', '[]') end`,
  subtotal: majorUnits(t('t.subtotal')),
  discount: majorUnits(t('t.discount')),
  tax: majorUnits(t('t.tax')),
  total: majorUnits(t('t.total')),
  amount_paid: majorUnits(sql<string>`(${t('t.amount_paid')} + ${t('t.amount_out_of_band')})`),
  paid_out_of_band: sql<boolean>`${t('t.amount_out_of_band')} > 0`,
  amount_refunded: majorUnits(t('t.amount_refunded')),
  amount_credited: majorUnits(t('t.amount_credited')),
  amount_due: majorUnits(t('t.amount_due')),
  due_at: utcText(t('t.due_at')),
  finalized_at: utcText(t('t.finalized_at')),
  paid_at: utcText(t('t.paid_at')),
  voided_at: utcText(t('t.voided_at')),
  overdue_at: utcText(t('t.overdue_at')),
  ...versionMembers('invoices'),
});

const n = columnsOf<{ t: 'credit_notes' }>();

/** A credit note `t` as the API shows it. */
export const CREDIT_NOTE_VIEW = jsonView<CreditNoteView>()({
  ...resourceMembers('credit_notes', 'credit_note'),
  ...columnsExcept(CreditNoteRow, [...RETENTION, ...SUMS]),
  subtotal: majorUnits(n('t.subtotal')),
  discount: majorUnits(n('t.discount')),
  tax: majorUnits(n('t.tax')),
  total: majorUnits(n('t.total')),
  ...versionMembers('credit_notes'),
});

const FIND_INVOICE = prepare<{ id: InvoiceId }>()(($) =>
  db
    .selectFrom('invoices as t')
    .crossJoinLateral(INVOICE_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', INVOICE_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

const FIND_CREDIT_NOTE = prepare<{ id: CreditNoteId }>()(($) =>
  db
    .selectFrom('credit_notes as t')
    .crossJoinLateral(CREDIT_NOTE_VIEW.lateralRow)
    .select(['t.version', 't.user_id as userId', CREDIT_NOTE_VIEW.jsonText.as('view')])
    .where('t.id', '=', $('id')),
);

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
    return (await this.#database.query(FIND_INVOICE({ id })))[0];
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
    return (await this.#database.query(FIND_CREDIT_NOTE({ id })))[0];
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
