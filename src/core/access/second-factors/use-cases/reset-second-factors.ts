import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { orNotFound } from '#core/shared/domain-error.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { removeFactors } from './remove-second-factor.ts';

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
