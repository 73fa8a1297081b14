import path from 'node:path';
import type { TrustProxy } from '#adapters/http/server/client-address.ts';
import type { CorsOrigins } from '#adapters/http/server/cors.ts';
import { hasLiveKey, isDevelopment } from '#adapters/system/settings/deployment.ts';
import { requiresSmtpTls } from '#adapters/system/settings/smtp-tls.ts';
import { parseRate } from '#adapters/system/settings/value-schemas.ts';
import type { AllowedTargets } from '#adapters/webhooks/forbidden-address.ts';
import type { Role } from '#core/access/role.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import type { ShopMailPurpose } from '#core/mails/mail-request.ts';
import type { CustomerPolicy } from '#core/orders/customer-policy.ts';
import type { GuestOrderLimits } from '#core/orders/guest.ts';
import type { TaxRules } from '#core/pricing/taxes.ts';
import type { Currency } from '#core/shared/currency.ts';
import type { RateLimit } from '#core/shared/rate-limiter.ts';
import type { MailPages } from '#core/users/account-mails.ts';
import type { SignUpMode } from '#core/users/use-cases/sign-up.ts';
import { contradictions, ownerErrors } from './contradictions.ts';
import { type Environment, type MisspeltVariable, misspeltVariables } from './environment.ts';
import { type FileSettings, fileSettingsOf } from './file-settings.ts';
import { type Limits, limitsOf } from './limit-settings.ts';
import { SETTINGS } from './settings.ts';
import { webhookTargetsOf } from './webhook-targets.ts';

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
  smtp: Readonly<{ url: string; from: string; requireTls: boolean }> | undefined;
  mailPages: Omit<MailPages, 'invitation'>;
  shopMails: Readonly<{
    /** None without a mail server. */
    purposes: readonly ShopMailPurpose[];
    language: MailLanguage;
    /** The shop's pages that show an order, and an invoice or a subscription; undefined: mails have no link. */
    orderPage: string | undefined;
    billingPage: string | undefined;
  }>;
  storeCurrency: Currency;
  /** Whether a test clock moves business time. */
  testClock: boolean;
  /** Whether figures are counted. */
  analytics: boolean;
  orderPricing: Readonly<{
    /** `tables` for the built-in pricing, or the path or package of another. */
    module: string;
    timeoutMs: number;
    rules: TaxRules;
  }>;
  /** How long a new order waits for its payment. */
  orderExpiryMs: number;
  /** How many unpaid orders customers may have that they have created themselves. */
  maxUnpaidOrdersPerCustomer: number;
  /** How many unpaid orders guests may have, and the stock these may hold, of an e-mail and from a client address. */
  guestOrderLimits: GuestOrderLimits;
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
  /** What customers and guests may do with their orders. */
  customerMay: CustomerPolicy;
  customerSignUp: SignUpMode;
  /** The roles whose sessions may do nothing until their user has a second factor. */
  secondFactorRoles: readonly Role[];
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
  /** When failed payments of subscriptions are retried, in days after the first failure. */
  dunningSchedule: readonly number[];
  /** The delays between the attempts of a delivery, in milliseconds. */
  webhookRetrySchedule: readonly number[];
  limits: Limits;
  maxBodyBytes: number;
  requestTimeoutMs: number;
  shutdownTimeoutMs: number;
  /** Undefined: metrics are shown to clients on this machine. */
  metricsToken: string | undefined;
  corsOrigins: CorsOrigins;
  trustProxy: TrustProxy;
  logLevel: string;
  misspelt: readonly MisspeltVariable[];
  /** All variables as they were set: gateways from outside the source tree have their own. */
  environment: Environment;
}>;

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
    shutdownTimeoutMs: value.SHUTDOWN_TIMEOUT_MS ?? value.REQUEST_TIMEOUT_MS,
    metricsToken: value.METRICS_TOKEN,
    corsOrigins: value.CORS_ORIGINS ?? (isDevelopment(set) ? 'loopback' : []),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    misspelt,
    environment: set,
  });
};
