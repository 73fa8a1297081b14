import type { FieldError } from './domain-error.ts';

/** A map of strings, such as metadata. */
export type StringMap = Readonly<Record<string, string>>;

const MAX_ENTRIES = 50;

/** The errors of a map's size, which a merge patch may exceed. */
export const stringMapErrors = (field: string, map: StringMap = {}): FieldError[] =>
  Object.keys(map).length <= MAX_ENTRIES
    ? []
    : [{ path: [field], code: 'object.max', message: `must have at most ${MAX_ENTRIES} keys` }];
