import type { Fault } from './domain-error.ts';

/** String pairs of a writer's own. */
export type Pairs = Readonly<Record<string, string>>;

const MOST_PAIRS = 50;

/** What is wrong with the pairs of a field, if anything: a merge patch may make them more than either had. */
export const pairFaults = (field: string, pairs: Pairs = {}): Fault[] =>
  Object.keys(pairs).length <= MOST_PAIRS
    ? []
    : [{ path: [field], code: 'object.max', message: `must have at most ${MOST_PAIRS} keys` }];
