import type { Schemas } from '../api/request.ts';

/** Categories with the names from the root to them: several may have the same name. */
export const categoryPaths = (
  nodes: readonly Schemas['CategoryTreeNode'][],
  parents: readonly string[] = [],
): readonly (readonly [id: string, path: string])[] =>
  nodes.flatMap(({ id, name, children }) => {
    const path = [...parents, name];
    return [[id, path.join(' › ')] as const, ...categoryPaths(children, path)];
  });
