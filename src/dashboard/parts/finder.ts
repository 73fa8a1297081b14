import { readerOf } from '../app/readers.ts';
import { holds } from '../app/session.ts';
import type { Found } from './combobox.tsx';

type Finder = (text: string, signal: AbortSignal) => Promise<readonly Found<string>[]>;

/** How many resources are offered. */
const MAX_FOUND = 10;

/**
 * Finds the resources of a prefix by a text or an id; undefined if they have no search, or the caller may not read them.
 */
export const finderOf = (prefix: string): Finder | undefined => {
  const reader = readerOf(prefix);
  if (reader?.find === undefined || !holds(reader.scope)) return undefined;
  const { read, find } = reader;
  return async (text, signal) => {
    const found = text.startsWith(`${prefix}_`)
      ? await read({ ids: text, limit: MAX_FOUND })
      : await find({ q: text, limit: MAX_FOUND }, signal);
    return found.map(({ id, name, detail }) => ({ id, label: name, detail, value: id }));
  };
};
