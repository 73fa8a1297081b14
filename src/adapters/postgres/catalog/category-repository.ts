import type { LRUCache } from 'lru-cache';
import { Category, type CategoryId } from '#core/catalog/category.ts';
import { CategoryTree } from '#core/catalog/category-tree.ts';
import type { ProductCounts } from '#core/catalog/category-view.ts';
import { labelKey } from '#core/catalog/names.ts';
import type { CategoryRepository, Visibility } from '#core/catalog/ports.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { toCategory, toCategoryRow } from '../tables/categories.ts';
import {
  COUNT_CATEGORIES,
  COUNT_VARIANTS,
  DELETE_CATEGORY,
  DELETE_COUNTS,
  DELETE_REMOVED,
  ENSURE_CATEGORY,
  FIND_CATEGORY_OF_PRODUCTS,
  FIND_LABELLED,
  FIND_TOP,
  INSERT_CATEGORY,
  LOCK_CATEGORY,
  LOCK_TREE,
  READ_TREE,
  REASSIGN,
  RENAME_REMOVED,
  REQUIRE_ONLY,
  UPDATE_CATEGORY,
} from './category-statements.ts';
import { COUNT_PRODUCTS } from './category-views.ts';
import { ANNOUNCE } from './recategorize-statements.ts';

/**
 * Categories by id, and by the key of a label that only one has, as last read. A product with a stale one cannot be
 * stored, and whether the label is still of one only is checked with each use.
 */
export type CategoryCache = LRUCache<CacheKey, Category>;

type CacheKey = `${'id' | 'label'} ${string}`;

export class PostgresCategoryRepository implements CategoryRepository {
  readonly #session: TransactionSession;
  /** That of all transactions, until this one changes a category. */
  #cache: Pick<CategoryCache, 'get' | 'set'> | Map<CacheKey, Category>;
  /** The keys of labels that were found to be of one category only, until this transaction changes a category. */
  readonly #checkedKeys = new Set<string>();

  constructor(session: TransactionSession, cache: CategoryCache) {
    this.#session = session;
    this.#cache = cache;
  }

  async lockTree(): Promise<CategoryTree> {
    this.#session.send(LOCK_TREE({}));
    return CategoryTree.of(await this.#session.query(READ_TREE({})));
  }

  async get(id: CategoryId): Promise<Category> {
    const [row] = await this.#session.query(LOCK_CATEGORY({ id }));
    if (row === undefined) throw notFound('category', id);
    return toCategory(row);
  }

  async find(id: CategoryId): Promise<Category | undefined> {
    const cached = this.#cache.get(`id ${id}`);
    if (cached !== undefined) return cached;
    const [row] = await this.#session.query(FIND_CATEGORY_OF_PRODUCTS({ id }));
    const category = row && toCategory(row);
    if (category !== undefined) this.#cache.set(`id ${id}`, category);
    return category;
  }

  async labelled(label: string): Promise<readonly Category[]> {
    const key = labelKey(label);
    const cached = this.#cache.get(`label ${key}`);
    if (cached !== undefined) {
      if (!this.#checkedKeys.has(key)) this.#session.send(REQUIRE_ONLY({ key, id: cached.id }));
      this.#checkedKeys.add(key);
      return [cached];
    }
    const found = (await this.#session.query(FIND_LABELLED({ key }))).map(toCategory);
    const [only, ...others] = found;
    if (only !== undefined && others.length === 0) this.#cache.set(`label ${key}`, only);
    return found;
  }

  /**
   * Reads anew, for this transaction alone: others must not know what it may roll back, and a label may now be that of
   * another category, too.
   */
  #leaveCache(): void {
    this.#checkedKeys.clear();
    this.#cache = new Map();
  }

  async count(): Promise<number> {
    const [row] = await this.#session.query(COUNT_CATEGORIES({}));
    return row?.count ?? 0;
  }

  async ensure(category: Category): Promise<Category> {
    this.#leaveCache();
    const stored = (await this.#ensureTop(category)) ?? (await this.#ensureTop(Category.withUniqueSlug(category)));
    if (stored === undefined) throw conflict(`The category ${category.name} was removed by another request.`);
    return stored;
  }

  async add(category: Category): Promise<Category> {
    this.#leaveCache();
    for (const added of [category, Category.withUniqueSlug(category)]) {
      const [inserted] = await this.#session.query(INSERT_CATEGORY(toCategoryRow(added)));
      if (inserted !== undefined) return added;
    }
    throw conflict(`The slug ${category.slug} was taken by another request.`);
  }

  async save(category: Category): Promise<void> {
    this.#leaveCache();
    const [saved] = await this.#session.query(UPDATE_CATEGORY(toCategoryRow(category)));
    if (saved === undefined) throw conflict(`Category ${category.id} was changed by another request.`);
    if (!saved.isRenamed) return;
    this.#session.send(RENAME_REMOVED(toCategoryRow(category)));
    this.#session.send(ANNOUNCE(category));
  }

  async reassign(id: CategoryId, to: Category): Promise<void> {
    this.#session.send(REASSIGN({ ...toCategoryRow(to), removed_id: id }));
    this.#session.send(ANNOUNCE({ id }));
  }

  async remove(id: CategoryId): Promise<void> {
    this.#session.send(DELETE_REMOVED({ id }));
    const [removed] = await this.#session.query(DELETE_CATEGORY({ id }));
    if (removed === undefined) throw notFound('category', id);
    for (const deleteCounts of DELETE_COUNTS) this.#session.send(deleteCounts({ id }));
  }

  async countProducts(id: CategoryId, visibility: Visibility): Promise<ProductCounts> {
    const [counts] = await this.#session.query(COUNT_PRODUCTS[visibility]({ id }));
    return counts ?? { product_count: 0, product_count_total: 0 };
  }

  async countVariants(id: CategoryId): Promise<number> {
    const [row] = await this.#session.query(COUNT_VARIANTS({ id }));
    return Number(row?.count ?? 0);
  }

  async #ensureTop(category: Category): Promise<Category | undefined> {
    const row = toCategoryRow({ ...category, parentId: null });
    this.#session.send(ENSURE_CATEGORY(row));
    const [stored] = await this.#session.query(FIND_TOP({ key: row.name_key }));
    return stored && toCategory(stored);
  }
}
