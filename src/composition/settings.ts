import Joi from 'joi';
import { dunningSchedule } from '#adapters/system/settings/dunning-schedule.ts';
import { DEFAULT_RETRY_SCHEDULE, retrySchedule } from '#adapters/system/settings/retry-schedule.ts';
import { formerSecretKeys, secretKey } from '#adapters/system/settings/secret-keys.ts';
import { databaseUrl, natsUrl, redisUrl } from '#adapters/system/settings/server-urls.ts';
import { trustProxy } from '#adapters/system/settings/trust-proxy.ts';
import { modules, origins, page, publicUrl, rate, someOf } from '#adapters/system/settings/value-schemas.ts';
import { ROLES } from '#core/access/role.ts';
import { MAIL_LANGUAGES } from '#core/mails/mail-language.ts';
import { SHOP_MAIL_PURPOSES } from '#core/mails/mail-request.ts';
import { CUSTOMER_PERMISSIONS } from '#core/orders/customer-policy.ts';
import { TAX_ROUNDINGS } from '#core/pricing/taxes.ts';
import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { SIGN_UP_MODES } from '#core/users/use-cases/sign-up.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';

/** All environment variables that the service reads, with their defaults. */
export const SETTINGS = Joi.object({
  NODE_ENV: Joi.string().valid('production', 'development', 'test').default('development'),
  ROLE: Joi.string().valid('all', 'http', 'worker').default('all'),
  HOST: Joi.string().default('127.0.0.1'),
  PORT: Joi.number().integer().min(0).max(65_535).default(3000),
  STORAGE: Joi.string().valid('postgres', 'memory').default('postgres'),
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: databaseUrl,
  DATA_DIR: Joi.string().default('.data'),
  FILE_STORAGE: Joi.string().valid('folder', 's3').default('folder'),
  S3_ENDPOINT: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .messages({ 'string.uriCustomScheme': 'must be a URL such as https://s3.eu-central-1.amazonaws.com' }),
  S3_BUCKET: Joi.string()
    .pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
    .messages({ 'string.pattern.base': 'must be the name of a bucket' }),
  S3_REGION: Joi.string().max(64).default('us-east-1'),
  S3_ACCESS_KEY_ID: Joi.string().max(255),
  S3_SECRET_ACCESS_KEY: Joi.string().max(255),
  ANALYTICS_EXPORT_DIR: Joi.string().max(1000),
  OWNER_EMAIL: Joi.string().email({ tlds: false }),
  OWNER_PASSWORD: Joi.string().min(12).max(128),
  SECRET_KEY: secretKey,
  SECRET_KEY_PREVIOUS: formerSecretKeys,
  SMTP_URL: Joi.string()
    .uri({ scheme: ['smtp', 'smtps'] })
    .messages({ 'string.uriCustomScheme': 'must be a URL such as smtps://user:password@host:465' }),
  MAIL_FROM: Joi.string().max(320),
  PASSWORD_RESET_URL: page,
  EMAIL_VERIFICATION_URL: page,
  ORDER_PAGE_URL: page,
  BILLING_PAGE_URL: page,
  MAIL_LANGUAGE: Joi.string()
    .valid(...MAIL_LANGUAGES)
    .default('en'),
  MAILS: someOf(SHOP_MAIL_PURPOSES).default([...SHOP_MAIL_PURPOSES]),
  TEST_CLOCK: Joi.boolean().default(false),
  ANALYTICS: Joi.string().valid('on', 'off').default('on'),
  STORE_CURRENCY: Joi.string()
    .custom((code: string, helpers) => (Currency.is(code) ? code : helpers.error('any.only')))
    .default('USD')
    .messages({ 'any.only': CURRENCY_RULE }),
  PRICES_INCLUDE_TAX: Joi.boolean().default(false),
  TAX_ROUNDING: Joi.string()
    .valid(...TAX_ROUNDINGS)
    .default('line'),
  ORDER_PRICING: Joi.string().max(1000).default('tables'),
  ORDER_PRICING_TIMEOUT_MS: Joi.number().integer().min(100).max(20_000).default(5_000),
  ORDER_EXPIRY_MINUTES: Joi.number().min(0.01).max(525_600).default(30),
  MAX_UNPAID_ORDERS_PER_CUSTOMER: Joi.number().integer().min(1).max(1_000_000).default(50),
  MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: Joi.number().integer().min(1).max(1_000_000).default(5),
  MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: Joi.number().integer().min(1).max(1_000_000).default(20),
  MAX_UNPAID_GUEST_STOCK_PER_EMAIL: Joi.number().integer().min(1).max(1_000_000_000).default(250),
  MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: Joi.number().integer().min(1).max(1_000_000_000).default(1_000),
  PAYMENT_GATEWAYS: modules('gateways such as sandbox,manual').default(['sandbox']),
  STRIPE_SECRET_KEY: Joi.string().max(255),
  STRIPE_WEBHOOK_SECRET: Joi.string().max(255),
  STRIPE_PUBLISHABLE_KEY: Joi.string()
    .pattern(/^pk_/)
    .max(255)
    .messages({ 'string.pattern.base': 'must be a publishable key, pk_…' }),
  STRIPE_API_BASE: page,
  SANDBOX_FOR_CUSTOMERS: Joi.boolean().default(false),
  SANDBOX_WEBHOOK_SECRET: Joi.string().min(16).max(255),
  PUBLIC_URL: publicUrl,
  RATE_LIMIT: rate('6000/60'),
  SIGN_IN_RATE_LIMIT: rate('10/60'),
  GUEST_ORDER_RATE_LIMIT: rate('60/3600'),
  CUSTOMER_MAY: someOf(CUSTOMER_PERMISSIONS).default(['cancel_unpaid']),
  SECOND_FACTOR_REQUIRED: someOf(ROLES).default([]),
  CUSTOMER_SIGN_UP: Joi.string()
    .valid(...SIGN_UP_MODES)
    .default('off'),
  SIGN_UP_RATE_LIMIT: rate('10/3600'),
  PAYMENT_RATE_LIMIT_PER_ORDER: rate('20/3600'),
  PAYMENT_RATE_LIMIT_PER_USER: rate('60/3600'),
  PAYMENT_RATE_LIMIT_PER_ADDRESS: rate('120/3600'),
  PAYMENT_DECLINE_LIMIT: rate('10/3600'),
  WEBHOOK_RATE_LIMIT: rate('60/60'),
  RATE_LIMIT_STORE: Joi.string().valid('memory', 'postgres', 'redis').default('memory'),
  REDIS_URL: redisUrl,
  NATS_URL: natsUrl,
  EVENT_PUBLISHERS: modules('publishers such as ./my-publisher.mjs').default([]),
  WEBHOOK_ALLOW_PRIVATE: Joi.boolean(),
  DUNNING_SCHEDULE: dunningSchedule,
  WEBHOOK_RETRY_SCHEDULE: retrySchedule.default(DEFAULT_RETRY_SCHEDULE),
  ...LIMIT_SETTINGS,
  MAX_BODY_BYTES: Joi.number().integer().min(1024).max(1_073_741_824).default(1_048_576),
  REQUEST_TIMEOUT_MS: Joi.number().integer().min(10).max(600_000).default(30_000),
  SHUTDOWN_TIMEOUT_MS: Joi.number().integer().min(10).max(3_600_000),
  METRICS_TOKEN: Joi.string().min(16).max(255),
  CORS_ORIGINS: origins,
  TRUST_PROXY: trustProxy.default(false),
  LOG_LEVEL: Joi.string().valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.describe()['keys'] as object);
