import type { components } from '../../api/schema.ts';

export type TimelineEntry = components['schemas']['TimelineEntry'];

/** A part of a timeline, the newest entries first, with the names of those who have acted. */
export type TimelinePage = Readonly<{
  entries: readonly TimelineEntry[];
  names: ReadonlyMap<string, string>;
  /** The cursor of earlier entries. */
  next: string | null;
}>;

/** The entries that were loaded and those before them. */
export const withEarlier = (loaded: TimelinePage, { entries, names, next }: TimelinePage): TimelinePage => ({
  entries: [...loaded.entries, ...entries],
  names: new Map([...loaded.names, ...names]),
  next,
});

/** The first page, read again, and the entries that were loaded; without these if entries between them may be missing. */
export const withNewest = (loaded: TimelinePage, first: TimelinePage): TimelinePage => {
  const ids = new Set(first.entries.map(({ id }) => id));
  const others = loaded.entries.filter(({ id }) => !ids.has(id));
  return others.length === loaded.entries.length ? first : withEarlier(first, { ...loaded, entries: others });
};
