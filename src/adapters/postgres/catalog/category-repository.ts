import type { LRUCache } from 'lru-cache';
import { Category, type CategoryId } from '#core/catalog/category.ts';
import type { CategoryRepository } from '#core/catalog/category-repository.ts';
import { conflict } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';

type Row = Readonly<{
  id: string;
  version: number;
  name: string;
  slug: string;
  parent_id: string | null;
  created_at: string;
  updated_at: string;
}>;

const FIND = 'select id, version, name, slug, parent_id, created_at, updated_at from categories where name = $1';

// without a conflict target: a slug that is taken ends in no row, as a name does
const INSERT = `
  insert into categories (id, version, name, slug, parent_id, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`;

/** Categories by name as they were found of late. Whoever uses one must make sure that it still is so. */
export type CategoryCache = LRUCache<string, Category>;

export class PostgresCategoryRepository implements CategoryRepository {
  readonly #session: TransactionSession;
  readonly #found: CategoryCache;

  constructor(session: TransactionSession, found: CategoryCache) {
    this.#session = session;
    this.#found = found;
  }

  async ensure(category: Category): Promise<Category> {
    const found = this.#found.get(category.name) ?? (await this.#find(category.name));
    if (found !== undefined) {
      this.#found.set(found.name, found);
      return found;
    }
    const kept = (await this.#insert(category)) ?? (await this.#insert(Category.withOwnSlug(category)));
    if (kept === undefined) throw conflict(`The category ${category.name} was removed meanwhile.`);
    return kept;
  }

  async #insert({ id, version, name, slug, parentId, createdAt, updatedAt }: Category): Promise<Category | undefined> {
    this.#session.send({ text: INSERT, values: [id, version, name, slug, parentId, createdAt, updatedAt] });
    return this.#find(name);
  }

  async #find(name: string): Promise<Category | undefined> {
    const [row] = await this.#session.query<Row>({ text: FIND, values: [name] });
    return row && toCategory(row);
  }
}

const toCategory = (row: Row): Category => ({
  id: row.id as CategoryId,
  version: row.version,
  name: row.name,
  slug: row.slug,
  parentId: row.parent_id as CategoryId | null,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});
