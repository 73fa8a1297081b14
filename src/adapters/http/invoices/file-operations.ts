import { requireOwnership } from '#core/access/ownership.ts';
import { fileNameOf } from '#core/invoices/finalization.ts';
import type { DocumentId, InvoiceQueries } from '#core/invoices/ports.ts';
import type { RenderFile } from '#core/invoices/use-cases/render-file.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { type Found, Json } from '#core/shared/page.ts';
import { requireFound } from '../responses/responses.ts';
import { downloadOperation } from '../routing/operation.ts';
import type { DescribeFile } from '../routing/route.ts';

export type InvoiceFileDeps = Readonly<{ queries: InvoiceQueries; renderFile: RenderFile }>;

const READ_OWN = { kind: 'scope', scope: 'invoices:read', own: true } as const;

const PDF = 'application/pdf';

export const getInvoicePdf = ({ queries, renderFile }: InvoiceFileDeps) =>
  downloadOperation({
    path: '/api/invoices/{id}/pdf',
    id: 'inv',
    operationId: 'getInvoicePdf',
    summary: 'Get an invoice as PDF',
    description:
      'The file of a finalized invoice (PDF/A-3b), which never changes. It contains the invoice as XML for machines (Factur-X, ' +
      'EN 16931) unless `e_invoice` says what is missing. It is named after the number. Customers see their own invoices.',
    access: READ_OWN,
    responses: { 200: { description: 'The file.' } },
    files: [{ type: PDF, name: 'invoice.pdf' }],
    download: ({ actor, id }, _type, describe) =>
      fileOf({ actor, id, kind: 'invoice', renderFile, describe }, async () =>
        requireFound(await queries.find(id), 'invoice', id),
      ),
  });

export const getCreditNotePdf = ({ queries, renderFile }: InvoiceFileDeps) =>
  downloadOperation({
    path: '/api/credit_notes/{id}/pdf',
    id: 'cn',
    operationId: 'getCreditNotePdf',
    summary: 'Get a credit note as PDF',
    description: 'The file of a credit note, like that of an invoice.',
    access: READ_OWN,
    responses: { 200: { description: 'The file.' } },
    files: [{ type: PDF, name: 'credit-note.pdf' }],
    download: ({ actor, id }, _type, describe) =>
      fileOf({ actor, id, kind: 'credit note', renderFile, describe }, async () =>
        requireFound(await queries.findCreditNote(id), 'credit note', id),
      ),
  });

type Request = Readonly<{
  actor: Actor;
  id: DocumentId;
  kind: string;
  renderFile: RenderFile;
  describe: DescribeFile;
}>;

type Document = Readonly<{ number: string | null }>;

async function* fileOf(
  { actor, id, kind, renderFile, describe }: Request,
  find: () => Promise<Found<Document> & Readonly<{ userId: Id<'usr'> | null }>>,
): AsyncGenerator<Uint8Array> {
  const { userId, view } = await find();
  requireOwnership(actor, 'invoices:read', { kind, id, userId });
  const { number } = Json.parse(view);
  if (number !== null) describe({ name: fileNameOf(number) });
  yield await renderFile(id);
}
