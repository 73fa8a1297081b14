import type { Dataset, Source } from '#core/analytics/export/datasets.ts';
import type { ExportQueries, RowRange, SourcePosition } from '#core/analytics/export/ports.ts';
import type { Database } from '../connection/database.ts';
import { CHANGES, LAST_CHANGE, NEXT_CREATION, ROWS } from './export-statements.ts';

export class PostgresExportQueries implements ExportQueries {
  readonly #database: Pick<Database, 'queryInBackground'>;

  constructor(database: Pick<Database, 'queryInBackground'>) {
    this.#database = database;
  }

  async rows(dataset: Dataset, { after, before, limit }: RowRange) {
    const found = await this.#database.queryInBackground(ROWS[dataset]({ ...after, before, limit }));
    const last = found.at(-1);
    const isFull = new Set(found.map(({ id }) => id)).size === limit;
    return {
      rows: found.flatMap(({ line }) => (line === null ? [] : [line])),
      next: last === undefined || !isFull ? null : { at: last.created_at, id: last.id },
    };
  }

  changes(source: Source, after: SourcePosition, limit: number) {
    return this.#database.queryInBackground(CHANGES[source]({ ...after, limit }));
  }

  async nextCreation(source: Source, from: Date) {
    const [next] = await this.#database.queryInBackground(NEXT_CREATION[source]({ from }));
    return next?.time;
  }

  async lastChange(source: Source) {
    const [last] = await this.#database.queryInBackground(LAST_CHANGE[source]({}));
    return last?.time;
  }
}
