import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { SecondFactor, type SecondFactorId } from '../second-factor.ts';
import { removeFactors } from '../steps/remove-factors.ts';

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
      const removed = factors.find((factor) => factor.id === id);
      if (removed === undefined) throw notFound('second factor', id);
      const isNeeded = factors.some((factor) => factor !== removed && SecondFactor.isActive(factor));
      await removeFactors(tx, actor, { user, removed: [removed], isLast: !isNeeded, at: systemClock.now() });
    };
  };
