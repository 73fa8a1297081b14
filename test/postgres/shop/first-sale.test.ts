import { expect } from 'chai';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import { makeChangeRules } from '#core/shop/use-cases/change-rules.ts';
import { anActor, aProduct, aUser, clockAtNoon, ids } from '../../support/builders/builders.ts';
import { priceOrderOn } from '../../support/builders/order-pricing.ts';
import { createProduct, itemsOf } from '../../support/builders/resources.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { openPostgresStorage, type PostgresStorage } from '../../support/servers/postgres-storage.ts';
import { startApp } from '../../support/servers/start-app.ts';

const staff = anActor(aUser({ role: 'owner' }));

describe('the first order beside a change of the rules', () => {
  let storage: PostgresStorage;

  beforeEach(async () => {
    storage = await openPostgresStorage();
  });
  afterEach(() => storage.close());

  const clock = clockAtNoon();

  /** The work of an order that is priced by the present rules. */
  const prepareOrder = async () => {
    const product = aProduct();
    await storage.unitOfWork.run((tx) => tx.products.add(product));
    const create = makeCreateOrder({ priceOrder: priceOrderOn(storage), clock, ids });
    return create(staff, { request: { items: [{ productId: product.id, quantity: 1 }] }, details: {}, client: 'any' });
  };

  const changeBasis = makeChangeRules({ clock })(staff, { patch: { prices_include_tax: true }, expected: undefined });

  it('makes the change wait, and fail once it is committed', async () => {
    const [work, isPlaced, mayCommit] = [await prepareOrder(), ...gates()];
    const ordered = storage.unitOfWork.run(async (tx) => {
      await work(tx);
      isPlaced.resolve();
      await mayCommit.promise;
    });
    await isPlaced.promise;
    const changed = rejectionOf(storage.unitOfWork.run(changeBasis));
    await whileWaiting(storage);
    mayCommit.resolve();
    await ordered;
    expect(await changed).to.include({ kind: 'invalid' });
    expect(await storage.shopRulesQueries.get()).to.include({ prices_include_tax: false, hasSales: true });
  });

  it('waits for the change, and is then priced again', async () => {
    const [work, isChanged, mayCommit] = [await prepareOrder(), ...gates()];
    const changing = storage.unitOfWork.run(async (tx) => {
      await changeBasis(tx);
      isChanged.resolve();
      await mayCommit.promise;
    });
    await isChanged.promise;
    const ordered = storage.unitOfWork.run(work).catch((error: unknown) => error);
    await whileWaiting(storage);
    mayCommit.resolve();
    await changing;
    expect(await ordered).to.be.instanceOf(StalePreparationError);
    expect((await storage.orderQueries.list({ filter: {}, page: { limit: 1 } })).items).to.deep.equal([]);
    await storage.unitOfWork.run(await prepareOrder());
    expect(await storage.shopRulesQueries.get()).to.include({ prices_include_tax: true, hasSales: true });
  });

  const gates = () => [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
});

/** Resolves once a transaction waits for another. */
const whileWaiting = async ({ database }: PostgresStorage): Promise<void> => {
  for (;;) {
    const { rows } = await database.pool.query(`select from pg_locks where not granted`);
    if (rows.length > 0) return;
  }
};

describe('orders among changes of the rules in two processes', () => {
  it('are, as the first ones, all priced by the rules that stay in force', async () => {
    const DATABASE_URL = await createDatabase();
    const apps = [await startApp({ DATABASE_URL }), await startApp({ DATABASE_URL })] as const;
    const [first, second] = apps;
    const tax = { name: 'VAT', percent: 19 };
    await first.call('/api/tax_rates', { method: 'POST', body: { ...tax, country: 'DE' } });
    const items = itemsOf([await createProduct(first, { price: 119 })]);
    const body = { items, email: 'ada@example.com', billing_address: { line1: '1', city: 'Berlin', country: 'DE' } };
    const change = (index: number) =>
      second.call('/api/shop/rules', { method: 'PATCH', body: { prices_include_tax: index % 2 === 0 } });
    const [orders] = await Promise.all([
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          (apps[index % 2] ?? first).call('/api/orders', { method: 'POST', body }),
        ),
      ),
      Promise.all(Array.from({ length: 7 }, (_, index) => change(index))),
    ]);
    const { prices_include_tax: inForce } = (await first.call('/api/shop/rules')).json;
    for (const { status, json, text } of orders) {
      expect(status, text).to.equal(201);
      expect([json.prices_include_tax, json.total]).to.deep.equal([inForce, inForce ? 119 : 141.61]);
    }
    for (const app of apps) await app.stop();
  });

  it('are priced and dated by a change of the other process from the next request on', async () => {
    const DATABASE_URL = await createDatabase();
    const [first, second] = [await startApp({ DATABASE_URL }), await startApp({ DATABASE_URL })];
    const items = itemsOf([await createProduct(first)]);
    for (let minutes = 1; minutes <= 10; minutes += 1) {
      const [changing, ordering] = minutes % 2 === 0 ? [first, second] : [second, first];
      const body = { order_expiry_minutes: minutes };
      expect((await changing.call('/api/shop/rules', { method: 'PATCH', body })).status).to.equal(200);
      const order = { items, email: 'ada@example.com' };
      const { json } = await ordering.call('/api/orders', { method: 'POST', body: order });
      expect(Date.parse(json.expires_at) - Date.parse(json.created_at)).to.equal(minutes * 60_000);
    }
    await Promise.all([first.stop(), second.stop()]);
  });
});
