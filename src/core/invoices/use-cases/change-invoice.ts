import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { type MergePatch, mergePatch } from '#core/shared/merge-patch.ts';
import { isUnchanged } from '#core/shared/resource.ts';
import { StalePreparationError, type UnitOfWork, type Work } from '#core/shared/unit-of-work.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import type { InvoiceFields } from '../invoice-fields.ts';
import { invoiceView } from '../invoice-view.ts';
import type { InvoicesTx } from '../ports.ts';
import type { PrepareInvoice } from '../prepare-invoice.ts';
import { requireCountable, storeInvoice } from '../steps/store-invoice.ts';

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

type Deps = Readonly<{ unitOfWork: UnitOfWork<InvoicesTx>; prepareInvoice: PrepareInvoice; clock: BusinessClock }>;

export const makeChangeInvoice =
  ({ unitOfWork, prepareInvoice, clock }: Deps): ChangeInvoice =>
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
