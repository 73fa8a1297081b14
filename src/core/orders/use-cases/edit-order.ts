import { accessLevelOf, requireOwnership } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import { claimUses } from '#core/pricing/claim-uses.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalidState, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError, type UnitOfWork, type Work } from '#core/shared/unit-of-work.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { requireMayMove } from '../customer-policy.ts';
import { Order, type OrderId } from '../order.ts';
import { buyerOfCart } from '../order-buyer.ts';
import { OrderChanges } from '../order-changes.ts';
import { changedDetails, requireMayWriteDetails, settled } from '../order-details.ts';
import type { OrderInvoices, OrdersTx } from '../ports.ts';
import type { OrderEdit, PriceEdit } from '../price-edit.ts';
import { requireSettledPayments } from '../steps/require-no-open-payment.ts';
import { releaseDiscounts } from '../steps/reservations.ts';
import { storeOrder } from '../steps/store-order.ts';
import { editedItems, stockChangesOf } from '../taken-items.ts';
import { type OrderPatch, patchedDetails } from './change-order.ts';

/**
 * Requires that no finalized invoice bills what is ordered: an invoice never changes. The order must be locked.
 * @throws DomainError `invalid_state`.
 */
const requireNotInvoiced = async (tx: OrdersTx, { invoiceId, state }: Order): Promise<void> => {
  const invoice = invoiceId === null ? undefined : await tx.invoices.find(invoiceId);
  const number = invoice?.number ?? null;
  if (number === null) return;
  const message = `The invoice ${number} bills the order as it is. Void it first, or cancel items, which credits it.`;
  throw invalidState(message, state.payment);
};

// Why: docs/decisions/0035-changes-of-orders.md

/** Changes what is ordered and where it is sent; the difference is then due to be paid or refunded. */
export type EditOrder = (
  actor: Actor,
  command: Readonly<{ id: OrderId; edit: OrderEdit; patch: OrderPatch; expected: ExpectedVersions }>,
) => Promise<Work<Order, OrdersTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<OrdersTx>;
  priceEdit: PriceEdit;
  clock: BusinessClock;
  ids: IdGenerator;
  invoices: OrderInvoices;
}>;

export const makeEditOrder =
  ({ unitOfWork, priceEdit, clock, ids, invoices }: Deps): EditOrder =>
  async (actor, { id, edit, patch, expected }) => {
    const found = orNotFound(await unitOfWork.run((tx) => tx.orders.find(id)), 'order', id);
    const isMove = Object.keys(edit).length === 0;
    if (isMove) {
      requireOwnership(actor, 'orders:write', { kind: 'order', id, orderId: id, userId: found.userId });
      await unitOfWork.run((tx) => requireMayMove(tx, actor, found));
    } else Scope.requireAll(actor, ['orders:write'], 'This');
    requireMayWriteDetails(actor, patch);
    Order.require(found, 'edit');
    const { details, written } = patchedDetails(found, patch, accessLevelOf(actor, 'orders:write') === 'all');
    // a merge patch may have removed what an address needs
    settled(details);
    const buyer = buyerOfCart(details, { userId: found.userId, at: clock.now() });
    const priced = await priceEdit(found, edit, { ...buyer, usedBy: id });
    return async (tx) => {
      const before = await requireVersion(tx.events, await tx.orders.get(id), expected);
      if (before.version !== found.version)
        throw new StalePreparationError(`The order ${id} changed after it was priced.`);
      await requireSettledPayments(tx, before);
      await requireNotInvoiced(tx, before);
      const at = clock.now();
      const adjusted = await tx.products.adjustStock(stockChangesOf(before, priced), at);
      if (priced.isRediscounted) await releaseDiscounts(tx, before);
      await claimUses(tx, priced.uses, { usedBy: id, customerKey: priced.customerKey });
      const items = editedItems({ before, priced, adjusted, actor, ids });
      const edited = OrderChanges.edit(before, {
        items,
        charges: priced.charges,
        details,
        at,
        expiresAfter: ShopRules.orderExpiryMs(priced.rules),
      });
      const after = { ...edited, ...written };
      await tx.events.append(actor, ...stockAdjusted(adjusted));
      const total = { former_total: Order.total(before).toNumber(), total: Order.total(after).toNumber() };
      const fields = changedDetails(Order.detailsOf(before), Order.detailsOf(after));
      const changes = { ...(fields.length === 0 ? {} : { fields }), ...total };
      return storeOrder(
        tx,
        { actor, ids, invoices },
        { before, after, what: isMove ? 'updated' : 'edited', details: changes },
      );
    };
  };
