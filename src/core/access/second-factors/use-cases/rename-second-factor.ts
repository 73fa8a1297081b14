import { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { AccessTx } from '../../ports.ts';
import { secondFactorAuditEntry } from '../audit-entries.ts';
import { SecondFactor, type SecondFactorId } from '../second-factor.ts';

/** Renames a second factor of the actor's user. */
export type RenameSecondFactor = (
  actor: Actor,
  command: Readonly<{ id: SecondFactorId; name: string }>,
) => Work<SecondFactor, AccessTx>;

export const makeRenameSecondFactor =
  ({ systemClock }: Readonly<{ systemClock: SystemClock }>): RenameSecondFactor =>
  (actor, { id, name }) =>
  async (tx) => {
    const user = await tx.users.get(Actor.userOf(actor));
    const before = SecondFactor.oneOf(await tx.secondFactors.listOf(user.id), id);
    if (before.name === name) return before;
    const at = systemClock.now();
    const after = SecondFactor.rename(before, name, at);
    await tx.secondFactors.save(after);
    await tx.audit.append(secondFactorAuditEntry(actor, 'renamed', { before, after, at }));
    return after;
  };
