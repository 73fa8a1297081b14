import { expect } from 'chai';
import { aProduct, noonPlus } from '../../support/builders/builders.ts';
import { openPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';
import { shuffled } from '../../support/shuffled.ts';

describe('stock adjustments in PostgreSQL', () => {
  let storage: PostgresStorage;

  before(async () => {
    storage = await openPostgresStorage();
  });
  after(() => storage.close());

  // a deadlock would be retried after a second, invisible except for the delay
  it('lock products in one order, so that no work runs twice', async () => {
    const products = Array.from({ length: 8 }, () => aProduct({ stock: 1000 }));
    await storage.unitOfWork.run(async (tx) => {
      for (const product of products) await tx.products.add(product);
    });
    let runs = 0;
    const work = (index: number) => {
      const moves = shuffled(products).map(({ id }) => ({ productId: id, delta: index % 2 === 0 ? -1 : 1 }));
      return storage.unitOfWork.run((tx) => {
        runs += 1;
        return tx.products.adjustStock(moves, noonPlus(1));
      });
    };
    // not all at once: a work waits for a connection for some seconds at most
    for (let wave = 0; wave < 2; wave += 1) await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)));
    expect(runs).to.equal(100);
  });
});
