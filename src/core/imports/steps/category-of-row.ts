import type { Category, CategoryId } from '#core/catalog/category.ts';
import { CategoryPath } from '#core/catalog/category-path.ts';
import { ensureCategory, pathOf } from '#core/catalog/steps/ensure-category.ts';
import { ensureCategoryPath } from '#core/catalog/steps/ensure-category-path.ts';
import type { ProductBatch } from '#core/catalog/steps/product-batch.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { invalid } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { RowFields } from '../import-row.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/**
 * Replaces the path of a category by its id; an id of another shop is ignored beside the path or the label. Each path is
 * looked up once.
 * @throws DomainError `validation_failed` for a path that is not that of the category of the row's id.
 */
export const makeCategoryOf = (batch: ProductBatch, deps: Deps) => {
  const { tx } = batch;
  const ensured = new Map<string, CategoryId | null>();
  const paths = new Map<CategoryId, string>();

  /** Unless the path is whole, a single name may be that of a category further down. */
  const idOf = async (path: CategoryPath, isWhole: boolean): Promise<CategoryId | null> => {
    const [name = '', ...below] = path;
    const isPath = isWhole || below.length > 0 || (await tx.categories.labelled(name)).some(isRoot);
    if (isPath) return ensureCategoryPath(tx, deps, path, 'category_path');
    return (await ensureCategory(tx, deps, { category: name }))?.id ?? null;
  };

  const ensure = async (path: CategoryPath, isWhole: boolean): Promise<CategoryId | null> => {
    const key = `${isWhole} ${CategoryPath.keyOf(path)}`;
    const id = ensured.get(key) ?? (await idOf(path, isWhole));
    ensured.set(key, id);
    return id;
  };

  const requirePath = async (id: CategoryId, path: CategoryPath): Promise<void> => {
    const category = paths.has(id) ? undefined : await tx.categories.find(id);
    if (category !== undefined) paths.set(id, CategoryPath.keyOf(await pathOf(tx, category)));
    if (paths.get(id) === CategoryPath.keyOf(path)) return;
    const message = 'must be the path of the category in category_id; send one of both';
    throw invalid([{ path: ['category_path'], code: 'any.only', message }]);
  };

  return async ({
    category_path: path,
    category_id: id,
    category: label,
    ...others
  }: RowFields): Promise<RowFields> => {
    const named = { ...others, ...(label !== undefined && { category: label }) };
    if (path == null) {
      const isOfOther = id != null && label != null && !batch.hasCategory(id);
      return id === undefined || isOfOther ? named : { ...named, category_id: id };
    }
    const withLabel = label == null ? others : named;
    if (id != null && batch.hasCategory(id)) {
      await requirePath(id, path);
      return { ...withLabel, category_id: id };
    }
    // beside the id of another shop it is the path there
    return { ...withLabel, category_id: await ensure(path, id != null) };
  };
};

const isRoot = ({ parentId }: Category): boolean => parentId === null;
