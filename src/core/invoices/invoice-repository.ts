import type { OrderId } from '#core/orders/order.ts';
import type { Id } from '#core/shared/id.ts';
import type { CreditNote, CreditNoteId } from './credit-note.ts';
import type { Invoice, InvoiceId } from './invoice.ts';

/** The documents that are numbered, each without gaps. */
export type NumberedDocument = 'invoice' | 'credit_note';

/** What has a file. */
export type DocumentId = InvoiceId | CreditNoteId;

/** Whose invoices: those of a user and those of orders. */
export type BuyerDocuments = Readonly<{ userId: Id<'usr'>; orderIds: readonly OrderId[] }>;

/** Writes invoices. `get` locks the invoice until the transaction ends. */
export interface InvoiceRepository {
  /** @throws DomainError `not_found`. */
  get(id: InvoiceId): Promise<Invoice>;
  /** Reads without a lock. */
  find(id: InvoiceId): Promise<Invoice | undefined>;
  /** The open invoices of a subscription, the oldest first, without a lock. */
  listOpenOf(subscriptionId: Id<'sub'>): Promise<readonly Invoice[]>;
  /**
   * The transaction fails with `conflict` if another invoice bills the same step of a subscription.
   * @throws DomainError `already_exists` for an order with another invoice that is not void.
   */
  add(invoice: Invoice): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(invoice: Invoice): Promise<void>;
  /** Removes a draft. */
  remove(id: InvoiceId): Promise<void>;
  /**
   * The next number of a kind of document, from 1. Other transactions wait for it until this one ends, so take it last.
   * A transaction that is rolled back leaves no gap.
   */
  nextNumber(document: NumberedDocument): Promise<number>;
  addCreditNote(note: CreditNote): Promise<void>;
  /** The oldest first. */
  creditNotesOf(id: InvoiceId): Promise<readonly CreditNote[]>;
  /** Locks an open invoice that was due at a time or earlier and is not known to be overdue; skips locked ones. */
  claimOverdue(at: Date): Promise<Invoice | undefined>;
  /** Reads without a lock. */
  findCreditNote(id: CreditNoteId): Promise<CreditNote | undefined>;
  /** Requests the file of an invoice or a credit note, which is rendered after the commit. */
  requestFile(id: DocumentId): Promise<void>;
  /** Stores a requested file, unless it is stored already. */
  storeFile(id: DocumentId, pdf: Uint8Array): Promise<void>;
  /** Removes a file and its request. */
  removeFile(id: DocumentId): Promise<void>;
  /** All invoices of a buyer, locked. */
  lockOf(buyer: BuyerDocuments): Promise<readonly Invoice[]>;
  /** All credit notes of invoices, locked. */
  lockCreditNotesOf(ids: readonly InvoiceId[]): Promise<readonly CreditNote[]>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  saveCreditNote(note: CreditNote): Promise<void>;
  /** Locks an invoice whose buyer was to be erased at a time or earlier and is not; skips locked ones. */
  claimRetained(at: Date): Promise<Invoice | undefined>;
  /** Like `claimRetained`. */
  claimRetainedCreditNote(at: Date): Promise<CreditNote | undefined>;
  /** Gives the invoices of orders, and their credit notes, to a user, and increases their versions. */
  assignUser(orderIds: readonly OrderId[], userId: Id<'usr'>): Promise<void>;
}
