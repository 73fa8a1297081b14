import { signal } from '@preact/signals';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/request.ts';
import { holds, type Scope } from './session.ts';

/** Names of users and API keys, and numbers of orders, by id; null for ids that have none. */
const names = signal<ReadonlyMap<string, string | null>>(new Map());

/** What is asked for with the next request. */
let wanted = new Set<string>();

const MAX_IDS = 100;

/** How long after a failed read an id is asked for again. */
const RETRY_MS = 30_000;

/** What an id is asked for with, by its prefix. */
const SCOPES: Readonly<Record<string, Scope>> = { usr: 'users:read', key: 'keys:read', ord: 'orders:read' };

/** The name behind an id of a user or an API key, or the number of an order; undefined until it is known, or if the caller may not read it. */
export const nameOf = (id: string): string | undefined => {
  const known = names.value.get(id);
  const scope = SCOPES[id.split('_')[0] ?? ''];
  if (known === undefined && scope !== undefined && holds(scope) && !wanted.has(id)) {
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
  const batches = [
    ...batchesOf(ids.filter((id) => id.startsWith('usr_'))).map(usersBy),
    ...batchesOf(ids.filter((id) => id.startsWith('key_'))).map(keysBy),
    ...batchesOf(ids.filter((id) => id.startsWith('ord_'))).map(ordersBy),
  ];
  try {
    for (const batch of batches) add(await batch);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    setTimeout(() => forgetUnknown(ids), RETRY_MS);
  }
};

const add = (found: readonly (readonly [id: string, name: string | null])[]): void => {
  names.value = new Map([...names.value, ...found]);
};

const forgetUnknown = (ids: readonly string[]): void => {
  names.value = new Map([...names.value].filter(([id, name]) => name !== null || !ids.includes(id)));
};

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, batch) =>
    ids.slice(batch * MAX_IDS, (batch + 1) * MAX_IDS),
  );

type Named = readonly (readonly [id: string, name: string])[];

const usersBy = async (ids: readonly string[]): Promise<Named> => {
  const query = { ids: ids.join(','), limit: MAX_IDS };
  const { data } = (await request('get', '/api/users', { query })).data;
  return data.map(({ id, name, email }) => [id, name ?? email] as const);
};

const keysBy = async (ids: readonly string[]): Promise<Named> => {
  const query = { ids: ids.join(','), limit: MAX_IDS };
  const { data } = (await request('get', '/api/auth/keys', { query })).data;
  return data.map(({ id, name }) => [id, name] as const);
};

const ordersBy = async (ids: readonly string[]): Promise<Named> => {
  const query = { ids: ids.join(','), limit: MAX_IDS };
  const { data } = (await request('get', '/api/orders', { query })).data;
  return data.map(({ id, number }) => [id, String(number)] as const);
};
