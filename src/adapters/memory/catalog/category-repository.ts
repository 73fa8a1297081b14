import { Category } from '#core/catalog/category.ts';
import { CategoryTree } from '#core/catalog/category-tree.ts';
import { labelKey } from '#core/catalog/names.ts';
import type { CategoryRepository } from '#core/catalog/ports.ts';
import { alreadyExists } from '#core/shared/domain-error.ts';
import type { StoreChanges } from '../store/memory-store.ts';
import { byId } from '../store/order.ts';
import { requirePrevious, resourceRepository } from '../store/resources.ts';
import { currentCategory, productCounts } from './category-lookup.ts';

const MAX_LABELLED = 20;

export const makeCategoryRepository = (tables: StoreChanges): CategoryRepository => {
  const { categories, staleCategories } = tables;
  const { get, remove } = resourceRepository(categories, 'category');
  const readTree = (): CategoryTree =>
    CategoryTree.of(categories.values().map((category) => ({ ...category, nameKey: labelKey(category.name) })));
  const insert = (category: Category): Category => {
    const isTaken = categories.values().some(({ slug }) => slug === category.slug);
    const added = isTaken ? Category.withUniqueSlug(category) : category;
    categories.set(added.id, added);
    return added;
  };
  /** Another category with the same parent and name. */
  const siblingOf = ({ id, name, parentId }: Category): Category | undefined =>
    categories.find(
      (other) => other.id !== id && other.parentId === parentId && labelKey(other.name) === labelKey(name),
    );
  const requireUniqueName = (category: Category): void => {
    if (siblingOf(category) === undefined) return;
    throw alreadyExists('name', 'is already used by another category with the same parent');
  };
  return {
    get,
    remove,
    lockTree: async () => readTree(),
    find: async (id) => categories.get(staleCategories.get(id) ?? id),
    count: async () => categories.values().length,

    async labelled(label) {
      const found = categories.filter(({ name }) => labelKey(name) === labelKey(label));
      return found.sort(byId).slice(0, MAX_LABELLED);
    },

    async ensure(category) {
      const position = CategoryTree.lastPosition(readTree(), null);
      return siblingOf(category) ?? insert({ ...category, parentId: null, position });
    },

    async add(category) {
      requireUniqueName(category);
      return insert(category);
    },

    async save(category) {
      const before = categories.get(category.id);
      requirePrevious(before, category);
      requireUniqueName(category);
      categories.set(category.id, category);
      if (before?.name !== category.name) staleCategories.set(category.id, category.id);
    },

    async reassign(id, to) {
      await remove(id);
      for (const [stale, current] of staleCategories.entries()) if (current === id) staleCategories.set(stale, to.id);
      staleCategories.set(id, to.id);
    },

    countProducts: async (id, visibility) => productCounts(tables, id, visibility),

    async countVariants(id) {
      const variants = tables.products.filter(
        ({ parentId, inherited }) => parentId !== null && !inherited.includes('category_id'),
      );
      return variants.filter((variant) => currentCategory(tables, variant)?.id === id).length;
    },
  };
};
