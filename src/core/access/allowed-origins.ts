import type { SystemClock } from '#core/shared/clock.ts';
import { Id } from '#core/shared/id.ts';
import type { CredentialChanges, CredentialQueries } from './ports.ts';

/** The origins that any live publishable key allows. A preflight of a browser carries no key. */
export type AllowedOrigins = Readonly<{
  /** While the storage cannot be reached, the origins that were read last apply. */
  has(origin: string): Promise<boolean>;
}>;

/** Upper bound on how long an expired key's origins and unreported changes stay. */
const MAX_AGE_MS = 60_000;

type Deps = Readonly<{
  credentials: Pick<CredentialQueries, 'allowedOrigins'>;
  changes: CredentialChanges;
  systemClock: SystemClock;
}>;

/** Caches the origins until a key or a user changes. */
export const makeAllowedOrigins = ({ credentials, changes, systemClock }: Deps): AllowedOrigins => {
  let latest: ReadonlySet<string> = new Set();
  let cached: Readonly<{ origins: Promise<ReadonlySet<string>>; expiresAt: number }> | undefined;

  changes.subscribe((change) => {
    if (change.kind !== 'changed' || !Id.is('ses', change.id)) cached = undefined;
  });

  const read = async (): Promise<ReadonlySet<string>> => {
    try {
      latest = new Set(await credentials.allowedOrigins(systemClock.now()));
    } catch {
      cached = undefined;
    }
    return latest;
  };

  return {
    async has(origin) {
      const now = systemClock.now().getTime();
      if (cached === undefined || cached.expiresAt <= now) cached = { origins: read(), expiresAt: now + MAX_AGE_MS };
      return (await cached.origins).has(origin);
    },
  };
};
