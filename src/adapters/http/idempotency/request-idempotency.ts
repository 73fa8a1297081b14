import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Actor } from '#core/shared/actor.ts';
import type { Precondition } from '../request/preconditions.ts';
import { HttpError } from '../responses/problem.ts';
import type { ApiRequest, RequestIdempotency } from '../routing/route.ts';

/** Visible ASCII characters without spaces. */
export const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Visitors of a page share its publishable key, and a replay may show an order with its secret. So their keys must be as
 * long as a random number that nobody guesses: 128 bits in base64.
 */
const MIN_VISITOR_KEY_LENGTH = 22;

/** @throws HttpError `bad_request` for a malformed header. */
export const idempotencyKeyOf = ({ headers }: IncomingMessage, { kind }: Pick<Actor, 'kind'>): string | undefined => {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  const isForVisitors = kind === 'publishable_key';
  const minLength = isForVisitors ? MIN_VISITOR_KEY_LENGTH : 1;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key) && key.length >= minLength) return key;
  const message =
    `must have ${minLength} to 255 visible ASCII characters without spaces` +
    (isForVisitors ? ', and be random, such as crypto.randomUUID()' : '');
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
      account: accountOf(actor, address),
      operation: `${ctx.method} ${ctx.path}`,
      // a client's key may contain personal data
      key: hash('sha256', key, 'base64url'),
    },
    fingerprint: digest(content),
    formerFingerprints: formerDigests(content),
  };
};

/** Visitors change their addresses, so that a repetition may come from another one. */
const accountOf = ({ kind, userId, credentialId, order, cart, checkout }: Actor, address: string): string => {
  if (kind === 'publishable_key') return `visitor:${credentialId}:${(order ?? cart ?? checkout)?.id ?? ''}`;
  return userId ?? `address:${address}`;
};
