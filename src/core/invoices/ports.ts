// Why: docs/decisions/0036-invoice-documents.md

import type { OrderId } from '#core/orders/order.ts';
import type { OrdersTx } from '#core/orders/ports.ts';
import type { DiscountId } from '#core/pricing/discount.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { ShopTx } from '#core/shop/ports.ts';
import type { CreditNote, CreditNoteId, CreditNoteView, creditNoteList } from './credit-note.ts';
import type { Invoice, InvoiceId } from './invoice.ts';
import type { InvoiceView, invoiceList } from './invoice-view.ts';
import type { PrintedDocument } from './printed-document.ts';

/** Makes the file of an invoice or a credit note. */
export interface DocumentRenderer {
  /**
   * A PDF (PDF/A-3b) with the invoice as XML for machines in it (Factur-X, EN 16931). The same document gives the same
   * bytes, as long as the program is the same; so store the file. Texts may contain anything: what has no glyph is
   * shown as a replacement character. The event loop is not blocked meanwhile.
   * @throws DomainError of kind `unavailable` if too much is waiting, the document takes too long, or the renderer is
   * closed or has failed; the call may be repeated.
   */
  render(document: PrintedDocument): Promise<Uint8Array>;
}

/** The payment method that has paid an invoice, as people recognize it; null if several have or it is not known. */
export type FindMethodOf = (id: InvoiceId) => Promise<string | null>;

/** Reads the logo of the shop. */
export interface LogoSource {
  /** The PNG or JPEG file at a URL; null if it cannot be read within some seconds. */
  read(url: string): Promise<Uint8Array | null>;
}

/** The documents that are numbered, each without gaps. */
export type NumberedDocument = 'invoice' | 'credit_note';

/** What has a file. */
export type DocumentId = InvoiceId | CreditNoteId;

/** A requested file, and how often it could not be rendered. */
export type UnrenderedFile = Readonly<{ id: DocumentId; failures: number }>;

/** When a file is rendered next, and whether it could not be rendered before. */
export type FileDelay = Readonly<{ retryAt: Date; hasFailed: boolean }>;

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
  /** The discounts of the invoices of a subscription that are paid or may be, without a lock. */
  listDiscountsOf(subscriptionId: Id<'sub'>): Promise<readonly DiscountId[]>;
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
  /** Requests the file of an invoice or a credit note, which is rendered after the commit; again: without a delay. */
  requestFile(id: DocumentId): Promise<void>;
  /** Stores a requested file, unless it is stored already. */
  storeFile(id: DocumentId, pdf: Uint8Array): Promise<void>;
  /** Delays a requested file, which could not be rendered or waits for something. */
  postponeFile(id: DocumentId, delay: FileDelay): Promise<void>;
  /** Removes a file and its request. */
  removeFile(id: DocumentId): Promise<void>;
  lockOf(buyer: BuyerDocuments): Promise<readonly Invoice[]>;
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

/** Only resources of this user, whatever the filters are. */
type Owned = Readonly<{ ownerId?: Id<'usr'> | undefined }>;

export type InvoiceListQuery = ListQuery<typeof invoiceList> & Owned;

export type CreditNoteListQuery = ListQuery<typeof creditNoteList> & Owned;

/** Reads of invoices and credit notes. Each result includes every commit before the call. */
export interface InvoiceQueries {
  find(id: InvoiceId): Promise<(Found<InvoiceView> & Pick<Invoice, 'userId'>) | undefined>;
  /** The earliest time after another at which an open invoice becomes overdue; null if none will. */
  nextOverdue(after: Date): Promise<Date | null>;
  /** The earliest time after another at which the buyer of an invoice or a credit note is erased; null if none will be. */
  nextBuyerErasure(after: Date): Promise<Date | null>;
  list(query: InvoiceListQuery): Promise<Page<InvoiceView>>;
  findCreditNote(id: CreditNoteId): Promise<(Found<CreditNoteView> & Pick<CreditNote, 'userId'>) | undefined>;
  /** The file of an invoice or a credit note; undefined until it is rendered. */
  findFile(id: DocumentId): Promise<Uint8Array | undefined>;
  /** The documents whose files are requested and to be rendered at a time, the oldest first. */
  listUnrendered(at: Date, limit: number): Promise<readonly UnrenderedFile[]>;
  /** The files that are requested and not rendered, and those of them that have failed, each up to `MAX_COUNTED`. */
  fileBacklog(): Promise<Readonly<{ pending: number; failing: number }>>;
  /** The newest first. */
  listCreditNotes(query: CreditNoteListQuery): Promise<Page<CreditNoteView>>;
}

/** The part of a transaction that the use cases of invoices need. */
export type InvoicesTx = Readonly<{ invoices: InvoiceRepository }> & OrdersTx & ShopTx;
