import * as carts from '#adapters/postgres/carts/carts.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import type { cartList } from '#core/carts/saved-cart-view.ts';
import type { FilterOf } from '#core/shared/list.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';

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

const USER = `usr_${padded(700)}` as const;

const FILTERS: Readonly<Record<string, FilterOf<typeof cartList>>> = {
  nothing: {},
  'a user': { user_id: USER },
  'open ones': { status: 'open' },
  'ordered ones': { status: 'ordered' },
  'ordered ones of a user': { user_id: USER, status: 'ordered' },
};

const AFTER = { value: '2026-01-10 00:00:00+00', id: `cart_${padded(42)}` };

describe('query plans of carts that nobody uses', () => {
  const client = useSeededClient(async (seeded) => {
    await seeded.query(CARTS);
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
});
