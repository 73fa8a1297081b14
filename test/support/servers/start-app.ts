import { inspect } from 'node:util';
import type { PasswordCost } from '#adapters/system/argon2-passwords.ts';
import type { Config } from '#composition/config.ts';
import type { RATE_LIMITS } from '#composition/limits.ts';
import { parseConfig } from '#composition/parse-config.ts';
import { type Service, startService } from '#composition/service.ts';
import type { Log } from '#core/shared/log.ts';
import { keepLog } from '../builders/secrets.ts';
import { type Caller, callerOf, OWNER, ownerKeyOf } from './calls.ts';

/** A running service with a client. */
export type TestApp = Readonly<{
  url: string;
  /** A key with all scopes. */
  ownerKey: string;
  ownerPassword: string;
  service: Service;
  call: Caller;
  stop(): Promise<void>;
}>;

/** The limits of what single people do. */
type PersonalLimits = Partial<Pick<Config, keyof typeof RATE_LIMITS>>;

/** Tests pay, and send webhooks, more often than people. */
const UNLIMITED: PersonalLimits = {
  paymentRateLimits: { order: undefined, user: undefined, address: undefined, declines: undefined },
  webhookRateLimit: undefined,
};

/** Tests store passwords by the thousand. */
const LOW_COST = { memory: 8, passes: 1, parallelism: 1 };

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The same log, stored for the end of the run. */
const recorded = (log: Log): { log: Log; keep: () => void } => {
  const lines: string[] = [];
  const at = (level: keyof Log) => (fields: object, message: string) => {
    lines.push(`${message} ${inspect(fields, { depth: 8, breakLength: Number.POSITIVE_INFINITY })}`);
    log[level](fields, message);
  };
  const keep = () => keepLog(lines.splice(0));
  return { log: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }, keep };
};

export type StartOptions = Readonly<{
  log?: Log;
  shutdownNoticeMs?: number;
  passwordCost?: PasswordCost;
  /** What no setting changes. */
  constants?: Partial<Config>;
}>;

/**
 * The service on a free port: on memory, or on the database in `DATABASE_URL`. Calls use the owner's key by default.
 */
export const startApp = async (
  settings: Record<string, string> = {},
  { log = quiet, shutdownNoticeMs = 0, passwordCost = LOW_COST, constants = {} }: StartOptions = {},
): Promise<TestApp> => {
  const storage =
    settings['DATABASE_URL'] === undefined
      ? { STORAGE: 'memory' }
      : { SECRET_KEY: 'the secret key of services in tests' };
  const defaults = {
    PORT: '0',
    RATE_LIMIT: 'off',
    SIGN_IN_RATE_LIMIT: 'off',
    OWNER_PASSWORD: OWNER.password,
  };
  const logging = recorded(log);
  const config = parseConfig({ ...defaults, ...storage, ...settings });
  const started = { ...config, ...UNLIMITED, shutdownNoticeMs, passwordCost, ...constants };
  const service = await startService(started, logging.log);
  const ownerKey = await ownerKeyOf(service.url);
  return {
    url: service.url,
    ownerKey,
    ownerPassword: OWNER.password,
    service,
    call: callerOf(service.url, ownerKey),
    stop: async () => {
      await service.stop();
      logging.keep();
    },
  };
};
