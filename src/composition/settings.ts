import Joi from 'joi';
import { retrySchedule } from '#adapters/system/settings/retry-schedule.ts';
import { formerSecretKeys, secretKey } from '#adapters/system/settings/secret-keys.ts';
import { databaseUrl, natsUrl, redisUrl } from '#adapters/system/settings/server-urls.ts';
import { trustProxy } from '#adapters/system/settings/trust-proxy.ts';
import { modules, origins, publicUrl, rate, someOf } from '#adapters/system/settings/value-schemas.ts';
import { ROLES } from '#core/access/role.ts';
import { LIMIT_SETTINGS } from './limit-settings.ts';
import { hidden, shown } from './setting-visibility.ts';
import { SHOP_SETTINGS } from './shop-settings.ts';

/** All environment variables that the service reads, with their defaults. */
export const SETTINGS = Joi.object({
  NODE_ENV: shown(
    'In production, the secret key, the database and the first owner must be set.',
    Joi.string().valid('production', 'development', 'test').default('development'),
  ),
  ROLE: shown(
    'Whether the process serves requests, runs background work, or both.',
    Joi.string().valid('all', 'http', 'worker').default('all'),
  ),
  HOST: shown('The address that the service listens on.', Joi.string().default('127.0.0.1')),
  PORT: shown(
    'The port that the service listens on; 0 selects a free one.',
    Joi.number().integer().min(0).max(65_535).default(3000),
  ),
  STORAGE: shown(
    'Where everything is stored; memory keeps nothing.',
    Joi.string().valid('postgres', 'memory').default('postgres'),
  ),
  DATABASE_URL: hidden('The PostgreSQL database; the embedded one if unset.', databaseUrl),
  MIGRATION_DATABASE_URL: hidden('The same database for a role that may change the schema.', databaseUrl),
  DATA_DIR: shown(
    'The folder of the embedded database, uploaded images and a generated secret key.',
    Joi.string().default('.data'),
  ),
  FILE_STORAGE: shown('Where uploaded images are stored.', Joi.string().valid('folder', 's3').default('folder')),
  S3_ENDPOINT: shown(
    'The S3-compatible storage.',
    Joi.string()
      .uri({ scheme: ['http', 'https'] })
      .messages({ 'string.uriCustomScheme': 'must be a URL such as https://s3.eu-central-1.amazonaws.com' }),
  ),
  S3_BUCKET: shown(
    'The bucket of uploaded images.',
    Joi.string()
      .pattern(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)
      .messages({ 'string.pattern.base': 'must be the name of a bucket' }),
  ),
  S3_REGION: shown('The region of the bucket.', Joi.string().max(64).default('us-east-1')),
  S3_ACCESS_KEY_ID: hidden('The id of the key of the bucket.', Joi.string().max(255)),
  S3_SECRET_ACCESS_KEY: hidden('The key of the bucket.', Joi.string().max(255)),
  ANALYTICS_EXPORT_DIR: shown(
    'The folder of the nightly export for analysis; if unset, nothing is exported.',
    Joi.string().max(1000),
  ),
  OWNER_EMAIL: hidden('The owner that the first start creates.', Joi.string().email({ tlds: false })),
  OWNER_PASSWORD: hidden('The password of this owner.', Joi.string().min(12).max(128)),
  SECRET_KEY: hidden('Signs cursors and encrypts stored secrets; generated if unset.', secretKey),
  SECRET_KEY_PREVIOUS: hidden('Former secret keys, which still decrypt.', formerSecretKeys),
  SMTP_URL: hidden(
    'The mail server; if unset, mails are printed on the console, and in production not sent.',
    Joi.string()
      .uri({ scheme: ['smtp', 'smtps'] })
      .messages({ 'string.uriCustomScheme': 'must be a URL such as smtps://user:password@host:465' }),
  ),
  TEST_CLOCK: shown('Whether a test clock may advance business time.', Joi.boolean().default(false)),
  ANALYTICS: shown('Whether figures are counted.', Joi.string().valid('on', 'off').default('on')),
  PUBLIC_URL: shown('The origin that clients and payers use; the address of the listener if unset.', publicUrl),
  RATE_LIMIT: shown('Requests per seconds, per credential or address.', rate('6000/60')),
  SIGN_IN_RATE_LIMIT: shown('Sign-ins per seconds, per address, and per e-mail and network.', rate('10/60')),
  GUEST_ORDER_RATE_LIMIT: shown('Orders of guests per seconds, per address and e-mail.', rate('60/3600')),
  SECOND_FACTOR_REQUIRED: shown('The roles that need a second factor.', someOf(ROLES).default([])),
  SIGN_UP_RATE_LIMIT: shown('Sign-ups per seconds, per address.', rate('10/3600')),
  PAYMENT_RATE_LIMIT_PER_ORDER: shown('Payment attempts per seconds, per order.', rate('20/3600')),
  PAYMENT_RATE_LIMIT_PER_USER: shown('Payment attempts per seconds, per customer.', rate('60/3600')),
  PAYMENT_RATE_LIMIT_PER_ADDRESS: shown('Payment attempts of customers per seconds, per address.', rate('120/3600')),
  PAYMENT_DECLINE_LIMIT: shown('Declined payments per seconds, per order and customer.', rate('10/3600')),
  WEBHOOK_RATE_LIMIT: shown('Tests, retries and replays of webhooks per seconds, per user.', rate('60/60')),
  RATE_LIMIT_STORE: shown(
    'Where requests are counted; all but memory are shared by processes.',
    Joi.string().valid('memory', 'postgres', 'redis').default('memory'),
  ),
  REDIS_URL: hidden('The Redis that counts requests.', redisUrl),
  NATS_URL: hidden('The NATS that events are published to.', natsUrl),
  EVENT_PUBLISHERS: shown('Publishers to other brokers.', modules('publishers such as ./my-publisher.mjs').default([])),
  WEBHOOK_ALLOW_PRIVATE: shown('Whether webhooks may use private addresses and http.', Joi.boolean()),
  WEBHOOK_RETRY_SCHEDULE: shown('The delays between the attempts of a delivery.', retrySchedule),
  ...SHOP_SETTINGS,
  ...LIMIT_SETTINGS,
  MAX_BODY_BYTES: shown(
    'The size of a request body.',
    Joi.number().integer().min(1024).max(1_073_741_824).default(1_048_576),
  ),
  REQUEST_TIMEOUT_MS: shown(
    'How long a request may take.',
    Joi.number().integer().min(10).max(600_000).default(30_000),
  ),
  SHUTDOWN_TIMEOUT_MS: shown(
    'How long requests in progress may take after a signal to stop; as REQUEST_TIMEOUT_MS if unset.',
    Joi.number().integer().min(10).max(3_600_000),
  ),
  METRICS_TOKEN: hidden(
    'The token of /metrics; if unset, only this machine may read them.',
    Joi.string().min(16).max(255),
  ),
  CORS_ORIGINS: shown('The origins whose pages may call the API, beside those of publishable keys.', origins),
  TRUST_PROXY: shown('Who may say which address a client has.', trustProxy.default(false)),
  LOG_LEVEL: shown(
    'Which lines the log has.',
    Joi.string().valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
  ),
});

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.describe()['keys'] as object);
