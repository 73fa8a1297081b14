import { requireReach } from '#core/access/reach.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import { conflict, DomainError } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Transaction, UnitOfWork, Work } from '#core/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrderPayments } from '../order-payments.ts';
import { OrderState } from '../order-states.ts';
import { returnStock } from './return-stock.ts';
import { storeOrder } from './store-order.ts';

type Command = Readonly<{
  id: OrderId;
  reason: string | null;
  expected: ExpectedVersions;
  /** Whether the work will be undone: then nothing can be given back before it. */
  isRehearsal: boolean;
}>;

/** Gives back what was paid, then the stock. */
export type CancelOrder = (actor: Actor, command: Command) => Promise<Work<Order>>;

type Deps = Readonly<{ unitOfWork: UnitOfWork; payments: OrderPayments; clock: Clock; ids: IdGenerator }>;

export const makeCancelOrder =
  ({ unitOfWork, payments, clock, ids }: Deps): CancelOrder =>
  async (actor, { id, reason, expected, isRehearsal }) => {
    const paid = await unitOfWork.run((tx) => findPaid(tx, actor, { id, expected }));
    if (paid !== undefined) {
      if (isRehearsal) throw dryRunUnsupported();
      await payments.release(id);
    }
    return async (tx) => {
      const before = await tx.orders.get(id);
      requireReach(actor, 'orders:write', { kind: 'order', id, userId: before.userId });
      // what was given back has made a version by itself
      if (paid === undefined) await requireVersion(tx.events, before, expected);
      OrderState.require(before.state, 'cancel');
      if (Order.isPaidFor(before)) throw conflict('The order was paid just now; cancel it again.');
      const at = clock.now();
      await returnStock(tx, before, at);
      const after = Order.cancel(before, reason, at);
      return storeOrder(tx, { actor, ids }, { before, after, what: 'cancelled', details: { reason } });
    };
  };

/** The order where it would be cancelled but for what was paid for it; all that speaks against that, the work tells. */
const findPaid = async (
  tx: Transaction,
  actor: Actor,
  { id, expected }: Pick<Command, 'id' | 'expected'>,
): Promise<Order | undefined> => {
  const order = await tx.orders.find(id);
  if (order === undefined || !Order.isPaidFor(order) || !OrderState.allows(order.state, 'cancel')) return undefined;
  requireReach(actor, 'orders:write', { kind: 'order', id, userId: order.userId });
  return expected === undefined || expected.includes(order.version) ? order : undefined;
};

const dryRunUnsupported = (): DomainError =>
  new DomainError(
    'invalid',
    'dry_run_unsupported',
    'What was paid for the order is given back before it is cancelled, which cannot be rehearsed.',
  );
