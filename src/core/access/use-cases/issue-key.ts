import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { ApiKey } from '../api-key.ts';
import type { BearerTokens } from '../bearer-tokens.ts';

/** A key and its token, which is shown only now. */
export type IssuedKey = Readonly<{ key: ApiKey; token: string }>;

/** A new key with its token. The caller stores the key. */
export const issueKey = (
  { tokens, ids, clock }: Readonly<{ clock: Clock; ids: IdGenerator; tokens: BearerTokens }>,
  {
    userId,
    name,
    scopes,
    allowedIps,
    expiresAt,
  }: Pick<ApiKey, 'userId' | 'name' | 'scopes' | 'allowedIps' | 'expiresAt'>,
): IssuedKey => {
  const { token, hash } = tokens.make('cpk');
  const prefix = token.slice(0, 12);
  const given = { userId, name, scopes, allowedIps, expiresAt };
  return { key: ApiKey.create({ ...given, id: ids.next('key'), prefix, hash, at: clock.now() }), token };
};

type Restrictions = Pick<ApiKey, 'allowedIps' | 'expiresAt'>;

/** The restrictions of the actor's credential. The expiry of a session does not restrict the keys it creates. */
export const restrictionsOf = ({ kind, allowedIps, expiresAt }: Actor): Restrictions =>
  kind === 'api_key' ? { allowedIps, expiresAt } : { allowedIps: null, expiresAt: null };

/** The errors of a new key that would exceed the restrictions of the caller's key. */
export const loosenedRestrictionErrors = (caller: Restrictions, requested: Restrictions): FieldError[] => {
  const errors: FieldError[] = [];
  if (caller.allowedIps !== null && !requested.allowedIps?.every((range) => caller.allowedIps?.includes(range))) {
    const message = `must be among those of the calling key: ${caller.allowedIps.join(', ')}`;
    errors.push({ path: ['allowed_ips'], code: 'any.only', message });
  }
  if (caller.expiresAt !== null && (requested.expiresAt === null || requested.expiresAt > caller.expiresAt)) {
    const message = `must not be later than the expiry of the calling key: ${caller.expiresAt.toISOString()}`;
    errors.push({ path: ['expires_at'], code: 'date.max', message });
  }
  return errors;
};
