import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { alreadyExists, type DomainError, invalid } from '#core/shared/domain-error.ts';
import type { OrderDetails } from './order-details.ts';

/**
 * Requires that only the shop writes an external id: the error for a duplicate would show a customer which ids exist.
 * @throws DomainError `validation_failed`.
 */
export const requireMayWriteExternalId = (actor: Actor, details: Pick<OrderDetails, 'external_id'>): void => {
  if (details.external_id === undefined || accessLevelOf(actor, 'orders:write') === 'all') return;
  const message = 'must be omitted: only the shop writes it';
  throw invalid([{ path: ['external_id'], code: 'any.unknown', message }]);
};

export const duplicateExternalId = (): DomainError => alreadyExists('external_id', 'is already used by another order');
