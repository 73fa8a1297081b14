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

const PROBLEM_TYPE = 'application/problem+json';

export const JSON_TYPES = ['application/json', PROBLEM_TYPE];

/**
 * The type of the response that a client prefers. JSON is acceptable to a client that accepts its problems.
 * @throws HttpError `not_acceptable`.
 */
export const requireAcceptable = (ctx: Pick<Context, 'accepts'>, types = JSON_TYPES): string => {
  const accepted = ctx.accepts(...types);
  if (accepted !== false) return typeof accepted === 'string' ? accepted : (accepted[0] ?? '');
  const message = `must allow ${types.filter((type) => type !== PROBLEM_TYPE).join(' or ')}`;
  const errors = [{ header: 'Accept', code: 'header.unsupported', message }];
  throw new HttpError(406, 'not_acceptable', `Accept ${message}`, { errors });
};
