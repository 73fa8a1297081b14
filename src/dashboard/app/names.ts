import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { type Named, readerOf } from './readers.ts';
import { holds } from './session.ts';

/** Names and numbers by id; null for ids that have none. */
const names = signal<ReadonlyMap<string, string | null>>(new Map());

/** What is asked for with the next request. */
let wanted = new Set<string>();

const MAX_IDS = 100;

/** How long after a failed read an id is asked for again. */
const RETRY_MS = 30_000;

/** The name or the number behind an id; undefined until it is known, or if the caller may not read it. */
export const nameOf = (id: string): string | undefined => {
  const known = names.value.get(id);
  const reader = readerOf(prefixOf(id));
  if (known === undefined && reader !== undefined && holds(reader.scope) && !wanted.has(id)) {
    // all ids of a screen are read at once
    if (wanted.size === 0) queueMicrotask(() => void load());
    wanted.add(id);
  }
  return known ?? undefined;
};

const load = async (): Promise<void> => {
  const ids = [...wanted];
  wanted = new Set();
  // asked for once: an id that has no name stays without one
  add(ids.map((id) => ({ id, name: null })));
  const batches = Object.entries(Object.groupBy(ids, prefixOf)).flatMap(([prefix, own = []]) =>
    batchesOf(own).map(async (batch) => {
      try {
        add((await readerOf(prefix)?.read({ ids: batch.join(','), limit: MAX_IDS })) ?? []);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.isPassing) setTimeout(() => invalidateMisses(batch), RETRY_MS);
      }
    }),
  );
  await Promise.all(batches);
};

const prefixOf = (id: string): string => id.slice(0, id.indexOf('_'));

const add = (found: readonly (Named | Readonly<{ id: string; name: null }>)[]): void => {
  names.value = new Map([...names.value, ...found.map(({ id, name }) => [id, name] as const)]);
};

const invalidateMisses = (ids: readonly string[]): void => {
  names.value = new Map([...names.value].filter(([id, name]) => name !== null || !ids.includes(id)));
};

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_IDS, (batch + 1) * MAX_IDS),
  );
