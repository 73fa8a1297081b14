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
const HOUR_MS = 3_600_000;

/** Who may call: sessions, keys, and the owner who makes the first of them. */
export const accessModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { clock, ids, tokens, unitOfWork, passwords, credentialQueries, log } = TOKENS;
    bind(TOKENS.rememberedCredentials)
      .toResolvedValue(
        (credentials, changes, at) => rememberCredentials({ credentials, changes, clock: at }),
        [credentialQueries, TOKENS.credentialChanges, clock],
      )
      .inSingletonScope();
    bind(TOKENS.keyVerifier)
      .toResolvedValue(
        (read, credentials, at) => makeKeyVerifier({ tokens: read, credentials, clock: at }),
        [tokens, TOKENS.rememberedCredentials, clock],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (credentials, to) => repeat('recording of key uses', USES_RECORDED_MS, () => credentials.recordUses(), to),
        [TOKENS.rememberedCredentials, log],
      )
      .inSingletonScope();
    bind(TOKENS.worker)
      .toResolvedValue(
        (credentials, at, to) =>
          repeat('removal of ended sessions', HOUR_MS, () => credentials.removeEnded(at.now()), to),
        [credentialQueries, clock, log],
      )
      .inSingletonScope();

    bind(TOKENS.signIn)
      .toResolvedValue(
        (work, hasher, maker, id, at) =>
          makeSignIn({ unitOfWork: work, passwords: hasher, tokens: maker, ids: id, clock: at }),
        [unitOfWork, passwords, tokens, ids, clock],
      )
      .inSingletonScope();
    bind(TOKENS.signOut).toResolvedValue(makeSignOut, []).inSingletonScope();
    bind(TOKENS.createKey)
      .toResolvedValue((at, id, maker) => makeCreateKey({ clock: at, ids: id, tokens: maker }), [clock, ids, tokens])
      .inSingletonScope();
    bind(TOKENS.rotateKey)
      .toResolvedValue((at, id, maker) => makeRotateKey({ clock: at, ids: id, tokens: maker }), [clock, ids, tokens])
      .inSingletonScope();
    bind(TOKENS.revokeKey)
      .toResolvedValue((at) => makeRevokeKey({ clock: at }), [clock])
      .inSingletonScope();
    bind(TOKENS.ensureOwner)
      .toResolvedValue(
        (work, hasher, id, at) => makeEnsureOwner({ unitOfWork: work, passwords: hasher, ids: id, clock: at }),
        [unitOfWork, passwords, ids, clock],
      )
      .inSingletonScope();

    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, signIn, signOut, createKey, rotateKey, revokeKey, cursors, rateLimiter, config) =>
          accessRoutes({
            queries,
            signIn,
            signOut,
            createKey,
            rotateKey,
            revokeKey,
            cursors,
            rateLimiter,
            signInLimit: config.signInRateLimit,
          }),
        [
          TOKENS.accessQueries,
          TOKENS.signIn,
          TOKENS.signOut,
          TOKENS.createKey,
          TOKENS.rotateKey,
          TOKENS.revokeKey,
          TOKENS.cursors,
          TOKENS.rateLimiter,
          TOKENS.config,
        ],
      )
      .inSingletonScope();
  });
