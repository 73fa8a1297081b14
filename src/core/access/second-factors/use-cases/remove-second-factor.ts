import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import { SecondFactor, type SecondFactorId } from '../second-factor.ts';

type Removal = Readonly<{
  user: Readonly<{ id: Id<'usr'>; email: string }>;
  removed: readonly SecondFactor[];
  /** Whether no active factor is left, so that recovery codes have no use. */
  isLast: boolean;
  at: Date;
}>;

/** Removes factors of a locked user, with audit entries, and a notice if one of them was active. */
const removeFactors = async (tx: AccessTx, actor: Actor, { user, removed, isLast, at }: Removal): Promise<void> => {
  for (const factor of removed) await tx.secondFactors.remove(factor);
  if (isLast) await tx.secondFactors.replaceRecoveryCodes(user.id, []);
  for (const before of removed) {
    await tx.audit.append(secondFactorAuditEntry(actor, 'removed', { before, after: null, at }));
  }
  if (!removed.some(SecondFactor.isActive)) return;
  await tx.mailRequests.add({ purpose: 'second_factor_removed', emailKey: emailKey(user.email), userId: user.id });
};

/**
 * Removes a second factor of the actor's user; with the last active one also the recovery codes. Requires the password,
 * or a recent sign-in of a session, and notifies the user.
 */
export type RemoveSecondFactor = (
  actor: Actor,
  command: Readonly<{ id: SecondFactorId }> & Confirmation,
) => Promise<Work<void, AccessTx>>;

export const makeRemoveSecondFactor =
  (deps: ConfirmDeps): RemoveSecondFactor =>
  async (actor, { id, ...confirmation }) => {
    const { systemClock } = deps;
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    return async (tx) => {
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      const factors = await tx.secondFactors.listOf(user.id);
      const removed = SecondFactor.oneOf(factors, id);
      const isNeeded = factors.some((factor) => factor !== removed && SecondFactor.isActive(factor));
      await removeFactors(tx, actor, { user, removed: [removed], isLast: !isNeeded, at: systemClock.now() });
    };
  };

/**
 * Removes all second factors and recovery codes of a user on behalf of the operator, for somebody who has lost them.
 * @returns the number of factors.
 * @throws DomainError `not_found`.
 */
export type ResetSecondFactors = (command: Readonly<{ email: string }>) => Work<number, AccessTx>;

export const makeResetSecondFactors =
  ({ systemClock }: Readonly<{ systemClock: SystemClock }>): ResetSecondFactors =>
  ({ email }) =>
  async (tx) => {
    const found = await tx.users.findByEmail(emailKey(email));
    const user = orNotFound(found && (await tx.users.lock(found.id)), 'user', email);
    const removed = await tx.secondFactors.listOf(user.id);
    await removeFactors(tx, Actor.system, { user, removed, isLast: true, at: systemClock.now() });
    return removed.length;
  };
