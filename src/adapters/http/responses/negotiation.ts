import type { Context } from 'koa';
import type { ApiVersions } from '../versions/api-versions.ts';
import { HttpError } from './problem.ts';

/** @throws HttpError `unsupported_api_version`. */
export const requireKnownVersion = (version: string, { versions }: ApiVersions): void => {
  if (version === '' || versions.some(({ name }) => name === version)) return;
  const message = `must be ${versions.map(({ name }) => name).join(', ')} or omitted`;
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
