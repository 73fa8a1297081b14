import type { Visibility } from './catalog-queries.ts';
import type { Category, CategoryId } from './category.ts';
import type { CategoryTree } from './category-tree.ts';
import type { ProductCounts } from './category-view.ts';

/** Writes categories. */
export interface CategoryRepository {
  /** Reads the tree and locks it until the transaction ends: before every `add`, `save` and `remove`. */
  lockTree(): Promise<CategoryTree>;
  /** Locks the category until the transaction ends. @throws DomainError `not_found`. */
  get(id: CategoryId): Promise<Category>;
  /**
   * The category whose products a product of this category id belongs to: of a category that was removed while its
   * products are being reassigned, the one they are reassigned to. It may be stale; a product cannot be stored with a
   * stale one.
   */
  find(id: CategoryId): Promise<Category | undefined>;
  /** The categories whose names have a label's key, the oldest first, at most 20. One of them may be stale. */
  labelled(label: string): Promise<readonly Category[]>;
  /** The number of categories. */
  count(): Promise<number>;
  /**
   * Adds a category behind all others at the top unless one there has its name, also concurrently, and returns the
   * stored one. A duplicate slug is extended.
   */
  ensure(category: Category): Promise<Category>;
  /** Adds a category and returns it; a duplicate slug is extended. @throws DomainError `already_exists` for its name. */
  add(category: Category): Promise<Category>;
  /**
   * Stores the next version of a category. Every read shows a new name at once; `ProductRepository.recategorize` stores
   * it in the products.
   * @throws DomainError `conflict` unless the stored version is the previous one; `already_exists` as `add` does.
   */
  save(category: Category): Promise<void>;
  /** Removes a category without products and children. */
  remove(id: CategoryId): Promise<void>;
  /**
   * Removes a category without children whose products belong to another category from now on. Every read shows that
   * at once; `ProductRepository.recategorize` stores it.
   */
  reassign(id: CategoryId, to: Category): Promise<void>;
  /** The number of products of a visibility in a category. */
  countProducts(id: CategoryId, visibility: Visibility): Promise<ProductCounts>;
}
