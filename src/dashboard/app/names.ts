import { signal } from '@preact/signals';
import { request } from '../api/request.ts';
import { holds } from './session.ts';

/** Names of users and API keys by id; null for ids that have none. */
const names = signal<ReadonlyMap<string, string | null>>(new Map());

/** What is asked for with the next request. */
let wanted = new Set<string>();

const MAX_IDS = 100;

/** The name behind an id of a user or an API key; undefined until it is known, or if the caller may not read it. */
export const nameOf = (id: string): string | undefined => {
  const known = names.value.get(id);
  const isReadable = id.startsWith('usr_') ? holds('users:read') : id.startsWith('key_') && holds('keys:read');
  if (known === undefined && isReadable && !wanted.has(id)) {
    // all ids of a screen are read at once
    if (wanted.size === 0) queueMicrotask(() => void load());
    wanted.add(id);
  }
  return known ?? undefined;
};

const load = async (): Promise<void> => {
  const ids = [...wanted];
  wanted = new Set();
  // asked for once: an id that cannot be read stays without a name
  names.value = new Map([...names.value, ...ids.map((id) => [id, null] as const)]);
  const users = ids.filter((id) => id.startsWith('usr_')).slice(0, MAX_IDS);
  const keys = ids.filter((id) => id.startsWith('key_')).slice(0, MAX_IDS);
  const found = await Promise.all([users.length > 0 ? usersBy(users) : [], keys.length > 0 ? keysBy(keys) : []]);
  names.value = new Map([...names.value, ...found.flat()]);
};

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
