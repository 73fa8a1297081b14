import type { Actor } from '#core/shared/actor.ts';
import type { Moment } from '#core/shared/clock.ts';
import type { PaymentsTx } from '../../ports.ts';
import { PaymentMethod } from '../payment-method.ts';
import { paymentMethodAuditEntry, paymentMethodUpdated } from '../records.ts';

type Change = Readonly<{ before: PaymentMethod; isDefault: boolean; at: Moment }>;

/** Makes a method the default of its user or not. The user is locked, and no other method is the default. */
export const changeDefault = async (
  tx: PaymentsTx,
  actor: Actor,
  { before, isDefault, at }: Change,
): Promise<PaymentMethod> => {
  const after = PaymentMethod.withDefault(before, isDefault, at);
  await tx.paymentMethods.save(after);
  await tx.events.append(actor, paymentMethodUpdated(before, after));
  await tx.audit.append(paymentMethodAuditEntry(actor, 'updated', { before, after, at: at.business }));
  return after;
};
