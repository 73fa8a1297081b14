import type { Actor } from '#core/shared/actor.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { ApiKey } from '../api-key.ts';
import type { BearerTokens } from '../bearer-tokens.ts';

/** A key with its token, which is shown only once. */
export type IssuedKey = Readonly<{ key: ApiKey; token: string }>;

/** Creates a key for a user. */
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

/** The restrictions of the calling credential; a session's expiry does not restrict its keys. */
export const restrictionsOf = ({ kind, allowedIps, expiresAt }: Actor): Restrictions =>
  kind === 'api_key' ? { allowedIps, expiresAt } : { allowedIps: null, expiresAt: null };

/** The errors of a key with looser restrictions than the calling key, which it would outlive. */
export const faultsOfLooser = (own: Restrictions, wanted: Restrictions): FieldError[] => {
  const faults: FieldError[] = [];
  if (own.allowedIps !== null && !wanted.allowedIps?.every((range) => own.allowedIps?.includes(range))) {
    const message = `must be among the ranges of the calling key: ${own.allowedIps.join(', ')}`;
    faults.push({ path: ['allowed_ips'], code: 'any.only', message });
  }
  if (own.expiresAt !== null && (wanted.expiresAt === null || wanted.expiresAt > own.expiresAt)) {
    const message = `must not be later than the expiry of the calling key: ${own.expiresAt.toISOString()}`;
    faults.push({ path: ['expires_at'], code: 'date.max', message });
  }
  return faults;
};
