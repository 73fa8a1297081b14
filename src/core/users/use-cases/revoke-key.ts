// Why: docs/decisions/0023-confirmed-changes.md

import { ApiKey, type ApiKeyId } from '#core/access/api-key.ts';
import { keyAuditEntry } from '#core/access/records.ts';
import { requireMayEnd } from '#core/access/steps/require-may-end.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { disableSetUpBy } from '#core/webhooks/steps/disable-set-up-by.ts';
import type { UsersTx } from '../ports.ts';

/**
 * Revokes a key, and what it has made: a thief of the key may have made it. A key that revokes itself, or the one that it
 * comes from, leaves the rest.
 */
export type RevokeKey = (
  actor: Actor,
  command: Readonly<{ id: ApiKeyId; expected: ExpectedVersions }>,
) => Work<void, UsersTx>;

export const makeRevokeKey =
  ({ systemClock }: { systemClock: SystemClock }): RevokeKey =>
  (actor, { id, expected }) =>
  async (tx) => {
    // keys and webhooks are made with a lock of their user, so that none slips through
    const found = await tx.apiKeys.find(id);
    if (found !== undefined) await tx.users.lock(found.userId);
    const key = await tx.apiKeys.get(id);
    requireMayEnd(actor, key, 'To revoke this key');
    await requireVersion(tx.events, key, expected);
    const at = systemClock.now();
    await revoke(tx, actor, { key, at });
    const made = await madeBy(tx, key);
    if ([key, ...made].some((each) => each.id === actor.credentialId)) return;
    for (const each of made) await revoke(tx, actor, { key: each, at });
    const keys = [id, ...made.map((each) => each.id)];
    await disableSetUpBy(tx, actor, { keys, reason: 'key_revoked', at });
  };

/** The keys that a key created or rotated, and those that they did. */
const madeBy = async (tx: UsersTx, key: ApiKey): Promise<readonly ApiKey[]> => {
  const made: ApiKey[] = [];
  for (let last: readonly ApiKey[] = [key]; last.length > 0; made.push(...last)) {
    last = await tx.apiKeys.listCreatedBy(last.map(({ id }) => id));
  }
  return made;
};

const revoke = async (tx: UsersTx, actor: Actor, { key, at }: Readonly<{ key: ApiKey; at: Date }>): Promise<void> => {
  const revoked = ApiKey.revoke(key, at);
  if (revoked === key) return;
  await tx.apiKeys.save(revoked);
  await tx.audit.append(keyAuditEntry(actor, 'revoked', { before: key, after: revoked }));
};
