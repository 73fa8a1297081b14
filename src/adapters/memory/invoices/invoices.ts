import { creditNoteList, creditNoteView } from '#core/invoices/credit-note.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import { invoiceList, invoiceView } from '#core/invoices/invoice-view.ts';
import { duplicateOrder } from '#core/invoices/order-copy.ts';
import type { DocumentId, InvoiceQueries, InvoiceRepository, NumberedDocument } from '#core/invoices/ports.ts';
import type { OrderId } from '#core/orders/order.ts';
import { conflict } from '#core/shared/domain-error.ts';
import { MAX_COUNTED } from '#core/shared/gauge.ts';
import { foundWithOwner, isOwnedBy } from '../lists/owned.ts';
import { listPage, mappedPage } from '../lists/page.ts';
import type { InvoiceFileRow, MemoryStore, StoreChanges } from '../store/memory-store.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { oldestFirst } from '../store/order.ts';
import { resourceRepository } from '../store/resources.ts';
import { dueRows, earliestAfter } from '../store/times.ts';

type Tables = StoreChanges &
  Readonly<{
    /** The last number of each kind. */
    documentNumbers: TableChanges<NumberedDocument, number>;
  }>;

export const makeInvoiceRepository = ({
  invoices,
  creditNotes,
  documentNumbers,
  invoiceFiles: files,
}: Tables): InvoiceRepository => {
  const rows = resourceRepository(invoices, 'invoice');
  const notes = resourceRepository(creditNotes, 'credit note');
  const ofOrders = (ids: readonly OrderId[]) =>
    invoices.filter(({ orderId }) => orderId !== null && ids.includes(orderId));
  return {
    ...rows,

    async listOpenOf(id) {
      return invoices
        .filter(({ subscriptionId, status }) => subscriptionId === id && status === 'open')
        .sort(oldestFirst);
    },

    async listDiscountsOf(id) {
      const isBilled = ({ status }: Invoice): boolean => status !== 'draft' && status !== 'void';
      const billed = invoices.filter((invoice) => invoice.subscriptionId === id && isBilled(invoice));
      const discounts = billed.flatMap(({ charges }) => charges.discounts.flatMap((each) => each.id ?? []));
      return [...new Set(discounts)].toSorted();
    },

    async add(invoice) {
      if (isBilled(invoices, invoice)) throw conflict(`The step of ${invoice.subscriptionId} has another invoice.`);
      const others = invoice.orderId === null ? [] : ofOrders([invoice.orderId]);
      if (others.some(({ status }) => status !== 'void')) throw duplicateOrder();
      await rows.add(invoice);
    },

    async remove(id) {
      if (invoices.get(id)?.status === 'draft') invoices.delete(id);
    },

    async nextNumber(document) {
      const number = (documentNumbers.get(document) ?? 0) + 1;
      documentNumbers.set(document, number);
      return number;
    },

    addCreditNote: notes.add,
    saveCreditNote: notes.save,
    findCreditNote: notes.find,
    creditNotesOf: async (id) => creditNotes.filter(({ invoiceId }) => invoiceId === id),
    lockCreditNotesOf: async (ids) => creditNotes.filter(({ invoiceId }) => ids.includes(invoiceId)),

    async requestFile(id) {
      const file = files.get(id) ?? { pdf: null, failures: 0, retryAt: null };
      files.set(id, { ...file, retryAt: null });
    },
    removeFile: async (id) => void files.delete(id),
    async storeFile(id, pdf) {
      const file = files.get(id);
      if (file?.pdf === null) files.set(id, { ...file, pdf });
    },
    async postponeFile(id, { retryAt, hasFailed }) {
      const file = files.get(id);
      if (file?.pdf === null) files.set(id, { ...file, failures: file.failures + (hasFailed ? 1 : 0), retryAt });
    },

    claimOverdue: async (at) => dueRows(at, invoices.filter(isAwaited), ({ dueAt }) => dueAt)[0],
    claimRetained: async (at) => dueRows(at, invoices.filter(isRetained), ({ eraseBuyerAt }) => eraseBuyerAt)[0],
    async claimRetainedCreditNote(at) {
      return dueRows(at, creditNotes.filter(isRetained), ({ eraseBuyerAt }) => eraseBuyerAt)[0];
    },

    async lockOf({ userId, orderIds }) {
      const isOf = (invoice: Invoice): boolean =>
        invoice.userId === userId || (invoice.orderId !== null && orderIds.includes(invoice.orderId));
      return invoices.filter(isOf);
    },

    async assignUser(orderIds, userId) {
      for (const invoice of ofOrders(orderIds)) {
        invoices.set(invoice.id, { ...invoice, version: invoice.version + 1, userId });
        for (const note of creditNotes.filter(({ invoiceId }) => invoiceId === invoice.id)) {
          creditNotes.set(note.id, { ...note, version: note.version + 1, userId });
        }
      }
    },
  };
};

export const makeInvoiceQueries = ({ invoices, creditNotes, invoiceFiles: files }: MemoryStore): InvoiceQueries => ({
  find: async (id) => foundWithOwner(invoiceView, invoices.get(id)),
  findCreditNote: async (id) => foundWithOwner(creditNoteView, creditNotes.get(id)),

  async list({ ownerId, ...query }) {
    const isFailing = (id: DocumentId) => isUnrendered(files.get(id)) && files.get(id)?.failures !== 0;
    const listed = invoices.filter(isOwnedBy(ownerId)).map((invoice) => {
      const notes = creditNotes.filter(({ invoiceId }) => invoiceId === invoice.id);
      return { ...invoiceView(invoice), needs_attention: [invoice, ...notes].some(({ id }) => isFailing(id)), invoice };
    });
    return mappedPage(invoiceList, listed, query, ({ invoice }) => invoiceView(invoice));
  },

  async listCreditNotes({ ownerId, ...query }) {
    return listPage(creditNoteList, creditNotes.filter(isOwnedBy(ownerId)).map(creditNoteView), query);
  },

  nextOverdue: async (after) => earliestAfter(after, invoices.filter(isAwaited), ({ dueAt }) => dueAt),

  async nextBuyerErasure(after) {
    const retained = [...invoices.filter(isRetained), ...creditNotes.filter(isRetained)];
    return earliestAfter(after, retained, ({ eraseBuyerAt }) => eraseBuyerAt);
  },

  findFile: async (id) => files.get(id)?.pdf ?? undefined,

  async listUnrendered(at, limit) {
    return files
      .entries()
      .filter(([, file]) => isUnrendered(file) && (file.retryAt === null || file.retryAt <= at))
      .map(([id, { failures }]) => ({ id, failures }))
      .slice(0, limit);
  },

  async fileBacklog() {
    const unrendered = files.filter(isUnrendered);
    const failing = unrendered.filter(({ failures }) => failures > 0);
    return { pending: Math.min(unrendered.length, MAX_COUNTED), failing: Math.min(failing.length, MAX_COUNTED) };
  },
});

const isUnrendered = (file: InvoiceFileRow | undefined): boolean => file?.pdf === null;

/** Whether another invoice bills the same step of a subscription. */
const isBilled = (invoices: StoreChanges['invoices'], { subscriptionId: id, subscriptionVersion: version }: Invoice) =>
  version !== null &&
  invoices.values().some((other) => other.subscriptionId === id && other.subscriptionVersion === version);

/** Whether it will become overdue unless it is paid. */
const isAwaited = ({ status, overdueAt }: Invoice): boolean => status === 'open' && overdueAt === null;

const isRetained = ({ isBuyerErased }: Readonly<{ isBuyerErased: boolean }>): boolean => !isBuyerErased;
