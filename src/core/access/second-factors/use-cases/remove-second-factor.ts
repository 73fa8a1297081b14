import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { removeAllFactors, removeFactors } from '../remove-factors.ts';
import { SecondFactor, type SecondFactorId } from '../second-factor.ts';

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
    return removeAllFactors(tx, Actor.system, { user, at: systemClock.now() });
  };
