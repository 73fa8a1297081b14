import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { OrdersTx } from '../ports.ts';

/** Records an export of orders, by the names of its filters: their values may be personal data. */
export type RecordOrderExport = (actor: Actor, filters: readonly string[]) => Promise<void>;

export const makeRecordOrderExport =
  ({ unitOfWork, clock }: Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; clock: BusinessClock }>): RecordOrderExport =>
  (actor, filters) =>
    unitOfWork.run((tx) => {
      const entry = {
        actor,
        action: 'order.exported',
        resource: null,
        before: {},
        after: { filters },
        at: clock.now(),
      };
      return tx.audit.append(entry);
    });
