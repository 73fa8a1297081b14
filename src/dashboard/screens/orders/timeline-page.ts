import { request } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import type { TimelinePage } from './timeline.ts';

const LIMIT = 20;

/** Reads a page of the timeline of an order. @throws ApiError if it cannot be read. */
export const loadTimeline = async (
  id: string,
  { cursor, signal }: Readonly<{ cursor?: string; signal?: AbortSignal }>,
): Promise<TimelinePage> => {
  const options = signal === undefined ? {} : { signal };
  const query = { limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) };
  const { data } = await request('get', '/api/orders/{id}/timeline', { params: { id }, query, ...options });
  const users = [...new Set(data.data.flatMap(({ actor }) => actor?.user_id ?? []))];
  return { entries: data.data, names: await loadNames(users, options), next: data.next_cursor };
};

const loadNames = async (
  ids: readonly string[],
  options: Readonly<{ signal?: AbortSignal }>,
): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0 || !holds('users:read')) return new Map();
  const query = { ids: ids.join(','), limit: ids.length };
  const { data } = await request('get', '/api/users', { query, ...options });
  return new Map(data.data.map(({ id, name, email }) => [id, name ?? email]));
};
