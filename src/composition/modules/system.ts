import { ContainerModule } from 'inversify';
import { argon2Passwords } from '#adapters/system/argon2-passwords.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { makeSealer } from '#adapters/system/sealer.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import { TOKENS } from '../tokens.ts';

/** Time, chance and secrets. */
export const systemModule = (secretKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.clock).toConstantValue(systemClock);
    bind(TOKENS.ids).toResolvedValue(makeTypeIds, [TOKENS.clock]).inSingletonScope();
    bind(TOKENS.tokens).toConstantValue(bearerTokens);
    bind(TOKENS.passwords).toConstantValue(argon2Passwords);
    bind(TOKENS.sealer).toConstantValue(makeSealer(secretKey));
  });
