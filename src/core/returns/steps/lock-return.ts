import { Scope } from '#core/access/scope.ts';
import type { Order } from '#core/orders/order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { ReturnsTx } from '../ports.ts';
import type { Return, ReturnId } from '../return.ts';

/** Locks a return for a step of the staff. Lock order: order, then return. @throws DomainError `not_found`. */
export const lockReturn = async (
  tx: ReturnsTx,
  actor: Actor,
  { id, expected }: Readonly<{ id: ReturnId; expected: ExpectedVersions }>,
): Promise<Readonly<{ order: Order; before: Return }>> => {
  Scope.requireAll(actor, ['orders:write'], 'This');
  const found = await tx.returns.find(id);
  if (found === undefined) throw notFound('return', id);
  const order = await tx.orders.get(found.orderId);
  const before = await tx.returns.get(id);
  await requireVersion(tx.events, before, expected);
  return { order, before };
};
