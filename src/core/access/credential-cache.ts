import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { ApiKeyId } from './api-key.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';
import type { CredentialChanges, CredentialQueries } from './credential-queries.ts';

/** Caches credentials while their changes are notified, and collects their uses. */
export type CredentialCache = Pick<CredentialQueries, 'findByHash'> & {
  /** Notes the use of a key. */
  noteUse(actor: Actor): void;
  /** Records the uses since the last call. */
  recordUses(): Promise<void>;
};

const MAX_CACHED = 10_000;

/** A use is recorded again only after this time, so that calls cost no writes. */
const USE_RESOLUTION_MS = 60_000;

export const makeCredentialCache = ({
  credentials,
  changes,
  clock,
}: {
  credentials: CredentialQueries;
  changes: CredentialChanges;
  clock: Clock;
}): CredentialCache => {
  const remembered = new Map<TokenHash, Credential>();
  const recorded = new Map<ApiKeyId, number>();
  const uses = new Map<ApiKeyId, Date>();
  let sighted = true;
  let generation = 0;

  changes.subscribe((change) => {
    generation += 1;
    if (change.kind !== 'changed') {
      sighted = change.kind === 'connected';
      remembered.clear();
      return;
    }
    for (const [hash, { actor }] of remembered) {
      if (actor.credentialId === change.id || actor.userId === change.id) remembered.delete(hash);
    }
  });

  const lookUp = async (hash: TokenHash): Promise<Credential | undefined> => {
    const before = generation;
    const credential = await credentials.findByHash(hash);
    // the change may have been too late for this look-up
    if (credential !== undefined && sighted && generation === before) {
      if (remembered.size >= MAX_CACHED) remembered.delete(remembered.keys().next().value as TokenHash);
      remembered.set(hash, credential);
    }
    return credential;
  };

  return {
    findByHash: async (hash) => remembered.get(hash) ?? lookUp(hash),

    noteUse({ kind, credentialId }) {
      if (kind !== 'api_key') return;
      const id = credentialId as ApiKeyId;
      const now = clock.now();
      if (now.getTime() - (recorded.get(id) ?? 0) >= USE_RESOLUTION_MS) uses.set(id, now);
    },

    async recordUses() {
      if (uses.size === 0) return;
      const batch = new Map(uses);
      await credentials.recordUse(batch);
      if (recorded.size > MAX_CACHED) recorded.clear();
      for (const [id, at] of batch) {
        recorded.set(id, at.getTime());
        if (uses.get(id) === at) uses.delete(id);
      }
    },
  };
};
