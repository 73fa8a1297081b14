import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { CreditNote, CreditNoteId } from './credit-note.ts';
import type { CreditNoteView, creditNoteList } from './credit-note-view.ts';
import type { Invoice, InvoiceId } from './invoice.ts';
import type { DocumentId } from './invoice-repository.ts';
import type { InvoiceView, invoiceList } from './invoice-view.ts';

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
  /** The documents whose files are requested and not rendered, the oldest first. */
  listUnrendered(limit: number): Promise<readonly DocumentId[]>;
  /** The newest first. */
  listCreditNotes(query: CreditNoteListQuery): Promise<Page<CreditNoteView>>;
}
