import { accessRoutes } from '#adapters/http/access/routes.ts';
import { accessEvents } from '#adapters/http/access/schemas.ts';
import { untilEmpty } from '#adapters/system/periodic-task.ts';
import { makeAllowedOrigins } from '#core/access/allowed-origins.ts';
import { makeCredentialCache } from '#core/access/credential-cache.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import { makeAnnounceExpiringKeys } from '#core/access/use-cases/announce-expiring-keys.ts';
import { makeChangeKey } from '#core/access/use-cases/change-key.ts';
import { makeCreateKey } from '#core/access/use-cases/create-key.ts';
import { makeRotateKey } from '#core/access/use-cases/rotate-key.ts';
import { makeSignOut } from '#core/access/use-cases/sign-out.ts';
import { makeEndSession } from '#core/users/use-cases/end-user-sessions.ts';
import { makeRevokeKey } from '#core/users/use-cases/revoke-key.ts';
import { makeSignIn } from '#core/users/use-cases/sign-in.ts';
import { BACKGROUND } from '../background.ts';
import { type Binding, constant, provide } from '../injection.ts';
import { ACCESS } from '../tokens/access.ts';
import { HTTP } from '../tokens/http.ts';
import { STORAGE } from '../tokens/storage.ts';
import { SYSTEM } from '../tokens/system.ts';

const { systemClock, ids, tokens, passwords, isInRanges } = SYSTEM;
const { unitOfWork, credentialQueries: credentials } = STORAGE;

/** Sessions and API keys. */
export const accessModule: readonly Binding[] = [
  provide(
    ACCESS.credentialCache,
    { credentials, changes: STORAGE.credentialChanges, systemClock },
    makeCredentialCache,
  ),
  provide(ACCESS.allowedOrigins, { credentials, changes: STORAGE.credentialChanges, systemClock }, makeAllowedOrigins),
  provide(
    ACCESS.keyVerifier,
    { tokens, credentials: ACCESS.credentialCache, isInRanges, systemClock, config: SYSTEM.config },
    ({ config: { secondFactorRoles }, ...deps }) => makeKeyVerifier({ ...deps, secondFactorRoles }),
  ),
  provide(BACKGROUND.processServices, { cache: ACCESS.credentialCache }, ({ cache }) => [
    { name: 'recording of uses of keys and sessions', intervalMs: 1_000, run: () => cache.recordUses() },
  ]),
  provide(BACKGROUND.workers, { credentials, unitOfWork, systemClock }, (deps) => [
    {
      name: 'removal of ended sessions',
      intervalMs: 60_000,
      run: () => deps.credentials.removeExpiredSessions(deps.systemClock.now()),
    },
    { name: 'announcement of expiring keys', intervalMs: 60_000, run: untilEmpty(makeAnnounceExpiringKeys(deps)) },
  ]),
  constant(HTTP.eventSchemas, accessEvents),
  provide(
    HTTP.routes,
    {
      ...{ queries: STORAGE.accessQueries, userQueries: STORAGE.userQueries, cursors: HTTP.cursors },
      ...{ throttle: HTTP.throttle, signInThrottle: HTTP.signInThrottle, secondFactors: ACCESS.secondFactors },
      ...{ unitOfWork, passwords, tokens, ids, systemClock, config: SYSTEM.config },
    },
    ({ config, ...deps }) =>
      accessRoutes({
        ...deps,
        signIn: makeSignIn({ ...deps, secondFactorRoles: config.secondFactorRoles }),
        signOut: makeSignOut(deps),
        endSession: makeEndSession(deps),
        createKey: makeCreateKey(deps),
        changeKey: makeChangeKey(deps),
        rotateKey: makeRotateKey(deps),
        revokeKey: makeRevokeKey(deps),
      }),
  ),
];
