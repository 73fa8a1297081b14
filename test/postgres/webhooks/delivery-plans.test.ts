import { expect } from 'chai';
import type { Statement } from '#adapters/postgres/connection/statements.ts';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { toColumns } from '#adapters/postgres/webhooks/delivery-queue.ts';
import {
  ADD,
  BACKLOG,
  CLAIM,
  DUE,
  FAIL_PENDING,
  RECORD,
  RELEASE,
  REMOVE_BEFORE,
  RENEW,
  STATES,
} from '#adapters/postgres/webhooks/queue-statements.ts';
import {
  ERASE,
  EVENTS_IN_RANGE,
  EVENTS_OF_FEW_DELIVERIES,
  EVENTS_WITH_STATUS,
  HAS_MANY_DELIVERIES,
  REPLAY,
  REQUEUE,
} from '#adapters/postgres/webhooks/replay-statements.ts';
import { toFailingParameter, toResultColumns } from '#adapters/postgres/webhooks/result-parameters.ts';
import { deliveryPage } from '#adapters/postgres/webhooks/webhook-queries.ts';
import { COUNT_RECENT } from '#adapters/postgres/webhooks/webhook-views.ts';
import type { DeliveryFilter, DeliveryId } from '#core/webhooks/delivery.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { ids } from '../../support/builders/builders.ts';
import { blocksTouched, rowsTouched, scannedTables, useSeededClient } from '../../support/builders/plans.ts';
import { aResult } from '../../support/builders/webhook-builders.ts';
import { seedDeliveries } from '../../support/seeding/seed-deliveries.ts';

const MANY = 500_000;

const padded = (number: number): string => String(number).padStart(26, '0');

const BUSY: EndpointId = `wh_${padded(1)}`;

const at = (second: number): Date => new Date(Date.UTC(2026, 0, 1) + second * 1000);

const END = at(MANY + 3600);

const FILTERS: Readonly<Record<string, DeliveryFilter>> = {
  nothing: {},
  'what is pending': { status: 'pending' },
  'what was received': { status: 'succeeded' },
  'what was given up': { status: 'failed' },
  'an event': { event_id: `evt_${padded(250_000)}` },
  'an event and a status': { event_id: `evt_${padded(250_000)}`, status: 'pending' },
};

const wh = (number: number): EndpointId => `wh_${padded(number)}`;
const dlv = (number: number): DeliveryId => `dlv_${padded(number)}`;

const RANGE = { types: ['product.updated', 'order.paid'], from: at(400_000), to: END, limit: 500 };

const LEASE = { owner: 'me', at: at(9_000), until: at(9_060) };

const RENEWAL = { endpointIds: [wh(30), wh(60), BUSY], owner: 'another', at: at(50), until: at(60) };

/** Statements with values that find something, and how many rows they may touch. */
const RUN: Readonly<Record<string, readonly [statement: Statement, most: number]>> = {
  CLAIM: [CLAIM({ ...LEASE, limit: 50 }), 400],
  RENEW: [RENEW(RENEWAL), 20],
  DUE: [DUE({ endpointId: BUSY, at: END, except: [dlv(4), dlv(6)], limit: 100 }), 110],
  // the counted deliveries, and one delivery for each endpoint with a backlog
  BACKLOG: [BACKLOG({}), 110_000],
  // the latest deliveries of each endpoint with each status that is an end
  COUNT_RECENT: [COUNT_RECENT({ id: BUSY }), 700],
  EVENTS_IN_RANGE: [EVENTS_IN_RANGE(RANGE), 2_100],
  HAS_MANY_DELIVERIES: [HAS_MANY_DELIVERIES({ endpointId: BUSY, status: 'pending' }), 20_001],
  EVENTS_WITH_STATUS: [EVENTS_WITH_STATUS({ ...RANGE, endpointId: BUSY, status: 'pending' }), 6_000],
  EVENTS_OF_FEW_DELIVERIES: [
    EVENTS_OF_FEW_DELIVERIES({ ...RANGE, from: at(0), endpointId: BUSY, status: 'failed' }),
    10_000,
  ],
};

const EVENT = {
  ...{ endpointId: BUSY, eventType: 'order.paid', ordered: true, at: END },
  resourceId: `prod_${padded(7)}`,
} as const;

const BATCH = Array.from({ length: 100 }, () => ({ ...EVENT, id: ids.next('dlv'), eventId: ids.next('evt') }));

const SENT = [dlv(4), dlv(6), dlv(8)];

/** Two events with a delivery, and two without. */
const REPLAYED = {
  ids: BATCH.slice(0, 4).map(({ id }) => id),
  events: [4, 6, 500_001, 500_003].map((number) => `evt_${padded(number)}` as const),
  types: Array.from({ length: 4 }, () => 'order.paid'),
  resources: [4, 6, 8, 10].map((number) => `prod_${padded(number)}` as const),
};

const RESULTS = SENT.map((id) => aResult({ id }, undefined, { at: END }));

const RECORDED = {
  ...toResultColumns(RESULTS),
  failing: toFailingParameter(RESULTS),
  ...{ maxAttempts: 50, at: END },
};

const RELEASED = { endpointId: wh(30), wakeUps: 1, owner: 'another' };

/** Statements that call functions, and how many blocks of 8 KiB they may touch. */
const CALLED: readonly (readonly [name: string, statement: Statement, most: number])[] = [
  ['add', ADD(toColumns(BATCH)), 100 * 40],
  ['record', RECORD({ endpointId: BUSY, ...RECORDED }), 3 * 150],
  ['release', RELEASE(RELEASED), 60],
  ['states', STATES({ endpointIds: [BUSY] }), 10],
  ['give up', FAIL_PENDING({ endpointId: BUSY, limit: 100, at: END }), 100 * 50],
  ['request again', REQUEUE({ endpointId: BUSY, ids: SENT, at: END }), 3 * 150],
  ['replay', REPLAY({ endpointId: BUSY, ...REPLAYED, at: END }), 4 * 150],
  ['remove', REMOVE_BEFORE({ time: at(50_000), limit: 100 }), 100 * 30 + 1_000],
  ['erase', ERASE({ resources: [`prod_${padded(4)}`, `prod_${padded(6)}`] }), 400],
];

describe('delivery query plans', () => {
  const client = useSeededClient((seeded) => seedDeliveries(seeded, MANY));

  for (const [what, filter] of Object.entries(FILTERS)) {
    it(`find deliveries by an index for ${what} and read little more than the page`, async () => {
      for (const after of [undefined, { value: '250000', id: `dlv_${padded(250_000)}` }]) {
        const { text, values = [] } = pageStatement(deliveryPage(BUSY, { filter, page: { limit: 20, after } }));
        expect(await scannedTables(client(), text, values)).to.deep.equal([]);
        expect(await rowsTouched(client(), text, values)).to.be.lessThan(300);
      }
    });
  }

  for (const [name, [{ text, values = [] }, most]] of Object.entries(RUN)) {
    it(`run ${name} by an index at any table size`, async () => {
      expect(await scannedTables(client(), text, values)).to.deep.equal([]);
      await client().query('begin');
      const touched = await rowsTouched(client(), text, values);
      await client().query('rollback');
      expect(touched).to.be.within(1, most);
    });
  }

  for (const [what, { text, values = [] }, most] of CALLED) {
    it(`${what} by indexes at any table size`, async () => {
      const touched: number[] = [];
      // the first call also reads the catalog, and so does one after new statistics
      for (let call = 0; call < 3; call += 1) {
        await client().query('begin');
        touched.push(await blocksTouched(client(), text, values));
        await client().query('rollback');
      }
      expect(Math.min(...touched)).to.be.within(1, most);
    });
  }

  it('report a missing index', async () => {
    await client().query('begin; drop index webhook_deliveries_due');
    const touched = await blocksTouched(client(), RELEASE.text, RELEASE(RELEASED).values ?? []);
    await client().query('rollback');
    expect(touched).to.be.at.least(60);
  });
});
