import type { Clock } from '#core/shared/clock.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { Work } from '#core/unit-of-work.ts';
import { ApiKey, type ApiKeyId } from '../api-key.ts';

export type RevokeKey = (command: Readonly<{ id: ApiKeyId; expected: ExpectedVersions }>) => Work<void>;

export const makeRevokeKey =
  ({ clock }: { clock: Clock }): RevokeKey =>
  ({ id, expected }) =>
  async (tx) => {
    const key = await tx.apiKeys.get(id);
    await requireVersion(tx.events, key, expected);
    const revoked = ApiKey.revoke(key, clock.now());
    if (revoked !== key) await tx.apiKeys.save(revoked);
  };
