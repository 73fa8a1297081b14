import { defineEntity, p } from '@mikro-orm/postgresql';
import type { RecoveryCodeHash } from '#core/access/second-factors/one-time-passwords.ts';
import type { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import { id, resourceColumns, timestamp } from './column-types.ts';
import type { Row } from './row.ts';

export const SecondFactorRow = defineEntity({
  name: 'SecondFactorRow',
  tableName: 'second_factors',
  properties: {
    ...resourceColumns<'fac'>(),
    user_id: id<'usr'>(),
    type: p.text().$type<SecondFactor['type']>(),
    name: p.text(),
    status: p.text().$type<SecondFactor['status']>(),
    // encrypted
    secret: p.text(),
    last_time_step: p.integer().strictNullable(),
    confirmed_at: timestamp().strictNullable(),
    last_used_at: timestamp().strictNullable(),
  },
});

export type SecondFactorRow = Row<typeof SecondFactorRow>;

/** The recovery codes that were not used yet. */
export const RecoveryCodeRow = defineEntity({
  name: 'RecoveryCodeRow',
  tableName: 'recovery_codes',
  properties: {
    hash: p.text().$type<RecoveryCodeHash>().primary(),
    user_id: id<'usr'>(),
  },
});

export const toSecondFactorRow = (factor: SecondFactor): SecondFactorRow => ({
  id: factor.id,
  version: factor.version,
  user_id: factor.userId,
  type: factor.type,
  name: factor.name,
  status: factor.status,
  secret: factor.secret,
  last_time_step: factor.lastTimeStep,
  confirmed_at: factor.confirmedAt,
  last_used_at: factor.lastUsedAt,
  created_at: factor.createdAt,
  updated_at: factor.updatedAt,
});

export const toSecondFactor = (row: SecondFactorRow): SecondFactor => ({
  id: row.id,
  version: row.version,
  userId: row.user_id,
  type: row.type,
  name: row.name,
  status: row.status,
  secret: row.secret,
  lastTimeStep: row.last_time_step,
  confirmedAt: row.confirmed_at,
  lastUsedAt: row.last_used_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
