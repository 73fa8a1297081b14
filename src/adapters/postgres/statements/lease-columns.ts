import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tables } from '../schema.ts';
import type { Placeholders } from './prepare.ts';

type LeaseColumns = Readonly<{ lease_owner: string | null; leased_until: Date | null }>;

type LeasedTable = {
  [Name in keyof Tables]: keyof LeaseColumns extends keyof Tables[Name] ? Name : never;
}[keyof Tables];

/**
 * The rows of a table without a valid lease: released, or expired at a time. `at` is a placeholder, such as `$('at')`.
 */
export const isUnleased = (table: LeasedTable, at: Date): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${table}.lease_owner`)} is null or ${sql.ref(`${table}.leased_until`)} <= ${at})`;

type LeaseParameters = Readonly<{ owner: string; until: Date }>;

/** What a claim or renewal writes. */
export const leased = <Parameters extends LeaseParameters>($: Placeholders<Parameters>): LeaseColumns => ({
  lease_owner: $('owner'),
  leased_until: $('until'),
});

/** What a release writes. */
export const UNLEASED: LeaseColumns = { lease_owner: null, leased_until: null };
