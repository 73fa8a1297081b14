import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import { type DomainError, notFound, orNotFound, unavailable } from '#core/shared/domain-error.ts';
import { Id } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries, ShopRulesQueries } from '#core/shop/ports.ts';
import { Invoice } from '../invoice.ts';
import type { DocumentId, DocumentRenderer, FindMethodOf, InvoiceQueries, InvoicesTx, LogoSource } from '../ports.ts';
import { documentOfCreditNote, documentOfInvoice, type PrintedDocument } from '../printed-document.ts';

/**
 * The file of a finalized invoice or a credit note. It is rendered once and stored.
 * @throws DomainError `not_found` for a draft and an erased buyer, `unavailable` while the invoice is being charged.
 */
export type RenderFile = (id: DocumentId) => Promise<Uint8Array>;

/** The same, but `charging` while the invoice is being charged: its file shows the payment. */
type TryToRender = (id: DocumentId) => Promise<Uint8Array | 'charging'>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<InvoicesTx>;
  queries: Pick<InvoiceQueries, 'findFile' | 'listUnrendered'>;
  renderer: DocumentRenderer;
  logos: LogoSource;
  shop: ShopQueries;
  rules: ShopRulesQueries;
  findMethodOf: FindMethodOf;
  clock: BusinessClock;
}>;

export const makeRenderFile = (deps: Deps): RenderFile => {
  const tryToRender = makeTryToRender(deps);
  return async (id) => {
    const file = await tryToRender(id);
    if (file !== 'charging') return file;
    throw unavailable(
      'The invoice is being charged. Its file is made once that has succeeded or failed, within a minute.',
    );
  };
};

const makeTryToRender =
  ({ unitOfWork, queries, renderer, logos, shop, rules, findMethodOf, clock }: Deps): TryToRender =>
  async (id) => {
    const stored = await queries.findFile(id);
    if (stored !== undefined) return stored;
    const [{ timeZone, logoUrl }, { mail_language: language }] = await Promise.all([shop.get(), rules.get()]);
    const logo = logoUrl === null ? null : await logos.read(logoUrl);
    const document = await unitOfWork.run((tx) => documentOf(tx, id, { language, timeZone, logo, at: clock.now() }));
    if (document === 'charging') return document;
    const { charge } = document;
    const method = charge !== null && Id.is('inv', id) ? await findMethodOf(id) : null;
    const pdf = await renderer.render({ ...document, charge: charge && { ...charge, method } });
    await unitOfWork.run((tx) => tx.invoices.storeFile(id, pdf));
    // another process may have stored it first
    return (await queries.findFile(id)) ?? pdf;
  };

type Printing = Pick<PrintedDocument, 'language' | 'timeZone' | 'logo'> & Readonly<{ at: Date }>;

const documentOf = async (
  tx: InvoicesTx,
  id: DocumentId,
  { at, ...style }: Printing,
): Promise<PrintedDocument | 'charging'> => {
  if (Id.is('cn', id)) {
    const note = orNotFound(await tx.invoices.findCreditNote(id), 'credit note', id);
    if (note.isBuyerErased) throw erased(id);
    return documentOfCreditNote(note, { ...style, orderNumber: null });
  }
  const invoice = Id.is('inv', id) ? await tx.invoices.find(id) : undefined;
  if (invoice === undefined || invoice.number === null) throw notFound('PDF of', `${id}: it is not finalized`);
  if (invoice.isBuyerErased) throw erased(id);
  if (Invoice.isBeingCharged(invoice, at)) return 'charging';
  const order = invoice.orderId === null ? undefined : await tx.orders.find(invoice.orderId);
  return documentOfInvoice(invoice, { ...style, orderNumber: order?.number ?? null });
};

const erased = (id: DocumentId): DomainError => notFound('PDF of', `${id} any more: the data of its buyer was erased`);

const BATCH_SIZE = 50;

/** A payment of the invoice ends the wait at once. */
const CHARGING_DELAY_MS = 5_000;

const INITIAL_BACKOFF_MS = 10_000;
const MAX_BACKOFF_MS = 3_600_000;

type BatchDeps = Deps & Readonly<{ systemClock: SystemClock; log: Log }>;

/** Renders the requested files; one that fails is tried again later. Several processes may run it. @returns the number. */
export const makeRenderFiles = ({ systemClock, log, ...deps }: BatchDeps) => {
  const tryToRender = makeTryToRender(deps);
  const postpone = (id: DocumentId, delayMs: number, hasFailed: boolean): Promise<void> => {
    const retryAt = new Date(systemClock.now().getTime() + delayMs);
    return deps.unitOfWork.run((tx) => tx.invoices.postponeFile(id, { retryAt, hasFailed }));
  };
  return async (): Promise<number> => {
    let rendered = 0;
    for (const { id, failures } of await deps.queries.listUnrendered(systemClock.now(), BATCH_SIZE)) {
      try {
        if ((await tryToRender(id)) === 'charging') await postpone(id, CHARGING_DELAY_MS, false);
        else rendered += 1;
      } catch (error) {
        log.error({ err: error, document_id: id, failures }, 'the file of an invoice could not be rendered; retrying');
        await postpone(id, Math.min(INITIAL_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS), true);
      }
    }
    return rendered;
  };
};
