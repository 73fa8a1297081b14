import { ContainerModule } from 'inversify';
import { makeSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { argon2Passwords } from '#adapters/system/argon2-passwords.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { commonPasswords } from '#adapters/system/common-passwords.ts';
import { makeConsoleMailer } from '#adapters/system/console-mailer.ts';
import { makeEncryption } from '#adapters/system/encryption.ts';
import { makeNoMailer } from '#adapters/system/no-mailer.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeTypeIds } from '#adapters/system/type-ids.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mailer.ts';
import type { Config } from '../config.ts';
import { TOKENS } from '../tokens.ts';

/** By SMTP where a server is named; in development mails are shown. */
const mailerOf = ({ smtp, production }: Config, log: Log): Mailer => {
  if (smtp !== undefined) return makeSmtpMailer(smtp);
  return production ? makeNoMailer(log) : makeConsoleMailer(log);
};

/** Time, chance, secrets and mail. */
export const systemModule = (secretKey: string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.clock).toConstantValue(systemClock);
    bind(TOKENS.ids).toResolvedValue(makeTypeIds, [TOKENS.clock]).inSingletonScope();
    bind(TOKENS.tokens).toConstantValue(bearerTokens);
    bind(TOKENS.passwords).toConstantValue(argon2Passwords);
    bind(TOKENS.commonPasswords).toConstantValue(commonPasswords);
    bind(TOKENS.isInRanges).toConstantValue(isInRanges);
    bind(TOKENS.mailer).toResolvedValue(mailerOf, [TOKENS.config, TOKENS.log]).inSingletonScope();
    bind(TOKENS.random).toConstantValue(Math.random);
    bind(TOKENS.encryption).toConstantValue(makeEncryption(secretKey));
  });
