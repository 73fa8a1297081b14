import type { SystemClock } from '#core/shared/clock.ts';
import { type DomainError, notFound, orNotFound } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import type { DocumentId, DocumentRenderer, InvoiceQueries, InvoicesTx, LogoSource } from '../ports.ts';
import { documentOfCreditNote, documentOfInvoice, type PrintedDocument } from '../printed-document.ts';

/** The file of a finalized invoice or a credit note. It is rendered once and stored. @throws DomainError `not_found` for a draft and an erased buyer. */
export type RenderFile = (id: DocumentId) => Promise<Uint8Array>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<InvoicesTx>;
  queries: Pick<InvoiceQueries, 'findFile' | 'listUnrendered'>;
  renderer: DocumentRenderer;
  logos: LogoSource;
  shop: ShopQueries;
  rules: ShopRulesQueries;
}>;

export const makeRenderFile =
  ({ unitOfWork, queries, renderer, logos, shop, rules }: Deps): RenderFile =>
  async (id) => {
    const stored = await queries.findFile(id);
    if (stored !== undefined) return stored;
    const [{ timeZone, logoUrl }, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    const logo = logoUrl === null ? null : await logos.read(logoUrl);
    const document = await unitOfWork.run((tx) => documentOf(tx, id, { language, timeZone, logo }));
    const pdf = await renderer.render(document);
    await unitOfWork.run((tx) => tx.invoices.storeFile(id, pdf));
    // another process may have stored it first
    return (await queries.findFile(id)) ?? pdf;
  };

const documentOf = async (
  tx: InvoicesTx,
  id: DocumentId,
  style: Pick<PrintedDocument, 'language' | 'timeZone' | 'logo'>,
): Promise<PrintedDocument> => {
  if (Id.is('cn', id)) {
    const note = orNotFound(await tx.invoices.findCreditNote(id), 'credit note', id);
    if (note.isBuyerErased) throw erased(id);
    return documentOfCreditNote(note, { ...style, orderNumber: null });
  }
  const invoice = Id.is('inv', id) ? await tx.invoices.find(id) : undefined;
  if (invoice === undefined || invoice.number === null) throw notFound('PDF of', `${id}: it is not finalized`);
  if (invoice.isBuyerErased) throw erased(id);
  const order = invoice.orderId === null ? undefined : await tx.orders.find(invoice.orderId);
  return documentOfInvoice(invoice, { ...style, orderNumber: order?.number ?? null });
};

const erased = (id: DocumentId): DomainError => notFound('PDF of', `${id} any more: the data of its buyer was erased`);

const BATCH_SIZE = 50;

const INITIAL_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;

type BatchDeps = Pick<Deps, 'queries' | 'unitOfWork'> &
  Readonly<{ renderFile: RenderFile; systemClock: SystemClock; log: Log }>;

/** Renders the requested files; one that fails is tried again later. Several processes may run it. @returns the number. */
export const makeRenderFiles =
  ({ queries, unitOfWork, renderFile, systemClock, log }: BatchDeps) =>
  async (): Promise<number> => {
    let rendered = 0;
    for (const { id, failures } of await queries.listUnrendered(systemClock.now(), BATCH_SIZE)) {
      try {
        await renderFile(id);
        rendered += 1;
      } catch (error) {
        log.error({ err: error, document_id: id, failures }, 'the file of an invoice could not be rendered; retrying');
        const backoffMs = Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS);
        const retryAt = new Date(systemClock.now().getTime() + backoffMs);
        await unitOfWork.run((tx) => tx.invoices.postponeFile(id, retryAt));
      }
    }
    return rendered;
  };
