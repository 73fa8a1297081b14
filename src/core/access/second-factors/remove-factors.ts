import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import type { AccessTx } from '../ports.ts';
import { secondFactorAuditEntry } from './audit-entries.ts';
import { SecondFactor } from './second-factor.ts';

type Owner = Readonly<{ id: Id<'usr'>; email: string }>;

type Removal = Readonly<{
  user: Owner;
  removed: readonly SecondFactor[];
  /** Whether no active factor is left, so that recovery codes have no use. */
  isLast: boolean;
  at: Date;
}>;

/** Removes factors of a locked user, with audit entries, and a notice if one of them was active. */
export const removeFactors = async (
  tx: AccessTx,
  actor: Actor,
  { user, removed, isLast, at }: Removal,
): Promise<void> => {
  for (const factor of removed) await tx.secondFactors.remove(factor);
  if (isLast) await tx.secondFactors.replaceRecoveryCodes(user.id, []);
  for (const before of removed) {
    await tx.audit.append(secondFactorAuditEntry(actor, 'removed', { before, after: null, at }));
  }
  if (!removed.some(SecondFactor.isActive)) return;
  const recipient = { emailKey: user.email, userId: user.id };
  await tx.mailRequests.add({ purpose: 'second_factor_removed', ...recipient, client: countedClient(actor) });
};

/** Removes all factors and recovery codes of a locked user. @returns the number of factors. */
export const removeAllFactors = async (
  tx: AccessTx,
  actor: Actor,
  { user, at }: Readonly<{ user: Owner; at: Date }>,
): Promise<number> => {
  const removed = await tx.secondFactors.listOf(user.id);
  await removeFactors(tx, actor, { user, removed, isLast: true, at });
  return removed.length;
};
