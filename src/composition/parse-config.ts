import path from 'node:path';
import { PASSWORD_COST } from '#adapters/system/argon2-passwords.ts';
import { hasLiveKey, isDevelopment } from '#adapters/system/settings/deployment.ts';
import { requiresSmtpTls } from '#adapters/system/settings/smtp-tls.ts';
import { parseRate } from '#adapters/system/settings/value-schemas.ts';
import type { Config } from './config.ts';
import { contradictions, ownerErrors } from './contradictions.ts';
import { type Environment, misspeltVariables } from './environment.ts';
import { fileSettingsOf } from './file-settings.ts';
import { limitsOf } from './limit-settings.ts';
import { SETTINGS } from './settings.ts';
import { webhookTargetsOf } from './webhook-targets.ts';

/** The message names every invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
    dataDir: path.resolve(value.DATA_DIR),
    files: fileSettingsOf(value),
    analyticsExportDir: value.ANALYTICS_EXPORT_DIR && path.resolve(value.ANALYTICS_EXPORT_DIR),
    owner: { email: ownerEmail, password: value.OWNER_PASSWORD },
    secretKey: value.SECRET_KEY,
    formerSecretKeys: value.SECRET_KEY_PREVIOUS,
    smtp: value.SMTP_URL && {
      url: value.SMTP_URL,
      from: value.MAIL_FROM ?? ownerEmail,
      requireTls: requiresSmtpTls(set),
    },
    mailPages: {
      password_reset: value.PASSWORD_RESET_URL,
      email_verification: value.EMAIL_VERIFICATION_URL,
      email_change: value.EMAIL_VERIFICATION_URL,
    },
    shopMails: {
      purposes: value.SMTP_URL === undefined ? [] : value.MAILS,
      language: value.MAIL_LANGUAGE,
      orderPage: value.ORDER_PAGE_URL,
      billingPage: value.BILLING_PAGE_URL,
    },
    storeCurrency: value.STORE_CURRENCY,
    testClock: value.TEST_CLOCK,
    analytics: value.ANALYTICS === 'on',
    orderPricing: {
      module: value.ORDER_PRICING,
      timeoutMs: value.ORDER_PRICING_TIMEOUT_MS,
      rules: { pricesIncludeTax: value.PRICES_INCLUDE_TAX, rounding: value.TAX_ROUNDING },
    },
    maxUnpaidOrdersPerCustomer: value.MAX_UNPAID_ORDERS_PER_CUSTOMER,
    guestOrderLimits: {
      perEmail: {
        orders: value.MAX_UNPAID_GUEST_ORDERS_PER_EMAIL,
        stock: value.MAX_UNPAID_GUEST_STOCK_PER_EMAIL,
      },
      perClient: {
        orders: value.MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS,
        stock: value.MAX_UNPAID_GUEST_STOCK_PER_ADDRESS,
      },
    },
    orderExpiryMs: Math.round(value.ORDER_EXPIRY_MINUTES * 60_000),
    paymentGateways: value.PAYMENT_GATEWAYS,
    stripe: {
      secretKey: value.STRIPE_SECRET_KEY ?? '',
      webhookSecret: value.STRIPE_WEBHOOK_SECRET ?? '',
      ...(value.STRIPE_PUBLISHABLE_KEY === undefined ? {} : { publishableKey: value.STRIPE_PUBLISHABLE_KEY }),
      ...(value.STRIPE_API_BASE === undefined ? {} : { apiBase: value.STRIPE_API_BASE }),
    },
    sandboxForCustomers: value.SANDBOX_FOR_CUSTOMERS,
    hasLiveKey: hasLiveKey(set),
    sandboxWebhookSecret: value.SANDBOX_WEBHOOK_SECRET,
    publicUrl: value.PUBLIC_URL,
    rateLimit: parseRate(value.RATE_LIMIT),
    signInRateLimit: parseRate(value.SIGN_IN_RATE_LIMIT),
    guestOrderRateLimit: parseRate(value.GUEST_ORDER_RATE_LIMIT),
    customerMay: value.CUSTOMER_MAY,
    customerSignUp: value.CUSTOMER_SIGN_UP,
    secondFactorRoles: value.SECOND_FACTOR_REQUIRED,
    passwordCost: PASSWORD_COST,
    signUpRateLimit: parseRate(value.SIGN_UP_RATE_LIMIT),
    paymentRateLimits: {
      order: parseRate(value.PAYMENT_RATE_LIMIT_PER_ORDER),
      user: parseRate(value.PAYMENT_RATE_LIMIT_PER_USER),
      address: parseRate(value.PAYMENT_RATE_LIMIT_PER_ADDRESS),
      declines: parseRate(value.PAYMENT_DECLINE_LIMIT),
    },
    webhookRateLimit: parseRate(value.WEBHOOK_RATE_LIMIT),
    rateLimitStore: value.RATE_LIMIT_STORE,
    redisUrl: value.REDIS_URL,
    eventPublishers: value.EVENT_PUBLISHERS,
    natsUrl: value.NATS_URL,
    webhookTargets: webhookTargetsOf(value.WEBHOOK_ALLOW_PRIVATE, isDevelopment(set)),
    dunningSchedule: value.DUNNING_SCHEDULE,
    webhookRetrySchedule: value.WEBHOOK_RETRY_SCHEDULE,
    limits: limitsOf(value, value.TRUST_PROXY !== false),
    maxBodyBytes: value.MAX_BODY_BYTES,
    requestTimeoutMs: value.REQUEST_TIMEOUT_MS,
    shutdownNoticeMs: 500,
    shutdownTimeoutMs: value.SHUTDOWN_TIMEOUT_MS ?? value.REQUEST_TIMEOUT_MS,
    metricsToken: value.METRICS_TOKEN,
    corsOrigins: value.CORS_ORIGINS ?? (isDevelopment(set) ? 'loopback' : []),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    misspelt,
    environment: set,
  });
};
