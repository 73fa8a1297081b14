import { Actor } from '#core/shared/actor.ts';
import { conflict, invalidState } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import { type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';

/** How many orders were claimed, and whether the next call may claim more. */
type ClaimedOrders = Readonly<{ count: number; hasMore: boolean }>;

/** Assigns the guest orders with the verified e-mail of the caller's user to this user, some at a time. */
export type ClaimGuestOrders = (actor: Actor) => Work<ClaimedOrders, OrdersTx>;

const MAX_BATCH_SIZE = 50;

export const makeClaimGuestOrders =
  ({ clock, ids, invoices }: StoreOrderDeps): ClaimGuestOrders =>
  (actor) =>
  async (tx) => {
    const userId = Actor.userOf(actor);
    const user = await tx.users.get(userId);
    if (user.emailVerifiedAt === null) {
      throw invalidState('Verify your e-mail first: only its owner may see the orders.', 'unverified');
    }
    const key = emailKey(user.email);
    const orderIds = await tx.orders.listGuestOrders(key, MAX_BATCH_SIZE);
    // lock order: payments, then their order, then its returns, withdrawals and invoices
    await tx.payments.assignUser(orderIds, userId);
    for (const id of orderIds) {
      const before = await tx.orders.get(id);
      // its e-mail may have changed since it was listed
      if (before.userId !== null || before.email === null || emailKey(before.email) !== key) {
        throw conflict('An order changed while it was claimed. Try again.');
      }
      const after = Order.assign(before, userId, clock.now());
      await storeOrder(
        tx,
        { actor, ids, invoices },
        { before, after, what: 'updated', details: { fields: ['user_id'] } },
      );
    }
    await tx.discounts.assignUser(orderIds, userId);
    await tx.returns.assignUser(orderIds, userId);
    await tx.withdrawals.assignUser(orderIds, userId);
    await tx.invoices.assignUser(orderIds, userId);
    return { count: orderIds.length, hasMore: orderIds.length === MAX_BATCH_SIZE };
  };
