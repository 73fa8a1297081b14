import { ApiError } from '../api/api-error.ts';
import { request, type Schemas } from '../api/request.ts';
import { itemName } from '../parts/item-name.ts';
import { categoryPaths, findPaths, type NamedPath } from './category-paths.ts';
import type { Scope } from './session.ts';
import { soldProducts } from './sold-products.ts';

/** A resource by what people call it. */
type Named = Readonly<{ id: string; name: string; detail?: string | undefined }>;

type ByIds = Readonly<{ ids: string; limit: number }>;
type ByText = Readonly<{ q: string; limit: number }>;

type Reader = Readonly<{
  /** What the caller must hold. */
  scope: Scope;
  read: (query: ByIds) => Promise<readonly Named[]>;
  /** Finds resources by a text; undefined if the resource has no search. */
  find?: (query: ByText, signal: AbortSignal) => Promise<readonly Named[]>;
}>;

const readUsers = async (query: ByIds | ByText, signal?: AbortSignal): Promise<readonly Named[]> =>
  (await request('get', '/api/users', { query, signal })).data.data.map(({ id, name, email }) =>
    name === null ? { id, name: email } : { id, name, detail: email },
  );

const readOrders = async (query: ByIds | ByText, signal?: AbortSignal): Promise<readonly Named[]> =>
  (await request('get', '/api/orders', { query, signal })).data.data.map(({ id, number, email }) => ({
    id,
    name: String(number),
    detail: email ?? undefined,
  }));

const readCategories = async (signal?: AbortSignal): Promise<readonly NamedPath[]> =>
  categoryPaths((await request('get', '/api/categories/tree', { signal })).data.data);

/** The API has no search for categories. */
const findCategories = async ({ q, limit }: ByText, signal: AbortSignal): Promise<readonly Named[]> =>
  findPaths(await readCategories(signal), q).slice(0, limit);

type ProductName = Pick<Schemas['Product'], 'id' | 'name' | 'options' | 'sku'>;

const namedProduct = ({ id, name, options, sku }: ProductName): Named => ({
  id,
  name: itemName({ name, options }),
  detail: sku ?? undefined,
});

/** The product of an id; none if there is no such product any more. */
const readProduct = async (id: string): Promise<readonly Named[]> => {
  try {
    return [namedProduct((await request('get', '/api/products/{id}', { params: { id } })).data)];
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return [];
    throw error;
  }
};

/** How names are read, by the prefix of the id. */
const READERS: Readonly<Record<string, Reader>> = {
  usr: { scope: 'users:read', read: readUsers, find: readUsers },
  cat: {
    scope: 'products:read',
    read: async ({ ids }) => {
      const wanted = new Set(ids.split(','));
      return (await readCategories()).filter(({ id }) => wanted.has(id));
    },
    find: findCategories,
  },
  key: {
    scope: 'keys:read',
    read: async (query) => (await request('get', '/api/auth/keys', { query })).data.data,
  },
  ord: { scope: 'orders:read', read: readOrders, find: readOrders },
  prod: {
    scope: 'products:read',
    // the list has no variants
    read: async ({ ids }) => (await Promise.all(ids.split(',').map(readProduct))).flat(),
    find: async (query, signal) =>
      soldProducts((await request('get', '/api/products', { query, signal })).data.data, query.q).map(namedProduct),
  },
  inv: {
    scope: 'invoices:read',
    read: async (query) =>
      (await request('get', '/api/invoices', { query })).data.data.flatMap(({ id, number }) =>
        number === null ? [] : [{ id, name: number }],
      ),
  },
  plan: {
    scope: 'subscriptions:read',
    read: async (query) => (await request('get', '/api/plans', { query })).data.data,
  },
};

/** How the names of ids with a prefix are read; undefined if the resource has none. */
export const readerOf = (prefix: string): Reader | undefined => READERS[prefix];
