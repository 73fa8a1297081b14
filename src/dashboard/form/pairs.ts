/** A name and a value as they are typed. */
export type Pair = readonly [name: string, value: string];

/** A pair as forms have it: JSON, so that pairs compare like other texts. */
export const pairText = (pair: Pair): string => JSON.stringify(pair);

export const typedPair = (text: string): Pair => JSON.parse(text);

/** Such as `colour: blue`. */
export const pairSummary = (text: string): string => typedPair(text).join(': ');

/** The pairs that have a name, as the API takes them. */
const namedPairs = (texts: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    texts
      .map(typedPair)
      .filter(([name]) => name.trim() !== '')
      .map(([name, value]) => [name.trim(), value]),
  );

/** The pairs that differ, and null for those that were removed. */
export const pairsPatch = (
  texts: readonly string[],
  former: readonly string[],
): Readonly<Record<string, string | null>> => {
  const [pairs, formerPairs] = [namedPairs(texts), namedPairs(former)];
  const removed = [...formerPairs.keys()].filter((name) => !pairs.has(name)).map((name) => [name, null] as const);
  const set = [...pairs].filter(([name, value]) => formerPairs.get(name) !== value);
  return Object.fromEntries<string | null>([...removed, ...set]);
};
