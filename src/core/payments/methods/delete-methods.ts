import type { Actor } from '#core/shared/actor.ts';
import type { Moment } from '#core/shared/clock.ts';
import type { Id } from '#core/shared/id.ts';
import type { PaymentsTx } from '../ports.ts';
import { PaymentMethod } from './payment-method.ts';
import { paymentMethodAuditEntry, paymentMethodDeleted } from './records.ts';

/** Deletes a locked method, with event and audit entry if its gateway has saved it. It is removed there afterwards. */
export const deleteMethod = async (tx: PaymentsTx, actor: Actor, method: PaymentMethod, at: Moment): Promise<void> => {
  await tx.paymentMethods.save(PaymentMethod.remove(method, at));
  if (!PaymentMethod.isActive(method)) return;
  await tx.events.append(actor, paymentMethodDeleted(method, at.business));
  await tx.audit.append(paymentMethodAuditEntry(actor, 'deleted', { before: method, after: null, at: at.business }));
};

/** Deletes all methods of a locked user. */
export const deleteMethodsOf = async (tx: PaymentsTx, actor: Actor, userId: Id<'usr'>, at: Moment): Promise<void> => {
  for (const method of await tx.paymentMethods.listOf(userId)) await deleteMethod(tx, actor, method, at);
};
