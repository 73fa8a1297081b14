import { type SqlBool, sql } from 'kysely';
import { type CreditNoteId, type CreditNoteView, creditNoteList, creditNoteView } from '#core/invoices/credit-note.ts';
import type { InvoiceId } from '#core/invoices/invoice.ts';
import { type InvoiceView, invoiceList, invoiceView } from '#core/invoices/invoice-view.ts';
import type {
  CreditNoteListQuery,
  DocumentId,
  InvoiceListQuery,
  InvoiceQueries,
  UnrenderedFile,
} from '#core/invoices/ports.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import type { Page } from '#core/shared/page.ts';
import type { Database } from '../connection/database.ts';
import { columnEquals, constantCondition } from '../lists/condition.ts';
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

/** The invoices with a file that has failed, their own or that of a credit note. Few files are not rendered. */
const NEEDS_ATTENTION = sql<SqlBool>`t.id in (
  select coalesce(n.invoice_id, f.id) from invoice_files f left join credit_notes n on n.id = f.id
  where f.pdf is null and f.failures > 0)`;

const invoiceTable = listTable('invoices')(invoiceList, {
  columns: {},
  conditions: {
    needs_attention: (isNeeded) =>
      isNeeded
        ? constantCondition('needs attention', NEEDS_ATTENTION)
        : constantCondition('needs no attention', sql`not ${NEEDS_ATTENTION}`),
  },
});

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

const LIST_UNRENDERED = prepare<{ at: Date; limit: number }>()(($) =>
  db
    .selectFrom('invoice_files')
    .select(['id', 'failures'])
    .where('pdf', 'is', null)
    .where(({ or, eb }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', $('at'))]))
    .orderBy('id')
    .limit($('limit')),
);

const FILE_BACKLOG = prepare()(() =>
  db
    .selectFrom(
      db.selectFrom('invoice_files').select('failures').where('pdf', 'is', null).limit(sql.lit(MAX_COUNTED)).as('file'),
    )
    .select([
      sql<number>`count(*)::integer`.as('pending'),
      sql<number>`count(*) filter (where failures > 0)::integer`.as('failing'),
    ]),
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

  listUnrendered(at: Date, limit: number): Promise<readonly UnrenderedFile[]> {
    return this.#database.query(LIST_UNRENDERED({ at, limit }));
  }

  async fileBacklog(): ReturnType<InvoiceQueries['fileBacklog']> {
    const [backlog] = await this.#database.query(FILE_BACKLOG({}));
    return backlog ?? { pending: 0, failing: 0 };
  }

  listCreditNotes(query: CreditNoteListQuery): Promise<Page<CreditNoteView>> {
    return readPage(this.#database, creditNotePage(query));
  }
}
