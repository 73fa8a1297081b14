import type { KeyVerifier, Verification } from '#core/access/key-verifier.ts';
import type { RecordDenial } from '#core/audit/use-cases/record-denial.ts';
import { Actor } from '#core/shared/actor.ts';
import type { RateDecision, RateLimit, RateLimiter } from '#core/shared/rate-limiter.ts';
import { HttpError } from '../responses/problem.ts';
import type { ProblemCode } from '../responses/problem-codes.ts';
import { clientKey, clientNetwork } from '../server/client-network.ts';

/** The caller with their rate limit, if there is one, and the rest of it. */
export type Caller = Readonly<{ actor: Actor; limit: RateLimit | undefined; rate: RateDecision | undefined }>;

type Deps = Readonly<{
  keyVerifier: KeyVerifier;
  rateLimiter: RateLimiter;
  /** Counts look-ups of credentials, in this process: a shared count would cost a look-up itself. */
  lookupLimiter: RateLimiter;
  limit: RateLimit | undefined;
  recordDenial: RecordDenial;
  /** A keyed digest: the client's address is not stored. */
  digest: (text: string) => string;
}>;

type Call = Readonly<{
  authorization: string | undefined;
  method: string;
  /** The client's address. */
  address: string;
  /** The origin of the page that sends the request; undefined if none does. */
  origin: string | undefined;
  requestId: string;
}>;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const BEARER = /^bearer +([\x21-\x7e]+) *$/i;

type RefusalReason = Extract<Verification, { kind: 'refused' }>['reason'];

type Rejection = readonly [code: ProblemCode, detail: string];

const CREDENTIAL_ERRORS: Readonly<Record<RefusalReason, Rejection>> = {
  unknown: ['invalid_api_key', 'The API key or session token is not valid.'],
  expired: ['expired_api_key', 'The API key has expired.'],
  revoked: ['revoked_api_key', 'The API key has been revoked.'],
  session_ended: ['session_ended', 'The session has ended: sign in again.'],
};

const NO_SCHEME: Rejection = [
  'invalid_api_key',
  'The header Authorization must be the word Bearer, a space, and the API key.',
];

/**
 * Authenticates by the Authorization header and counts the call against the credential, or against the address for
 * visitors and invalid ones. So a flood of invalid keys exhausts only its address's rate. Tokens that are not cached are
 * counted before they are looked up.
 */
export const makeAuthenticate =
  ({ keyVerifier, rateLimiter, lookupLimiter, limit, recordDenial, digest }: Deps) =>
  async ({ authorization, method, address, origin, requestId }: Call): Promise<Caller> => {
    const token = authorization === undefined ? undefined : BEARER.exec(authorization)?.[1];
    if (limit !== undefined && token !== undefined && keyVerifier.needsLookup(token)) {
      const lookups = await lookupLimiter.take(`lookup:${clientNetwork(address)}`, limit);
      if (!lookups.allowed) throw new CallRejected(rateLimited(lookups), { limit, rate: lookups });
    }
    const verification = authorization === undefined ? undefined : await verify(keyVerifier, token, address);
    const accepted = verification?.kind === 'accepted' ? verification.actor : undefined;
    const callerLimit = accepted?.rateLimit ?? limit;
    const rate = callerLimit && (await rateLimiter.take(countedAs(accepted, address), callerLimit));
    const counted = { limit: callerLimit, rate };
    if (rate?.allowed === false) throw new CallRejected(rateLimited(rate), counted);
    if (verification?.kind === 'refused')
      throw new CallRejected(unauthenticated(verification.reason, authorization ?? ''), counted);
    if (verification?.kind === 'ip_not_allowed') {
      const rejection = { operation: method, code: 'forbidden', requiredScope: null };
      await recordDenial({ ...verification.actor, requestId }, rejection);
      throw new CallRejected(new HttpError(403, 'forbidden', 'This key may not be used from your address.'), counted);
    }
    if (accepted !== undefined && !allowsOrigin(accepted, origin)) throw new CallRejected(wrongOrigin(), counted);
    const written = READS.has(method) ? {} : { client: digest(clientKey(address)) };
    return { actor: { ...(accepted ?? Actor.anonymous), ...written, requestId }, ...counted };
  };

/** Authenticates like `makeAuthenticate` without counting; anonymous where that would fail. */
export const makeReauthenticate =
  (keyVerifier: KeyVerifier) =>
  async ({ authorization, address }: Pick<Call, 'authorization' | 'address'>): Promise<Actor> => {
    const token = BEARER.exec(authorization ?? '')?.[1];
    const verification = authorization === undefined ? undefined : await verify(keyVerifier, token, address);
    return verification?.kind === 'accepted' ? verification.actor : Actor.anonymous;
  };

/** What a call is counted as. A publishable key with a rate limit of its own has it for each address. */
const countedAs = (actor: Actor | undefined, address: string): string => {
  const byAddress = `address:${clientNetwork(address)}`;
  if (actor === undefined) return byAddress;
  if (!Actor.isVisitor(actor)) return `credential:${actor.credentialId}`;
  return actor.rateLimit === undefined ? byAddress : `${actor.credentialId} ${byAddress}`;
};

/** Apps and servers send no origin. */
const allowsOrigin = ({ allowedOrigins }: Actor, origin: string | undefined): boolean =>
  allowedOrigins === undefined || origin === undefined || allowedOrigins.includes(origin);

const wrongOrigin = (): HttpError =>
  new HttpError(
    403,
    'forbidden',
    'The header Origin is not among the allowed_origins of this publishable key: pages of that origin may not use it.',
  );

/** A rejected authentication with the caller's rate limit. */
export class CallRejected extends HttpError {
  readonly counted: Omit<Caller, 'actor'>;

  constructor({ status, code, message, extra }: HttpError, counted: Omit<Caller, 'actor'>) {
    super(status, code, message, extra);
    this.counted = counted;
  }
}

export const rateLimited = ({ retrySeconds }: RateDecision): HttpError =>
  new HttpError(429, 'rate_limited', `Too many requests: try again in ${retrySeconds} s.`, {
    headers: { 'Retry-After': String(retrySeconds) },
  });

const verify = (
  keyVerifier: KeyVerifier,
  token: string | undefined,
  address: string,
): Promise<Verification> | Verification =>
  token === undefined ? { kind: 'refused', reason: 'unknown' } : keyVerifier.verify(token, address);

const unauthenticated = (reason: RefusalReason, authorization: string): HttpError => {
  const [code, detail] = BEARER.test(authorization) ? CREDENTIAL_ERRORS[reason] : NO_SCHEME;
  return new HttpError(401, code, detail);
};
