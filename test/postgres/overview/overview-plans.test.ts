import { expect } from 'chai';
import { overviewCount } from '#adapters/postgres/overview/overview-queries.ts';
import { COUNT_LIMIT, OVERVIEW_COUNT_NAMES, type OverviewCountName } from '#core/overview/overview-counts.ts';
import { rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';

/** Enough that each count has more than it counts. */
const MANY = 20_000;

const STATEMENTS = [
  // half of the orders are to be fulfilled, and half are to be paid
  `insert into orders (id, number, status, payment_status, fulfillment_status, fulfillments, currency, total, amount_paid,
    amount_refunded, amount_due, actions, metadata, created_at, updated_at)
  select concat('ord_', lpad(n::text, 26, '0')), n, 'open', case when n % 2 = 0 then 'paid' else 'unpaid' end,
    'unfulfilled', '[]', 'USD', 10, case when n % 2 = 0 then 10 else 0 end, 0, case when n % 2 = 0 then 0 else 10 end,
    '[]', '{}', at, at
  from generate_series(1, ${MANY}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) t`,
  `insert into products (id, name, slug, price, price_major, currency, status, stock, weight_unit, images, attributes,
    metadata, parent_active, options, variant_count, variants_available, price_min, price_max, variant_attributes, created_at,
    updated_at)
  select concat('prod_', lpad(n::text, 26, '0')), 'Linen shirt', concat('shirt-', n), 1000, 10, 'USD', 'active', n % 10, 'g',
    '[]', '{}', '{}', true, '{}', 0, false, 10, 10, '{}', at, at
  from generate_series(1, ${MANY}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) t`,
  // a quarter of the withdrawals is to be decided, and one is accepted, most of them to be refunded later
  `insert into withdrawals (id, version, created_at, updated_at, order_number, name, email, email_key, is_verified, status,
    refund_by, is_erased)
  select concat('wdr_', lpad(n::text, 26, '0')), 1, at, at, n::text, 'Ada', 'ada@example.com', 'ada@example.com', true,
    case n % 4 when 0 then 'received' when 1 then 'accepted' else 'completed' end,
    case when n % 4 > 0 then at + interval '14 days' end, false
  from generate_series(1, ${MANY}) n, lateral (select timestamptz '2026-01-01' + n * interval '1 minute' as at) t`,
];

/** When half of what is accepted must have been refunded. */
const FOR_ALL = { at: new Date('2026-01-18'), webhookOwnerId: undefined };

/** The counts of which there are more than they count. */
const MANY_OF: readonly OverviewCountName[] = [
  'orders_to_fulfill',
  'orders_to_pay',
  'withdrawals_to_decide',
  'withdrawals_to_refund',
  'products_low_on_stock',
];

describe('overview plans', () => {
  const client = useSeededClient(async (seeded) => {
    for (const statement of [...STATEMENTS, 'vacuum analyze']) await seeded.query(statement);
  });

  const touchedBy = (name: OverviewCountName): Promise<number> => {
    const { text, values = [] } = overviewCount(name, FOR_ALL);
    return rowsTouched(client(), text, values);
  };

  for (const name of MANY_OF) {
    it(`read no more of ${name} than they count`, async () => {
      const { text, values = [] } = overviewCount(name, FOR_ALL);
      // the service’s connections plan without scans too
      await client().query('set enable_seqscan = off');
      const [{ count }] = (await client().query(text, [...values])).rows;
      expect(count).to.equal(COUNT_LIMIT);
      expect(await touchedBy(name)).to.equal(COUNT_LIMIT);
      expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      await client().query('set enable_seqscan = on');
    });
  }

  it('read no row where there is nothing to count', async () => {
    for (const name of OVERVIEW_COUNT_NAMES.filter((each) => !MANY_OF.includes(each))) {
      expect(await touchedBy(name), name).to.equal(0);
    }
  });

  it('report a missing index', async () => {
    await client().query('begin; drop index products_low_stock');
    const touched = await touchedBy('products_low_on_stock');
    await client().query('rollback');
    expect(touched).to.be.greaterThan(COUNT_LIMIT);
  });
});
