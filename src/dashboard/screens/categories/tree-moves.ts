import { request, type Schemas } from '../../api/request.ts';

type Node = Schemas['CategoryTreeNode'];

/** A category with its siblings and its parents, nearest last. */
export type Place = Readonly<{
  node: Node;
  siblings: readonly Node[];
  parents: readonly Node[];
  roots: readonly Node[];
}>;

const setParent = (id: string, parentId: string | null) =>
  request('patch', '/api/categories/{id}', { params: { id }, body: { parent_id: parentId } });

/** Gives the categories the positions of their order; those that have theirs stay as they are. */
const reorder = async (nodes: readonly Pick<Node, 'id' | 'position'>[]): Promise<void> => {
  for (const [position, { id, position: current }] of nodes.entries()) {
    if (current !== position) await request('patch', '/api/categories/{id}', { params: { id }, body: { position } });
  }
};

/** Moves a category among its siblings: -1 is up, 1 is down. */
export const shift = ({ node, siblings }: Place, by: -1 | 1): Promise<void> => {
  const others = siblings.filter(({ id }) => id !== node.id);
  others.splice(siblings.indexOf(node) + by, 0, node);
  return reorder(others);
};

/** Makes a category the last child of its former sibling. */
export const indent = async ({ node, siblings }: Place): Promise<void> => {
  const above = siblings[siblings.indexOf(node) - 1];
  if (above !== undefined) await setParent(node.id, above.id);
};

/** Puts a category behind its parent. */
export const outdent = async ({ node, parents, roots }: Place): Promise<void> => {
  const parent = parents.at(-1);
  if (parent === undefined) return;
  const grandparent = parents.at(-2);
  await setParent(node.id, grandparent?.id ?? null);
  const siblings = [...(grandparent?.children ?? roots)];
  siblings.splice(siblings.indexOf(parent) + 1, 0, { ...node, position: -1 });
  await reorder(siblings);
};

/** Makes a category the last child of another. */
export const moveInto = async (id: string, parentId: string): Promise<void> => {
  await setParent(id, parentId);
};

/** Puts a category right before or after another one. */
export const moveBeside = async (id: string, { node, siblings, parents }: Place, isAfter: boolean): Promise<void> => {
  if (!siblings.some((sibling) => sibling.id === id)) await setParent(id, parents.at(-1)?.id ?? null);
  const others: Pick<Node, 'id' | 'position'>[] = siblings.filter((sibling) => sibling.id !== id);
  others.splice(others.indexOf(node) + (isAfter ? 1 : 0), 0, { id, position: -1 });
  await reorder(others);
};
