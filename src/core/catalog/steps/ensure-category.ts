import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Category, CategoryId } from '../category.ts';
import { CategoryPath } from '../category-path.ts';
import { labelKey } from '../names.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { ensureCategoryPath, ensureRoot } from './ensure-category-path.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/**
 * Returns the category that a product's fields name: by id, or by a label or a path such as `Women > Shoes`, whose
 * missing categories are created.
 * @throws DomainError `unknown_reference` for an id without a category, `validation_failed` for a label of several
 * categories, for a path that no category can have, or for a name that is not that of the id's category.
 */
export const ensureCategory = async (
  tx: CatalogTx,
  deps: Deps,
  { category: label, category_id: id }: Pick<ProductFields, 'category' | 'category_id'>,
): Promise<Product['category']> => {
  if (id === undefined) return label == null ? null : pick(await byLabel(tx, deps, label));
  const category = id === null ? null : await byId(tx, id);
  if (label !== undefined && !(await isNameOf(tx, category, label))) {
    throw invalid([error('category', 'any.only', 'must be the name of the category in category_id; send one of both')]);
  }
  return category && pick(category);
};

const pick = ({ id, name }: Category): Product['category'] => ({ id, name });

/** Whether a label is the name or the path of a category, or null for none. */
const isNameOf = async (tx: CatalogTx, category: Category | null, label: string | null): Promise<boolean> => {
  if (category === null || label === null) return category === null && label === null;
  if (labelKey(label) === labelKey(category.name)) return true;
  return CategoryPath.keyOf(CategoryPath.of(label)) === CategoryPath.keyOf(await pathOf(tx, category));
};

const byId = async (tx: CatalogTx, id: CategoryId): Promise<Category> => {
  const category = await tx.categories.find(id);
  if (category === undefined) {
    throw unknownReference([error('category_id', 'any.exists', 'must be the id of an existing category')]);
  }
  return category;
};

/** A name that has the separator of paths itself is found as a whole. */
const byLabel = async (tx: CatalogTx, deps: Deps, label: string): Promise<Category> => {
  const [only, ...others] = await tx.categories.labelled(label);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw await ambiguous(tx, [only, ...others]);
  const path = CategoryPath.of(label);
  CategoryPath.require(path, 'category');
  return path.length === 1 ? ensureRoot(tx, deps, label) : byId(tx, await ensureCategoryPath(tx, deps, path));
};

/** The number of candidates that the error names. */
const MAX_CANDIDATES = 5;

const ambiguous = async (tx: CatalogTx, candidates: readonly Category[]): Promise<Error> => {
  const named: string[] = [];
  for (const category of candidates.slice(0, MAX_CANDIDATES)) {
    named.push(`${CategoryPath.toText(await pathOf(tx, category))} (${category.id})`);
  }
  if (candidates.length > MAX_CANDIDATES) named.push('and others');
  const message = `must name one category, but is the name of several: ${named.join(', ')}; send its path or category_id`;
  return invalid([error('category', 'any.ambiguous', message)]);
};

/** The names of a category and those above it, from the root. */
export const pathOf = async (tx: CatalogTx, category: Category): Promise<readonly string[]> => {
  const names = [category.name];
  for (let { parentId } = category; parentId !== null; ) {
    const parent = await tx.categories.find(parentId);
    names.unshift(parent?.name ?? '…');
    parentId = parent?.parentId ?? null;
  }
  return names;
};

const error = (field: string, code: string, message: string): FieldError => ({ path: [field], code, message });
