import { sql } from 'kysely';
import type { ProductId } from '#core/catalog/product.ts';
import type { ImageFetch } from '#core/imports/image-fetch.ts';
import type { ImageFetchRepository } from '#core/imports/ports.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertRow, updatedRow } from '../statements/row-parameters.ts';
import { anyOf, db } from '../statements/sql-builder.ts';
import { ImageFetchRow, toImageFetch, toImageFetchRow } from '../tables/image-fetches.ts';

const COLUMNS = columnNames(ImageFetchRow);

const LIST = prepare<{ ids: readonly ProductId[] }>()(($) =>
  db
    .selectFrom('image_fetches')
    .select(COLUMNS)
    .where('product_id', '=', anyOf($('ids'))),
);

const INSERT = insertRow(ImageFetchRow);

const UPDATE = prepare<ImageFetchRow>()(($) =>
  db
    .updateTable('image_fetches')
    .set(updatedRow(ImageFetchRow, $))
    .where('product_id', '=', $('product_id'))
    .where('source', '=', $('source'))
    .returning('product_id'),
);

const PENDING = sql.lit('pending' as const);

const LOCK_DUE = prepare<{ at: Date }>()(($) =>
  db
    .selectFrom('image_fetches as f')
    .innerJoin(
      (inner) =>
        inner
          .selectFrom('image_fetches')
          .select(['product_id', 'import_id'])
          .where('status', '=', PENDING)
          .where('due_at', '<=', $('at'))
          .orderBy('due_at')
          .limit(sql.lit(1))
          .forUpdate()
          .skipLocked()
          .as('due'),
      (join) => join.onRef('due.product_id', '=', 'f.product_id').onRef('due.import_id', '=', 'f.import_id'),
    )
    .select(COLUMNS.map((name) => `f.${name}` as const))
    .where('f.status', '=', PENDING)
    .where('f.due_at', '<=', $('at'))
    .forUpdate('f')
    .skipLocked(),
);

export class PostgresImageFetchRepository implements ImageFetchRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async listOf(ids: readonly ProductId[]): Promise<readonly ImageFetch[]> {
    return (await this.#session.query(LIST({ ids }))).map(toImageFetch);
  }

  async addMany(fetches: readonly ImageFetch[]): Promise<void> {
    for (const each of fetches) this.#session.send(INSERT(toImageFetchRow(each)));
  }

  async lockDue(at: Date): Promise<readonly ImageFetch[]> {
    return (await this.#session.query(LOCK_DUE({ at }))).map(toImageFetch);
  }

  async saveMany(fetches: readonly ImageFetch[]): Promise<void> {
    for (const each of fetches) await this.#session.query(UPDATE(toImageFetchRow(each)));
  }
}
