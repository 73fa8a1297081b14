import { sql } from 'kysely';
import type { LedgerDiscrepancy, LedgerQueries } from '#core/payments/ledger.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';

const MAX_DISCREPANCIES = 1_000;

/** Of a view: the table definitions have none. */
const FIND_DISCREPANCIES = prepare()(() =>
  db
    .selectFrom(sql<LedgerDiscrepancy>`ledger_discrepancies`.as('found'))
    .select(['found.id', 'found.discrepancy'])
    .orderBy('found.id')
    .orderBy('found.discrepancy')
    .limit(MAX_DISCREPANCIES),
);

export class PostgresLedgerQueries implements LedgerQueries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  discrepancies(): Promise<readonly LedgerDiscrepancy[]> {
    return this.#database.query(FIND_DISCREPANCIES({}));
  }
}
