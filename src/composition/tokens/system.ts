import type { Encryption } from '#adapters/system/encryption.ts';
import type { BearerTokens } from '#core/access/bearer-tokens.ts';
import type { CommonPasswords, IsInRanges, PasswordHasher } from '#core/access/ports.ts';
import type { HtmlSanitizer } from '#core/catalog/safe-html.ts';
import type { ImageDecoder } from '#core/images/ports.ts';
import type { OrderLinks } from '#core/orders/order-access.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { FileStorage } from '#core/shared/file-storage.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Mailer } from '#core/shared/mail.ts';
import type { Random } from '#core/shared/random.ts';
import type { Tracing } from '#core/shared/tracing.ts';
import type { BuyerCalendar } from '#core/withdrawals/withdrawal-period.ts';
import type { Config } from '../config.ts';
import { token } from '../injection.ts';

export const SYSTEM = {
  config: token<Config>('Config'),
  log: token<Log>('Log'),
  clock: token<BusinessClock>('BusinessClock'),
  systemClock: token<SystemClock>('SystemClock'),
  ids: token<IdGenerator>('IdGenerator'),
  sanitizer: token<HtmlSanitizer>('HtmlSanitizer'),
  tokens: token<BearerTokens>('BearerTokens'),
  passwords: token<PasswordHasher>('PasswordHasher'),
  commonPasswords: token<CommonPasswords>('CommonPasswords'),
  isInRanges: token<IsInRanges>('IsInRanges'),
  mailer: token<Mailer>('Mailer'),
  orderLinks: token<OrderLinks>('OrderLinks'),
  buyerCalendar: token<BuyerCalendar>('BuyerCalendar'),
  files: token<FileStorage>('FileStorage'),
  /** Undefined: nothing is traced. */
  tracing: token<Tracing | undefined>('Tracing'),
  imageDecoder: token<ImageDecoder>('ImageDecoder'),
  encryption: token<Encryption>('Encryption'),
  random: token<Random>('Random'),
  /** Identifies this process among those on the same storage. */
  processName: token<string>('ProcessName'),
  /** Whether the service is stopping. */
  isStopping: token<() => boolean>('IsStopping'),
};
