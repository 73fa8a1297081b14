import { Actor } from '#core/shared/actor.ts';
import type { Log } from '#core/shared/log.ts';
import type { OrderId } from '../order.ts';
import type { OrderPayments } from '../ports.ts';

/**
 * Requests the due refund of an order, if there is one, and waits a moment for its outcome, so that most clients see it at
 * once. A failure is logged: `RefundOrders` tries again.
 */
export type RefundSoon = (id: OrderId) => Promise<void>;

type Deps = Readonly<{
  payments: OrderPayments;
  log: Log;
  /** Waits for a moment. */
  pause: () => Promise<void>;
}>;

export const makeRefundSoon =
  ({ payments, log, pause }: Deps): RefundSoon =>
  async (id) => {
    const refund = payments
      .requestDueRefund(id, Actor.system)
      .catch((error: unknown) => log.warn({ err: error, order_id: id }, 'a due refund failed; retrying later'));
    await Promise.race([refund, pause()]);
  };
