import path from 'node:path';
import { API_VERSIONS } from '#adapters/http/versions/api-versions.ts';
import { PASSWORD_COST } from '#adapters/system/argon2-passwords.ts';
import { hasLiveKey, isDevelopment } from '#adapters/system/settings/deployment.ts';
import { requiresSmtpTls } from '#adapters/system/settings/smtp-tls.ts';
import { parseRate } from '#adapters/system/settings/value-schemas.ts';
import type { Config } from './config.ts';
import { contradictions, ownerErrors } from './contradictions.ts';
import { type Environment, misspeltVariables } from './environment.ts';
import { fileSettingsOf } from './file-settings.ts';
import { limitsOf, RATE_LIMITS } from './limits.ts';
import { seedsOf, setRulesOf } from './rule-seeds.ts';
import { FORMER_SETTINGS, SETTINGS } from './settings.ts';
import { webhookTargetsOf } from './webhook-targets.ts';

/** The message names every invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** How long a pricing from outside may take. */
const ORDER_PRICING_TIMEOUT_MS = 5_000;

type Options = Readonly<{
  /** Whether a first start creates the owner, who must be complete then. */
  createsOwner: boolean;
}>;

/** @throws ConfigError */
export const parseConfig = (environment: Environment, { createsOwner }: Options = { createsOwner: true }): Config => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { error, value } = SETTINGS.validate(set, {
    abortEarly: false,
    stripUnknown: true,
    errors: { label: false },
    messages: { 'string.min': 'must have at least {#limit} characters' },
  });
  const errors = (error?.details ?? []).map(({ path: [name], message }) => `${String(name)} ${message}`);
  errors.push(...(createsOwner ? ownerErrors(set) : []), ...contradictions(set));
  // a wrong name may be the cause of another error
  const misspelt = misspeltVariables(set);
  if (errors.length > 0) {
    errors.push(...misspelt.map(({ name, setting }) => `${name} is not a setting, but ${setting} is`));
  }
  if (errors.length > 0) throw new ConfigError(`Wrong settings: ${errors.join('; ')}.`);
  const ownerEmail = value.OWNER_EMAIL ?? 'owner@example.com';
  return Object.freeze({
    production: value.NODE_ENV === 'production',
    development: isDevelopment(set),
    role: value.ROLE,
    host: value.HOST,
    port: value.PORT,
    storage: value.STORAGE,
    databaseUrl: value.DATABASE_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    databasePooler: value.DATABASE_POOLER,
    databaseListenUrl: value.DATABASE_LISTEN_URL,
    standby: value.READ_DATABASE_URL && {
      url: value.READ_DATABASE_URL,
      servesPublicReads: value.PUBLIC_READS_MAY_LAG,
    },
    dataDir: path.resolve(value.DATA_DIR),
    files: fileSettingsOf(value),
    analyticsExportDir: value.ANALYTICS_EXPORT_DIR && path.resolve(value.ANALYTICS_EXPORT_DIR),
    owner: { email: ownerEmail, password: value.OWNER_PASSWORD },
    secretKey: value.SECRET_KEY,
    formerSecretKeys: value.SECRET_KEY_PREVIOUS,
    smtp: value.SMTP_URL && {
      url: value.SMTP_URL,
      requireTls: requiresSmtpTls(set),
    },
    ruleSeeds: { values: seedsOf(value), set: setRulesOf(set) },
    testClock: value.TEST_CLOCK,
    analytics: value.ANALYTICS === 'on',
    orderPricing: { module: value.ORDER_PRICING, timeoutMs: ORDER_PRICING_TIMEOUT_MS },
    paymentGateways: value.PAYMENT_GATEWAYS,
    stripe: {
      secretKey: value.STRIPE_SECRET_KEY ?? '',
      webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? '',
      ...(value.STRIPE_PUBLISHABLE_KEY === undefined ? {} : { publishableKey: value.STRIPE_PUBLISHABLE_KEY }),
      ...(value.STRIPE_API_BASE === undefined ? {} : { apiBase: value.STRIPE_API_BASE }),
    },
    sandboxForCustomers: value.SANDBOX_FOR_CUSTOMERS,
    hasLiveKey: hasLiveKey(set),
    sandboxWebhookSecret: undefined,
    publicUrl: value.PUBLIC_URL,
    rateLimit: parseRate(value.RATE_LIMIT),
    signInRateLimit: parseRate(value.SIGN_IN_RATE_LIMIT),
    ...RATE_LIMITS,
    secondFactorRoles: value.SECOND_FACTOR_REQUIRED,
    passwordCost: PASSWORD_COST,
    rateLimitStore: value.RATE_LIMIT_STORE,
    redisUrl: value.REDIS_URL,
    eventPublishers: value.EVENT_PUBLISHERS,
    natsUrl: value.NATS_URL,
    webhookTargets: webhookTargetsOf(value.WEBHOOK_ALLOW_PRIVATE, isDevelopment(set)),
    limits: limitsOf(value.LIMITS_SCALE, value.TRUST_PROXY !== false),
    maxBodyBytes: value.MAX_BODY_BYTES,
    requestTimeoutMs: value.REQUEST_TIMEOUT_MS,
    apiVersions: API_VERSIONS,
    shutdownNoticeMs: 500,
    shutdownTimeoutMs: value.REQUEST_TIMEOUT_MS,
    metricsToken: value.METRICS_TOKEN,
    tracesEndpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    corsOrigins: value.CORS_ORIGINS ?? (isDevelopment(set) ? 'loopback' : []),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    misspelt,
    former: FORMER_SETTINGS.filter((name) => set[name] !== undefined),
    environment: set,
  });
};
