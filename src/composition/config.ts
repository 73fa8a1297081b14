import type { TrustProxy } from '#adapters/http/server/client-address.ts';
import type { CorsOrigins } from '#adapters/http/server/cors.ts';
import type { ApiVersions } from '#adapters/http/versions/api-versions.ts';
import type { StandbyAddress } from '#adapters/postgres/connection/database.ts';
import type { PasswordCost } from '#adapters/system/argon2-passwords.ts';
import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';
import type { Role } from '#core/access/role.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { RuleName, RuleValues } from '#core/shop/rules.ts';
import type { Environment, MisspeltVariable } from './environment.ts';
import type { FileSettings } from './file-settings.ts';
import type { Limits } from './limits.ts';

/** The validated settings. */
export type Config = Readonly<{
  production: boolean;
  /** Whether the defaults are those of a developer's machine. */
  development: boolean;
  /** Whether the process serves requests, runs background work, or both. */
  role: 'all' | 'http' | 'worker';
  host: string;
  port: number;
  storage: 'postgres' | 'memory';
  /** Undefined: the embedded PostgreSQL. */
  databaseUrl: string | undefined;
  /** The same database for a role that may change the schema. */
  migrationDatabaseUrl: string | undefined;
  /** For how long the pooler of `databaseUrl` lends a server connection; `session` without a pooler. */
  databasePooler: 'session' | 'transaction';
  /** The same database for the connection that receives notifications. */
  databaseListenUrl: string | undefined;
  /** Undefined: the database serves all reads. */
  standby: StandbyAddress | undefined;
  /** An absolute path. */
  dataDir: string;
  files: FileSettings;
  /** An absolute path. Undefined: nothing is exported for analysis. */
  analyticsExportDir: string | undefined;
  /** The owner that the first start creates. */
  owner: Readonly<{ email: string; password: string | undefined }>;
  /** Undefined: a key is generated and stored in the data directory. */
  secretKey: string | undefined;
  /** The keys that encrypted older data, the latest first. */
  formerSecretKeys: readonly string[];
  /** Undefined: mails are printed on the console, or not sent in production. */
  smtp: Readonly<{ url: string; requireTls: boolean }> | undefined;
  ruleSeeds: Readonly<{
    /** What the first start stores as the rules of the shop. */
    values: RuleValues;
    /** Those that the environment sets. */
    set: readonly RuleName[];
  }>;
  /** Whether a test clock moves business time. */
  testClock: boolean;
  /** Whether figures are counted. */
  analytics: boolean;
  orderPricing: Readonly<{
    /** `tables` for the built-in pricing, or the path or package of another. */
    module: string;
    timeoutMs: number;
  }>;
  /** Names, paths and packages; the first is the default. */
  paymentGateways: readonly string[];
  stripe: Readonly<{ secretKey: string; webhookSecret: string; publishableKey?: string; apiBase?: string }>;
  /** Whether customers may pay with the sandbox although other machines reach the service. */
  sandboxForCustomers: boolean;
  /** Whether the settings contain a key that moves real money. */
  hasLiveKey: boolean;
  /** Undefined: derived from the secret key. */
  sandboxWebhookSecret: string | undefined;
  /** The origin that clients use. Undefined: the address of the listener. */
  publicUrl: string | undefined;
  rateLimit: RateLimit | undefined;
  signInRateLimit: RateLimit | undefined;
  /** Orders of guests, for each client address and e-mail; undefined: off. */
  guestOrderRateLimit: RateLimit | undefined;
  /** Writes of visitors to carts and checkouts, for each client address; undefined: off. */
  guestCartRateLimit: RateLimit | undefined;
  /** Unknown discount codes, for each client address and customer; undefined: off. */
  discountCodeRateLimit: RateLimit | undefined;
  /** The roles whose sessions may do nothing until their user has a second factor. */
  secondFactorRoles: readonly Role[];
  passwordCost: PasswordCost;
  /** Sign-ups of visitors, for each client address; undefined: off. */
  signUpRateLimit: RateLimit | undefined;
  /** Limits of payment attempts and declines; undefined: off. */
  paymentRateLimits: Readonly<Record<'order' | 'user' | 'address' | 'declines', RateLimit | undefined>>;
  /** Of the tests, retries and replays of webhooks, for each user. */
  webhookRateLimit: RateLimit | undefined;
  rateLimitStore: 'memory' | 'postgres' | 'redis';
  redisUrl: string | undefined;
  /** Paths and packages of publishers from outside the source tree. */
  eventPublishers: readonly string[];
  /** Undefined: events are not published to NATS. */
  natsUrl: string | undefined;
  /** Where webhooks may be sent to. */
  webhookTargets: AllowedTargets;
  limits: Limits;
  maxBodyBytes: number;
  requestTimeoutMs: number;
  apiVersions: ApiVersions;
  shutdownNoticeMs: number;
  shutdownTimeoutMs: number;
  /** Undefined: metrics are shown to clients on this machine. */
  metricsToken: string | undefined;
  /** Undefined: nothing is traced. */
  tracesEndpoint: string | undefined;
  corsOrigins: CorsOrigins;
  trustProxy: TrustProxy;
  logLevel: string;
  misspelt: readonly MisspeltVariable[];
  /** Variables that were settings in earlier versions. */
  former: readonly string[];
  /** All variables as they were set: gateways from outside the source tree have their own. */
  environment: Environment;
}>;
