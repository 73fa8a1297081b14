import cors from '@koa/cors';
import type Koa from 'koa';
import type { Log } from '#core/shared/log.ts';
import type { RequestState } from '../pipeline/request-state.ts';

/** Origins such as `https://shop.example`, `*` for all, or those of this machine. */
export type CorsOrigins = readonly string[] | 'loopback';

const LOOPBACK = /^https?:\/\/(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** The number of refused origins that are logged. */
const MAX_LOGGED_ORIGINS = 100;

type Deps = Readonly<{ corsOrigins: CorsOrigins; log: Log }>;

/** Allows browsers to call the API from pages of other origins. */
export const allowOrigins = ({ corsOrigins: origins, log }: Deps): Koa.Middleware<RequestState> => {
  const refused = new Set<string>();
  const isAllowed = (origin: string): boolean =>
    origins === 'loopback' ? LOOPBACK.test(origin) : origins.includes(origin);
  const refuse = (origin: string): string => {
    if (origin !== '' && refused.size < MAX_LOGGED_ORIGINS && !refused.has(origin)) {
      refused.add(origin);
      log.info(
        { origin: origin.slice(0, 255) },
        'browsers on this origin may not read responses: CORS_ORIGINS lacks it',
      );
    }
    return '';
  };
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      if (origins.includes('*')) return '*';
      return isAllowed(origin) ? origin : refuse(origin);
    },
    allowMethods: 'GET,HEAD,POST,PUT,PATCH,DELETE',
    exposeHeaders:
      'API-Version,ETag,Idempotency-Replayed,Link,Location,RateLimit,RateLimit-Policy,Retry-After,X-Request-Id',
    maxAge: 600,
    keepHeadersOnError: false,
  }) as Koa.Middleware<RequestState>;
};
