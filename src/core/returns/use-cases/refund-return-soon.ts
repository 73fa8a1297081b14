import type { RefundSoon } from '#core/orders/use-cases/refund-soon.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ReturnsTx } from '../ports.ts';
import type { ReturnId } from '../return.ts';

/** Requests the refund of a received return, as `RefundSoon` does. */
export type RefundReturnSoon = (id: ReturnId) => Promise<void>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<ReturnsTx>; refundSoon: RefundSoon }>;

export const makeRefundReturnSoon =
  ({ unitOfWork, refundSoon }: Deps): RefundReturnSoon =>
  async (id) => {
    const found = await unitOfWork.run((tx) => tx.returns.find(id));
    if (found !== undefined) await refundSoon(found.orderId);
  };
