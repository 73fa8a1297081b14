import { COVERED_KEYS } from '#adapters/postgres/analytics/covered-keys.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { seedOrders } from '../../support/seeding/seed-orders.ts';

const MANY = 20_000;

const PARENT = 'prod_of_many_orders';

describe('the query plan of what a filter of figures covers', () => {
  const client = useSeededClient(async (seeded) => {
    await seeded.query(`
      insert into products (id, name, slug, price, price_major, price_min, price_max, parent_active, options, variant_count,
        variants_available, variant_attributes, weight_unit, currency, status, images, attributes, metadata,
        created_at, updated_at)
      select concat('prod_', n), 'Scarf', concat('scarf-', n), 1000, 10, 10, 10, true, '{}', 0, false, '{}', 'g', 'USD',
        'active', '[]', '{}', '{}', now(), now() from generate_series(1, ${MANY}) n`);
    await seedOrders(seeded, MANY);
    // ten variants in as many items as there are orders
    await seeded.query(`update order_items set parent_id = '${PARENT}' where position = 0`);
    await seeded.query('vacuum analyze order_items, products');
  });

  it('finds the variants of many items by an index, and reads one of each', () =>
    expectIndexed(client(), [COVERED_KEYS.product({ keys: [PARENT, 'prod_other'] })], 200));
});
