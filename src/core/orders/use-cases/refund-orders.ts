import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { Log } from '#core/shared/log.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { OrderPayments, OrdersTx } from '../ports.ts';

/** Requests the refund of one order that is due. @returns whether there was one. */
export type RefundOrders = () => Promise<boolean>;

/** Longer than any request takes. Also the delay after a declined refund. */
const RETRY_MS = 10 * 60_000;

type Deps = Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; payments: OrderPayments; clock: BusinessClock; log: Log }>;

export const makeRefundOrders =
  ({ unitOfWork, payments, clock, log }: Deps): RefundOrders =>
  async () => {
    const at = clock.now();
    const id = await unitOfWork.run((tx) => tx.orders.claimRefundDue(at, new Date(at.getTime() + RETRY_MS)));
    if (id === undefined) return false;
    await payments
      .requestDueRefund(id, Actor.system)
      .catch((error: unknown) => log.warn({ err: error, order_id: id }, 'a due refund failed; retrying later'));
    return true;
  };
