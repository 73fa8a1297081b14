import type { LRUCache } from 'lru-cache';
import { Category } from '#core/catalog/category.ts';
import type { CategoryRepository } from '#core/catalog/category-repository.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { prepare } from '../statements/prepare.ts';
import { columnNames, insertedRow } from '../statements/row-parameters.ts';
import { db } from '../statements/sql-builder.ts';
import { CategoryRow, toCategory, toCategoryRow } from '../tables/categories.ts';

const FIND = prepare<{ name: string }>()(($) =>
  db.selectFrom('categories').select(columnNames(CategoryRow)).where('name', '=', $('name')),
);

// no conflict target: a slug that is taken inserts no row, like a name that is taken
const INSERT = prepare<CategoryRow>()(($) =>
  db
    .insertInto('categories')
    .values(insertedRow(CategoryRow, $))
    .onConflict((conflicts) => conflicts.doNothing()),
);

/** Categories by name, as last read. The statement that uses one must check that it is current. */
export type CategoryCache = LRUCache<string, Category>;

export class PostgresCategoryRepository implements CategoryRepository {
  readonly #session: TransactionSession;
  readonly #cache: CategoryCache;

  constructor(session: TransactionSession, cache: CategoryCache) {
    this.#session = session;
    this.#cache = cache;
  }

  async ensure(category: Category): Promise<Category> {
    const existing = this.#cache.get(category.name) ?? (await this.#find(category.name));
    if (existing !== undefined) {
      this.#cache.set(existing.name, existing);
      return existing;
    }
    const added = (await this.#insert(category)) ?? (await this.#insert(Category.withUniqueSlug(category)));
    if (added === undefined) throw conflict(`The category ${category.name} was removed by another request.`);
    return added;
  }

  async #insert(category: Category): Promise<Category | undefined> {
    this.#session.send(INSERT(toCategoryRow(category)));
    return this.#find(category.name);
  }

  async #find(name: string): Promise<Category | undefined> {
    const [row] = await this.#session.query(FIND({ name }));
    return row && toCategory(row);
  }
}
