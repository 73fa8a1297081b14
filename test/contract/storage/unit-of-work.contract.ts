import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { productCreated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { Json } from '#core/shared/page.ts';
import type { Transaction } from '#core/storage.ts';
import {
  aCategory,
  aKey,
  aProduct,
  aSession,
  aUser,
  changed,
  NOON,
  noonPlus,
} from '../../support/builders/builders.ts';
import { aGuestOrder, anEntry } from '../../support/builders/order-builders.ts';
import { aGate } from '../../support/gate.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { shuffled } from '../../support/shuffled.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from './storage-under-test.ts';

/** One of everything that can be written, and a function that finds it. */
const aWriteOfEverything = () => {
  const [category, product, user] = [aCategory(`Everything ${Math.random()}`), aProduct(), aUser()];
  const [{ key }, { session }] = [aKey(user), aSession(user)];
  const order = aGuestOrder({ userId: user.id });
  const name = { account: user.id, operation: 'POST /api/products', key: 'once' };
  const write = async (tx: Transaction): Promise<void> => {
    await tx.categories.ensure(category);
    await tx.products.add(product);
    await tx.users.add(user);
    await tx.apiKeys.add(key);
    await tx.sessions.add(session);
    await tx.orders.add(order, [anEntry(order)]);
    await tx.orders.note(anEntry(order, 'note'));
    await tx.events.append(Actor.system, productCreated(product));
    await tx.idempotency.claim(name, noonPlus(-60));
    await tx.idempotency.complete(name, {
      fingerprint: 'f',
      status: 201,
      headers: {},
      body: '{}',
      mentionedIds: [],
      at: NOON,
    });
  };
  const storedParts = async (storage: StorageUnderTest) => ({
    category: (await storage.catalogQueries.listCategories({ filter: {}, page: { limit: 100 } }, 'full')).items
      .map(Json.parse)
      .some(({ id }) => id === category.id),
    product: (await storage.catalogQueries.findProduct(product.id, 'full')) !== undefined,
    user: (await storage.userQueries.find(user.id)) !== undefined,
    key: (await storage.accessQueries.findKey(key.id)) !== undefined,
    session: (await storage.credentialQueries.findByHash(session.hash)) !== undefined,
    order: (await storage.orderQueries.find(order.id)) !== undefined,
    timeline: (await storage.orderQueries.timeline(order.id, { limit: 9 }, 'full')).items.length,
    event: (await storage.eventsOf(product.id)).length > 0,
    idempotencyRecord: (await storage.idempotencyQueries.find(name, noonPlus(-60))) !== undefined,
  });
  return { write, storedParts, product };
};

const ALL = {
  category: true,
  product: true,
  user: true,
  key: true,
  session: true,
  order: true,
  timeline: 2,
  event: true,
  idempotencyRecord: true,
};

const NO_ROWS = {
  category: false,
  product: false,
  user: false,
  key: false,
  session: false,
  order: false,
  timeline: 0,
  event: false,
  idempotencyRecord: false,
};

export const unitOfWorkContract = (name: string, open: OpenStorage): void => {
  describe(`UnitOfWork on ${name}`, () => {
    const storage = useStorage(open);
    describe('run', () => runContract(storage));
    describe('dryRun', () => dryRunContract(storage));
    describe('a rejected transaction', () => rejectionContract(storage));
    describe('concurrent transactions', () => concurrencyContract(storage));
  });
};

const runContract = (storage: () => StorageUnderTest): void => {
  it('commits all writes atomically', async () => {
    const everything = aWriteOfEverything();
    await storage().unitOfWork.run(everything.write);
    expect(await everything.storedParts(storage())).to.deep.equal(ALL);
  });

  it('returns the result of the work', async () => {
    const result = { of: 'the work' };
    expect(await storage().unitOfWork.run(async () => result)).to.equal(result);
  });

  it('reads its own writes, which others see after the commit', async () => {
    const product = aProduct();
    await storage().unitOfWork.run(async (tx) => {
      await tx.products.add(product);
      expect(await tx.products.get(product.id)).to.deep.equal(product);
      expect(await storage().catalogQueries.findProduct(product.id, 'full')).to.equal(undefined);
    });
    expect(await storage().catalogQueries.findProduct(product.id, 'full')).to.not.equal(undefined);
  });

  it('stores nothing of a throwing work and rethrows', async () => {
    const everything = aWriteOfEverything();
    const failure = new Error('changed my mind');
    const attempt = storage().unitOfWork.run(async (tx) => {
      await everything.write(tx);
      throw failure;
    });
    expect(await attempt.catch((error: unknown) => error)).to.equal(failure);
    expect(await everything.storedParts(storage())).to.deep.equal(NO_ROWS);
  });

  it('continues after many failed transactions', async () => {
    const attempts = Array.from({ length: 30 }, () =>
      storage().unitOfWork.run(async (tx) => {
        await tx.products.add(aProduct());
        throw new DomainError('conflict', 'test', 'not today');
      }),
    );
    for (const error of await Promise.all(attempts.map(rejectionOf))) expect(error).to.include({ code: 'test' });
    const everything = aWriteOfEverything();
    await storage().unitOfWork.run(everything.write);
    expect(await everything.storedParts(storage())).to.deep.equal(ALL);
  });
};

const dryRunContract = (storage: () => StorageUnderTest): void => {
  it('returns the result and stores nothing', async () => {
    const everything = aWriteOfEverything();
    const types = await storage().unitOfWork.dryRun(async (tx) => {
      await everything.write(tx);
      return tx.events.appendedTypes;
    });
    expect(types).to.deep.equal(['product.created']);
    expect(await everything.storedParts(storage())).to.deep.equal(NO_ROWS);
  });

  it('leaves existing data unchanged', async () => {
    const product = aProduct({ stock: 1 });
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    await storage().unitOfWork.dryRun((tx) => tx.products.save(changed(product, { stock: 2 })));
    await storage().unitOfWork.dryRun((tx) => tx.products.remove(product.id));
    expect(await storage().unitOfWork.run((tx) => tx.products.get(product.id))).to.deep.equal(product);
  });

  it('reports a duplicate', async () => {
    await storage().unitOfWork.run((tx) => tx.products.add(aProduct({ sku: 'DUPLICATE' })));
    const attempt = storage().unitOfWork.dryRun((tx) => tx.products.add(aProduct({ sku: 'DUPLICATE' })));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'already_exists' });
  });

  it('rethrows exceptions', async () => {
    const failure = new Error('no');
    const attempt = storage().unitOfWork.dryRun(() => Promise.reject(failure));
    expect(await attempt.catch((error: unknown) => error)).to.equal(failure);
  });
};

const rejectionContract = (storage: () => StorageUnderTest): void => {
  before(() => storage().unitOfWork.run((tx) => tx.products.add(aProduct({ sku: 'TAKEN' }))));

  it('stores nothing before or after a duplicate', async () => {
    const [earlier, later] = [aWriteOfEverything(), aWriteOfEverything()];
    const attempt = storage().unitOfWork.run(async (tx) => {
      await earlier.write(tx);
      await tx.products.add(aProduct({ sku: 'TAKEN' }));
      await later.write(tx);
    });
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'already_exists' });
    expect(await earlier.storedParts(storage())).to.deep.equal(NO_ROWS);
    expect(await later.storedParts(storage())).to.deep.equal(NO_ROWS);
  });

  it('reports the duplicate despite reads before the commit', async () => {
    const attempt = storage().unitOfWork.run(async (tx) => {
      await tx.products.add(aProduct({ sku: 'TAKEN' }));
      await tx.users.findByEmail('nobody@example.com');
    });
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'already_exists' });
  });

  it('never reports success without a commit', async () => {
    const [everything, other] = [aWriteOfEverything(), aUser()];
    await storage().unitOfWork.run((tx) => tx.users.add(other));
    const run = storage().unitOfWork.run(async (tx) => {
      await everything.write(tx);
      await tx.users.add(aUser({ email: other.email })).catch(() => {});
    });
    const expected = await run.then(
      () => ALL,
      () => NO_ROWS,
    );
    expect(await everything.storedParts(storage())).to.deep.equal(expected);
  });
};

const concurrencyContract = (storage: () => StorageUnderTest): void => {
  const addAll = async (products: readonly Product[]): Promise<void> => {
    for (const product of products) await storage().unitOfWork.run((tx) => tx.products.add(product));
  };
  const takeOneMore = async (tx: Transaction, id: Product['id']): Promise<void> => {
    const product = await tx.products.get(id);
    await tx.products.save(changed(product, { stock: (product.stock ?? 0) + 1 }));
  };
  const stockOf = async (id: Product['id']): Promise<number | null> =>
    (await storage().unitOfWork.run((tx) => tx.products.get(id))).stock;

  it('makes a transaction wait for a locked product and see its change', async () => {
    const product = aProduct({ stock: 0 });
    await addAll([product]);
    const [got, mayGoOn] = [aGate(), aGate()];
    const first = storage().unitOfWork.run(async (tx) => {
      const { stock } = await tx.products.get(product.id);
      got.open();
      await mayGoOn.opened;
      await tx.products.save(changed(product, { stock: (stock ?? 0) + 1 }));
    });
    await got.opened;
    const second = storage().unitOfWork.run((tx) => takeOneMore(tx, product.id));
    mayGoOn.open();
    await Promise.all([first, second]);
    expect(await stockOf(product.id)).to.equal(2);
  });

  it('loses no concurrent change of one product', async () => {
    const product = aProduct({ stock: 0 });
    await addAll([product]);
    await Promise.all(Array.from({ length: 20 }, () => storage().unitOfWork.run((tx) => takeOneMore(tx, product.id))));
    expect(await stockOf(product.id)).to.equal(20);
  });

  it('changes several products in any order without deadlocks or lost changes', async () => {
    const products = Array.from({ length: 6 }, () => aProduct({ stock: 0 }));
    await addAll(products);
    const works = Array.from({ length: 20 }, () => shuffled(products).slice(0, 3));
    await Promise.all(
      works.map((chosen) =>
        storage().unitOfWork.run(async (tx) => {
          for (const { id } of chosen) await takeOneMore(tx, id);
        }),
      ),
    );
    const stocks = await Promise.all(products.map(({ id }) => stockOf(id)));
    const expected = products.map((product) => works.filter((chosen) => chosen.includes(product)).length);
    expect(stocks).to.deep.equal(expected);
  });

  it('ensures categories in any order', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Any order ${index}`);
    const works = Array.from({ length: 10 }, () => shuffled(names));
    const ensured = await Promise.all(
      works.map((chosen) =>
        storage().unitOfWork.run(async (tx) => {
          const entries: [string, string][] = [];
          for (const label of chosen) entries.push([label, (await tx.categories.ensure(aCategory(label))).id]);
          return Object.fromEntries(entries);
        }),
      ),
    );
    for (const other of ensured) expect(other).to.deep.equal(ensured[0]);
  });
};
