import cors from '@koa/cors';
import type Koa from 'koa';
import type { AllowedOrigins } from '#core/access/allowed-origins.ts';
import type { Log } from '#core/shared/log.ts';
import type { RequestState } from '../request/request-state.ts';
import { SECRET_KEY_WARNING } from './secret-key-warning.ts';

/** Origins such as `https://shop.example`, `*` for all, or those of this machine. */
export type CorsOrigins = readonly string[] | 'loopback';

const LOOPBACK = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The number of refused origins that are logged. */
const MAX_LOGGED_ORIGINS = 100;

/** Whether pages of an origin may call the API with a session. */
export type IsAllowedOrigin = (origin: string) => Promise<boolean>;

type OriginDeps = Readonly<{ corsOrigins: CorsOrigins; allowedOrigins: AllowedOrigins }>;

export const makeIsAllowedOrigin = ({ corsOrigins: origins, allowedOrigins }: OriginDeps): IsAllowedOrigin => {
  const isListed = (origin: string): boolean =>
    origins === 'loopback' ? LOOPBACK.test(origin) : origins.includes('*') || origins.includes(origin);
  return async (origin) => isListed(origin) || (await allowedOrigins.has(origin));
};

type Deps = OriginDeps & Readonly<{ log: Log }>;

/**
 * Allows browsers to call the API from pages of other origins: those of the setting, and of all publishable keys. Which
 * of them a key allows is checked with the request itself, since a preflight has no key.
 */
export const allowOrigins = ({ log, ...deps }: Deps): Koa.Middleware<RequestState> => {
  const refused = new Set<string>();
  const allowsAll = deps.corsOrigins.includes('*');
  const isAllowed = makeIsAllowedOrigin(deps);
  const refuse = (origin: string): string => {
    if (origin !== '' && refused.size < MAX_LOGGED_ORIGINS && !refused.has(origin)) {
      refused.add(origin);
      log.info(
        { origin: origin.slice(0, 255) },
        'browsers on this origin may not read responses: CORS_ORIGINS and the publishable keys lack it',
      );
    }
    return '';
  };
  const allow = cors({
    origin: async (ctx) => {
      const origin = ctx.get('Origin');
      if (allowsAll) return '*';
      return (await isAllowed(origin)) ? origin : refuse(origin);
    },
    allowMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE',
    exposeHeaders:
      'API-Version,Deprecation,ETag,Idempotency-Replayed,Link,Location,RateLimit,RateLimit-Policy,Retry-After,Sunset,' +
      'X-Request-Id,' +
      SECRET_KEY_WARNING,
    maxAge: 600,
    keepHeadersOnError: false,
  }) as Koa.Middleware<RequestState>;
  // without an origin there is nothing to allow, unless a cache keeps one response for all
  return (ctx, next) => (ctx.req.headers.origin === undefined && !allowsAll ? next() : allow(ctx, next));
};
