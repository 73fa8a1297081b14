import type { CreditNote, CreditNoteId } from '#core/invoices/credit-note.ts';
import { creditNoteList, creditNoteView } from '#core/invoices/credit-note.ts';
import type { BuyerRetention } from '#core/invoices/document-parts.ts';
import type { Invoice, InvoiceId } from '#core/invoices/invoice.ts';
import { invoiceList, invoiceView } from '#core/invoices/invoice-view.ts';
import { duplicateOrder } from '#core/invoices/order-copy.ts';
import type {
  BuyerDocuments,
  CreditNoteListQuery,
  DocumentId,
  InvoiceListQuery,
  InvoiceQueries,
  InvoiceRepository,
  NumberedDocument,
} from '#core/invoices/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Json } from '#core/shared/page.ts';
import { listPage } from '../lists/page.ts';
import { earliestAfter } from '../store/earlier.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import type { MemoryTable, TableChanges } from '../store/memory-table.ts';

type Tables = Readonly<{
  invoices: TableChanges<InvoiceId, Invoice>;
  creditNotes: TableChanges<CreditNoteId, CreditNote>;
  /** The last number of each kind. */
  numbers: TableChanges<NumberedDocument, number>;
  /** Null until they are rendered. */
  files: TableChanges<DocumentId, Uint8Array | null>;
}>;

export class MemoryInvoiceRepository implements InvoiceRepository {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get(id: InvoiceId): Promise<Invoice> {
    const found = this.#tables.invoices.get(id);
    if (found === undefined) throw notFound('invoice', id);
    return found;
  }

  async find(id: InvoiceId): Promise<Invoice | undefined> {
    return this.#tables.invoices.get(id);
  }

  async listOpenOf(id: Id<'sub'>): Promise<readonly Invoice[]> {
    return [...this.#tables.invoices.values()]
      .filter(({ subscriptionId, status }) => subscriptionId === id && status === 'open')
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1));
  }

  async add(invoice: Invoice): Promise<void> {
    if (this.#isBilled(invoice)) throw conflict(`The step of ${invoice.subscriptionId} has another invoice.`);
    const { orderId } = invoice;
    const others = orderId === null ? [] : this.#of([orderId]);
    if (others.some(({ status }) => status !== 'void')) throw duplicateOrder();
    this.#tables.invoices.set(invoice.id, invoice);
  }

  async save(invoice: Invoice): Promise<void> {
    if (this.#tables.invoices.get(invoice.id)?.version !== invoice.version - 1) {
      throw conflict(`Invoice ${invoice.id} was changed concurrently.`);
    }
    this.#tables.invoices.set(invoice.id, invoice);
  }

  async remove(id: InvoiceId): Promise<void> {
    if (this.#tables.invoices.get(id)?.status === 'draft') this.#tables.invoices.delete(id);
  }

  async nextNumber(document: NumberedDocument): Promise<number> {
    const number = (this.#tables.numbers.get(document) ?? 0) + 1;
    this.#tables.numbers.set(document, number);
    return number;
  }

  async addCreditNote(note: CreditNote): Promise<void> {
    this.#tables.creditNotes.set(note.id, note);
  }

  async creditNotesOf(id: InvoiceId): Promise<readonly CreditNote[]> {
    return [...this.#tables.creditNotes.values()].filter(({ invoiceId }) => invoiceId === id);
  }

  async findCreditNote(id: CreditNoteId): Promise<CreditNote | undefined> {
    return this.#tables.creditNotes.get(id);
  }

  async requestFile(id: DocumentId): Promise<void> {
    this.#tables.files.set(id, null);
  }

  async storeFile(id: DocumentId, pdf: Uint8Array): Promise<void> {
    if (this.#tables.files.get(id) === null) this.#tables.files.set(id, pdf);
  }

  async claimOverdue(at: Date): Promise<Invoice | undefined> {
    const overdue = [...this.#tables.invoices.values()].filter(
      (invoice) => isAwaited(invoice) && invoice.dueAt !== null && invoice.dueAt <= at,
    );
    return overdue.sort((a, b) => (a.dueAt?.getTime() ?? 0) - (b.dueAt?.getTime() ?? 0))[0];
  }

  async removeFile(id: DocumentId): Promise<void> {
    this.#tables.files.delete(id);
  }

  async lockOf({ userId, orderIds }: BuyerDocuments): Promise<readonly Invoice[]> {
    const isOf = (invoice: Invoice): boolean =>
      invoice.userId === userId || (invoice.orderId !== null && orderIds.includes(invoice.orderId));
    return [...this.#tables.invoices.values()].filter(isOf);
  }

  async lockCreditNotesOf(ids: readonly InvoiceId[]): Promise<readonly CreditNote[]> {
    return [...this.#tables.creditNotes.values()].filter(({ invoiceId }) => ids.includes(invoiceId));
  }

  async saveCreditNote(note: CreditNote): Promise<void> {
    if (this.#tables.creditNotes.get(note.id)?.version !== note.version - 1) {
      throw conflict(`Credit note ${note.id} was changed concurrently.`);
    }
    this.#tables.creditNotes.set(note.id, note);
  }

  async claimRetained(at: Date): Promise<Invoice | undefined> {
    return firstRetained(this.#tables.invoices.values(), at);
  }

  async claimRetainedCreditNote(at: Date): Promise<CreditNote | undefined> {
    return firstRetained(this.#tables.creditNotes.values(), at);
  }

  async assignUser(orderIds: readonly OrderId[], userId: Id<'usr'>): Promise<void> {
    const { invoices, creditNotes } = this.#tables;
    for (const invoice of this.#of(orderIds)) {
      invoices.set(invoice.id, { ...invoice, version: invoice.version + 1, userId });
      for (const note of await this.creditNotesOf(invoice.id)) {
        creditNotes.set(note.id, { ...note, version: note.version + 1, userId });
      }
    }
  }

  /** Whether another invoice bills the same step of a subscription. */
  #isBilled({ subscriptionId: id, subscriptionVersion: version }: Invoice): boolean {
    if (version === null) return false;
    return [...this.#tables.invoices.values()].some(
      ({ subscriptionId, subscriptionVersion }) => subscriptionId === id && subscriptionVersion === version,
    );
  }

  #of(orderIds: readonly OrderId[]): Invoice[] {
    const invoices = [...this.#tables.invoices.values()];
    return invoices.filter(({ orderId }) => orderId !== null && orderIds.includes(orderId));
  }
}

export class MemoryInvoiceQueries implements InvoiceQueries {
  readonly #store: MemoryStore;
  readonly #files: MemoryTable<DocumentId, Uint8Array | null>;

  constructor(store: MemoryStore, files: MemoryTable<DocumentId, Uint8Array | null>) {
    this.#store = store;
    this.#files = files;
  }

  async find(id: InvoiceId): ReturnType<InvoiceQueries['find']> {
    const found = this.#store.invoices.get(id);
    return found && { view: Json.of(invoiceView(found)), version: found.version, userId: found.userId };
  }

  async nextOverdue(after: Date): Promise<Date | null> {
    const awaited = [...this.#store.invoices.values()].filter(isAwaited);
    return earliestAfter(
      after,
      awaited.map(({ dueAt }) => dueAt),
    );
  }

  async nextBuyerErasure(after: Date): Promise<Date | null> {
    const documents = [...this.#store.invoices.values(), ...this.#store.creditNotes.values()];
    const retained = documents.filter(({ isBuyerErased }) => !isBuyerErased);
    return earliestAfter(
      after,
      retained.map(({ eraseBuyerAt }) => eraseBuyerAt),
    );
  }

  async list({ ownerId, ...query }: InvoiceListQuery) {
    const invoices = [...this.#store.invoices.values()].filter(isOf(ownerId));
    return listPage(invoiceList, invoices.map(invoiceView), query);
  }

  async findCreditNote(id: CreditNoteId): ReturnType<InvoiceQueries['findCreditNote']> {
    const found = this.#store.creditNotes.get(id);
    return found && { view: Json.of(creditNoteView(found)), version: found.version, userId: found.userId };
  }

  async findFile(id: DocumentId): Promise<Uint8Array | undefined> {
    return this.#files.get(id) ?? undefined;
  }

  async listUnrendered(limit: number): Promise<readonly DocumentId[]> {
    return [...this.#files.entries()].flatMap(([id, pdf]) => (pdf === null ? [id] : [])).slice(0, limit);
  }

  async listCreditNotes({ ownerId, ...query }: CreditNoteListQuery) {
    const notes = [...this.#store.creditNotes.values()].filter(isOf(ownerId));
    return listPage(creditNoteList, notes.map(creditNoteView), query);
  }
}

const isOf =
  (ownerId: Id<'usr'> | undefined) =>
  ({ userId }: Pick<Invoice, 'userId'>): boolean =>
    ownerId === undefined || userId === ownerId;

/** Whether it will become overdue unless it is paid. */
const isAwaited = ({ status, overdueAt }: Invoice): boolean => status === 'open' && overdueAt === null;

/** The document whose buyer was to be erased first, at a time or earlier. */
const firstRetained = <Document extends BuyerRetention>(documents: Iterable<Document>, at: Date) => {
  const due = [...documents].flatMap((document) => {
    const { eraseBuyerAt, isBuyerErased } = document;
    return eraseBuyerAt === null || isBuyerErased || eraseBuyerAt > at ? [] : [{ document, eraseBuyerAt }];
  });
  return due.sort((a, b) => a.eraseBuyerAt.getTime() - b.eraseBuyerAt.getTime())[0]?.document;
};
