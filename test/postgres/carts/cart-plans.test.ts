import { expect } from 'chai';
import * as carts from '#adapters/postgres/carts/carts.ts';
import * as checkouts from '#adapters/postgres/checkouts/checkouts.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import type { cartList } from '#core/carts/saved-cart-view.ts';
import type { FilterOf } from '#core/shared/list.ts';
import { expectIndexed, rowsTouched, useSeededClient } from '../../support/builders/plans.ts';

const MANY = 20_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const CONTENTS = `'{"items": [{"product_id": "prod_${padded(1)}", "quantity": 1}]}'`;

/** Carts that nobody uses: most have no buyer who can be reached, and few are ordered. */
const CARTS = `
  insert into carts (id, version, created_at, updated_at, user_id, expires_at, status, email_key, contents)
  select concat('cart_', lpad(n::text, 26, '0')), 1, at, at,
    case when n % 100 = 0 then concat('usr_', lpad(n::text, 26, '0')) end, at + interval '30 days',
    case when n % 1000 = 1 then 'ordered' else 'open' end,
    case when n % 10 = 1 then concat('guest-', n, '@example.com') end,
    case when n % 2 = 0 then '{"items": []}' else ${CONTENTS} end::json
  from generate_series(1, ${MANY}) n,
    lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) as t`;

/** A tenth of them have placed an order. */
const CHECKOUTS = `
  insert into checkouts (id, version, created_at, updated_at, user_id, order_id, expires_at, email_key, contents)
  select concat('chk_', right(id, 26)), 1, created_at, updated_at, user_id,
    case when right(id, 1) = '0' then concat('ord_', right(id, 26)) end, expires_at, email_key, contents
  from carts`;

const USER = `usr_${padded(700)}` as const;

const FILTERS: Readonly<Record<string, FilterOf<typeof cartList>>> = {
  nothing: {},
  'a user': { user_id: USER },
  'open ones': { status: 'open' },
  'ordered ones': { status: 'ordered' },
  'ordered ones of a user': { user_id: USER, status: 'ordered' },
};

const AFTER = { value: '2026-01-10 00:00:00+00', id: `cart_${padded(42)}` };

describe('query plans of carts and checkouts', () => {
  const client = useSeededClient(async (seeded) => {
    await seeded.query(CARTS);
    await seeded.query(CHECKOUTS);
    await seeded.query('vacuum analyze');
  });

  for (const [name, filter] of Object.entries(FILTERS)) {
    it(`find carts by an index for ${name}`, () =>
      expectIndexed(
        client(),
        [undefined, AFTER].map((after) => pageStatement(carts.cartPage({ filter, page: { limit: 20, after } }))),
        200,
      ));
  }

  it('find by an index what is idle', () => {
    const before = new Date('2026-01-20T00:00:00Z');
    return expectIndexed(client(), [carts.CLAIM_IDLE({ before }), carts.NEXT_IDLE({ after: before })], 10);
  });

  it('touch only what has expired', async () => {
    const before = new Date('2026-01-31T01:00:00Z');
    for (const { text, values = [] } of [carts.REMOVE_EXPIRED({ before }), checkouts.REMOVE_EXPIRED({ before })]) {
      await client().query('begin');
      expect(await rowsTouched(client(), text, values)).to.be.within(100, 300);
      await client().query('rollback');
    }
  });

  it('find by an index what is of a person', () => {
    const emailKey = 'guest-701@example.com';
    return expectIndexed(
      client(),
      [
        ...[carts.LOCK_OPEN_OF({ userId: USER }), carts.ERASE_OF_USER({ userId: USER })],
        ...[carts.ERASE_OF_GUEST({ emailKey }), checkouts.ERASE_OF_USER({ userId: USER })],
        ...[checkouts.ERASE_OF_GUEST({ emailKey }), checkouts.ERASE_OF_ORDERS({ orderIds: [`ord_${padded(700)}`] })],
      ],
      50,
    );
  });
});
