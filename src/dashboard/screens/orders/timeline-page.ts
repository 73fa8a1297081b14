import { request } from '../../api/request.ts';
import { holds } from '../../app/session.ts';
import type { TimelinePage } from './timeline.ts';

const PAGE_SIZE = 20;

/** Reads a page of the timeline of an order. @throws ApiError if it cannot be read. */
export const loadTimeline = async (
  id: string,
  { cursor, signal }: Readonly<{ cursor?: string; signal?: AbortSignal }>,
): Promise<TimelinePage> => {
  const query = { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
  const { data } = await request('get', '/api/orders/{id}/timeline', { params: { id }, query, signal });
  const users = [...new Set(data.data.flatMap(({ actor }) => actor?.user_id ?? []))];
  return { entries: data.data, names: await loadNames(users, signal), next: data.next_cursor };
};

const loadNames = async (ids: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0 || !holds('users:read')) return new Map();
  const query = { ids: ids.join(','), limit: ids.length };
  const { data } = await request('get', '/api/users', { query, signal });
  return new Map(data.data.map(({ id, name, email }) => [id, name ?? email]));
};
