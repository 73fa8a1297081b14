import type { Schemas } from '../api/request.ts';

const SEPARATOR = ' › ';

/** Categories by the names from the root to them: several may have the same name. */
export const categoryPaths = (
  nodes: readonly Schemas['CategoryTreeNode'][],
  parents: readonly string[] = [],
): readonly Readonly<{ id: string; name: string }>[] =>
  nodes.flatMap(({ id, name, children }) => {
    const path = [...parents, name];
    return [{ id, name: path.join(SEPARATOR) }, ...categoryPaths(children, path)];
  });

/** The category's own name in its path. */
export const ownNameIn = (path: string): string => path.split(SEPARATOR).at(-1) ?? path;
