import { isDeepStrictEqual } from 'node:util';
import type { Position, Requests } from './requests.ts';

/** Two API keys: one with all scopes, one without any. */
type Keys = Readonly<{ key: string; scopelessKey: string }>;

/** The servers' URLs and the API keys. */
export type Sides = Keys & Readonly<{ service: string; floor: string }>;

type ListItem = Readonly<{ id: string; created_at: string }>;

const LARGEST_PAGE = 100;

/** Creates the keys as a client would. */
export const signIn = async (url: string, owner: object): Promise<Keys> => {
  const { token } = await post(`${url}/api/auth`, owner);
  const makeKey = async (fields: object): Promise<string> =>
    (await post(`${url}/api/auth/keys`, { name: 'bench', ...fields }, token))['key'] ?? '';
  return { key: await makeKey({}), scopelessKey: await makeKey({ scopes: [] }) };
};

/** Creates a resource. */
export const post = async (url: string, body: object, token = ''): Promise<Record<string, string>> => {
  const headers = { 'Content-Type': 'application/json', ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (reply.status !== 201) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, string>;
};

const get = async (url: string, key: string): Promise<Record<string, unknown>> => {
  const reply = await fetch(url, { headers: { Authorization: `Bearer ${key}` } });
  if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Record<string, unknown>;
};

/** Checks that both sides return the same members of the same rows in the same order. */
export const requireSameResponses = async ({ service, floor, key }: Sides, requests: Requests): Promise<void> => {
  const floorRequests = requests('floor', 0);
  for (const [index, { path }] of requests('service', 0).entries()) {
    const { next_cursor: _next, ...ours } = await get(service + path, key);
    const same = isDeepStrictEqual(ours, await get(floor + floorRequests[index]?.path, key));
    if (!same) throw new Error(`The floor responds to ${path} differently from the service.`);
  }
};

/** Pages past a number of pages of twenty, newest first. */
export const walkPast = async (
  { service, key }: Pick<Sides, 'service' | 'key'>,
  pages: number,
  list = 'products',
): Promise<Position> => {
  let position = { cursor: '', after: '' };
  for (let walked = 0; walked < pages * 20; walked += LARGEST_PAGE) {
    const from = position.cursor === '' ? '' : `&cursor=${position.cursor}`;
    const page = await get(`${service}/api/${list}?limit=${LARGEST_PAGE}${from}`, key);
    const last = (page['data'] as ListItem[]).at(-1);
    position = { cursor: String(page['next_cursor']), after: `${last?.created_at},${last?.id}` };
  }
  return position;
};
