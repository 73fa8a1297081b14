import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

const WRITES = 1_400;
const WRITERS = 4;
const KILLED_AFTER = 600;

type Products = Map<string, object>;

describe('copies of the products while the service is killed', () => {
  let service: SpawnedService;
  let key: string;
  let settings: Record<string, string>;

  before(async () => {
    settings = { DATABASE_URL: await createDatabase(), SECRET_KEY: 'a secret key of the service before and after' };
    service = await spawnService(settings);
    key = await ownerKeyOf(service.url);
  });
  after(async () => {
    await service.end('SIGTERM');
    killLeftovers();
  });

  /** Calls the service; undefined while it is down. */
  const call = (...request: Parameters<Caller>): Promise<Reply | undefined> =>
    callerOf(service.url, key)(...request).catch(() => undefined);

  const ids: string[] = [];
  const statuses = new Map<string, number>();
  let [writes, interrupted] = [0, 0];

  const create = async (fields: object): Promise<Reply | undefined> => {
    const reply = await call('/api/products', { method: 'POST', body: { name: 'Shirt', price: 1, ...fields } });
    if (reply?.status === 201) ids.push(reply.json.id);
    return reply;
  };

  /** Inserts, changes and deletes in turn; some products are variants, and orders reduce the stock of some. */
  const write = async (number: number): Promise<Reply | undefined> => {
    const id = ids[spread(number) % ids.length];
    if (id === undefined || number % 4 === 0) return create({ category: `Category ${number % 5}`, stock: 5 });
    if (number % 4 === 1) return create({ parent_id: id, options: { number: `${number}` }, stock: 5 });
    if (number % 4 === 2) return call(`/api/products/${id}`, { method: 'PATCH', body: { price: number } });
    if (number % 3 === 0) return call(`/api/products/${id}`, { method: 'DELETE' });
    const body = { items: [{ product_id: id, quantity: 1 }], anonymous: true };
    return call('/api/orders', { method: 'POST', body });
  };

  const writer = async (): Promise<void> => {
    while (writes < WRITES) {
      writes += 1;
      const number = writes;
      for (let reply = await write(number); ; reply = await write(number)) {
        if (reply !== undefined) {
          const kind = `${number % 4} ${reply.status}`;
          statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
          break;
        }
        interrupted += 1;
        await sleep(50);
      }
    }
  };

  const killOnce = async (): Promise<void> => {
    await eventually('enough was written', async () => writes >= KILLED_AFTER);
    expect(await service.end('SIGKILL')).to.include({ signal: 'SIGKILL' });
    service = await spawnService(settings);
  };

  /** A client that keeps a copy by reading changes. */
  const startCopy = () => {
    const products: Products = new Map();
    let since = '';
    /** @returns the number of changes on the next page; undefined while the service is down. */
    const readPage = async (): Promise<number | undefined> => {
      const reply = await call(`/api/products/changes?limit=50${since && `&since=${since}`}`);
      if (reply === undefined) return undefined;
      expect(reply.status, reply.text).to.equal(200);
      for (const { op, id, product } of reply.json.data) {
        if (op === 'upsert') products.set(id, product);
        else products.delete(id);
      }
      since = reply.json.next_cursor;
      return reply.json.data.length;
    };
    return {
      products,
      readPage,
      follow: async (): Promise<void> => {
        while (writes < WRITES) if (!(await readPage())) await sleep(20);
      },
    };
  };

  const listed = async (filter: string): Promise<Products> => {
    const products: Products = new Map();
    for (let next: string | null = ''; next !== null; ) {
      const path: string = `/api/products?limit=100${filter}${next && `&cursor=${next}`}`;
      const { json } = await callerOf(service.url, key)(path);
      for (const product of json.data) products.set(product.id, product);
      next = json.next_cursor;
    }
    return products;
  };

  /** Parents and single products, and the variants of each parent. */
  const allProducts = async (): Promise<Products> => {
    const products = await listed('');
    for (const [id, product] of [...products]) {
      if (!('variants' in product)) continue;
      for (const [variantId, variant] of await listed(`&parent_id=${id}`)) products.set(variantId, variant);
    }
    return products;
  };

  it('end like the products, whether they began with nothing before, during or after the writes', async () => {
    const copies = [startCopy(), startCopy(), startCopy()] as const;
    const [first, second] = copies;
    const duringWrites = eventually('some were written', async () => writes > KILLED_AFTER / 2);
    const writers = Array.from({ length: WRITERS }, writer);
    await Promise.all([first.follow(), duringWrites.then(() => second.follow()), killOnce(), ...writers]);
    expect(interrupted).to.be.greaterThan(0);
    // each kind of write happened
    expect([...statuses.keys()]).to.include.members(['0 201', '1 201', '2 200', '3 201', '3 204']);

    const products = await allProducts();
    expect(products.size).to.be.greaterThan(WRITES / 8);
    for (const { products: copied, readPage } of copies) {
      await eventually('the copy is like the products', async () => {
        while ((await readPage()) !== 0);
        return copied.size === products.size && [...products].every(([id, product]) => isSame(copied.get(id), product));
      }).catch(() => {});
      expect(inOrder(copied)).to.deep.equal(inOrder(products));
    }
  });
});

/** A whole number far from those of the numbers beside it. */
const spread = (number: number): number => Math.imul(number, 2_654_435_761) >>> 0;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const inOrder = (products: Products) => [...products].sort(([a], [b]) => (a < b ? -1 : 1));
