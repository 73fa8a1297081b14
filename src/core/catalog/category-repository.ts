import type { Category } from './category.ts';

/** Writes categories. */
export interface CategoryRepository {
  /**
   * Adds a category unless its name exists, also concurrently, and returns the stored one. A duplicate slug is
   * extended.
   */
  ensure(category: Category): Promise<Category>;
}
