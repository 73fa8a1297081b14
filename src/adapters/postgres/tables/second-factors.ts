import { p } from '@mikro-orm/postgresql';
import type { PasskeyCredential } from '#core/access/second-factors/passkeys.ts';
import type { PasskeyChallenge, RecoveryCodeHash } from '#core/access/second-factors/ports.ts';
import type { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { id, json, resourceColumns, timestamp } from './column-types.ts';
import { copiedColumns } from './copied-columns.ts';
import { type Row, table } from './table.ts';

const copied = copiedColumns({
  ...resourceColumns<'fac'>(),
  user_id: id<'usr'>(),
  type: p.text().$type<SecondFactor['type']>(),
  name: p.text(),
  status: p.text().$type<SecondFactor['status']>(),
  confirmed_at: timestamp().strictNullable(),
  last_used_at: timestamp().strictNullable(),
});

export const SecondFactorRow = table('second_factors', {
  ...copied.columns,
  // of an authenticator app: encrypted
  secret: p.text().strictNullable(),
  last_time_step: p.integer().strictNullable(),
  // of a confirmed passkey
  credential: json<PasskeyCredential>().strictNullable(),
});

export type SecondFactorRow = Row<typeof SecondFactorRow>;

/** The recovery codes that were not used yet. */
export const RecoveryCodeRow = table('recovery_codes', {
  hash: p.text().$type<RecoveryCodeHash>().primary(),
  user_id: id<'usr'>(),
});

const challenges = copiedColumns({
  challenge: p.text().primary(),
  user_id: id<'usr'>(),
  expires_at: timestamp(),
});

/** The challenges that passkeys may sign. */
export const PasskeyChallengeRow = table('passkey_challenges', challenges.columns);

export const toPasskeyChallengeRow: (challenge: PasskeyChallenge) => Row<typeof PasskeyChallengeRow> =
  challenges.toColumns;

export const toSecondFactorRow = (factor: SecondFactor): SecondFactorRow => ({
  ...copied.toColumns(factor),
  secret: factor.type === 'totp' ? factor.secret : null,
  last_time_step: factor.type === 'totp' ? factor.lastTimeStep : null,
  credential: factor.type === 'passkey' ? factor.credential : null,
});

export const toSecondFactor = (row: SecondFactorRow): SecondFactor => {
  const fields = copied.toProperties(row);
  if (row.type === 'passkey') return { ...fields, type: row.type, credential: row.credential };
  if (row.secret === null) throw new Error(`The authenticator app ${row.id} has no secret.`);
  return { ...fields, type: row.type, secret: row.secret, lastTimeStep: row.last_time_step };
};
