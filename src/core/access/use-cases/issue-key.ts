import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { ApiKey } from '../api-key.ts';
import type { Tokens } from '../tokens.ts';

/** A key and, this once, the token that it is used with. */
export type IssuedKey = Readonly<{ key: ApiKey; token: string }>;

/** A new key, for its user to be given. */
export const issueKey = (
  { tokens, ids, clock }: Readonly<{ clock: Clock; ids: IdGenerator; tokens: Tokens }>,
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
