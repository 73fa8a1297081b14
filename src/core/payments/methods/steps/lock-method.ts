import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { PaymentsTx } from '../../ports.ts';
import { PaymentMethod, type PaymentMethodId } from '../payment-method.ts';

/**
 * Locks a method that the actor may change, after its user.
 * @throws DomainError `not_found`, also for a deleted one and one of another user.
 */
export const lockMethod = async (tx: PaymentsTx, actor: Actor, id: PaymentMethodId): Promise<PaymentMethod> => {
  const found = await tx.paymentMethods.find(id);
  if (found === undefined) throw notFound('payment method', id);
  requireOwnership(actor, 'payments:write', { kind: 'payment method', id, userId: found.userId });
  await tx.users.lock(found.userId);
  const method = await tx.paymentMethods.get(id);
  if (PaymentMethod.isDeleted(method)) throw notFound('payment method', id);
  return method;
};
