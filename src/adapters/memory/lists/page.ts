import { Json, type Page, type PageRequest } from '#core/shared/page.ts';

/** How rows sort: by a value, ties by id. */
export type Order<V> = Readonly<{ value: (row: V) => string | bigint | number; descending: boolean }>;

/** By when they were made. */
export const newestFirst: Order<Readonly<{ createdAt: Date }>> = {
  value: ({ createdAt }) => createdAt.getTime(),
  descending: true,
};

/** A keyset page of rows, in their order, as views. */
export const pageOf = <V extends { readonly id: string }, T>(
  rows: readonly V[],
  { value, descending }: Order<V>,
  { limit, after, includeTotal }: PageRequest,
  view: (row: V) => T,
): Page<T> => {
  const sign = descending ? -1 : 1;
  const compare = (a: V, b: V): number => sign * (ordered(value(a), value(b)) || ordered(a.id, b.id));
  const sorted = [...rows].sort(compare);
  const beyond = (row: V): boolean => after === undefined || sign * compareToPosition(row) > 0;
  const compareToPosition = (row: V): number =>
    ordered(value(row), like(value(row), after?.value ?? '')) || ordered(row.id, after?.id ?? '');
  const rest = sorted.filter(beyond);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: Json.of(shown.map(view)),
    next: rest.length > limit && last !== undefined ? { value: String(value(last)), id: last.id } : null,
    ...(includeTotal ? { total: rows.length } : {}),
  };
};

const like = (sample: string | bigint | number, text: string): string | bigint | number => {
  if (typeof sample === 'string') return text;
  return typeof sample === 'bigint' ? BigInt(text) : Number(text);
};

/** Texts by code points, as a database sorts their UTF-8 bytes. */
const ordered = (a: string | bigint | number, b: string | bigint | number): number => {
  if (a === b) return 0;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
};
