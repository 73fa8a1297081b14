import type { FieldError } from './domain-error.ts';

/** String pairs of a writer's own. */
export type StringMap = Readonly<Record<string, string>>;

const MAX_ENTRIES = 50;

/** What is wrong with the pairs of a field, if anything: a merge patch may make them more than either had. */
export const stringMapErrors = (field: string, pairs: StringMap = {}): FieldError[] =>
  Object.keys(pairs).length <= MAX_ENTRIES
    ? []
    : [{ path: [field], code: 'object.max', message: `must have at most ${MAX_ENTRIES} keys` }];
