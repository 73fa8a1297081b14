import { isByStaff } from '#core/access/is-by-staff.ts';
import type { Actor } from '#core/shared/actor.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { Order } from './order.ts';

/**
 * For how long a new order may be unpaid. A person who takes an order by phone waits for its payment; a server places orders
 * of buyers who may have left, and their stock must not be reserved for good.
 * @throws DomainError `validation_failed` for who may only write their own orders, and says how long.
 */
export const expiryMinutesOf = (actor: Actor, requested: number | null | undefined): Order['expiryMinutes'] => {
  const isStaff = isByStaff(actor);
  if (requested === undefined) return isStaff && actor.kind === 'session' ? 0 : null;
  if (isStaff) return requested ?? 0;
  const message = 'must be omitted: only the shop decides when an order expires';
  throw invalid([{ path: ['expires_in_minutes'], code: 'any.unknown', message }]);
};
