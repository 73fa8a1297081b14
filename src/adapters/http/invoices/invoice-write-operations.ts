import { creditNoteView } from '#core/invoices/credit-note.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import type { CreateCreditNote } from '#core/invoices/use-cases/create-credit-note.ts';
import type { CreateOrderInvoice } from '#core/invoices/use-cases/create-order-invoice.ts';
import type { ChangeInvoice, CreateInvoice, DeleteInvoice } from '#core/invoices/use-cases/draft-invoice.ts';
import type { FinalizeInvoice } from '#core/invoices/use-cases/finalize-invoice.ts';
import type { SendInvoice } from '#core/invoices/use-cases/send-invoice.ts';
import type { StepInvoice } from '#core/invoices/use-cases/step-invoice.ts';
import { createdResponse, noContent, resourceResponse, respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { invoiceSchema } from '../schemas/invoice.ts';
import { creditNoteInput, invoiceInput, invoicePatch, MAX_INVOICE_VALUES } from './input-schemas.ts';
import { orderFieldsOf, ownFieldsOf } from './invoice-requests.ts';
import { creditNoteSchema } from './schemas.ts';

export type InvoiceWriteDeps = Readonly<{
  createInvoice: CreateInvoice;
  createOrderInvoice: CreateOrderInvoice;
  changeInvoice: ChangeInvoice;
  deleteInvoice: DeleteInvoice;
  finalizeInvoice: FinalizeInvoice;
  sendInvoice: SendInvoice;
  stepInvoice: StepInvoice;
  createCreditNote: CreateCreditNote;
}>;

const WRITE = { kind: 'scope', scope: 'invoices:write' } as const;

const invoiceResponse = resourceResponse(invoiceView);

export const createInvoice = ({ createInvoice, createOrderInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices',
    operationId: 'createInvoice',
    summary: 'Create an invoice',
    description:
      'Creates a draft, which has no number and may change: with lines of its own, or as a copy of an order, which has one ' +
      'invoice that is not void (`already_exists`). An order’s invoice is paid by the order’s payments. Emits `invoice.created`, ' +
      'and `order.updated` for an order.',
    access: WRITE,
    body: invoiceInput,
    maxValues: MAX_INVOICE_VALUES,
    responses: { 201: { description: 'The draft.', schema: invoiceSchema } },
    problems: ['unknown_reference', 'already_exists', 'invalid_state'],
    write: async ({ actor, body }) => {
      const { order_id: orderId } = body;
      const work =
        orderId === undefined
          ? await createInvoice(actor, ownFieldsOf(body))
          : createOrderInvoice(actor, { orderId, ...orderFieldsOf(body) });
      return respond(work, createdResponse(invoiceView, '/api/invoices'));
    },
  });

export const updateInvoice = ({ changeInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/invoices/{id}',
    id: 'inv',
    operationId: 'updateInvoice',
    summary: 'Update an invoice',
    description: 'The body is a JSON Merge Patch (RFC 7396). Only drafts can change. Emits `invoice.updated`.',
    access: WRITE,
    versioned: true,
    body: invoicePatch,
    maxValues: MAX_INVOICE_VALUES,
    responses: { 200: { description: 'The updated draft.', schema: invoiceSchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, body, expected }) =>
      respond(await changeInvoice(actor, { id, patch: body, expected }), invoiceResponse),
  });

export const deleteInvoice = ({ deleteInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'delete',
    path: '/api/invoices/{id}',
    id: 'inv',
    operationId: 'deleteInvoice',
    summary: 'Delete an invoice',
    description:
      'Only drafts can be deleted; void a finalized invoice instead. An order may then get another one. Emits ' +
      '`invoice.deleted`.',
    access: WRITE,
    versioned: true,
    responses: { 204: { description: 'The draft was deleted.' } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) => noContent(deleteInvoice(actor, { id, expected })),
  });

export const finalizeInvoice = ({ finalizeInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices/{id}/finalize',
    id: 'inv',
    operationId: 'finalizeInvoice',
    summary: 'Finalize an invoice',
    description:
      'Gives a draft the next number, at the prices and taxes of now, or as its order is now. Afterwards only its payments ' +
      'and its status change. What was paid for an order pays its invoice. Emits `invoice.finalized`, and then ' +
      '`invoice.paid` if nothing is due.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The finalized invoice.', schema: invoiceSchema } },
    problems: ['invalid_state'],
    write: async ({ actor, id, expected }) => respond(await finalizeInvoice(actor, { id, expected }), invoiceResponse),
  });

export const sendInvoice = ({ sendInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices/{id}/send',
    id: 'inv',
    operationId: 'sendInvoice',
    summary: 'Send an invoice',
    description:
      'Mails a finalized invoice with its PDF to the e-mail of its order, or else its own, or that of its user; once a minute ' +
      'at most. Emits `invoice.sent`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The invoice.', schema: invoiceSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) => respond(sendInvoice(actor, { id, expected }), invoiceResponse),
  });

export const voidInvoice = ({ stepInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices/{id}/void',
    id: 'inv',
    operationId: 'voidInvoice',
    summary: 'Void an invoice',
    description:
      'The invoice keeps its number, and nothing is due any more. An order may then get another one. Emits ' +
      '`invoice.voided`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The voided invoice.', schema: invoiceSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(stepInvoice(actor, { id, decision: 'void', expected }), invoiceResponse),
  });

export const markInvoiceUncollectible = ({ stepInvoice }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/invoices/{id}/mark_uncollectible',
    id: 'inv',
    operationId: 'markInvoiceUncollectible',
    summary: 'Mark an invoice as uncollectible',
    description: 'Gives up an open invoice. It can still be paid. Emits `invoice.uncollectible`.',
    access: WRITE,
    versioned: true,
    responses: { 200: { description: 'The uncollectible invoice.', schema: invoiceSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, expected }) =>
      respond(stepInvoice(actor, { id, decision: 'mark_uncollectible', expected }), invoiceResponse),
  });

export const createCreditNote = ({ createCreditNote }: InvoiceWriteDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/credit_notes',
    operationId: 'createCreditNote',
    summary: 'Create a credit note',
    description:
      'Takes an amount off what is due of an invoice, at each tax rate in proportion. What was paid is refunded ' +
      'instead, which creates a credit note itself. Emits `credit_note.created` and `invoice.updated`, or `invoice.paid` if ' +
      'nothing is left to pay.',
    access: WRITE,
    body: creditNoteInput,
    responses: { 201: { description: 'The credit note.', schema: creditNoteSchema } },
    problems: ['invalid_state', 'unknown_reference'],
    write: async ({ actor, body: { invoice_id: invoiceId, amount, reason = 'correction', note = null } }) =>
      respond(
        await createCreditNote(actor, { invoiceId, amount, reason, note }),
        createdResponse(creditNoteView, '/api/credit_notes'),
      ),
  });
