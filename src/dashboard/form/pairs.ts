import { t } from '../text/text.ts';
import { type RowColumn, rowText, typedRow } from './rows.ts';

/** The inputs of a name and a value. */
export const pairColumns = (): readonly RowColumn[] => [
  { name: 'name', kind: 'text', label: t().form.name },
  { name: 'value', kind: 'text', label: t().form.value },
];

/** The pairs of a map as rows. */
export const toPairs = (map: Readonly<Record<string, string>>): string[] =>
  Object.entries(map).map(([name, value]) => rowText(pairColumns(), { name, value }));

/** The pairs that have a name, as the API takes them. */
const namedPairs = (rows: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    rows
      .map(typedRow)
      .map(({ name, value }) => [String(name).trim(), String(value)] as const)
      .filter(([name]) => name !== ''),
  );

/** The pairs that differ, and null for those that were removed. */
export const pairsPatch = (
  rows: readonly string[],
  former: readonly string[],
): Readonly<Record<string, string | null>> => {
  const [pairs, formerPairs] = [namedPairs(rows), namedPairs(former)];
  const removed = [...formerPairs.keys()].filter((name) => !pairs.has(name)).map((name) => [name, null] as const);
  const set = [...pairs].filter(([name, value]) => formerPairs.get(name) !== value);
  return Object.fromEntries<string | null>([...removed, ...set]);
};
