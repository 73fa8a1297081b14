import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { SystemClock } from '#core/shared/clock.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { RateLimit } from '#core/shared/rate-limiter.ts';
import { ApiKey } from '../api-key.ts';
import type { BearerTokens } from '../bearer-tokens.ts';
import type { ConfirmDeps, VerifiedPassword } from '../confirm-caller.ts';
import type { Origin } from '../origin.ts';
import type { AccessTx } from '../ports.ts';
import { beginConfirmed } from './begin-confirmed.ts';

/** The random characters of a token that the key's `prefix` shows, so that users recognize the key. */
const SHOWN_CHARACTERS = 8;

/** A key and its token, which is shown only now. */
export type IssuedKey = Readonly<{ key: ApiKey; token: string }>;

/** Generates a key and its token. The use case stores the key. */
export const issueKey = (
  { tokens, ids, systemClock }: Readonly<{ systemClock: SystemClock; ids: IdGenerator; tokens: BearerTokens }>,
  issued: IssuedFields,
): IssuedKey => {
  const { kind, userId, origin, name, scopes, allowedIps, allowedOrigins, rateLimit, expiresAt } = issued;
  const tokenKind = kind === 'publishable' ? 'cpk_pub' : 'cpk';
  const { token, hash } = tokens.make(tokenKind);
  const prefix = token.slice(0, tokenKind.length + 1 + SHOWN_CHARACTERS);
  const createdBy = { createdBySession: origin.session, createdByKey: origin.key };
  const fields = { kind, userId, ...createdBy, name, scopes, allowedIps, allowedOrigins, rateLimit, expiresAt };
  return { key: ApiKey.create({ ...fields, id: ids.next('key'), prefix, hash, at: systemClock.now() }), token };
};

type IssuedFields = Pick<
  ApiKey,
  'kind' | 'userId' | 'name' | 'scopes' | 'allowedIps' | 'allowedOrigins' | 'rateLimit' | 'expiresAt'
> &
  Readonly<{ origin: Origin }>;

type Restrictions = Pick<ApiKey, 'allowedIps' | 'expiresAt' | 'rateLimit'>;

/** The restrictions of the calling key; none for a session, whose expiry does not restrict the keys that it creates. */
export const restrictionsOf = ({ kind, allowedIps, expiresAt, rateLimit }: Actor): Restrictions =>
  kind === 'api_key'
    ? { allowedIps, expiresAt, rateLimit: rateLimit ?? null }
    : { allowedIps: null, expiresAt: null, rateLimit: null };

/**
 * An error for each restriction of the calling key that the new key does not keep. Address ranges are compared as text:
 * a range within an allowed one is rejected.
 */
export const restrictionErrors = (calling: Restrictions, requested: Restrictions): FieldError[] => {
  const errors: FieldError[] = [];
  if (calling.allowedIps !== null && !requested.allowedIps?.every((range) => calling.allowedIps?.includes(range))) {
    const message = `must be among those of the calling key: ${calling.allowedIps.join(', ')}`;
    errors.push({ path: ['allowed_ips'], code: 'any.only', message });
  }
  if (calling.expiresAt !== null && (requested.expiresAt === null || requested.expiresAt > calling.expiresAt)) {
    const message = `must not be later than the expiry of the calling key: ${calling.expiresAt.toISOString()}`;
    errors.push({ path: ['expires_at'], code: 'date.max', message });
  }
  if (calling.rateLimit !== null && !isWithin(requested.rateLimit, calling.rateLimit)) {
    const message = `must not exceed that of the calling key: ${RateLimit.format(calling.rateLimit)}`;
    errors.push({ path: ['rate_limit'], code: 'any.max', message });
  }
  return errors;
};

const isWithin = (requested: RateLimit | null, limit: RateLimit): boolean =>
  requested !== null && RateLimit.isWithin(requested, limit);

export type IssueDeps = ConfirmDeps & Readonly<{ ids: IdGenerator; tokens: BearerTokens }>;

/**
 * Begins the creation of a key, which a session confirms, and requests the mail that notifies the user.
 * @returns what is behind the key.
 */
export const beginIssue = async (
  tx: AccessTx,
  { systemClock }: Pick<IssueDeps, 'systemClock'>,
  caller: Readonly<{ actor: Actor; verified: VerifiedPassword }>,
): Promise<Origin> => {
  const { user, origin } = await beginConfirmed(tx, { systemClock, ...caller });
  const recipient = { emailKey: user.email, userId: user.id };
  await tx.mailRequests.add({ purpose: 'api_key_created', ...recipient, client: countedClient(caller.actor) });
  return origin;
};
