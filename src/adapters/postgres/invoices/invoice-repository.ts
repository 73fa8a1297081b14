import { sql } from 'kysely';
import type { CreditNote, CreditNoteId } from '#core/invoices/credit-note.ts';
import type { Invoice, InvoiceId } from '#core/invoices/invoice.ts';
import type {
  BuyerDocuments,
  DocumentId,
  FileDelay,
  InvoiceRepository,
  NumberedDocument,
} from '#core/invoices/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import type { DiscountId } from '#core/pricing/discount.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, selectRow, updateRow } from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { CreditNoteRow, toCreditNote, toCreditNoteRow } from '../tables/credit-notes.ts';
import { InvoiceRow, toInvoice, toInvoiceRow } from '../tables/invoices.ts';
import {
  CLAIM_RETAINED_CREDIT_NOTE,
  CLAIM_RETAINED_INVOICE,
  LOCK_CREDIT_NOTES_OF,
  LOCK_INVOICES_OF,
  REMOVE_FILE,
  UPDATE_CREDIT_NOTE,
} from './retention-statements.ts';

const COLUMNS = columnNames(InvoiceRow);

const FIND = selectRow(InvoiceRow);

const LOCK = selectRow(InvoiceRow, 'for no key update');

const LIST_OPEN_OF_SUBSCRIPTION = prepare<{ id: Id<'sub'> }>()(($) =>
  db
    .selectFrom('invoices')
    .select(COLUMNS)
    .where('subscription_id', '=', $('id'))
    .where('status', '=', sql.lit('open'))
    .orderBy('created_at')
    .orderBy('id'),
);

const LIST_DISCOUNTS = prepare<{ id: Id<'sub'> }>()<{ id: DiscountId }>(($) => ({
  compile: () =>
    sql<{ id: DiscountId }>`
      select distinct line->>'discount_id' collate "C" as id
      from invoices, json_array_elements(discount_lines) line
      where subscription_id = ${$('id')} and status not in ('draft', 'void') and line->>'discount_id' is not null
      order by id`.compile(db),
}));

const INSERT = insertRow(InvoiceRow);

const UPDATE = updateRow(InvoiceRow);

const DELETE = prepare<{ id: InvoiceId }>()(($) =>
  db.deleteFrom('invoices').where('id', '=', $('id')).where('number', 'is', null),
);

const NEXT_NUMBER = prepare<{ document: NumberedDocument }>()(($) =>
  db
    .updateTable('document_numbers')
    .set((eb) => ({ last: eb('last', '+', sql<string>`1`) }))
    .where('document', '=', $('document'))
    .returning('last'),
);

const CLAIM_OVERDUE = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('invoices')
    .select(COLUMNS)
    .where('status', '=', sql.lit('open'))
    .where('overdue_at', 'is', null)
    .where('due_at', '<=', $('at'))
    .orderBy('due_at')
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked(),
);

const ASSIGN_INVOICES = prepare<{ orderIds: readonly OrderId[]; userId: Id<'usr'> }>()(($) =>
  db
    .updateTable('invoices')
    .set((eb) => ({ version: eb('version', '+', 1), user_id: $('userId') }))
    .where('order_id', '=', anyOf($('orderIds'))),
);

const ASSIGN_CREDIT_NOTES = prepare<{ orderIds: readonly OrderId[]; userId: Id<'usr'> }>()(($) =>
  db
    .updateTable('credit_notes')
    .set((eb) => ({ version: eb('version', '+', 1), user_id: $('userId') }))
    .where(
      'invoice_id',
      'in',
      db
        .selectFrom('invoices')
        .select('invoices.id')
        .where('order_id', '=', anyOf($('orderIds'))),
    ),
);

const INSERT_CREDIT_NOTE = insertRow(CreditNoteRow);

const LIST_CREDIT_NOTES = prepare<{ id: InvoiceId }>()(($) =>
  db
    .selectFrom('credit_notes')
    .select(columnNames(CreditNoteRow))
    .where('invoice_id', '=', $('id'))
    .orderBy('created_at')
    .orderBy('id'),
);

const FIND_CREDIT_NOTE = selectRow(CreditNoteRow);

const REQUEST_FILE = prepare<{ id: DocumentId }>()(($) =>
  db
    .insertInto('invoice_files')
    .values({ id: $('id'), pdf: null, retry_at: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ retry_at: null }).where('invoice_files.pdf', 'is', null),
    ),
);

const STORE_FILE = prepare<{ id: DocumentId; pdf: Buffer }>()(($) =>
  db
    .updateTable('invoice_files')
    .set({ pdf: $('pdf') })
    .where('id', '=', $('id'))
    .where('pdf', 'is', null),
);

const POSTPONE_FILE = prepare<{ id: DocumentId; retryAt: Date; failures: number }>()(($) =>
  db
    .updateTable('invoice_files')
    .set(({ eb }) => ({ failures: eb('failures', '+', $('failures')), retry_at: $('retryAt') }))
    .where('id', '=', $('id'))
    .where('pdf', 'is', null),
);

export class PostgresInvoiceRepository implements InvoiceRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: InvoiceId): Promise<Invoice> {
    const [row] = await this.#session.query(LOCK({ id }));
    if (row === undefined) throw notFound('invoice', id);
    return toInvoice(row);
  }

  async find(id: InvoiceId): Promise<Invoice | undefined> {
    const [row] = await this.#session.query(FIND({ id }));
    return row && toInvoice(row);
  }

  async listOpenOf(id: Id<'sub'>): Promise<readonly Invoice[]> {
    return (await this.#session.query(LIST_OPEN_OF_SUBSCRIPTION({ id }))).map(toInvoice);
  }

  async listDiscountsOf(id: Id<'sub'>): Promise<readonly DiscountId[]> {
    return (await this.#session.query(LIST_DISCOUNTS({ id }))).map((row) => row.id);
  }

  async add(invoice: Invoice): Promise<void> {
    this.#session.send(INSERT(toInvoiceRow(invoice)));
  }

  async save(invoice: Invoice): Promise<void> {
    this.#session.send(UPDATE(toInvoiceRow(invoice)));
  }

  async remove(id: InvoiceId): Promise<void> {
    this.#session.send(DELETE({ id }));
  }

  async nextNumber(document: NumberedDocument): Promise<number> {
    const [row] = await this.#session.query(NEXT_NUMBER({ document }));
    if (row === undefined) throw new TypeError(`The numbers of ${document} are missing.`);
    return Number(row.last);
  }

  async addCreditNote(note: CreditNote): Promise<void> {
    this.#session.send(INSERT_CREDIT_NOTE(toCreditNoteRow(note)));
  }

  async creditNotesOf(id: InvoiceId): Promise<readonly CreditNote[]> {
    return (await this.#session.query(LIST_CREDIT_NOTES({ id }))).map(toCreditNote);
  }

  async findCreditNote(id: CreditNoteId): Promise<CreditNote | undefined> {
    const [row] = await this.#session.query(FIND_CREDIT_NOTE({ id }));
    return row && toCreditNote(row);
  }

  async requestFile(id: DocumentId): Promise<void> {
    this.#session.send(REQUEST_FILE({ id }));
  }

  async storeFile(id: DocumentId, pdf: Uint8Array): Promise<void> {
    this.#session.send(STORE_FILE({ id, pdf: Buffer.from(pdf) }));
  }

  async postponeFile(id: DocumentId, { retryAt, hasFailed }: FileDelay): Promise<void> {
    this.#session.send(POSTPONE_FILE({ id, retryAt, failures: hasFailed ? 1 : 0 }));
  }

  async claimOverdue(at: Date): Promise<Invoice | undefined> {
    const [row] = await this.#session.query(CLAIM_OVERDUE({ at }));
    return row && toInvoice(row);
  }

  async removeFile(id: DocumentId): Promise<void> {
    this.#session.send(REMOVE_FILE({ id }));
  }

  async lockOf(buyer: BuyerDocuments): Promise<readonly Invoice[]> {
    return (await this.#session.query(LOCK_INVOICES_OF(buyer))).map(toInvoice);
  }

  async lockCreditNotesOf(ids: readonly InvoiceId[]): Promise<readonly CreditNote[]> {
    return (await this.#session.query(LOCK_CREDIT_NOTES_OF({ ids }))).map(toCreditNote);
  }

  async saveCreditNote(note: CreditNote): Promise<void> {
    this.#session.send(UPDATE_CREDIT_NOTE(toCreditNoteRow(note)));
  }

  async claimRetained(at: Date): Promise<Invoice | undefined> {
    const [row] = await this.#session.query(CLAIM_RETAINED_INVOICE({ at }));
    return row && toInvoice(row);
  }

  async claimRetainedCreditNote(at: Date): Promise<CreditNote | undefined> {
    const [row] = await this.#session.query(CLAIM_RETAINED_CREDIT_NOTE({ at }));
    return row && toCreditNote(row);
  }

  async assignUser(orderIds: readonly OrderId[], userId: Id<'usr'>): Promise<void> {
    this.#session.send(ASSIGN_INVOICES({ orderIds, userId }));
    this.#session.send(ASSIGN_CREDIT_NOTES({ orderIds, userId }));
  }
}
