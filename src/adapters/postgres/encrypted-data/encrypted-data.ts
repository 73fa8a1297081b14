import { sql } from 'kysely';
import type { EncryptedData } from '#core/shared/encrypted-data.ts';
import type { Database } from '../connection/database.ts';
import { prepare } from '../statements/prepare.ts';
import { db } from '../statements/sql-builder.ts';
import { ENCRYPTED_COLUMNS, type EncryptedColumn, type StoredText } from './encrypted-columns.ts';

const KEY_CHECKS = prepare()(() => db.selectFrom('secret_key_checks').select('key_check'));

const ADD_KEY_CHECK = prepare<{ check: string }>()(($) =>
  db
    .insertInto('secret_key_checks')
    .values({ key_check: $('check'), created_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing()),
);

const KEEP_KEY_CHECK = prepare<{ check: string }>()(($) =>
  db.deleteFrom('secret_key_checks').where('key_check', '<>', $('check')),
);

export class PostgresEncryptedData implements EncryptedData {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async keyChecks(): Promise<readonly string[]> {
    const rows = await this.#database.queryInBackground(KEY_CHECKS({}));
    return rows.map(({ key_check: check }) => check);
  }

  async addKeyCheck(check: string): Promise<void> {
    await this.#database.queryInBackground(ADD_KEY_CHECK({ check }));
  }

  async keepKeyCheck(check: string): Promise<void> {
    await this.#database.queryInBackground(KEEP_KEY_CHECK({ check }));
  }

  async rewrite(change: (encrypted: string) => string): Promise<number> {
    let count = 0;
    const counted = (encrypted: string): string => {
      count += 1;
      return change(encrypted);
    };
    for (const column of ENCRYPTED_COLUMNS) {
      // rows that changed concurrently are read again
      while (!(await this.#rewriteColumn(column, counted)));
    }
    return count;
  }

  /** @returns whether no row changed concurrently. */
  async #rewriteColumn(column: EncryptedColumn, change: (encrypted: string) => string): Promise<boolean> {
    let isComplete = true;
    let after = column.firstKey;
    for (;;) {
      const rows = await this.#database.queryInBackground(column.page({ after }));
      const last = rows.at(-1);
      if (last === undefined) return isComplete;
      for (const row of rows) isComplete = (await this.#rewriteRow(column, row, change)) && isComplete;
      after = last.key;
    }
  }

  /** @returns whether the row is as it was read. */
  async #rewriteRow(
    column: EncryptedColumn,
    { key, stored }: StoredText,
    change: (encrypted: string) => string,
  ): Promise<boolean> {
    const replacement = stored === null ? null : column.rewrite(stored, change);
    if (stored === null || replacement === null || replacement === stored) return true;
    const replaced = await this.#database.queryInBackground(column.replace({ key, stored, replacement }));
    return replaced.length > 0;
  }
}
