import { expect } from 'chai';
import { withWantedMails } from '#core/mails/wanted-mails.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { anActor, aProduct, aUser, clockAtNoon, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { priceOrderOn } from '../../support/builders/order-pricing.ts';
import { openPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';
import { noteStatements, type SentStatements } from '../../support/servers/sent-statements.ts';

describe('the database cost of an order', () => {
  let storage: PostgresStorage;
  let sent: SentStatements;

  before(async () => {
    storage = await openPostgresStorage();
    // only the first sale is recorded
    await storage.unitOfWork.run((tx) => tx.shopRules.recordSale());
    sent = await noteStatements(storage.database);
  });
  after(() => storage.close());

  /** The statements of an order of two items, with its stock, events, timeline and idempotency record. */
  const placing = async (userId?: ReturnType<typeof aUser>['id']): Promise<readonly string[]> => {
    const priceOrder = priceOrderOn(storage);
    const create = makeCreateOrder({ priceOrder, clock: clockAtNoon(), ids });
    const products = [aProduct({ stock: 5 }), aProduct({ stock: 5 })];
    await storage.unitOfWork.run(async (tx) => {
      for (const product of products) await tx.products.add(product);
    });
    const items = products.map(({ id }) => ({ productId: id, quantity: 2 }));
    const name = { account: 'usr_1', operation: 'POST /api/orders', key: ids.next('evt') };
    sent.forget();
    const work = await create(anActor(aUser({ role: 'staff' })), {
      request: { items },
      userId,
      details: {},
      client: 'any',
    });
    // of a shop that sends no mails
    await withWantedMails(storage.unitOfWork, async () => []).run(async (tx) => {
      await tx.idempotency.claim(name, noonPlus(-60));
      const order = await work(tx);
      const record = { fingerprint: 'f', status: 201, headers: {}, body: '{}', mentionedIds: [order.id], at: NOON };
      await tx.idempotency.complete(name, record);
    });
    return sent.texts();
  };

  it('is a read of the products, one of the rules, and one transaction of eight statements', async () => {
    const statements = await placing();
    expect([statements.at(2), statements.at(-1)]).to.deep.equal(['begin', 'commit']);
    expect(statements, statements.join('\n')).to.have.length(10);
  });

  it('is one more statement when the user is locked', async () => {
    const user = aUser();
    await storage.unitOfWork.run((tx) => tx.users.add(user));
    expect(await placing(user.id)).to.have.length(11);
  });
});
