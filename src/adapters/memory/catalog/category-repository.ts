import { Category, type CategoryId } from '#core/catalog/category.ts';
import type { CategoryRepository } from '#core/catalog/category-repository.ts';
import type { TableChanges } from '../store/memory-table.ts';

export class MemoryCategoryRepository implements CategoryRepository {
  readonly #categories: TableChanges<CategoryId, Category>;

  constructor(categories: TableChanges<CategoryId, Category>) {
    this.#categories = categories;
  }

  async ensure(category: Category): Promise<Category> {
    const others = [...this.#categories.values()];
    const existing = others.find(({ name }) => name === category.name);
    if (existing !== undefined) return existing;
    const added = others.some(({ slug }) => slug === category.slug) ? Category.withUniqueSlug(category) : category;
    this.#categories.set(added.id, added);
    return added;
  }
}
