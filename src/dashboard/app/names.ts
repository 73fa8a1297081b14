import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { holds, type Scope } from './session.ts';

/** Names and numbers by id; null for ids that have none. */
const names = signal<ReadonlyMap<string, string | null>>(new Map());

/** What is asked for with the next request. */
let wanted = new Set<string>();

const MAX_IDS = 100;

/** How long after a failed read an id is asked for again. */
const RETRY_MS = 30_000;

type Named = readonly (readonly [id: string, name: string])[];

type Query = Readonly<{ ids: string; limit: number }>;

/** How names are read, and what the caller must hold, by the prefix of the id. */
const READERS: Readonly<Record<string, Readonly<{ scope: Scope; read: (query: Query) => Promise<Named> }>>> = {
  usr: {
    scope: 'users:read',
    read: async (query) =>
      (await request('get', '/api/users', { query })).data.data.map(({ id, name, email }) => [id, name ?? email]),
  },
  key: {
    scope: 'keys:read',
    read: async (query) =>
      (await request('get', '/api/auth/keys', { query })).data.data.map(({ id, name }) => [id, name]),
  },
  ord: {
    scope: 'orders:read',
    read: async (query) =>
      (await request('get', '/api/orders', { query })).data.data.map(({ id, number }) => [id, String(number)]),
  },
  inv: {
    scope: 'invoices:read',
    read: async (query) =>
      (await request('get', '/api/invoices', { query })).data.data.flatMap(({ id, number }) =>
        number === null ? [] : [[id, number]],
      ),
  },
  plan: {
    scope: 'subscriptions:read',
    read: async (query) => (await request('get', '/api/plans', { query })).data.data.map(({ id, name }) => [id, name]),
  },
};

const readerOf = (id: string) => READERS[id.slice(0, id.indexOf('_'))];

/** The name or the number behind an id; undefined until it is known, or if the caller may not read it. */
export const nameOf = (id: string): string | undefined => {
  const known = names.value.get(id);
  const reader = readerOf(id);
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
  add(ids.map((id) => [id, null]));
  const batches = Object.entries(READERS).flatMap(([prefix, { read }]) =>
    batchesOf(ids.filter((id) => id.startsWith(`${prefix}_`))).map(async (batch) => {
      try {
        add(await read({ ids: batch.join(','), limit: MAX_IDS }));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        setTimeout(() => invalidateMisses(batch), RETRY_MS);
      }
    }),
  );
  await Promise.all(batches);
};

const add = (found: readonly (readonly [id: string, name: string | null])[]): void => {
  names.value = new Map([...names.value, ...found]);
};

const invalidateMisses = (ids: readonly string[]): void => {
  names.value = new Map([...names.value].filter(([id, name]) => name !== null || !ids.includes(id)));
};

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_IDS, (batch + 1) * MAX_IDS),
  );
