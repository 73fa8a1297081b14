import type { StringMap } from '#core/shared/string-map.ts';

/**
 * The attributes in their order: shorter names first, as in PostgreSQL's `jsonb`, in which they are searched. So they are
 * shown in the same order after they were written and when they are read, whatever the storage. (Objects of JavaScript
 * have names that are whole numbers before all others.)
 */
export const inOrder = (attributes: StringMap): StringMap => {
  const entries = Object.entries(attributes);
  return entries.length < 2 ? attributes : Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
};

/** By the length in UTF-8, and then by its bytes: the order of code points. */
const compare = (a: string, b: string): number => {
  const [first, second] = [codePointsOf(a), codePointsOf(b)];
  const position = first.findIndex((point, index) => point !== second[index]);
  return lengthOf(first) - lengthOf(second) || (first[position] ?? 0) - (second[position] ?? 0);
};

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

const lengthOf = (points: readonly number[]): number =>
  points.reduce((length, point) => length + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4), 0);
