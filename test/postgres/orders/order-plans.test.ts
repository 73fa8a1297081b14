import { expect } from 'chai';
import { type PageQuery, pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { ERASE_ORDERS } from '#adapters/postgres/orders/order-erasure-statements.ts';
import { FIND_OF_CHECKOUT, orderPage, timelinePage } from '#adapters/postgres/orders/order-queries.ts';
import { noonPlus } from '../../support/builders/builders.ts';
import { type OrderSelection, orderQuery } from '../../support/builders/listed-orders.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';
import { SEED_USERS } from '../../support/seeding/seed-users.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const FILTERS: Readonly<Record<string, OrderSelection>> = {
  nothing: {},
  'a frequent status': { status: ['completed'] },
  'a rare status': { status: ['open'] },
  'a status of payment': { payment_status: ['partially_refunded'] },
  'a status without rows': { payment_status: ['authorized'] },
  'a status of fulfillment': { fulfillment_status: ['partially_fulfilled'] },
  'what cannot be': { status: ['cancelled'], payment_status: ['paid'], fulfillment_status: ['fulfilled'] },
  'what is to be sent': { status: ['open'], payment_status: ['paid'] },
  'a user': { user_id: `usr_${padded(16)}` },
  'a customer who asks for another': { user_id: `usr_${padded(16)}`, ownerId: `usr_${padded(18)}` },
  'an e-mail and a status': { email: 'buyer-17@example.com', status: ['completed'] },
  'several statuses': { status: ['open', 'cancelled'] },
  'a number': { number: 4711 },
  'an external id': { external_id: 'ERP-4711' },
  'some ids': { ids: [`ord_${padded(5)}`, `ord_${padded(19_000)}`] },
  'a searched number': { q: '4711' },
  'a searched SKU': { q: 'SKU-123' },
  'a searched tracking number': { q: 'TRACK-40' },
  'a searched e-mail': { q: 'buyer-17@' },
  'a searched name': { q: 'lovelace' },
  'a searched phone number': { q: '+44 20 7946 0958' },
  'a customer who searches': { q: 'SKU-7', ownerId: `usr_${padded(18)}` },
  'what changed lately': { updated_from: new Date('2026-07-19T00:00:00Z') },
  'a rare status that changed lately': { updated_from: new Date('2026-07-19T00:00:00Z'), status: ['open'] },
  'a product in many orders': { product_id: `prod_${padded(7)}` },
  'a product in few orders': { product_id: `prod_${padded(123)}`, status: ['completed'] },
  'when they were made': { created_from: noonPlus(0), created_to: noonPlus(60) },
  'a status and when they were made': { status: ['completed'], created_to: noonPlus(60) },
};

const AFTER = { value: '2026-01-05 00:00:00+00', id: `ord_${padded(17)}` };

describe('order query plans', () => {
  const client = useSeededClient(async (seeded) => {
    await seeded.query(SEED_USERS(MANY));
    await seedOrders(seeded, MANY);
  });

  const scannedBy = (page: PageQuery): Promise<string[]> => {
    const { text, values = [] } = pageStatement(page);
    return scannedTables(client(), text, values);
  };

  const touchedBy = (page: PageQuery): Promise<number> => {
    const { text, values = [] } = pageStatement(page);
    return rowsTouched(client(), text, values);
  };

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find orders by an index for ${name}`, async () => {
      for (const after of [undefined, AFTER]) {
        for (const order of ['newest', 'oldest', 'last updated', 'first updated'] as const) {
          expect(await scannedBy(orderPage(orderQuery(filter, { limit: 20, after }, order)))).to.deep.equal([]);
        }
      }
    });

    it(`read little more than the page for ${name}`, async () => {
      for (const after of [undefined, { value: '2026-04-01 00:00:00+00', id: AFTER.id }]) {
        const touched = await touchedBy(orderPage(orderQuery(filter, { limit: 20, after })));
        expect(touched, `rows touched for 20 after ${after?.value}`).to.be.lessThan(400);
      }
    });
  }

  it('read a bounded number of the orders that a search matches', async () => {
    const touched = await touchedBy(orderPage(orderQuery({ q: 'b' }, { limit: 20 })));
    expect(touched).to.be.within(1_000, 2_100);
  });

  it('find an order’s timeline by an index', async () => {
    for (const visibility of ['full', 'buyer'] as const) {
      const page = timelinePage(`ord_${padded(17)}`, { limit: 20 }, visibility);
      expect(await scannedBy(page)).to.deep.equal([]);
    }
  });

  it('find the order of a checkout by an index', async () => {
    const { text, values = [] } = FIND_OF_CHECKOUT({ checkoutId: `chk_${padded(17)}` });
    expect(await scannedTables(client(), text, values)).to.deep.equal([]);
  });

  it('erase buyers by an index', async () => {
    const buyer = { userId: `usr_${padded(16)}`, emailKey: 'buyer-17@example.com', at: noonPlus(0) } as const;
    const { text, values = [] } = ERASE_ORDERS(buyer);
    expect(await scannedTables(client(), text, values)).to.deep.equal([]);
  });

  it('report a missing index', async () => {
    await client().query('begin; drop index orders_state');
    const touched = await touchedBy(orderPage({ filter: { payment_status: ['authorized'] }, page: { limit: 20 } }));
    await client().query('rollback');
    expect(touched).to.be.greaterThan(MANY);
  });
});
