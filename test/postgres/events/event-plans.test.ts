import { expect } from 'chai';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { eventPage } from '#adapters/postgres/events/event-feed.ts';
import {
  ASSIGN_POSITIONS,
  FIND_AFTER,
  FIND_AFTER_OF_TYPES,
  FIND_POSITION,
  FIND_VIEW,
  FIND_VIEWS,
  REMOVE_BEFORE,
} from '#adapters/postgres/events/event-statements.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import type { EventFilter } from '#core/events/event-view.ts';
import { blocksTouched, rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';

const MANY = 300_000;

/** From here on no event has a position, as if sequencing had stopped for days. */
const WITH_POSITION = 100_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const SEED = `
  insert into events (id, type, resource_id, sequence, resource_version, data, previous, created_at, position)
  select concat('evt_', lpad(n::text, 26, '0')), case when n % 5000 = 0 then 'user.deleted' else 'product.updated' end,
    concat('prod_', lpad((n % 1000)::text, 26, '0')), n / 1000 + 1, 1, '{}', '{}',
    timestamptz '2026-01-01' + n * interval '1 second', case when n <= ${WITH_POSITION} then n end
  from generate_series(1, ${MANY}) n`;

/** What `assign_event_positions` begins with. */
const FIRST_WITHOUT_POSITION = 'select id from events where position is null order by inserted limit 500';

const FILTERS: Readonly<Record<string, EventFilter>> = {
  nothing: {},
  'a frequent type': { type: ['product.updated'] },
  'a rare type': { type: ['user.deleted'] },
  'several types': { type: ['user.deleted', 'order.paid', 'product.updated'] },
  'a type without rows': { type: ['order.paid'] },
  'some ids': { ids: [`evt_${padded(7)}`, `evt_${padded(19_000)}`] },
  'a time': { created_from: new Date('2026-01-01T05:00:00Z'), created_to: new Date('2026-01-01T06:00:00Z') },
  'a rare type in a time': {
    type: ['user.deleted'],
    created_from: new Date('2026-01-01T05:00:00Z'),
    created_to: new Date('2026-01-02T06:00:00Z'),
  },
};

const EVENT = `evt_${padded(7)}` as const;

const READ: Readonly<Record<string, readonly [statement: Statement, most: number]>> = {
  FIND_AFTER: [FIND_AFTER({ position: '5000', limit: 100 }), 110],
  FIND_AFTER_OF_TYPES: [
    FIND_AFTER_OF_TYPES({ position: '5000', limit: 100, types: ['user.deleted', 'order.paid'] }),
    110,
  ],
  FIND_VIEWS: [FIND_VIEWS({ ids: [1, 2, 3].map((number) => `evt_${padded(number)}` as const) }), 10],
  FIND_POSITION: [FIND_POSITION({ id: EVENT }), 2],
  FIND_VIEW: [FIND_VIEW({ id: EVENT }), 2],
};

describe('event query plans', () => {
  const client = useSeededClient(async (seeded) => {
    for (const text of [SEED, `update event_feed set last_position = ${WITH_POSITION}`, 'vacuum analyze']) {
      await seeded.query(text);
    }
  });

  it('find the events of a resource by an index and read little more than the page', async () => {
    const resource_id = `prod_${padded(7)}`;
    for (const type of [undefined, ['product.updated'], ['user.deleted', 'order.paid']]) {
      for (const after of [undefined, { value: '150', id: `evt_${padded(19_800)}` }]) {
        const page = eventPage({ filter: { resource_id, type }, page: { limit: 20, after } });
        const { text, values = [] } = pageStatement(page);
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
        expect(await rowsTouched(client(), text, values)).to.be.lessThan(400);
      }
    }
  });

  for (const [what, filter] of Object.entries(FILTERS)) {
    it(`find events by an index for ${what} and read little more than the page`, async () => {
      for (const after of [undefined, { value: '2026-01-01 05:30:00+00', id: `evt_${padded(19_800)}` }]) {
        const { text, values = [] } = pageStatement(eventPage({ filter, page: { limit: 20, after } }));
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
        expect(await rowsTouched(client(), text, values)).to.be.lessThan(200);
      }
    });
  }

  for (const [name, [{ text, values = [] }, most]] of Object.entries(READ)) {
    it(`run ${name} by an index at any table size`, async () => {
      expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      expect(await rowsTouched(client(), text, values)).to.be.within(1, most);
    });
  }

  it('assign positions to the oldest unsequenced events by an index', async () => {
    expect(await scannedTables(client(), FIRST_WITHOUT_POSITION, [])).to.deep.equal([]);
    expect(await rowsTouched(client(), FIRST_WITHOUT_POSITION, [])).to.equal(500);
    await client().query('begin');
    const touched = await blocksTouched(client(), ASSIGN_POSITIONS.text, []);
    await client().query('rollback');
    expect(touched).to.be.within(500, 500 * 50);
  });

  it('remove old events in batches by an index', async () => {
    await client().query('begin');
    const { text, values = [] } = REMOVE_BEFORE({ time: new Date('2026-01-01T12:00:00Z') });
    const touched = await blocksTouched(client(), text, values);
    await client().query('rollback');
    expect(touched).to.be.within(5_000, 5_000 * 30);
  });

  it('report a missing index', async () => {
    await client().query('begin; drop index events_without_position');
    const scanned = await scannedTables(client(), FIRST_WITHOUT_POSITION, []);
    await client().query('rollback');
    expect(scanned).to.include('events (force_custom_plan)');
  });
});
