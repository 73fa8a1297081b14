// Why: docs/decisions/0039-invoice-numbers.md

import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError, type UnitOfWork, type Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import { documentNumber, finalizationOf } from '../finalization.ts';
import { Invoice, type InvoiceId } from '../invoice.ts';
import { copyOfOrder, prepaidOf, requireBillable } from '../order-copy.ts';
import type { InvoicesTx } from '../ports.ts';
import type { PrepareInvoice } from '../prepare-invoice.ts';
import { applyOrder } from '../steps/follow-order.ts';
import { lockInvoice, requireCountable, storeInvoice } from '../steps/store-invoice.ts';

/** Gives a draft its number. Prices and taxes are those of now, or those of its order. */
export type FinalizeInvoice = (
  actor: Actor,
  command: Readonly<{ id: InvoiceId; expected: ExpectedVersions }>,
) => Promise<Work<Invoice, InvoicesTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<InvoicesTx>;
  prepareInvoice: PrepareInvoice;
  shop: ShopQueries;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

export const makeFinalizeInvoice =
  ({ unitOfWork, prepareInvoice, shop: shops, clock, ids }: Deps): FinalizeInvoice =>
  async (actor, { id, expected }) => {
    const found = await unitOfWork.run((tx) => tx.invoices.find(id));
    // the state is checked in the transaction, after the idempotency key: a repeated request gets the first response
    const fields = found?.status === 'draft' ? found.fields : null;
    const prepared = fields === null ? {} : await prepareInvoice(fields, clock.now());
    const shop = await shops.get();
    return async (tx) => {
      const { invoice: before, order } = await lockInvoice(tx, id);
      await requireVersion(tx.events, before, expected);
      Invoice.require(before, 'finalize');
      Invoice.requireNotAwaited(before);
      if (before.version !== found?.version) throw new StalePreparationError(`The invoice ${id} changed meanwhile.`);
      if (order === undefined) return finalizeIn(tx, actor, { before, draft: { ...before, ...prepared }, shop, clock });
      const draft = await draftOf(tx, { before, order, ids });
      const invoice = await finalizeIn(tx, actor, { before, draft, shop, clock });
      return applyOrder(tx, { actor, ids, clock }, { before: invoice, order, refundId: null });
    };
  };

/** The draft of an order as the order is now. */
const draftOf = async (
  tx: InvoicesTx,
  { before, order, ids }: Readonly<{ before: Invoice; order: Order; ids: IdGenerator }>,
): Promise<Invoice> => {
  requireBillable(order);
  const user = order.userId === null ? undefined : await tx.users.find(order.userId);
  const { mail_language: language } = await tx.shopRules.read();
  return { ...before, ...copyOfOrder(order, { user, ids, language }), amountPrepaid: prepaidOf(order) };
};

type FinalizedDraft = Readonly<{
  before: Invoice;
  draft: Invoice;
  shop: Shop;
  clock: BusinessClock;
  /** Whether the draft was not stored. */
  isNew?: boolean;
  /** The name of its user, if it was read already. */
  userName?: string | null;
}>;

/** Finalizes a draft as the last step of a transaction: until it ends, others wait for the number. */
export const finalizeIn = async (
  tx: InvoicesTx,
  actor: Actor,
  { before, draft, shop, clock, isNew = false, userName }: FinalizedDraft,
): Promise<Invoice> => {
  Invoice.require(draft, 'finalize');
  requireCountable(draft);
  const name = userName === undefined ? await userNameOf(tx, draft) : userName;
  const number = documentNumber(shop.invoicePrefix, await tx.invoices.nextNumber('invoice'));
  // after the wait for the number, so that the times follow the numbers
  const at = clock.now();
  const { footer, ...finalization } = finalizationOf(draft, { shop, userName: name, at });
  const after = Invoice.finalize({ ...draft, footer }, { ...finalization, number });
  await tx.invoices.requestFile(after.id);
  return storeInvoice(tx, actor, { before, after, step: 'finalized', isNew });
};

const userNameOf = async (tx: InvoicesTx, { userId }: Invoice): Promise<string | null> =>
  userId === null ? null : ((await tx.users.find(userId))?.name ?? null);
