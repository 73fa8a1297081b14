import { unknownUser } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { StalePreparationError, type UnitOfWork, type Work } from '#core/shared/unit-of-work.ts';
import { recordSale } from '#core/shop/steps/record-sale.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoiceFields } from '../invoice-fields.ts';
import { invoiceView } from '../invoice-view.ts';
import type { InvoicesTx } from '../ports.ts';
import type { PrepareInvoice } from '../prepare-invoice.ts';
import { invoiceAuditEntry, invoiceCreated } from '../records.ts';
import { billOrder } from '../steps/follow-order.ts';
import { lockInvoice, removeDraft, requireCountable, storeInvoice } from '../steps/store-invoice.ts';

/** Creates a draft. */
export type CreateInvoice = (actor: Actor, fields: InvoiceFields) => Promise<Work<Invoice, InvoicesTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<InvoicesTx>;
  prepareInvoice: PrepareInvoice;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

export const makeCreateInvoice =
  ({ prepareInvoice, clock, ids }: Omit<Deps, 'unitOfWork'>): CreateInvoice =>
  async (actor, fields) => {
    const { draft, rules } = await prepareInvoice(fields, clock.now());
    return async (tx) => {
      await recordSale(tx, rules);
      // an erasure waits, or the user is gone
      if ((await tx.users.lockForShare(fields.user_id)) === undefined) throw unknownUser();
      const at = clock.now();
      const invoice = Invoice.draft({ ...draft, id: ids.next('inv'), orderId: null, subscriptionId: null }, at);
      requireCountable(invoice);
      await tx.invoices.add(invoice);
      await tx.events.append(actor, invoiceCreated(invoice));
      await tx.audit.append(invoiceAuditEntry(actor, 'created', { before: null, after: invoice, at }));
      return invoice;
    };
  };

/** The fields of a draft as its writer sent them. @throws DomainError `invalid_state` for a draft of an order. */
const requireOwnFields = ({ fields, status }: Invoice): InvoiceFields => {
  if (fields !== null) return fields;
  const message = 'The draft has the lines of its order or subscription. Delete it to create another one.';
  throw invalidState(message, status, ['delete', 'finalize']);
};

/** Null resets a field to its default. */
export type InvoicePatch = MergePatch<InvoiceFields>;

/** Changes a draft, and prices it anew. */
export type ChangeInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; patch: InvoicePatch; expected: ExpectedVersions }>,
) => Promise<Work<Invoice, InvoicesTx>>;

export const makeChangeInvoice =
  ({ unitOfWork, prepareInvoice, clock }: Omit<Deps, 'ids'>): ChangeInvoice =>
  async (actor, { id, patch, expected }) => {
    const found = await unitOfWork.run((tx) => tx.invoices.find(id));
    const fields = found?.status === 'draft' ? mergePatch(requireOwnFields(found), patch) : undefined;
    const prepared = fields && (await prepareInvoice(fields as InvoiceFields, clock.now()));
    return async (tx) => {
      // after the idempotency key: a repeated request gets the first response
      const before = await requireVersion(tx.events, await tx.invoices.get(id), expected);
      Invoice.require(before, 'update');
      if (prepared === undefined || before.version !== found?.version)
        throw new StalePreparationError(`The invoice ${id} changed meanwhile.`);
      const { orderId, subscriptionId } = before;
      const after = Invoice.change(before, { ...prepared.draft, orderId, subscriptionId }, clock.now());
      requireCountable(after);
      if (isUnchanged(withoutLineIds(before), withoutLineIds(after))) return before;
      return storeInvoice(tx, actor, { before, after, step: 'updated' });
    };
  };

/** Lines that are priced anew have new ids. */
const withoutLineIds = (invoice: Invoice): object => {
  const { lines, ...view } = invoiceView(invoice);
  return { ...view, lines: lines.map(({ id: _, ...line }) => line) };
};

/** Deletes a draft. A finalized invoice is voided instead. */
export type DeleteInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; expected: ExpectedVersions }>,
) => Work<void, InvoicesTx>;

export const makeDeleteInvoice =
  ({ clock, ids }: Pick<Deps, 'clock' | 'ids'>): DeleteInvoice =>
  (actor, { id, expected }) =>
  async (tx) => {
    const { invoice: before, order } = await lockInvoice(tx, id);
    await requireVersion(tx.events, before, expected);
    Invoice.requireNotAwaited(before);
    await removeDraft(tx, actor, { draft: before, at: clock.now() });
    if (order !== undefined) await billOrder(tx, { actor, ids, clock }, { order, invoiceId: null });
  };
