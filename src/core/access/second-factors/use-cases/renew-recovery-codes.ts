import {
  type Confirmation,
  type ConfirmDeps,
  requireConfirmation,
  verifyCurrentPassword,
} from '#core/access/confirm-caller.ts';
import { Actor, countedClient } from '#core/shared/actor.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { recoveryCodesRenewed } from '../audit-entries.ts';
import type { RecoveryCodes } from '../ports.ts';
import { SecondFactor } from '../second-factor.ts';

const RECOVERY_CODES = 10;

/** Replaces the recovery codes of a user. @returns the new ones, which are stored as hashes only. */
export const replaceRecoveryCodes = async (
  tx: AccessTx,
  recoveryCodes: RecoveryCodes,
  userId: Id<'usr'>,
): Promise<readonly string[]> => {
  const made = Array.from({ length: RECOVERY_CODES }, () => recoveryCodes.make());
  await tx.secondFactors.replaceRecoveryCodes(
    userId,
    made.map(({ hash }) => hash),
  );
  return made.map(({ code }) => code);
};

/**
 * Replaces the recovery codes of the actor's user by new ones, which are shown only now. Requires the password, or a recent
 * sign-in of a session, and notifies the user.
 * @throws DomainError `invalid_state` for a user without a second factor.
 */
export type RenewRecoveryCodes = (
  actor: Actor,
  confirmation: Confirmation,
) => Promise<Work<readonly string[], AccessTx>>;

export const makeRenewRecoveryCodes =
  ({ recoveryCodes, ...deps }: ConfirmDeps & Readonly<{ recoveryCodes: RecoveryCodes }>): RenewRecoveryCodes =>
  async (actor, confirmation) => {
    const { systemClock } = deps;
    const verified = await verifyCurrentPassword(deps, actor, confirmation);
    return async (tx) => {
      const user = await tx.users.get(Actor.userOf(actor));
      await requireConfirmation(tx, { actor, systemClock, user, verified });
      const factors = await tx.secondFactors.listOf(user.id);
      if (!factors.some(SecondFactor.isActive)) {
        throw invalidState('Recovery codes replace a second factor: add one first.', 'not_enrolled');
      }
      const codes = await replaceRecoveryCodes(tx, recoveryCodes, user.id);
      const recipient = { emailKey: user.email, userId: user.id };
      await tx.mailRequests.add({ purpose: 'recovery_codes_renewed', ...recipient, client: countedClient(actor) });
      await tx.audit.append(recoveryCodesRenewed(actor, user.id, systemClock.now()));
      return codes;
    };
  };
