import { type TaggedRoute, tagged } from '../routing/route.ts';
import { getCreditNotePdf, getInvoicePdf, type InvoiceFileDeps } from './file-operations.ts';
import {
  getCreditNote,
  getInvoice,
  type InvoiceReadDeps,
  listCreditNotes,
  listInvoices,
} from './invoice-read-operations.ts';
import {
  createCreditNote,
  createInvoice,
  deleteInvoice,
  finalizeInvoice,
  type InvoiceWriteDeps,
  markInvoiceUncollectible,
  sendInvoice,
  updateInvoice,
  voidInvoice,
} from './invoice-write-operations.ts';

export const invoicesRoutes = (deps: InvoiceReadDeps & InvoiceWriteDeps & InvoiceFileDeps): TaggedRoute[] =>
  tagged('Invoices', [
    createInvoice(deps),
    listInvoices(deps),
    getInvoice(deps),
    updateInvoice(deps),
    deleteInvoice(deps),
    finalizeInvoice(deps),
    sendInvoice(deps),
    voidInvoice(deps),
    markInvoiceUncollectible(deps),
    createCreditNote(deps),
    listCreditNotes(deps),
    getCreditNote(deps),
    getInvoicePdf(deps),
    getCreditNotePdf(deps),
  ]);
