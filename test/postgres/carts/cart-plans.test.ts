import { expect } from 'chai';
import * as carts from '#adapters/postgres/carts/carts.ts';
import * as checkouts from '#adapters/postgres/checkouts/checkouts.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { FIND_OF_CHECKOUT } from '#adapters/postgres/orders/order-queries.ts';
import type { CartListQuery } from '#core/carts/ports.ts';
import { expectIndexed, rowsTouched, useSeededClient } from '../../support/builders/plans.ts';
import { seedCarts } from '../../support/seeding/seed-carts.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const [USER, CART] = [`usr_${padded(16)}`, `cart_${padded(42)}`] as const;

const DAY = { created_from: new Date('2026-05-01T00:00:00Z'), created_to: new Date('2026-05-02T00:00:00Z') };

type Selection = CartListQuery['filter'] & Pick<CartListQuery, 'ownerId'>;

const FILTERS: Readonly<Record<string, Selection>> = {
  nothing: {},
  'open ones': { status: 'open' },
  'ordered ones': { status: 'ordered' },
  'a user': { user_id: USER },
  'a user and a status': { user_id: USER, status: 'ordered' },
  'some ids': { ids: [CART, `cart_${padded(19_000)}`] },
  'some ids and a status': { ids: [CART], status: 'open' },
  'a customer': { ownerId: USER },
  'a customer and a status': { ownerId: USER, status: 'open' },
  'a customer who asks for another': { ownerId: USER, user_id: `usr_${padded(18)}` },
  'when they were made': DAY,
  'a status and when they were made': { status: 'open', ...DAY },
  'a customer and when they were made': { ownerId: USER, ...DAY },
};

const AFTER = { value: '2026-04-01 00:00:00+00', id: CART };

describe('cart and checkout query plans', () => {
  const client = useSeededClient(async (seeded) => {
    await seedOrders(seeded, MANY);
    await seeded.query(
      `update orders set checkout_id = replace(id, 'ord_', 'chk_'), guest_secret_hash = concat('hash-', number)`,
    );
    await seedCarts(seeded, MANY);
  });

  for (const [name, { ownerId, ...filter }] of Object.entries(FILTERS)) {
    it(`read little more than the page of carts, by an index, for ${name}`, () =>
      expectIndexed(
        client(),
        [undefined, AFTER].flatMap((after) =>
          [true, false].map((descending) => {
            const sort = { by: 'created_at', descending } as const;
            return pageStatement(carts.cartPage({ filter, ownerId, sort, page: { limit: 20, after } }));
          }),
        ),
        150,
      ));
  }

  it('find the open cart of a user, and the order of a checkout, by an index', () =>
    expectIndexed(
      client(),
      [carts.LOCK_OPEN_OF({ userId: USER }), FIND_OF_CHECKOUT({ checkoutId: `chk_${padded(4_711)}` })],
      4,
    ));

  it('erase carts and checkouts of a buyer by an index', () =>
    expectIndexed(
      client(),
      [carts, checkouts].flatMap(({ ERASE_OF_USER, ERASE_OF_GUEST }) => [
        ERASE_OF_USER({ userId: USER }),
        ERASE_OF_GUEST({ emailKey: 'guest-17@example.com' }),
      ]),
      100,
    ));

  it('erase what is personal of the checkouts of orders by an index', () =>
    expectIndexed(client(), [checkouts.ERASE_OF_ORDERS({ orderIds: [`ord_${padded(4_711)}`] })], 8));

  it('find the cart that is idle the longest, and the next one, by an index', () =>
    expectIndexed(
      client(),
      [carts.CLAIM_IDLE({ before: new Date('2026-06-01') }), carts.NEXT_IDLE({ after: new Date('2026-02-01') })],
      4,
    ));

  it('remove what has expired by an index', async () => {
    // a hundred of each
    for (const { text, values = [] } of [
      carts.REMOVE_EXPIRED({ before: new Date('2026-02-01') }),
      checkouts.REMOVE_EXPIRED({ before: new Date('2026-01-12') }),
    ]) {
      await client().query('begin');
      const touched = await rowsTouched(client(), text, values);
      await client().query('rollback');
      // each is found, locked and removed
      expect(touched).to.be.within(200, 400);
    }
  });
});
