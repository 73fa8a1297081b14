import { expect } from 'chai';
import { Address } from '#core/shared/address.ts';
import { aUser } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';

const ADDRESS = Address.of({ name: 'Ada Lovelace', line1: '1 Main St', postal_code: 'SW1A 1AA', country: 'GB' });

describe('users and orders of a version without contacts', () => {
  let url: string;
  let storage: PostgresStorage;
  const user = aUser({ addresses: [ADDRESS] });
  const order = aGuestOrder({ shipping_address: ADDRESS });

  before(async () => {
    url = await createDatabase();
    storage = await connectPostgresStorage(url);
    await storage.unitOfWork.run(async (tx) => {
      await tx.users.add(user);
      await tx.orders.add(order, []);
    });
    await runSql(url, 'update users set contact = null', 'update orders set contact = null');
  });
  after(() => storage.close());

  const found = async (): Promise<number[]> => {
    const query = { filter: { q: 'sw1a1aa' }, page: { limit: 5 } };
    const lists = await Promise.all([storage.userQueries.list(query), storage.orderQueries.list(query)]);
    return lists.map(({ items }) => items.length);
  };

  it('are found once the background task has computed them', async () => {
    expect(await found()).to.deep.equal([0, 0]);
    expect(await storage.contactIndex.indexMissing()).to.equal(2);
    expect(await storage.contactIndex.indexMissing()).to.equal(0);
    expect(await found()).to.deep.equal([1, 1]);
  });

  it('keep their versions', async () => {
    const [stored] = await runSql(url, 'select u.version as user, o.version as order from users u, orders o');
    expect(stored).to.deep.equal({ user: user.version, order: order.version });
  });
});
