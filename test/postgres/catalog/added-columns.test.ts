import { expect } from 'chai';
import { aProduct } from '../../support/builders/builders.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage } from '../../support/servers/postgres-storage.ts';

describe('a process', () => {
  it('reads and writes products while a later version adds columns', async () => {
    const url = await createDatabase();
    const storage = await connectPostgresStorage(url);
    const { catalogQueries, unitOfWork } = storage;
    const product = aProduct({ stock: 9 });
    await unitOfWork.run((tx) => tx.products.add(product));
    // the connection keeps the statements that it has prepared
    const use = async (): Promise<void> => {
      await runSql(url, 'update product_search set is_stale = true');
      expect(await storage.productSearchIndex.indexStale()).to.equal(1);
      expect(await catalogQueries.readProducts([product.id])).to.have.length(1);
      await unitOfWork.run((tx) => tx.products.adjustStock([{ productId: product.id, delta: -1 }], product.updatedAt));
    };
    await use();
    await runSql(url, 'alter table products add column added text');
    await use();
    await storage.close();
  });
});
