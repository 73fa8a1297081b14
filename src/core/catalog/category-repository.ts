import type { Category } from './category.ts';

/** The categories, for writing. */
export interface CategoryRepository {
  /**
   * Adds the category unless there is one of its name, whoever adds that at the same time, and gives the one that is
   * there then. A slug that another category has is made its own.
   */
  ensure(category: Category): Promise<Category>;
}
