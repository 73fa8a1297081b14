import type { Context } from 'koa';
import { HttpError } from './problem.ts';

/** The API version of this service. */
export const API_VERSION = '2026-11-20';

export const requireKnownVersion = (version: string): void => {
  if (version === '' || version === API_VERSION) return;
  const message = `must be ${API_VERSION} or omitted`;
  const errors = [{ header: 'API-Version', code: 'header.unsupported', message }];
  throw new HttpError(400, 'unsupported_api_version', `API-Version ${message}`, { errors });
};

/** Rejects a client that accepts neither the response's type nor, for JSON, its problems. */
export const requireAcceptable = (ctx: Pick<Context, 'accepts'>, type = 'application/json'): void => {
  if (ctx.accepts(type, ...(type === 'application/json' ? ['application/problem+json'] : []))) return;
  const message = `must allow ${type}`;
  const errors = [{ header: 'Accept', code: 'header.unsupported', message }];
  throw new HttpError(406, 'not_acceptable', `Accept ${message}`, { errors });
};
