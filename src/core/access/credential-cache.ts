// Why: docs/decisions/0006-credential-cache.md

import type { Actor } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { TokenHash } from './bearer-tokens.ts';
import type { Credential } from './credential.ts';
import type { CredentialChanges, CredentialId, CredentialQueries } from './ports.ts';
import { Session } from './session.ts';

/** Caches credentials while their changes are observed, and collects their uses. Idle sessions are not found. */
export type CredentialCache = Pick<CredentialQueries, 'findByHash'> & {
  /** Whether the credential is cached. */
  has(hash: TokenHash): boolean;
  /** Records a use of a key or a session. */
  noteUse(actor: Actor): void;
  /** Records the uses since the last call. */
  recordUses(): Promise<void>;
};

const MAX_CACHED = 10_000;

/** Upper bound on how long a change stays unnoticed if its notification is lost. */
const MAX_AGE_MS = 60_000;

/** A use is recorded again only after this time, so that requests cost no writes. */
const USE_RESOLUTION_MS = 60_000;

type Deps = Readonly<{ credentials: CredentialQueries; changes: CredentialChanges; systemClock: SystemClock }>;

export const makeCredentialCache = ({ credentials, changes, systemClock }: Deps): CredentialCache => {
  const cache = new Map<TokenHash, Readonly<{ credential: Credential; expiresAt: number }>>();
  const recorded = new Map<CredentialId, number>();
  const uses = new Map<CredentialId, Date>();
  let isConnected = true;
  let generation = 0;

  changes.subscribe((change) => {
    generation += 1;
    if (change.kind !== 'changed') {
      isConnected = change.kind === 'connected';
      cache.clear();
      return;
    }
    for (const [hash, { credential }] of cache) {
      const { actor, ownerId } = credential;
      if (actor.credentialId === change.id || ownerId === change.id) cache.delete(hash);
    }
  });

  const lookUp = async (hash: TokenHash): Promise<Credential | undefined> => {
    const before = generation;
    const credential = await credentials.findByHash(hash);
    // one that is cached was used within the last minute
    if (credential !== undefined && Session.isIdle(credential, systemClock.now())) return undefined;
    // a change during the look-up may be newer than what was read
    if (credential !== undefined && isConnected && generation === before) {
      if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value as TokenHash);
      cache.set(hash, { credential, expiresAt: systemClock.now().getTime() + MAX_AGE_MS });
    }
    return credential;
  };

  const find = (hash: TokenHash): Credential | undefined => {
    const entry = cache.get(hash);
    if (entry !== undefined && systemClock.now().getTime() < entry.expiresAt) return entry.credential;
    cache.delete(hash);
    return undefined;
  };

  return {
    has: (hash) => find(hash) !== undefined,

    findByHash: async (hash) => find(hash) ?? lookUp(hash),

    noteUse({ credentialId: id }) {
      if (id === null) return;
      const now = systemClock.now();
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
