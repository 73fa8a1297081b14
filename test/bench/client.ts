import { isDeepStrictEqual } from 'node:util';
import type { Requests } from './requests.ts';

/** Two API keys: one with all scopes, one without any. */
type Keys = Readonly<{ key: string; scopelessKey: string }>;

/** The servers' URLs and the API keys. */
export type Sides = Keys & Readonly<{ service: string; floor: string }>;

type ListItem = Readonly<{ id: string }>;

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

/** Checks that both sides find the same: rows in the same order, or of ranked rows as many. */
export const requireSameRows = async ({ service, floor, key }: Sides, requests: Requests): Promise<void> => {
  const floorRequests = requests('floor', 0);
  for (const [index, { path = '' }] of requests('service', 0).entries()) {
    const found = async (url: string): Promise<unknown> => {
      const { id, data, total } = await get(url, key);
      const rows = (data as ListItem[] | undefined)?.map((item) => item.id);
      return { id, total, rows: path.includes('q=') ? rows?.length : rows };
    };
    const same = isDeepStrictEqual(await found(service + path), await found(floor + floorRequests[index]?.path));
    if (!same) throw new Error(`The floor finds other rows for ${path} than the service.`);
  }
};

/** The entity tags of some products. */
export const tagsOf = async (
  url: string,
  key: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const tags = new Map<string, string>();
  for (const id of ids) {
    const reply = await fetch(`${url}/api/products/${id}`, { headers: { Authorization: `Bearer ${key}` } });
    tags.set(id, reply.headers.get('etag') ?? '');
    await reply.arrayBuffer();
  }
  return tags;
};

/** Pages past a number of pages of twenty, newest first. @returns the cursor. */
export const walkPast = async (
  { service, key }: Pick<Sides, 'service' | 'key'>,
  pages: number,
  list = 'products',
): Promise<string> => {
  let cursor = '';
  for (let walked = 0; walked < pages * 20; walked += LARGEST_PAGE) {
    const from = cursor === '' ? '' : `&cursor=${cursor}`;
    const page = await get(`${service}/api/${list}?limit=${LARGEST_PAGE}${from}`, key);
    cursor = String(page['next_cursor']);
  }
  return cursor;
};
