import { ContainerModule } from 'inversify';
import { accessRoutes } from '#adapters/http/access.routes.ts';
import { repeat } from '#adapters/system/repeat.ts';
import { makeKeyVerifier } from '#core/access/key-verifier.ts';
import { rememberCredentials } from '#core/access/remembered-credentials.ts';
import { makeCreateKey } from '#core/access/use-cases/create-key.ts';
import { makeRevokeKey } from '#core/access/use-cases/revoke-key.ts';
import { makeRotateKey } from '#core/access/use-cases/rotate-key.ts';
import { makeSignIn } from '#core/access/use-cases/sign-in.ts';
import { makeSignOut } from '#core/access/use-cases/sign-out.ts';
import { makeEnsureOwner } from '#core/users/use-cases/ensure-owner.ts';
import { TOKENS } from '../tokens.ts';

const USES_RECORDED_MS = 1_000;
const CLEANING_MS = 60_000;

/** Who may call: sessions, keys, and the owner who makes the first of them. */
export const accessModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.rememberedCredentials)
      .toResolvedValue(
        (credentials, changes, clock) => rememberCredentials({ credentials, changes, clock }),
        [TOKENS.credentialQueries, TOKENS.credentialChanges, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.keyVerifier)
      .toResolvedValue(
        (tokens, credentials, clock) => makeKeyVerifier({ tokens, credentials, clock }),
        [TOKENS.tokens, TOKENS.rememberedCredentials, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (credentials, log) => repeat('recording of key uses', USES_RECORDED_MS, () => credentials.recordUses(), log),
        [TOKENS.rememberedCredentials, TOKENS.log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (credentials, clock, log) =>
          repeat('removal of ended sessions', CLEANING_MS, () => credentials.removeEnded(clock.now()), log),
        [TOKENS.credentialQueries, TOKENS.clock, TOKENS.log],
      )
      .inSingletonScope();

    bind(TOKENS.ensureOwner)
      .toResolvedValue(
        (unitOfWork, passwords, ids, clock) => makeEnsureOwner({ unitOfWork, passwords, ids, clock }),
        [TOKENS.unitOfWork, TOKENS.passwords, TOKENS.ids, TOKENS.clock],
      )
      .inSingletonScope();
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, cursors, rateLimiter, unitOfWork, passwords, tokens, ids, clock, { signInRateLimit }) => {
          const deps = { unitOfWork, passwords, tokens, ids, clock };
          return accessRoutes({
            queries,
            signIn: makeSignIn(deps),
            signOut: makeSignOut(),
            createKey: makeCreateKey(deps),
            rotateKey: makeRotateKey(deps),
            revokeKey: makeRevokeKey(deps),
            cursors,
            rateLimiter,
            signInLimit: signInRateLimit,
          });
        },
        [
          TOKENS.accessQueries,
          TOKENS.cursors,
          TOKENS.rateLimiter,
          TOKENS.unitOfWork,
          TOKENS.passwords,
          TOKENS.tokens,
          TOKENS.ids,
          TOKENS.clock,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
  });
