import type { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import { ShopRules } from '#core/shop/shop-rules.ts';
import { fulfilledItemViews, type RefundedParts } from '../fulfillment.ts';
import { Order } from '../order.ts';
import { OrderChanges } from '../order-changes.ts';
import type { Timing } from '../order-lifecycle.ts';
import { OrderMoney } from '../order-money.ts';
import type { OrdersTx } from '../ports.ts';
import { restock } from '../steps/reservations.ts';
import { type OrderChange, type StoreOrderDeps, storeOrder } from '../steps/store-order.ts';
import type { TimelineEntry, TimelineType } from '../timeline-entry.ts';

/** A change of an order's payments: an authorization, its end, a payment, a refund or the failure of one. */
type Payment = Readonly<
  (
    | { kind: 'authorized' | 'voided' }
    | { kind: 'paid' | 'refund_failed'; amount: Money }
    | { kind: 'refunded'; amount: Money; items?: RefundedParts | null; refundId?: Id<'re'> | null }
  ) & {
    /** The payment that caused it. */
    by?: Id<'pay'>;
  }
>;

/** Applies a payment to its locked order; the actor is the caller that requested the payment. */
export type RecordPayment = (
  actor: Actor,
  command: Readonly<{ order: Order; payment: Payment }>,
) => Work<Order, OrdersTx>;

export const makeRecordPayment =
  ({ clock, ids, invoices }: StoreOrderDeps): RecordPayment =>
  (actor, { order: before, payment }) =>
  async (tx) => {
    const at = clock.now();
    const { change, refunded } = await timedChange(tx, { before, payment, at });
    if (refunded?.isRestocked) await restock(tx, actor, { order: before, items: refunded.items, at });
    const refundId = payment.kind === 'refunded' ? (payment.refundId ?? null) : null;
    return storeOrder(tx, { actor, ids, invoices }, { ...change, refundId });
  };

type Recorded = Readonly<{ before: Order; payment: Payment; at: Date }>;

/** Reads the rules of the shop only for a payment after which the deadline starts again. */
const timedChange = async (
  tx: RulesTx,
  { before, payment, at }: Recorded,
): Promise<ReturnType<typeof paymentChange>> => {
  const timeless = paymentChange(before, payment, { at, expiresAfter: 0 });
  if (timeless.change.after.expiresAt?.getTime() !== at.getTime()) return timeless;
  const expiresAfter = ShopRules.orderExpiryMs(await tx.shopRules.read());
  return paymentChange(before, payment, { at, expiresAfter });
};

/** The change of an order by a payment, and the items of a refund that the buyer does not keep. */
export const paymentChange = (
  before: Order,
  payment: Payment,
  timing: Timing,
): Readonly<{ change: OrderChange; refunded: RefundedParts | undefined }> => {
  const recorded = afterPayment(before, payment, timing);
  const refunded = itemsTaken(before, payment);
  const after = refunded === undefined ? recorded : OrderChanges.withoutRefunded(recorded, refunded);
  const what: TimelineType = payment.kind;
  const amount = 'amount' in payment ? payment.amount : Order.amountDue(before);
  const by = payment.by === undefined ? {} : { payment_id: payment.by };
  const details = { amount: amount.toNumber(), currency: amount.currency, ...by, ...partsIn(refunded) };
  return { change: { before, after, what, details }, refunded };
};

const partsIn = (refunded: RefundedParts | undefined): TimelineEntry['details'] => ({
  ...(refunded === undefined || refunded.items.length === 0 ? {} : { items: fulfilledItemViews(refunded.items) }),
  ...(refunded?.shipping ? { shipping: refunded.shipping.toNumber() } : {}),
});

/** The items of a refund, unless the order is or will be cancelled, which returns all of them. */
const itemsTaken = (order: Order, payment: Payment): RefundedParts | undefined =>
  payment.kind === 'refunded' && Order.allows(order, 'return') ? (payment.items ?? undefined) : undefined;

const afterPayment = (order: Order, payment: Payment, timing: Timing): Order => {
  switch (payment.kind) {
    case 'authorized':
      return OrderMoney.authorize(order, timing.at);
    case 'voided':
      return OrderMoney.void(order, timing);
    case 'paid':
      return OrderMoney.pay(order, payment.amount, timing);
    case 'refunded':
      return OrderMoney.refund(order, payment.amount, timing);
    case 'refund_failed':
      return OrderMoney.reverseRefund(order, payment.amount, timing);
  }
};
