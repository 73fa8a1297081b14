import { type Filter, type ListPath, type ListState, listAt } from './list-state.ts';

/** What a screen restricts a list to: a filter to a value, or to some values, of which the user can choose. */
export type Restriction = Readonly<Record<string, string | readonly string[]>>;

/** The filters that the user can choose. */
export const filtersWithin = (path: ListPath, restriction: Restriction): Readonly<Record<string, Filter>> => {
  const entries = Object.entries(listAt(path).filters).map(([name, filter]) => {
    const fixed = restriction[name];
    if (fixed === undefined) return [[name, filter] as const];
    return typeof fixed === 'string'
      ? []
      : [[name, { kind: 'choice', values: fixed, isMultiple: true } as const] as const];
  });
  return Object.fromEntries(entries.flat());
};

/** The parameters of the request: what the address has, within the restriction. */
export const parametersWithin = (
  { query, valuesOf }: Pick<ListState, 'query' | 'valuesOf'>,
  restriction: Restriction,
): Readonly<Record<string, string | readonly string[]>> => {
  const restricted = Object.entries(restriction).map(([name, fixed]) => {
    const chosen = valuesOf(name).filter((value) => fixed.includes(value));
    return [name, typeof fixed === 'string' || chosen.length === 0 ? fixed : chosen] as const;
  });
  return {
    ...Object.fromEntries([...query.keys()].map((name) => [name, valuesOf(name)])),
    ...Object.fromEntries(restricted),
  };
};
