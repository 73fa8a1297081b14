import { expect } from 'chai';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { COUNT_OF_CUSTOMER, COUNT_OF_GUEST } from '#adapters/postgres/orders/unpaid-order-statements.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';
import { seedPlans } from '../../support/seeding/seed-plans.ts';
import { seedSubscriptions } from '../../support/seeding/seed-subscriptions.ts';

const MANY = 20_000;

const USER = `usr_${String(2).padStart(26, '0')}` as const;

/**
 * All orders without a user are of guests, thousands of them with one e-mail from one client, which are paid; all others are
 * of customers, who have not paid what is partly fulfilled.
 */
const GUESTS = `
  update orders set guest_secret_hash = concat('hash-', number), guest_client = concat('client-', number % 500)
  where user_id is null;
  update orders set email_key = concat('buyer-', number % 4, '@example.com'), guest_client = concat('client-', number % 4)
  where number % 4 = 1 and status = 'completed';
  update orders set is_by_customer = true where user_id is not null;
  update orders set payment_status = 'unpaid' where fulfillment_status = 'partially_fulfilled';
  update order_items set is_from_stock = true`;

type Buyer = Parameters<typeof COUNT_OF_GUEST>[0];

const countOf = (of: Partial<Buyer>): Statement =>
  (of.userId === undefined ? COUNT_OF_GUEST : COUNT_OF_CUSTOMER)({
    userId: null,
    emailKey: null,
    client: 'nobody',
    changed: null,
    ...of,
  });

describe('plans of counts of unpaid orders', () => {
  const client = useSeededClient(async (seeded) => {
    await seedOrders(seeded, MANY);
    await seedPlans(seeded, MANY);
    await seedSubscriptions(seeded, MANY);
    await seeded.query(GUESTS);
    await seeded.query('vacuum analyze');
  });

  const touchedBy = ({ text, values = [] }: Statement): Promise<number> => rowsTouched(client(), text, values);
  /** There are no products. */
  const scannedBy = async ({ text, values = [] }: Statement): Promise<string[]> =>
    (await scannedTables(client(), text, values)).filter((table) => !table.startsWith('products'));
  /** Those of a customer, each read for what it holds and for what it will take, by its plan. */
  const SUBSCRIPTIONS = 4 * 3;

  const COUNTS: Readonly<Record<string, readonly [Partial<Buyer>, number]>> = {
    'a guest without orders': [{ emailKey: 'nobody@example.com' }, 0],
    'a guest with 40 unpaid orders': [{ emailKey: 'buyer-3@example.com' }, 40],
    'a client with 40 unpaid orders': [{ client: 'client-53' }, 40],
    'a customer with 40 unpaid orders': [{ userId: USER }, 40],
    'a guest and client with thousands of paid orders': [{ emailKey: 'buyer-1@example.com', client: 'client-1' }, 0],
  };

  for (const [name, [of, unpaid]] of Object.entries(COUNTS)) {
    it(`read only unpaid orders and their two items, and subscriptions of the customer, for ${name}`, async () => {
      const statement = countOf(of);
      expect(await scannedBy(statement)).to.deep.equal([]);
      const { rows } = await client().query({ text: statement.text, values: [...(statement.values ?? [])] });
      expect(rows[0].buyer_orders + rows[0].client_orders).to.equal(unpaid);
      expect(rows[0].buyer_stock + rows[0].client_stock).to.equal(unpaid * 3);
      expect(await touchedBy(statement)).to.be.at.most(unpaid * 3 + SUBSCRIPTIONS);
    });
  }

  it('report a missing index', async () => {
    await client().query('begin; drop index orders_unpaid_by_client; drop index orders_unpaid_by_guest_email');
    const touched = await touchedBy(countOf({ emailKey: 'buyer-1@example.com', client: 'client-1' }));
    await client().query('rollback');
    expect(touched).to.be.greaterThan(1_000);
  });
});
