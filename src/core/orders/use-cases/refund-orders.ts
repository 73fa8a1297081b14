import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { OrderId } from '../order.ts';
import type { OrderPayments, OrdersTx } from '../ports.ts';

type Deps = Readonly<{ payments: OrderPayments; log: Log }>;

/** A failure is logged, and the refund stays due. */
const requestRefund = ({ payments, log }: Deps, id: OrderId): Promise<void> =>
  payments
    .requestDueRefund(id, Actor.system)
    .catch((error: unknown) => log.warn({ err: error, order_id: id }, 'a due refund failed; retrying later'));

/** Requests the refund of one order that is due. @returns whether there was one. */
export type RefundOrders = () => Promise<boolean>;

/** Longer than any request takes. Also the delay after a declined refund. */
const RETRY_MS = 10 * 60_000;

export const makeRefundOrders =
  ({
    unitOfWork,
    clock,
    ...deps
  }: Deps & Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; clock: BusinessClock }>): RefundOrders =>
  async () => {
    const at = clock.now();
    const id = await unitOfWork.run((tx) => tx.orders.claimRefundDue(at, new Date(at.getTime() + RETRY_MS)));
    if (id === undefined) return false;
    await requestRefund(deps, id);
    return true;
  };

/**
 * Requests the due refund of an order, if there is one, and waits a moment for its outcome, so that most clients see it at
 * once. After a failure `RefundOrders` tries again.
 */
export type RefundSoon = (id: OrderId) => Promise<void>;

export const makeRefundSoon =
  ({ pause, ...deps }: Deps & Readonly<{ /** Waits for a moment. */ pause: () => Promise<void> }>): RefundSoon =>
  async (id) => {
    await Promise.race([requestRefund(deps, id), pause()]);
  };
