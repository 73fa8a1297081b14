import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type FieldError, invalid, unknownReference } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Category, type CategoryId } from '../category.ts';
import { CategoryTree } from '../category-tree.ts';
import { labelKey } from '../names.ts';
import type { CatalogTx } from '../ports.ts';
import type { Product } from '../product.ts';
import type { ProductFields } from '../product-fields.ts';
import { categoryAuditEntry, categoryCreated } from '../records.ts';

type Deps = Readonly<{ actor: Actor; clock: BusinessClock; ids: IdGenerator }>;

/**
 * Returns the category that a product's fields name: by id, or by a label, whose category is created if needed.
 * @throws DomainError `unknown_reference` for an id without a category, `validation_failed` for a label of several
 * categories, or one that differs from the id's.
 */
export const ensureCategory = async (
  tx: CatalogTx,
  deps: Deps,
  { category: label, category_id: id }: Pick<ProductFields, 'category' | 'category_id'>,
): Promise<Product['category']> => {
  if (id === undefined) return label == null ? null : pick(await byLabel(tx, deps, label));
  const category = id === null ? null : await byId(tx, id);
  if (label !== undefined && keyOf(label) !== keyOf(category?.name)) {
    throw invalid([error('category', 'any.only', 'must be the name of the category in category_id; send one of both')]);
  }
  return category && pick(category);
};

const pick = ({ id, name }: Category): Product['category'] => ({ id, name });

const keyOf = (label: string | null | undefined): string | undefined => (label == null ? undefined : labelKey(label));

const byId = async (tx: CatalogTx, id: CategoryId): Promise<Category> => {
  const category = await tx.categories.find(id);
  if (category === undefined) {
    throw unknownReference([error('category_id', 'any.exists', 'must be the id of an existing category')]);
  }
  return category;
};

const byLabel = async (tx: CatalogTx, { actor, clock, ids }: Deps, label: string): Promise<Category> => {
  const [only, ...others] = await tx.categories.labelled(label);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw await ambiguous(tx, [only, ...others]);
  CategoryTree.requireSpace(await tx.categories.count(), 'category');
  const created = Category.create({ id: ids.next('cat'), name: label, at: clock.now() });
  const stored = await tx.categories.ensure(created);
  if (stored.id === created.id) {
    await tx.events.append(actor, categoryCreated(stored));
    await tx.audit.append(categoryAuditEntry(actor, 'created', { before: null, after: stored }));
  }
  return stored;
};

/** The number of candidates that the error names. */
const MAX_CANDIDATES = 5;

const ambiguous = async (tx: CatalogTx, candidates: readonly Category[]): Promise<Error> => {
  const named: string[] = [];
  for (const category of candidates.slice(0, MAX_CANDIDATES)) {
    named.push(`${(await pathOf(tx, category)).join(' / ')} (${category.id})`);
  }
  if (candidates.length > MAX_CANDIDATES) named.push('and others');
  const message = `must name one category, but is the name of several: ${named.join(', ')}; send category_id instead`;
  return invalid([error('category', 'any.ambiguous', message)]);
};

/** The names of a category and those above it, from the top. */
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
