import { p } from '@mikro-orm/postgresql';
import type { RecoveryCodeHash } from '#core/access/second-factors/one-time-passwords.ts';
import type { PasskeyCredential } from '#core/access/second-factors/passkeys.ts';
import type { PasskeyChallenge } from '#core/access/second-factors/ports.ts';
import type { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { type Row, table } from './table.ts';

export const SecondFactorRow = table('second_factors', {
  ...resourceColumns<'fac'>(),
  user_id: id<'usr'>(),
  type: p.text().$type<SecondFactor['type']>(),
  name: p.text(),
  status: p.text().$type<SecondFactor['status']>(),
  // of an authenticator app: encrypted
  secret: p.text().strictNullable(),
  last_time_step: p.integer().strictNullable(),
  // of a confirmed passkey
  credential: json<PasskeyCredential>().strictNullable(),
  confirmed_at: timestamp().strictNullable(),
  last_used_at: timestamp().strictNullable(),
});

export type SecondFactorRow = Row<typeof SecondFactorRow>;

/** The recovery codes that were not used yet. */
export const RecoveryCodeRow = table('recovery_codes', {
  hash: p.text().$type<RecoveryCodeHash>().primary(),
  user_id: id<'usr'>(),
});

/** The challenges that passkeys may sign. */
export const PasskeyChallengeRow = table('passkey_challenges', {
  challenge: p.text().primary(),
  user_id: id<'usr'>(),
  expires_at: timestamp(),
});

export const toPasskeyChallengeRow = ({
  challenge,
  userId,
  expiresAt,
}: PasskeyChallenge): Row<typeof PasskeyChallengeRow> => ({
  challenge,
  user_id: userId,
  expires_at: expiresAt,
});

export const toSecondFactorRow = (factor: SecondFactor): SecondFactorRow => ({
  id: factor.id,
  version: factor.version,
  user_id: factor.userId,
  type: factor.type,
  name: factor.name,
  status: factor.status,
  secret: factor.type === 'totp' ? factor.secret : null,
  last_time_step: factor.type === 'totp' ? factor.lastTimeStep : null,
  credential: factor.type === 'passkey' ? factor.credential : null,
  confirmed_at: factor.confirmedAt,
  last_used_at: factor.lastUsedAt,
  created_at: factor.createdAt,
  updated_at: factor.updatedAt,
});

export const toSecondFactor = (row: SecondFactorRow): SecondFactor => {
  const fields = {
    id: row.id,
    version: row.version,
    userId: row.user_id,
    name: row.name,
    status: row.status,
    confirmedAt: row.confirmed_at,
    lastUsedAt: row.last_used_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  if (row.type === 'passkey') return { ...fields, type: row.type, credential: row.credential };
  if (row.secret === null) throw new Error(`The authenticator app ${row.id} has no secret.`);
  return { ...fields, type: row.type, secret: row.secret, lastTimeStep: row.last_time_step };
};
