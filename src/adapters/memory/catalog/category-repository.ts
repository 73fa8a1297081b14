import { Category, type CategoryId } from '#core/catalog/category.ts';
import { CategoryTree } from '#core/catalog/category-tree.ts';
import type { ProductCounts } from '#core/catalog/category-view.ts';
import { labelKey } from '#core/catalog/names.ts';
import type { CategoryRepository, Visibility } from '#core/catalog/ports.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { alreadyExists, conflict, notFound } from '#core/shared/domain-error.ts';
import type { TableChanges } from '../store/memory-table.ts';
import { productCounts } from './category-lookup.ts';

type Tables = Readonly<{
  categories: TableChanges<CategoryId, Category>;
  products: TableChanges<ProductId, Product>;
  staleCategories: TableChanges<CategoryId, CategoryId>;
}>;

const MAX_LABELLED = 20;

export class MemoryCategoryRepository implements CategoryRepository {
  readonly #tables: Tables;
  readonly #categories: Tables['categories'];

  constructor(tables: Tables) {
    this.#tables = tables;
    this.#categories = tables.categories;
  }

  /** Transactions run one at a time. */
  async lockTree(): Promise<CategoryTree> {
    return this.#tree();
  }

  async get(id: CategoryId): Promise<Category> {
    const category = this.#categories.get(id);
    if (category === undefined) throw notFound('category', id);
    return category;
  }

  async find(id: CategoryId): Promise<Category | undefined> {
    return this.#categories.get(this.#tables.staleCategories.get(id) ?? id);
  }

  async labelled(label: string): Promise<readonly Category[]> {
    const key = labelKey(label);
    const found = [...this.#categories.values()].filter(({ name }) => labelKey(name) === key);
    return found.toSorted((a, b) => (a.id < b.id ? -1 : 1)).slice(0, MAX_LABELLED);
  }

  async count(): Promise<number> {
    return [...this.#categories.values()].length;
  }

  async ensure(category: Category): Promise<Category> {
    const existing = this.#sibling(category);
    const position = CategoryTree.lastPosition(this.#tree(), null);
    return existing ?? this.#insert({ ...category, parentId: null, position });
  }

  async add(category: Category): Promise<Category> {
    this.#requireUniqueName(category);
    return this.#insert(category);
  }

  async save(category: Category): Promise<void> {
    const before = this.#categories.get(category.id);
    if (before?.version !== category.version - 1) {
      throw conflict(`Category ${category.id} was changed concurrently.`);
    }
    this.#requireUniqueName(category);
    this.#categories.set(category.id, category);
    if (before.name !== category.name) this.#tables.staleCategories.set(category.id, category.id);
  }

  async reassign(id: CategoryId, to: Category): Promise<void> {
    const { staleCategories } = this.#tables;
    await this.remove(id);
    for (const [stale, current] of [...staleCategories.entries()]) {
      if (current === id) staleCategories.set(stale, to.id);
    }
    staleCategories.set(id, to.id);
  }

  async remove(id: CategoryId): Promise<void> {
    if (!this.#categories.delete(id)) throw notFound('category', id);
  }

  async countProducts(id: CategoryId, visibility: Visibility): Promise<ProductCounts> {
    return productCounts(this.#tables, id, visibility);
  }

  #tree(): CategoryTree {
    return CategoryTree.of(
      [...this.#categories.values()].map((category) => ({ ...category, nameKey: labelKey(category.name) })),
    );
  }

  #insert(category: Category): Category {
    const isTaken = [...this.#categories.values()].some(({ slug }) => slug === category.slug);
    const added = isTaken ? Category.withUniqueSlug(category) : category;
    this.#categories.set(added.id, added);
    return added;
  }

  #requireUniqueName(category: Category): void {
    if (this.#sibling(category) === undefined) return;
    throw alreadyExists('name', 'is already used by another category with the same parent');
  }

  /** Another category with the same parent and name. */
  #sibling({ id, name, parentId }: Category): Category | undefined {
    const key = labelKey(name);
    return [...this.#categories.values()].find(
      (other) => other.id !== id && other.parentId === parentId && labelKey(other.name) === key,
    );
  }
}
