import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import { ApiKey, type ApiKeyId } from '../api-key.ts';
import type { AccessTx } from '../ports.ts';
import { keyAuditEntry } from '../records.ts';
import { Scope } from '../scope.ts';

export type RevokeKey = (
  actor: Actor,
  command: Readonly<{ id: ApiKeyId; expected: ExpectedVersions }>,
) => Work<void, AccessTx>;

export const makeRevokeKey =
  ({ systemClock }: { systemClock: SystemClock }): RevokeKey =>
  (actor, { id, expected }) =>
  async (tx) => {
    const key = await tx.apiKeys.get(id);
    // another user's key is revoked only by an actor with all of its scopes
    if (key.userId !== actor.userId) Scope.requireAll(actor, key.scopes, 'To revoke this key');
    await requireVersion(tx.events, key, expected);
    const revoked = ApiKey.revoke(key, systemClock.now());
    if (revoked === key) return;
    await tx.apiKeys.save(revoked);
    await tx.audit.append(keyAuditEntry(actor, 'revoked', { before: key, after: revoked }));
  };
