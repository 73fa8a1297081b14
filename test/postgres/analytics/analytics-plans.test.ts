import { PostgresAnalyticsQueries } from '#adapters/postgres/analytics/analytics-queries.ts';
import {
  ADD_TO_ROLLUPS,
  CHANGED_AFTER,
  DELETE_EMPTY_ROLLUPS,
  DELETE_ENTRIES,
  FIND_ENTRIES,
  SAVE_LABELS,
  SUBJECTS_AFTER,
} from '#adapters/postgres/analytics/figure-statements.ts';
import {
  FIND_PURCHASES,
  ORDER_PURCHASES,
  REPLACE_PURCHASES,
} from '#adapters/postgres/analytics/purchase-statements.ts';
import { FIND_INVOICES, FIND_ORDERS } from '#adapters/postgres/analytics/sale-statements.ts';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { Interval } from '#core/analytics/interval.ts';
import { COUNTED_EVENTS } from '#core/analytics/ports.ts';
import { grainsOf, hourlySegments, segmentsOf } from '#core/analytics/rollup.ts';
import type { Currency } from '#core/shared/currency.ts';
import { expectIndexed, useSeededClient } from '../../support/builders/plans.ts';
import { GENERATION, purchaseOf, seedFigures } from '../../support/seeding/seed-figures.ts';

/** Half of them are purchases of one buyer. */
const MANY = 200_000;

type Sent = Parameters<typeof expectIndexed>[1][number];

/** The statement that a query sends. */
const sentBy = async (run: (queries: PostgresAnalyticsQueries) => Promise<unknown>): Promise<Sent> => {
  const sent: Sent[] = [];
  const query = async <Row>(statement: Statement<Row>): Promise<Row[]> => {
    sent.push(statement);
    return [];
  };
  await run(new PostgresAnalyticsQueries({ query }));
  const [statement] = sent;
  if (statement === undefined) throw new Error('Nothing was sent.');
  return statement;
};

describe('figure query plans', () => {
  const client = useSeededClient((seeded) => seedFigures(seeded, MANY));
  const generation = GENERATION;
  const known = purchaseOf(MANY / 2);
  const { order_id: orderId } = purchaseOf(42);
  const rows = [
    {
      generation,
      dimension: 'none',
      currency: 'USD' as Currency,
      grain: 'day',
      start: new Date('2026-03-01'),
      key: '',
    },
  ] as const;

  const expectAtMost = (most: number, ...statements: readonly Sent[]): Promise<void> =>
    expectIndexed(client(), statements, most);

  it('save a purchase of a buyer with many by an index', () =>
    expectAtMost(
      20,
      REPLACE_PURCHASES({ generation, rows: [{ ...known, order_id: 'ord_late' }] }),
      REPLACE_PURCHASES({ generation, rows: [{ ...known, buyer: 'usr_1' }] }),
      REPLACE_PURCHASES({ generation, rows: [{ ...known, buyer: null, at: null }] }),
    ));

  it('find what is before and after a purchase by an index', () =>
    expectAtMost(
      20,
      ORDER_PURCHASES({ generation, positions: [known, { ...known, buyer: 'usr_1' }] }),
      FIND_PURCHASES({ generation, ids: [known.order_id] }),
    ));

  it('find what has changed by an index', () =>
    expectAtMost(
      100,
      CHANGED_AFTER({ position: '9000', limit: 10, types: COUNTED_EVENTS }),
      SUBJECTS_AFTER({ after: orderId, limit: 10 }),
      FIND_ORDERS({ ids: [orderId] }),
      FIND_INVOICES({ ids: ['inv_1'] }),
    ));

  it('replace entries and add to rollups by an index', () =>
    expectAtMost(
      20,
      FIND_ENTRIES({ generation, subjects: [orderId] }),
      DELETE_ENTRIES({ generation, subjects: [orderId] }),
      ADD_TO_ROLLUPS({ rows: [{ ...rows[0], gross: '1' }] }),
      DELETE_EMPTY_ROLLUPS({ rows }),
      SAVE_LABELS({ rows: [{ dimension: 'product', key: 'prod_42', label: 'Scarf', at: new Date('2027-01-01') }] }),
    ));

  const from = new Date('2026-03-01T00:05:00Z');
  const to = new Date('2026-03-31T00:00:00Z');
  const query = { generation, currency: 'USD' as Currency };

  for (const [timeZone, most] of [
    ['UTC', 150],
    ['Asia/Kathmandu', 1_000],
  ] as const) {
    it(`read a month by day in ${timeZone} by an index`, async () => {
      const starts = Interval.startsIn({ interval: 'day', timeZone }, { from, to });
      const segments =
        timeZone === 'UTC'
          ? segmentsOf({ from, to }, grainsOf('none'), timeZone)
          : hourlySegments({ from, to }, starts);
      await expectAtMost(
        most,
        await sentBy((queries) => queries.series({ ...query, dimension: 'none', starts, segments })),
      );
    });
  }

  it('read the largest sums of a week by an index', async () => {
    const range = { from: new Date('2026-03-01'), to: new Date('2026-03-08') };
    const segments = segmentsOf(range, grainsOf('product'), 'UTC');
    await expectAtMost(
      1_000,
      await sentBy((queries) => queries.top({ ...query, dimension: 'product', segments, by: 'gross', limit: 10 })),
    );
  });

  it('read cohorts by an index', async () => {
    await expectAtMost(50, await sentBy((queries) => queries.cohorts({ ...query, first: '2026-02', last: '2026-04' })));
  });

  it('count the buyers of an hour by an index', async () => {
    const hour = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-03-01T01:00:00Z') };
    await expectAtMost(400, await sentBy((queries) => queries.buyers(generation, { ...hour, starts: [hour.from] })));
  });
});
