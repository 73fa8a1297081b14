import type { Schemas } from '../api/request.ts';

const SEPARATOR = ' › ';

/** A category by the names from the root to it: several may have the same name. */
export type NamedPath = Readonly<{ id: string; name: string; path: readonly string[] }>;

/** `Women › Shoes`. */
export const pathText = (path: readonly string[]): string => path.join(SEPARATOR);

export const categoryPaths = (
  nodes: readonly Schemas['CategoryTreeNode'][],
  parents: readonly string[] = [],
): readonly NamedPath[] =>
  nodes.flatMap(({ id, name, children }) => {
    const path = [...parents, name];
    return [{ id, name: pathText(path), path }, ...categoryPaths(children, path)];
  });

/** The names in a path that is typed, as files and people write it: `Women > Shoes`. */
export const levelsOf = (text: string): readonly string[] =>
  text
    .split(/[>›]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The paths that have a text. Those that have it in their own name come first. */
export const findPaths = (paths: readonly NamedPath[], text: string): readonly NamedPath[] => {
  const wanted = pathText(levelsOf(text)).toLowerCase();
  const found = paths.filter(({ name }) => name.toLowerCase().includes(wanted));
  const isOwn = ({ path }: NamedPath): boolean => (path.at(-1) ?? '').toLowerCase().includes(wanted);
  return [...found.filter(isOwn), ...found.filter((each) => !isOwn(each))];
};
