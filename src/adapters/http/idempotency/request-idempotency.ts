import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Precondition } from '../pipeline/preconditions.ts';
import { HttpError } from '../pipeline/problem.ts';
import type { ApiRequest, RequestIdempotency } from '../pipeline/route.ts';

/** Visible ASCII characters without spaces. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/** @throws HttpError `bad_request` for a malformed header. */
export const idempotencyKeyOf = ({ headers }: IncomingMessage): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  const message = 'must have 1 to 255 visible ASCII characters without spaces';
  const errors = [{ header: 'Idempotency-Key', code: 'header.pattern', message }];
  throw new HttpError(400, 'bad_request', `Idempotency-Key ${message}`, { errors });
};

/** Keyed digests. An earlier request may have the digest of a former key. */
export type Digests = Readonly<{
  digest(text: string): string;
  formerDigests(text: string): readonly string[];
}>;

/** What a request consists of; `precondition` is its `If-Match`. */
type Content = Pick<ApiRequest<unknown, unknown>, 'actor' | 'address' | 'body'> &
  Readonly<{ precondition: Precondition | undefined }>;

/** The idempotency of a request; digests are keyed, since the fingerprint covers the body. */
export const requestIdempotency = (
  key: string,
  ctx: Pick<Context, 'method' | 'path' | 'querystring'>,
  { actor, address, body, precondition }: Content,
  { digest, formerDigests }: Digests,
): RequestIdempotency => {
  const content = JSON.stringify([
    ctx.querystring,
    body ?? null,
    // a key with fewer scopes must not receive the response to one with more
    [...actor.scopes].sort(),
    ...(precondition === undefined ? [] : [precondition]),
  ]);
  return {
    key: {
      account: actor.userId ?? `address:${address}`,
      operation: `${ctx.method} ${ctx.path}`,
      // a client's key may contain personal data
      key: hash('sha256', key, 'base64url'),
    },
    fingerprint: digest(content),
    formerFingerprints: formerDigests(content),
  };
};
