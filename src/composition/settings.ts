import Joi from 'joi';
import { formerSecretKeys, secretKey } from '#adapters/system/settings/secret-keys.ts';
import { natsUrl, redisUrl } from '#adapters/system/settings/server-urls.ts';
import { trustProxy } from '#adapters/system/settings/trust-proxy.ts';
import { modules, origins, publicUrl, rate, someOf } from '#adapters/system/settings/value-schemas.ts';
import { ROLES } from '#core/access/role.ts';
import { FILE_SETTINGS } from './file-settings.ts';
import { PAYMENT_SETTINGS } from './payment-settings.ts';
import { RULE_SEEDS } from './rule-seeds.ts';
import { hidden, shown } from './setting-visibility.ts';
import { STORAGE_SETTINGS } from './storage-settings.ts';

const PROCESS_SETTINGS = {
  NODE_ENV: shown(
    'In production, the secret key, the database and the first owner must be set.',
    Joi.string().valid('production', 'development', 'test').default('development'),
    'in `production`, `SECRET_KEY` and `DATABASE_URL` must be set, and at the first start the owner',
  ),
  ROLE: shown(
    'Whether the process serves requests, runs background work, or both.',
    Joi.string().valid('all', 'http', 'worker').default('all'),
    '`http` answers requests without background work; `worker` does the background work and serves only `/health/*`, `/metrics` and `/api/openapi.json`',
  ),
  HOST: shown('The address that the service listens on.', Joi.string().default('127.0.0.1')),
  PORT: shown(
    'The port that the service listens on; 0 selects a free one.',
    Joi.number().integer().min(0).max(65_535).default(3000),
    'the port that the service listens on; 0 selects a free one, shown in the log',
  ),
  PUBLIC_URL: shown(
    'The origin that clients and payers use; the address of the listener if unset.',
    publicUrl,
    'the origin that clients and payers use; the address of the listener if unset. It must be set where `HOST` is a wildcard. Passkeys belong to its host: with another one they have to be enrolled again, and with an address in numbers there are none',
  ),
};

const SECRET_SETTINGS = {
  OWNER_EMAIL: hidden(
    'The owner that the first start creates.',
    Joi.string().email({ tlds: false }),
    'the owner that the first start creates; `owner@example.com` if unset',
  ),
  OWNER_PASSWORD: hidden(
    'The password of this owner.',
    Joi.string().min(12).max(128),
    'the password of this owner, 12 to 128 characters; outside production a random one is made and shown',
  ),
  SECRET_KEY: hidden(
    'Signs cursors and encrypts stored secrets; generated if unset.',
    secretKey,
    'at least 32 random characters, as of `openssl rand -base64 32`: signs cursors and encrypts stored secrets; generated if unset',
  ),
  SECRET_KEY_PREVIOUS: hidden(
    'Former secret keys, which still decrypt.',
    formerSecretKeys,
    'former keys, separated by commas, which still decrypt until `npm run admin -- reencrypt` has run',
  ),
  SECOND_FACTOR_REQUIRED: shown(
    'The roles that need a second factor.',
    someOf(ROLES).default([]),
    'the roles that need a second factor, separated by commas, such as `owner,admin`: until they have one, their sessions may only add it (403 `second_factor_enrolment_required`). API keys are not affected',
  ),
};

const MESSAGE_SETTINGS = {
  SMTP_URL: hidden(
    'The mail server; if unset, mails are printed on the console, and in production not sent.',
    Joi.string()
      .uri({ scheme: ['smtp', 'smtps'] })
      .messages({ 'string.uriCustomScheme': 'must be a URL such as smtps://user:password@host:465' }),
    'the mail server, such as `smtps://user:password@host:465`; if unset, mails are printed on the console, and in production not sent. In production mail to another machine is sent over TLS only: by `smtps://`, or by `smtp://` to a server with STARTTLS',
  ),
  NATS_URL: hidden(
    'The NATS that events are published to.',
    natsUrl,
    '`nats://user:password@host:4222`: events are published there ([how](publish-to-a-broker.md))',
  ),
  EVENT_PUBLISHERS: shown(
    'Publishers to other brokers.',
    modules('publishers such as ./my-publisher.mjs').default([]),
    'paths or packages of [publishers to other brokers](publish-to-a-broker.md), separated by commas',
  ),
  WEBHOOK_ALLOW_PRIVATE: shown(
    'Whether webhooks may use private addresses and http.',
    Joi.boolean(),
    'whether webhooks may use private addresses and `http`; if unset on a developer’s machine, they may use its own',
  ),
};

const REPORT_SETTINGS = {
  ANALYTICS: shown(
    'Whether figures are counted.',
    Joi.string().valid('on', 'off').default('on'),
    '`off` counts no figures; reports then end where it was turned off. Once it is on again, what happened meanwhile is counted. Sign-ins, stock-outs and failed webhooks are counted always: they [cannot be counted later](decisions/0046-what-is-counted-once.md)',
  ),
  ANALYTICS_EXPORT_DIR: shown(
    'The folder of the nightly export for analysis; if unset, nothing is exported.',
    Joi.string().max(1000),
    'the folder of the nightly [export for analysis](export-for-analysis.md) as Parquet files, in which workers may create files; if unset, nothing is exported',
  ),
  TEST_CLOCK: shown(
    'Whether a test clock may advance business time.',
    Joi.boolean().default(false),
    'whether `POST /api/test_clock` advances business time, for tests; refused in production, and beside a gateway that moves real money',
  ),
  METRICS_TOKEN: hidden(
    'The token of /metrics; if unset, only this machine may read them.',
    Joi.string().min(16).max(255),
    'at least 16 characters: `/metrics` requires `Authorization: Bearer <METRICS_TOKEN>`; without it `/metrics` responds only to clients on the same machine, by a loopback name and without a sign of a proxy',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: hidden(
    'The receiver of traces; off if unset.',
    Joi.string()
      .uri({ scheme: ['http', 'https'] })
      .messages({ 'string.uriCustomScheme': 'must be a URL such as http://localhost:4318' }),
    'the base address of a receiver of OTLP over HTTP, such as `http://localhost:4318`, to which [traces](operate.md#traces) are exported; off if unset',
  ),
  LOG_LEVEL: shown(
    'Which lines the log has.',
    Joi.string().valid('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent').default('info'),
    'the least level of the lines that the log has; they are JSON, and readable ones on a terminal',
  ),
};

const REQUEST_SETTINGS = {
  LIMITS_SCALE: shown(
    'Multiplies the limits of connections, requests, bytes and streams in progress.',
    Joi.number().min(0.01).max(100).default(1),
    'multiplies the [limits of load](#limits-of-load)',
  ),
  MAX_BODY_BYTES: shown(
    'The size of a request body.',
    Joi.number().integer().min(1024).max(1_073_741_824).default(1_048_576),
    'the size of a request body; without a credential 16 KiB, unless it notifies of a payment',
  ),
  REQUEST_TIMEOUT_MS: shown(
    'How long a request may take.',
    Joi.number().integer().min(10).max(600_000).default(30_000),
    'how long a request may take, and how long requests in progress may take after a signal to stop',
  ),
  RATE_LIMIT: shown(
    'Requests per seconds, per credential or address.',
    rate('6000/60'),
    'requests/seconds per credential, or per address for visitors, also those with a publishable key; or `off`. A key’s `rate_limit` replaces it',
  ),
  SIGN_IN_RATE_LIMIT: shown(
    'Sign-ins per seconds, per address, and per e-mail and network.',
    rate('10/60'),
    'per address, and per e-mail and network (/24 or /48), also for mailed tokens and password changes; all networks together may try an e-mail ten times as often, and networks with a sign-in of the last 30 days are spared from that; or `off`',
  ),
  RATE_LIMIT_STORE: shown(
    'Where requests are counted; all but memory are shared by processes.',
    Joi.string().valid('memory', 'postgres', 'redis').default('memory'),
    '`postgres` or `redis` shares the counts among processes',
  ),
  REDIS_URL: hidden(
    'The Redis that counts requests.',
    redisUrl,
    '`redis://user:password@host:6379/0`, needed with `RATE_LIMIT_STORE=redis`; during an outage each process counts its own',
  ),
  CORS_ORIGINS: shown(
    'The origins whose pages may call the API, beside those of publishable keys.',
    origins,
    'origins separated by commas, or `*`, beside those of all publishable keys; if unset on a developer’s machine, its own',
  ),
  TRUST_PROXY: shown(
    'Who may say which address a client has.',
    trustProxy.default(false),
    'who may say in `X-Forwarded-For` which address a client has: `true` for one proxy, a number of proxies, or the addresses and CIDR blocks of proxies and of the shop’s own servers, separated by commas',
  ),
};

/** The settings by topic, in force at each start. */
export const SETTING_GROUPS: readonly Readonly<Record<string, Joi.Schema>>[] = [
  PROCESS_SETTINGS,
  STORAGE_SETTINGS,
  FILE_SETTINGS,
  SECRET_SETTINGS,
  PAYMENT_SETTINGS,
  MESSAGE_SETTINGS,
  REPORT_SETTINGS,
  REQUEST_SETTINGS,
];

const IN_FORCE: Readonly<Record<string, Joi.Schema>> = Object.assign({}, ...SETTING_GROUPS);

/** All environment variables that the service reads, with their defaults. */
export const SETTINGS = Joi.object({ ...IN_FORCE, ...RULE_SEEDS });

/** The names of the settings that are in force at each start. */
export const SETTING_NAMES: readonly string[] = Object.keys(IN_FORCE);

/** The names of the variables that seed the rules of the shop. */
export const SEED_NAMES: readonly string[] = Object.keys(RULE_SEEDS);

/** What were settings in earlier versions, and is constant or derived from others. */
export const FORMER_SETTINGS: readonly string[] = [
  'CLIENT_TIMEOUT_MS',
  'GUEST_ORDER_RATE_LIMIT',
  'MAX_BYTES_IN_FLIGHT',
  'MAX_CONNECTIONS',
  'MAX_CONNECTIONS_PER_ADDRESS',
  'MAX_REQUESTS_IN_FLIGHT',
  'MAX_REQUESTS_IN_FLIGHT_PER_CLIENT',
  'MAX_STREAMS',
  'MAX_STREAMS_PER_CLIENT',
  'ORDER_PRICING_TIMEOUT_MS',
  'PAYMENT_DECLINE_LIMIT',
  'PAYMENT_RATE_LIMIT_PER_ADDRESS',
  'PAYMENT_RATE_LIMIT_PER_ORDER',
  'PAYMENT_RATE_LIMIT_PER_USER',
  'SANDBOX_WEBHOOK_SECRET',
  'SHUTDOWN_TIMEOUT_MS',
  'SIGN_UP_RATE_LIMIT',
  'WEBHOOK_RATE_LIMIT',
];
