// Why: docs/decisions/0027-category-tree.md

import { alreadyExists, invalid, unknownReference } from '#core/shared/domain-error.ts';
import { type Category, type CategoryId, MAX_POSITION } from './category.ts';
import { labelKey } from './names.ts';

/** A category's place in the tree. */
type CategoryNode = Pick<Category, 'id' | 'parentId' | 'position'> & Readonly<{ nameKey: string }>;

/** All categories of the store. */
export type CategoryTree = Readonly<{
  nodes: ReadonlyMap<CategoryId, CategoryNode>;
  /** By parent; at the top by null. */
  children: ReadonlyMap<CategoryId | null, readonly CategoryNode[]>;
}>;

/** The greatest number of categories. */
export const MAX_CATEGORIES = 10_000;

/** The greatest number of levels. */
export const MAX_CATEGORY_DEPTH = 10;

export const CategoryTree = {
  of: (nodes: readonly CategoryNode[]): CategoryTree => ({
    nodes: new Map(nodes.map((node) => [node.id, node])),
    children: Map.groupBy(nodes.toSorted(inOrder), ({ parentId }) => parentId),
  }),

  /**
   * Checks where a category is to be, whether it is new or moved.
   * @throws DomainError `unknown_reference` for a parent that does not exist, `validation_failed` for one that is the
   * category itself or below it, or too deep; `already_exists` if a sibling has the name.
   */
  requirePlace: (tree: CategoryTree, { id, name, parentId }: Pick<Category, 'id' | 'name' | 'parentId'>): void => {
    const ancestors = parentId === null ? [] : ancestorsOf(tree, parentId);
    if (ancestors.includes(id)) throw invalidParent('must be neither the category itself nor one below it');
    if (ancestors.length + heightOf(tree, id) > MAX_CATEGORY_DEPTH) {
      throw invalidParent(`must leave the tree at most ${MAX_CATEGORY_DEPTH} levels deep`);
    }
    const key = labelKey(name);
    if (siblings(tree, parentId, id).some(({ nameKey }) => nameKey === key)) {
      throw alreadyExists('name', 'is already used by another category with the same parent');
    }
  },

  /** @throws DomainError `validation_failed` if there may be no further category. */
  requireSpace: (count: number, field: string): void => {
    if (count < MAX_CATEGORIES) return;
    const message = `must be the name of an existing category: the store has ${MAX_CATEGORIES}, the maximum`;
    throw invalid([{ path: [field], code: 'number.max', message }]);
  },

  /** The position behind all other children of a parent. */
  lastPosition: (tree: CategoryTree, parentId: CategoryId | null, id?: CategoryId): number => {
    const positions = siblings(tree, parentId, id).map(({ position }) => position);
    return Math.min(positions.reduce((last, position) => Math.max(last, position), -1) + 1, MAX_POSITION);
  },

  /** In their order. */
  childrenOf: ({ children }: CategoryTree, id: CategoryId | null): readonly CategoryNode[] => children.get(id) ?? [],

  /** Whether a category is another one or below it. */
  isWithin: (tree: CategoryTree, id: CategoryId, other: CategoryId): boolean => ancestorsOf(tree, id).includes(other),

  /** The tree without a category; what is below it remains. */
  without: ({ nodes }: CategoryTree, id: CategoryId): CategoryTree =>
    CategoryTree.of([...nodes.values()].filter((node) => node.id !== id)),
};

const inOrder = (a: CategoryNode, b: CategoryNode): number => a.position - b.position || (a.id < b.id ? -1 : 1);

const invalidParent = (message: string) => invalid([{ path: ['parent_id'], code: 'any.invalid', message }]);

const siblings = (tree: CategoryTree, parentId: CategoryId | null, id: CategoryId | undefined) =>
  CategoryTree.childrenOf(tree, parentId).filter((node) => node.id !== id);

/** The category itself and those above it. */
const ancestorsOf = ({ nodes }: CategoryTree, id: CategoryId): CategoryId[] => {
  const found: CategoryId[] = [];
  for (let current: CategoryId | null = id; current !== null; ) {
    const node: CategoryNode | undefined = nodes.get(current);
    if (node === undefined) {
      throw unknownReference([
        { path: ['parent_id'], code: 'any.exists', message: 'must be the id of an existing category' },
      ]);
    }
    found.push(current);
    current = node.parentId;
  }
  return found;
};

/** The number of levels from a category down; 1 for one without children, also if it is new. */
const heightOf = (tree: CategoryTree, id: CategoryId): number =>
  1 + CategoryTree.childrenOf(tree, id).reduce((height, child) => Math.max(height, heightOf(tree, child.id)), 0);
