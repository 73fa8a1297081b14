import { expect } from 'chai';
import { Client } from 'pg';
import { pageStatement } from '#adapters/postgres/lists/page-query.ts';
import { ADD, addedColumns, STATEMENTS } from '#adapters/postgres/webhooks/delivery-statements.ts';
import { deliveryPage } from '#adapters/postgres/webhooks/webhook-queries.ts';
import type { DeliveryFilter } from '#core/webhooks/delivery-list.ts';
import type { EndpointId } from '#core/webhooks/webhook-endpoint.ts';
import { ids } from '../support/builders.ts';
import { blocksTouched, rowsTouched, scannedTables } from '../support/plans.ts';
import { createDatabase } from '../support/postgres.ts';
import { seedDeliveries } from '../support/seed-deliveries.ts';

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

const TYPES = ['product.updated', 'order.paid'];

/** Single statements with matching values, and the number of rows they may touch. */
const RUN = {
  CLAIM: { values: ['me', at(9_000), at(9_060), 50], most: 400 },
  RENEW: { values: [[`wh_${padded(30)}`, `wh_${padded(60)}`, BUSY], 'another', at(60)], most: 20 },
  DUE: { values: [BUSY, END, [`dlv_${padded(4)}`, `dlv_${padded(6)}`], 100], most: 110 },
  // the counted deliveries, and one per endpoint with due deliveries
  BACKLOG: { values: [], most: 110_000 },
  REPLAY_ALL: { values: [TYPES, at(400_000), END, 500], most: 2_100 },
  HAS_MANY: { values: [BUSY, 'pending'], most: 20_001 },
  REPLAY_OF_MANY: { values: [TYPES, at(400_000), END, 500, BUSY, 'pending'], most: 6_000 },
  REPLAY_OF_FEW: { values: [TYPES, at(0), END, 500, BUSY, 'failed'], most: 10_000 },
} satisfies Partial<Record<keyof typeof STATEMENTS, unknown>>;

const EVENT = {
  ...{ endpointId: BUSY, eventType: 'order.paid', ordered: true, at: END },
  resourceId: `prod_${padded(7)}`,
} as const;

const BATCH = Array.from({ length: 100 }, () => ({ ...EVENT, id: ids.next('dlv'), eventId: ids.next('evt') }));

const SENT = [4, 6, 8].map((number) => `dlv_${padded(number)}`);

/** Two existing and two unknown ones. */
const REPLAYED = [
  ...[BATCH.slice(0, 4).map(({ id }) => id), [4, 6, 500_001, 500_003].map((number) => `evt_${padded(number)}`)],
  ...[SENT.map(() => 'order.paid').concat('order.paid'), [4, 6, 8, 10].map((number) => `prod_${padded(number)}`)],
];

const RECORDED = [
  ...[BUSY, SENT, SENT.map(() => 'succeeded'), SENT.map(() => null), SENT.map(() => END), SENT.map(() => '{}')],
  ...[50, END],
];

/** Functions and the number of 8 KiB blocks they may touch. */
const CALLED: readonly (readonly [name: string, text: string, values: readonly unknown[], most: number])[] = [
  ['add', ADD, addedColumns(BATCH), 100 * 40],
  ['record', STATEMENTS.RECORD, RECORDED, 3 * 150],
  ['release', STATEMENTS.RELEASE, [`wh_${padded(30)}`, 1, 'another'], 60],
  ['states', STATEMENTS.STATES, [[BUSY]], 10],
  ['give up', STATEMENTS.GIVE_UP, [BUSY, 100, END], 100 * 50],
  ['ask again', STATEMENTS.REQUEUE, [BUSY, SENT, END], 3 * 150],
  ['replay', STATEMENTS.REPLAY, [BUSY, ...REPLAYED, END], 4 * 150],
  ['remove', STATEMENTS.REMOVE_BEFORE, [at(50_000), 100], 100 * 30 + 1_000],
  ['erase', STATEMENTS.ERASE, [[`prod_${padded(4)}`, `prod_${padded(6)}`]], 400],
];

describe('delivery query plans', function () {
  this.timeout(180_000);
  let client: Client;

  before(async () => {
    client = new Client({ connectionString: await createDatabase(), options: '-c enable_seqscan=on' });
    await client.connect();
    await seedDeliveries(client, MANY);
  });
  after(() => client.end());

  for (const [what, filter] of Object.entries(FILTERS)) {
    it(`find deliveries by an index for ${what} and read little more than the page`, async () => {
      for (const after of [undefined, { value: '250000', id: `dlv_${padded(250_000)}` }]) {
        const { text, values = [] } = pageStatement(deliveryPage(BUSY, { filter, page: { limit: 20, after } }));
        expect(await scannedTables(client, text, values)).to.deep.equal([]);
        expect(await rowsTouched(client, text, values)).to.be.lessThan(300);
      }
    });
  }

  for (const [name, { values, most }] of Object.entries(RUN)) {
    it(`run ${name} by an index at any table size`, async () => {
      const text = STATEMENTS[name as keyof typeof RUN];
      expect(await scannedTables(client, text, values)).to.deep.equal([]);
      await client.query('begin');
      const touched = await rowsTouched(client, text, values);
      await client.query('rollback');
      expect(touched).to.be.within(1, most);
    });
  }

  for (const [what, text, values, most] of CALLED) {
    it(`${what} by indexes at any table size`, async () => {
      await client.query('begin');
      const touched = await blocksTouched(client, text, values);
      await client.query('rollback');
      expect(touched).to.be.within(1, most);
    });
  }

  it('report a missing index', async () => {
    await client.query('begin; drop index webhook_deliveries_due');
    const touched = await blocksTouched(client, STATEMENTS.RELEASE, [`wh_${padded(30)}`, 1, 'another']);
    await client.query('rollback');
    expect(touched).to.be.at.least(60);
  });
});
