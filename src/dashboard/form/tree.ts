/** A group of values by what their names begin with, such as `order` of `order.paid`. */
export type TreeGroup = Readonly<{
  name: string;
  /** The value of the whole group, such as `order.*`; undefined where groups are no values. */
  pattern: string | undefined;
  leaves: readonly string[];
}>;

const ALL = '*';

/** The groups of all values. Among them may be patterns: `*`, and `order.*`. */
export const groupsOf = (values: readonly string[]): readonly TreeGroup[] => {
  const leaves = values.filter((value) => !value.endsWith(ALL));
  const names = [...new Set(leaves.map(prefixOf))];
  return names.map((name) => ({
    name,
    pattern: values.find((value) => value === `${name}.*`),
    leaves: leaves.filter((leaf) => prefixOf(leaf) === name),
  }));
};

const prefixOf = (leaf: string): string => leaf.split(/[.:]/)[0] ?? leaf;

/** Whether a value is chosen, itself or by a pattern. */
export const isChosen = (chosen: readonly string[], group: TreeGroup, leaf: string): boolean =>
  [leaf, group.pattern, ALL].some((each) => each !== undefined && chosen.includes(each));

export type Share = 'all' | 'some' | 'none';

export const shareOf = (chosen: readonly string[], groups: readonly TreeGroup[]): Share => {
  const states = groups.flatMap((group) => group.leaves.map((leaf) => isChosen(chosen, group, leaf)));
  if (states.every((state) => state)) return 'all';
  return states.some((state) => state) ? 'some' : 'none';
};

/** What is chosen once a value is, or is no more: a pattern that covers it then becomes what else it covers. */
export const setLeaf = (
  chosen: readonly string[],
  { groups, leaf, isOn }: Readonly<{ groups: readonly TreeGroup[]; leaf: string; isOn: boolean }>,
): readonly string[] => {
  if (isOn) return [...chosen, leaf];
  const group = groups.find(({ leaves }) => leaves.includes(leaf));
  const spread = spreadAll(chosen, groups).flatMap((each) => (each === group?.pattern ? group.leaves : [each]));
  return spread.filter((each) => each !== leaf);
};

/** What is chosen once a whole group is, or nothing of it. */
export const setGroup = (
  chosen: readonly string[],
  { groups, group, isOn }: Readonly<{ groups: readonly TreeGroup[]; group: TreeGroup; isOn: boolean }>,
): readonly string[] => {
  const others = spreadAll(chosen, groups).filter((each) => each !== group.pattern && !group.leaves.includes(each));
  return isOn ? [...others, ...wholeGroup(group)] : others;
};

/** All values of the groups, by patterns where there are some. */
export const wholeTree = (values: readonly string[], groups: readonly TreeGroup[]): readonly string[] =>
  values.includes(ALL) ? [ALL] : groups.flatMap(wholeGroup);

const wholeGroup = ({ pattern, leaves }: TreeGroup): readonly string[] => (pattern === undefined ? leaves : [pattern]);

const spreadAll = (chosen: readonly string[], groups: readonly TreeGroup[]): readonly string[] =>
  chosen.includes(ALL) ? groups.flatMap(wholeGroup) : chosen;
