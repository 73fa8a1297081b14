import { expect } from 'chai';
import { UnchangedReads } from '#adapters/postgres/catalog/catalog-state.ts';
import { productCreated } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import { aProduct } from '../../support/builders/builders.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

describe('reads of the catalogue', () => {
  let url: string;
  let storage: PostgresStorage;
  let reads: UnchangedReads;
  let made: number;

  beforeEach(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    reads = new UnchangedReads();
    made = 0;
  });
  afterEach(() => storage.close());

  const aRead = (read: () => Promise<{ made: number }>) => ({
    key: 'a page',
    database: storage.database,
    read,
  });

  /** Which read the result is of. */
  const numberOfRead = async (): Promise<number> => {
    const read = async () => {
      made += 1;
      return { made };
    };
    return (await reads.read(aRead(read))).made;
  };

  const addProduct = () =>
    storage.unitOfWork.run(async (tx) => {
      const product = aProduct();
      await tx.products.add(product);
      await tx.events.append(Actor.system, productCreated(product));
    });

  /** Its event has a position too. */
  const createProduct = async () => {
    await addProduct();
    await runSql(url, 'select assign_event_positions()');
  };

  it('are kept until an event of the catalogue is committed', async () => {
    await createProduct();
    expect([await numberOfRead(), await numberOfRead()]).to.deep.equal([1, 1]);
    await addProduct();
    expect([await numberOfRead(), await numberOfRead()]).to.deep.equal([2, 2]);
  });

  it('show a row that was changed without the service', async () => {
    await createProduct();
    const nameOf = async (): Promise<string | undefined> => {
      const page = { limit: 1, includeTotal: true };
      const { items } = await storage.catalogQueries.listProducts({ filter: {}, page, visibility: 'full' });
      return items.map((item) => Json.parse(item).name)[0];
    };
    const before = await nameOf();
    expect(await nameOf()).to.equal(before);
    await runSql(url, "update products set name = 'Renamed'");
    expect(await nameOf()).to.equal('Renamed');
  });

  it('are not kept without an event, which tells nothing of earlier ones', async () => {
    expect([await numberOfRead(), await numberOfRead()]).to.deep.equal([1, 2]);
    await createProduct();
    await numberOfRead();
    await runSql(url, 'delete from events');
    expect([await numberOfRead(), await numberOfRead()]).to.deep.equal([4, 5]);
  });

  it('are not kept while a product waits for its words', async () => {
    await createProduct();
    await runSql(url, 'update product_search set is_stale = true');
    expect([await numberOfRead(), await numberOfRead()]).to.deep.equal([1, 2]);
  });

  it('are not kept if the catalogue changes while they run', async () => {
    await createProduct();
    const read = async () => {
      await createProduct();
      return { made: 0 };
    };
    await reads.read(aRead(read));
    expect(await numberOfRead()).to.equal(1);
  });
});
