import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { DefaultMethodListener, PaymentsTx } from '../../ports.ts';
import { PaymentMethod, type PaymentMethodId } from '../payment-method.ts';
import { paymentMethodAuditEntry, paymentMethodDeleted } from '../records.ts';
import { changeDefault, lockMethod } from './set-default-payment-method.ts';

/** Deletes a method. It is removed at its gateway afterwards; the newest other one becomes the default. */
export type DeletePaymentMethod = (
  actor: Actor,
  command: Readonly<{ id: PaymentMethodId; expected: ExpectedVersions }>,
) => Work<void, PaymentsTx>;

type Deps = Clocks & Readonly<{ listeners: readonly DefaultMethodListener[] }>;

export const makeDeletePaymentMethod =
  ({ listeners, ...clocks }: Deps): DeletePaymentMethod =>
  (actor, { id, expected }) =>
  async (tx) => {
    const before = await requireVersion(tx.events, await lockMethod(tx, actor, id), expected);
    const at = momentOf(clocks);
    await tx.paymentMethods.save(PaymentMethod.remove(before, at));
    if (!PaymentMethod.isActive(before)) return;
    await tx.events.append(actor, paymentMethodDeleted(before, at.business));
    await tx.audit.append(paymentMethodAuditEntry(actor, 'deleted', { before, after: null, at: at.business }));
    if (!before.isDefault) return;
    const next = (await tx.paymentMethods.listOf(before.userId)).find(PaymentMethod.isActive);
    if (next === undefined) return;
    const chosen = await changeDefault(tx, actor, { before: next, isDefault: true, at });
    for (const listener of listeners) await listener(tx, actor, chosen);
  };
