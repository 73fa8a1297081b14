import { ContainerModule } from 'inversify';
import { accessRoutes } from '#adapters/http/access/routes.ts';
import { runPeriodically } from '#adapters/system/background-task.ts';
import { makeCredentialCache } from '#core/access/credential-cache.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import { makeAnnounceExpiringKeys } from '#core/access/use-cases/announce-expiring-keys.ts';
import { makeCreateKey } from '#core/access/use-cases/create-key.ts';
import { makeEndSession } from '#core/access/use-cases/end-session.ts';
import { makeRevokeKey } from '#core/access/use-cases/revoke-key.ts';
import { makeRotateKey } from '#core/access/use-cases/rotate-key.ts';
import { makeSignOut } from '#core/access/use-cases/sign-out.ts';
import { makeSignIn } from '#core/users/use-cases/sign-in.ts';
import { TOKENS } from '../tokens.ts';

const USES_RECORDED_MS = 1_000;
const CLEANING_MS = 60_000;

/** Who may call: sessions and keys. */
export const accessModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.credentialCache)
      .toResolvedValue(
        (credentials, changes, clock) => makeCredentialCache({ credentials, changes, clock }),
        [TOKENS.credentialQueries, TOKENS.credentialChanges, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.keyVerifier)
      .toResolvedValue(
        (tokens, credentials, isInRanges, clock) => makeKeyVerifier({ tokens, credentials, isInRanges, clock }),
        [TOKENS.tokens, TOKENS.credentialCache, TOKENS.isInRanges, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.processService)
      .toResolvedValue(
        (credentials, log) =>
          runPeriodically('recording of key uses', USES_RECORDED_MS, () => credentials.recordUses(), log),
        [TOKENS.credentialCache, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (credentials, clock, log) =>
          runPeriodically('removal of ended sessions', CLEANING_MS, () => credentials.removeEnded(clock.now()), log),
        [TOKENS.credentialQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();

    bind(TOKENS.worker)
      .toResolvedValue(
        (unitOfWork, clock, log) => {
          const announce = makeAnnounceExpiringKeys({ unitOfWork, clock });
          return runPeriodically(
            'announcing of keys that expire',
            CLEANING_MS,
            async () => {
              while ((await announce()) > 0);
            },
            log,
          );
        },
        [TOKENS.unitOfWork, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();

    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, userQueries, cursors, throttle, unitOfWork, passwords, tokens, ids, clock) => {
          const deps = { unitOfWork, passwords, tokens, ids, clock };
          return accessRoutes({
            queries,
            userQueries,
            signIn: makeSignIn(deps),
            signOut: makeSignOut(deps),
            endSession: makeEndSession(deps),
            createKey: makeCreateKey(deps),
            rotateKey: makeRotateKey(deps),
            revokeKey: makeRevokeKey(deps),
            cursors,
            throttle,
            clock,
          });
        },
        [
          TOKENS.accessQueries,
          TOKENS.userQueries,
          TOKENS.cursors,
          TOKENS.throttle,
          TOKENS.unitOfWork,
          TOKENS.passwords,
          TOKENS.tokens,
          TOKENS.ids,
          TOKENS.clock,
        ],
      )
      .inSingletonScope();
  });
