import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, type Moment, momentOf } from '#core/shared/clock.ts';
import { notFound, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { DefaultMethodListener, PaymentsTx } from '../../ports.ts';
import { deleteMethod } from '../delete-methods.ts';
import { PaymentMethod, type PaymentMethodId } from '../payment-method.ts';
import { paymentMethodAuditEntry, paymentMethodUpdated } from '../records.ts';

type Change = Readonly<{ before: PaymentMethod; isDefault: boolean; at: Moment }>;

/** Makes a method the default of its user or not. The user is locked, and no other method is the default. */
const changeDefault = async (
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

/**
 * Locks a method that the actor may change, after its user.
 * @throws DomainError `not_found`, also for a deleted one and one of another user.
 */
const lockMethod = async (tx: PaymentsTx, actor: Actor, id: PaymentMethodId): Promise<PaymentMethod> => {
  const found = orNotFound(await tx.paymentMethods.find(id), 'payment method', id);
  requireOwnership(actor, 'payments:write', { kind: 'payment method', id, userId: found.userId });
  await tx.users.lock(found.userId);
  const method = await tx.paymentMethods.get(id);
  if (PaymentMethod.isDeleted(method)) throw notFound('payment method', id);
  return method;
};

/** Makes an active method the default of its user; the former default is none any more. */
export type SetDefaultPaymentMethod = (actor: Actor, id: PaymentMethodId) => Work<PaymentMethod, PaymentsTx>;

type Deps = Clocks & Readonly<{ listeners: readonly DefaultMethodListener[] }>;

export const makeSetDefaultPaymentMethod =
  ({ listeners, ...clocks }: Deps): SetDefaultPaymentMethod =>
  (actor, id) =>
  async (tx) => {
    const before = await lockMethod(tx, actor, id);
    PaymentMethod.requireActive(before);
    if (before.isDefault) return before;
    const at = momentOf(clocks);
    const former = (await tx.paymentMethods.listOf(before.userId)).find(({ isDefault }) => isDefault);
    if (former !== undefined) await changeDefault(tx, actor, { before: former, isDefault: false, at });
    const chosen = await changeDefault(tx, actor, { before, isDefault: true, at });
    for (const listener of listeners) await listener(tx, actor, chosen);
    return chosen;
  };

/** Deletes a method. It is removed at its gateway afterwards; the newest other one becomes the default. */
export type DeletePaymentMethod = (
  actor: Actor,
  command: Readonly<{ id: PaymentMethodId; expected: ExpectedVersions }>,
) => Work<void, PaymentsTx>;

export const makeDeletePaymentMethod =
  ({ listeners, ...clocks }: Deps): DeletePaymentMethod =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await lockMethod(tx, actor, id), expected);
    const at = momentOf(clocks);
    await deleteMethod(tx, actor, before, at);
    if (!before.isDefault) return;
    const next = (await tx.paymentMethods.listOf(before.userId)).find(PaymentMethod.isActive);
    if (next === undefined) return;
    const chosen = await changeDefault(tx, actor, { before: next, isDefault: true, at });
    for (const listener of listeners) await listener(tx, actor, chosen);
  };
