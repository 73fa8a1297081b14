import { expect } from 'chai';
import { PostgresHistory } from '#adapters/postgres/seeding/history.ts';
import { documentNumber } from '#core/invoices/finalization.ts';
import { type OrderView, orderView } from '#core/orders/order-view.ts';
import { Json } from '#core/shared/page.ts';
import { newPast } from '#demo-shop/year/past.ts';
import { seedYear, yearOf } from '#demo-shop/year/seed-year.ts';
import { addDemoProducts, addTo, aYear } from '../../support/seeding/demo-year.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import {
  connectPostgresStorage,
  openPostgresStorage,
  type PostgresStorage,
} from '../../support/servers/postgres-storage.ts';
import { runSeed } from '../../support/servers/spawn-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

const byId = (a: Readonly<{ id: string }>, b: Readonly<{ id: string }>): number => (a.id < b.id ? -1 : 1);

describe('a seeded year', () => {
  const settings = aYear({ orders: 300 });
  let storage: PostgresStorage;
  const year = newPast();
  before(async () => {
    storage = await openPostgresStorage();
    await addDemoProducts(storage, settings);
    const history = new PostgresHistory(storage.database);
    for await (const past of yearOf({ storage, history }, settings)) {
      await history.write(past);
      addTo(year, past);
    }
  });
  after(() => storage.close());

  it('is read as it was made', async () => {
    await storage.unitOfWork.run(async (tx) => {
      for (const order of year.orders) expect(await tx.orders.find(order.id)).to.deep.equal(order);
      for (const payment of year.payments) expect(await tx.payments.find(payment.id)).to.deep.equal(payment);
      for (const returned of year.returns) expect(await tx.returns.find(returned.id)).to.deep.equal(returned);
      for (const each of year.subscriptions) expect(await tx.subscriptions.find(each.id)).to.deep.equal(each);
      for (const method of year.paymentMethods) expect(await tx.paymentMethods.find(method.id)).to.deep.equal(method);
      for (const user of year.users) expect(await tx.users.find(user.id)).to.deep.equal(user);
      for (const operation of year.operations) {
        expect(await tx.payments.getOperation(operation.id)).to.deep.equal(operation);
      }
    });
  });

  it('has the timelines of its orders and payments', async () => {
    const text = 'select id, type, created_at as at from';
    for (const [table, entries] of [
      ['order_timeline', year.orderEntries],
      ['payment_timeline', year.paymentEntries],
    ] as const) {
      const rows = await storage.database.query({ text: `${text} ${table} order by id` });
      expect(rows).to.deep.equal(entries.map(({ id, type, at }) => ({ id, type, at })).toSorted(byId));
    }
  });

  it('balances, and continues the order numbers without a gap', async () => {
    expect(await storage.ledgerQueries.discrepancies()).to.deep.equal([]);
    const numbers = year.orders.map(({ number }) => number);
    expect(numbers).to.deep.equal(Array.from({ length: 300 }, (_, index) => 1_001 + index));
    expect(await storage.unitOfWork.dryRun((tx) => tx.orders.nextNumber())).to.equal(1_301);
  });

  it('continues the numbers of invoices without a gap', async () => {
    const numbered = year.invoices.filter(({ number }) => number !== null);
    expect(numbered.length).to.be.greaterThan(5);
    await storage.unitOfWork.run(async (tx) => {
      for (const [index, invoice] of numbered.entries()) {
        const number = documentNumber('INV-', index + 1);
        expect(await tx.invoices.find(invoice.id)).to.deep.equal({ ...invoice, number });
      }
    });
    expect(await storage.unitOfWork.dryRun((tx) => tx.invoices.nextNumber('invoice'))).to.equal(numbered.length + 1);
  });

  it('has the movements of its subscriptions', async () => {
    const ids = year.subscriptions.map(({ id }) => id);
    const stored = await storage.unitOfWork.run((tx) => tx.subscriptionMovements.listOf(ids));
    expect(stored).to.have.deep.members(year.subscriptionMovements);
  });

  it('counts the uses of discounts', async () => {
    const { items } = await storage.pricingQueries.listDiscounts({ filter: {}, page: { limit: 10 } });
    for (const item of items) {
      const { id } = Json.parse(item);
      const used = year.orders.filter(
        ({ charges, state }) => state.status !== 'cancelled' && charges.discounts.some((each) => each.id === id),
      );
      expect(await storage.unitOfWork.run((tx) => tx.discounts.countUses(id))).to.equal(used.length);
    }
  });

  it('writes no events', async () => {
    const [order] = year.orders;
    expect(await storage.eventsOf(order?.id ?? 'ord_')).to.deep.equal([]);
  });

  it('is added once for each seed', async () => {
    const error = await seedYear({ storage, database: storage.database }, settings).catch(String);
    expect(error).to.include('The orders of seed 7 are already there: choose another --seed.');
  });
});

describe('the seed command with orders', () => {
  it('adds products if there are none, and orders that the service shows and refunds', async () => {
    const url = await createDatabase();
    const args = ['--products', '15', '--orders', '120'];
    const settings = { DATABASE_URL: url, SECRET_KEY: 'the secret key of services in tests' };
    const first = await runSeed(args, settings);
    expect(first.code, first.stderr).to.equal(0);
    expect(first.stdout).to.match(/^Added 15 products, with .*\nAdded 120 orders in the year before today, .*\n$/);
    const second = await runSeed([...args, '--seed', '2'], settings);
    expect(second.stdout).to.match(/^Added 120 orders in the year before today, .*\n$/);
    const app = await startApp({ DATABASE_URL: url });
    const { json } = await app.call('/api/orders?include_total=true');
    expect(json.total).to.equal(240);
    const payments = await app.call('/api/payments?status=succeeded&gateway=sandbox&limit=1');
    const [payment] = payments.json.data;
    const refunded = await app.call(`/api/payments/${payment.id}/refunds`, { method: 'POST', body: { amount: 0.5 } });
    expect([refunded.status, refunded.json.status]).to.deep.equal([201, 'succeeded']);
    await app.stop();
    const storage = await connectPostgresStorage(url);
    await storage.unitOfWork.run(async (tx) => {
      for (const shown of json.data as OrderView[]) {
        const order = await tx.orders.find(shown.id);
        expect(order && JSON.parse(JSON.stringify(orderView(order)))).to.deep.include({ total: shown.total });
      }
    });
    expect(await storage.ledgerQueries.discrepancies()).to.deep.equal([]);
    await storage.close();
  });

  it('refuses a number out of bounds, and a storage that keeps nothing', async () => {
    const settings = { DATABASE_URL: await createDatabase() };
    const { stderr } = await runSeed(['--orders', '1000001'], settings);
    expect(stderr).to.equal('--orders must be a whole number from 0 to 1000000.\n');
    for (const [until, message] of [
      ['2026-02-30', '--until must be a date, such as 2026-01-01.\n'],
      ['9999-01-01', '--until must not be in the future.\n'],
    ] as const) {
      const { code, stderr: refused } = await runSeed(['--orders', '1', '--until', until], settings);
      expect([code, refused]).to.deep.equal([1, message]);
    }
    const memory = await runSeed(['--orders', '10'], { STORAGE: 'memory' });
    expect(memory.stderr).to.equal('STORAGE=memory keeps nothing between two commands.\n');
  });
});
