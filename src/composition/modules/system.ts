import { randomUUID } from 'node:crypto';
import { makeHolidayCalendar } from '#adapters/holidays/holiday-calendar.ts';
import { htmlSanitizer } from '#adapters/html/html-sanitizer.ts';
import { makeSharpDecoder } from '#adapters/image-decoder/sharp-decoder.ts';
import { makeSmtpMailer } from '#adapters/smtp/smtp-mailer.ts';
import { isInRanges } from '#adapters/system/address-ranges.ts';
import { makeArgon2Passwords } from '#adapters/system/argon2-passwords.ts';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { buildGauges } from '#adapters/system/build-gauges.ts';
import { commonPasswords } from '#adapters/system/common-passwords.ts';
import { makeConsoleMailer } from '#adapters/system/console-mailer.ts';
import type { Encryption } from '#adapters/system/encryption.ts';
import { makeNoMailer } from '#adapters/system/no-mailer.ts';
import { makeOrderLinks } from '#adapters/system/order-links.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mail.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { ShopRulesQueries } from '#core/shop/ports.ts';
import type { Config } from '../config.ts';
import { openFiles } from '../file-storage.ts';
import { type Binding, constant } from '../injection.ts';
import { HTTP } from '../tokens/http.ts';
import { SYSTEM } from '../tokens/system.ts';

type Given = Readonly<{
  config: Config;
  log: Log;
  ids: IdGenerator;
  encryption: Encryption;
  isStopping: () => boolean;
  clock: BusinessClock;
  rules: ShopRulesQueries;
  tracing?: Tracing | undefined;
}>;

/** SMTP if it is set up; else mails are shown on the console, or in production not sent. */
const mailerOf = ({ config: { smtp, owner, production }, log, rules }: Given): Mailer => {
  const from = async () => (await rules.get()).mail_from ?? owner.email;
  if (smtp !== undefined) return makeSmtpMailer({ ...smtp, from });
  return production ? makeNoMailer(log) : makeConsoleMailer(log);
};

const traced = (mailer: Mailer, tracing: Tracing): Mailer => ({
  send: (mail) => tracing.run({ name: 'send mail', kind: 'client' }, () => mailer.send(mail)),
});

/** Settings, clock, ids, randomness, secrets, mail, and the calendar of buyers. */
export const systemModule = (given: Given): readonly Binding[] => {
  const { config, log, ids, encryption, isStopping, clock, tracing } = given;
  return [
    constant(SYSTEM.config, config),
    constant(SYSTEM.log, log),
    constant(SYSTEM.tracing, tracing),
    constant(SYSTEM.clock, clock),
    constant(SYSTEM.systemClock, systemClock),
    constant(SYSTEM.ids, ids),
    constant(SYSTEM.sanitizer, htmlSanitizer),
    constant(SYSTEM.tokens, bearerTokens),
    constant(SYSTEM.passwords, makeArgon2Passwords(config.passwordCost)),
    constant(SYSTEM.commonPasswords, commonPasswords),
    constant(SYSTEM.isInRanges, isInRanges),
    constant(SYSTEM.mailer, tracing === undefined ? mailerOf(given) : traced(mailerOf(given), tracing)),
    constant(SYSTEM.buyerCalendar, makeHolidayCalendar()),
    constant(SYSTEM.files, openFiles(config, systemClock)),
    constant(SYSTEM.imageDecoder, makeSharpDecoder(log)),
    constant(SYSTEM.random, Math.random),
    constant(SYSTEM.encryption, encryption),
    constant(SYSTEM.orderLinks, makeOrderLinks(encryption)),
    constant(SYSTEM.processName, randomUUID()),
    constant(SYSTEM.isStopping, isStopping),
    constant(HTTP.gauges, buildGauges),
  ];
};
