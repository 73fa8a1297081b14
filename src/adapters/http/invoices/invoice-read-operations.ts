import { ownerFilterOf, requireOwnership } from '#core/access/ownership.ts';
import { creditNoteList } from '#core/invoices/credit-note.ts';
import { invoiceList } from '#core/invoices/invoice-view.ts';
import type { InvoiceQueries } from '#core/invoices/ports.ts';
import type { Cursors } from '../lists/cursor.ts';
import { listOperation } from '../lists/list-operation.ts';
import { foundResponse, requireFound } from '../responses/responses.ts';
import { readOperation } from '../routing/operation.ts';
import { invoiceSchema } from '../schemas/invoice.ts';
import { creditNotePageSchema, creditNoteSchema, invoicePageSchema } from './schemas.ts';

export type InvoiceReadDeps = Readonly<{ queries: InvoiceQueries; cursors: Cursors }>;

const READ_OWN = { kind: 'scope', scope: 'invoices:read', own: true } as const;

export const listInvoices = ({ queries, cursors }: InvoiceReadDeps) =>
  listOperation({
    path: '/api/invoices',
    operationId: 'listInvoices',
    summary: 'List invoices',
    description: 'The newest first. Customers see their own invoices.',
    access: READ_OWN,
    list: invoiceList,
    pageSchema: invoicePageSchema,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'invoices:read') ?? '',
    read: (query, { actor }) => queries.list({ ...query, ownerId: ownerFilterOf(actor, 'invoices:read') }),
  });

export const getInvoice = ({ queries }: InvoiceReadDeps) =>
  readOperation({
    path: '/api/invoices/{id}',
    id: 'inv',
    operationId: 'getInvoice',
    summary: 'Get an invoice',
    description: 'An invoice with its version. Customers see their own invoices.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The invoice.', schema: invoiceSchema } },
    read: async ({ actor, id }) => {
      const found = requireFound(await queries.find(id), 'invoice', id);
      requireOwnership(actor, 'invoices:read', { kind: 'invoice', id, userId: found.userId });
      return foundResponse(found);
    },
  });

export const listCreditNotes = ({ queries, cursors }: InvoiceReadDeps) =>
  listOperation({
    path: '/api/credit_notes',
    operationId: 'listCreditNotes',
    summary: 'List credit notes',
    description: 'The newest first. Customers see the credit notes of their own invoices.',
    access: READ_OWN,
    list: creditNoteList,
    pageSchema: creditNotePageSchema,
    cursors,
    cursorAudience: ({ actor }) => ownerFilterOf(actor, 'invoices:read') ?? '',
    read: (query, { actor }) => queries.listCreditNotes({ ...query, ownerId: ownerFilterOf(actor, 'invoices:read') }),
  });

export const getCreditNote = ({ queries }: InvoiceReadDeps) =>
  readOperation({
    path: '/api/credit_notes/{id}',
    id: 'cn',
    operationId: 'getCreditNote',
    summary: 'Get a credit note',
    description: 'A credit note. Customers see those of their own invoices.',
    access: READ_OWN,
    versioned: true,
    responses: { 200: { description: 'The credit note.', schema: creditNoteSchema } },
    read: async ({ actor, id }) => {
      const found = requireFound(await queries.findCreditNote(id), 'credit note', id);
      requireOwnership(actor, 'invoices:read', { kind: 'credit note', id, userId: found.userId });
      return foundResponse(found);
    },
  });
