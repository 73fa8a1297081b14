import { expect } from 'chai';
import { Role } from '#core/access/role.ts';
import { Json, type Page, type PageRequest, type Position } from '#core/shared/page.ts';
import type { DeliveryFilter, NewDelivery } from '#core/webhooks/delivery.ts';
import { WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { shownEndpointView } from '#core/webhooks/webhook-endpoint-view.ts';
import { aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import {
  aDelivery,
  aLargeEndpoint,
  anEndpoint,
  aResult,
  FAILED,
  SUCCEEDED,
} from '../../support/builders/webhook-builders.ts';
import { shuffled } from '../../support/shuffled.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

export const webhookQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`WebhookQueries on ${name}`, () => {
    describe('of endpoints', () => endpointContract(useStorage(open)));
    describe('of deliveries', () => deliveryContract(useStorage(open)));
  });
};

const NO_DELIVERIES = { succeeded: 0, failed: 0 };

type Read = (page: PageRequest) => Promise<Page<{ id: string }>>;

/** The ids of all pages in order. */
const walk = async (read: Read, limit: number): Promise<string[]> => {
  const visited: string[] = [];
  let after: Position | undefined;
  do {
    const page = await read({ limit, after });
    visited.push(...idsOf(page.items.map(Json.parse)));
    after = page.next ?? undefined;
  } while (after !== undefined);
  return visited;
};

const newestFirst = (endpoints: readonly WebhookEndpoint[]): WebhookEndpoint[] =>
  [...endpoints].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));

const endpointContract = (storage: () => StorageUnderTest): void => {
  const endpoints = [
    ...shuffled([3, 1, 2, 2, 2]).map((second) => anEndpoint({ enabled: second > 1 }, noonPlus(second))),
    aLargeEndpoint(),
    anEndpoint({ description: '', events: [] }),
  ];

  before(async () => {
    const { webhookQueries, unitOfWork } = storage();
    const empty = await webhookQueries.list({ filter: {}, page: { limit: 10, includeTotal: true } });
    expect(empty).to.deep.equal({ items: [], next: null, total: 0 });
    await unitOfWork.run(async (tx) => {
      for (const endpoint of endpoints) await tx.webhooks.add(endpoint);
    });
  });

  it('finds an endpoint with its version', async () => {
    const changed = WebhookEndpoint.change(endpoints[0] as WebhookEndpoint, { enabled: false }, noonPlus(9));
    await storage().unitOfWork.run((tx) => tx.webhooks.save(changed));
    endpoints[0] = changed;
    for (const endpoint of endpoints) {
      const found = await storage().webhookQueries.find(endpoint.id);
      expect(found?.version).to.equal(endpoint.version);
      expect(JSON.parse(found?.view ?? '')).to.deep.equal(shownEndpointView(endpoint, NO_DELIVERIES));
      expect(found?.view).to.not.include('sealed');
      expect(await storage().webhookQueries.findEndpoint(endpoint.id)).to.deep.equal(withoutScopes(endpoint));
    }
  });

  it('finds nothing for an unknown endpoint', async () => {
    const id = ids.next('wh');
    expect(await storage().webhookQueries.find(id)).to.equal(undefined);
    expect(await storage().webhookQueries.findEndpoint(id)).to.equal(undefined);
  });

  it('lists endpoints in pages, the newest first', async () => {
    const read: Read = (page) => storage().webhookQueries.list({ filter: {}, page });
    for (const limit of [1, 2, 3, 6, 7, 100]) {
      expect(await walk(read, limit), `limit ${limit}`).to.deep.equal(idsOf(newestFirst(endpoints)));
    }
    expect((await read({ limit: 1, includeTotal: true })).total).to.equal(endpoints.length);
    const [first] = (await read({ limit: 1 })).items.map(Json.parse);
    expect(first).to.deep.equal(shownEndpointView(newestFirst(endpoints)[0] as WebhookEndpoint, NO_DELIVERIES));
  });

  it('shows the part of the last 100 deliveries to have ended that succeeded', async () => {
    const { unitOfWork, webhookQueries, deliveryQueue } = storage();
    const endpoint = anEndpoint({}, noonPlus(-1));
    await unitOfWork.run((tx) => tx.webhooks.add(endpoint));
    const rate = async (): Promise<number | null> => {
      const found = await webhookQueries.find(endpoint.id);
      // a writer counts the same
      const recent = await unitOfWork.run((tx) => tx.deliveries.countRecent(endpoint.id));
      expect(found?.view).to.equal(Json.of(shownEndpointView(endpoint, recent)));
      return JSON.parse(found?.view ?? '').success_rate;
    };
    const end = async (...outcomes: (typeof SUCCEEDED | typeof FAILED)[]) => {
      const deliveries = outcomes.map(() => aDelivery(endpoint));
      await deliveryQueue.add(deliveries);
      const results = deliveries.map((delivery, index) => aResult(delivery, outcomes[index]));
      await deliveryQueue.record(endpoint.id, results, NOON);
    };
    await deliveryQueue.add([aDelivery(endpoint)]);
    expect(await rate()).to.equal(null);
    await end(FAILED);
    expect(await rate()).to.equal(0);
    await end(SUCCEEDED, SUCCEEDED);
    expect(await rate()).to.equal(0.67);
    await end(...Array.from({ length: 97 }, () => SUCCEEDED));
    expect(await rate()).to.equal(0.99);
    await end(SUCCEEDED);
    expect(await rate()).to.equal(1);
    await end(...Array.from({ length: 50 }, () => FAILED));
    expect(await rate()).to.equal(0.5);
    const { items } = await webhookQueries.list({ filter: { ids: [endpoint.id] }, page: { limit: 1 } });
    expect(items.map((item) => JSON.parse(item).success_rate)).to.deep.equal([0.5]);
    await unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id));
  });

  it('lists enabled endpoints, the oldest first', async () => {
    const enabled = newestFirst(endpoints.filter(({ enabled }) => enabled)).reverse();
    expect(await storage().webhookQueries.listEnabled()).to.deep.equal(enabled.map(withoutScopes));
  });

  it('finds and lists the endpoints of an owner, with the scopes that the owner holds now', async () => {
    const { unitOfWork, webhookQueries } = storage();
    const [staff, other] = [aUser({ role: 'staff', permissions: ['keys:read'] }), aUser({ role: 'owner' })];
    const own = [1, 2, 3].map((second) => anEndpoint({ ownerId: staff.id }, noonPlus(second)));
    const foreign = anEndpoint({ ownerId: other.id });
    await unitOfWork.run(async (tx) => {
      for (const user of [staff, other]) await tx.users.add(user);
      for (const endpoint of [...own, foreign]) await tx.webhooks.add(endpoint);
    });
    expect(await walk((page) => webhookQueries.list({ filter: {}, page }, staff.id), 2)).to.deep.equal(
      idsOf(newestFirst(own)),
    );
    expect(await webhookQueries.find(foreign.id, staff.id)).to.equal(undefined);
    expect((await webhookQueries.find(foreign.id, other.id))?.version).to.equal(1);
    const held = async () => (await webhookQueries.findEndpoint(own[0]?.id ?? foreign.id))?.ownerScopes;
    expect(await held()).to.deep.equal(new Set([...Role.scopes('staff'), 'keys:read']));
    await unitOfWork.run((tx) => tx.users.save({ ...staff, version: 2, status: 'disabled' }));
    expect(await held()).to.deep.equal(new Set());
    const locked = await unitOfWork.run((tx) => tx.webhooks.listOf(staff.id));
    expect(locked).to.deep.equal([...own].sort((a, b) => (a.id < b.id ? -1 : 1)));
  });
};

const withoutScopes = (endpoint: WebhookEndpoint) => ({ ...endpoint, ownerScopes: new Set() });

const deliveryContract = (storage: () => StorageUnderTest): void => {
  const { queue, added, viewOf } = deliveriesOn(storage);
  let endpoint: WebhookEndpoint;
  let deliveries: NewDelivery[];

  const statusOf = (index: number) => (['pending', 'succeeded', 'failed'] as const)[index % 3] ?? 'pending';
  const typeOf = (index: number): string => ['order.paid', 'order.created'][index % 2] ?? '';

  before(async () => {
    endpoint = await added();
    deliveries = Array.from({ length: 30 }, (_, index) => aDelivery(endpoint, { eventType: typeOf(index) }));
    const other = await added();
    await queue().add(
      deliveries.flatMap((delivery) => [delivery, { ...delivery, id: ids.next('dlv'), endpointId: other.id }]),
    );
    const results = deliveries.flatMap((delivery, index) => {
      if (statusOf(index) === 'pending') return [];
      return [aResult(delivery, statusOf(index) === 'failed' ? FAILED : undefined)];
    });
    await queue().record(endpoint.id, results, NOON);
  });

  const FILTERS: Readonly<Record<string, DeliveryFilter>> = {
    all: {},
    'all that are pending': { status: 'pending' },
    'all that were received': { status: 'succeeded' },
    'all that were given up': { status: 'failed' },
  };

  const expectedIds = ({ status }: DeliveryFilter): string[] =>
    idsOf(deliveries.filter((_, index) => status === undefined || statusOf(index) === status)).reverse();

  for (const [what, filter] of Object.entries(FILTERS)) {
    it(`visits ${what} once, the highest number first`, async () => {
      const read: Read = (page) => storage().webhookQueries.listDeliveries(endpoint.id, { filter, page });
      const order = expectedIds(filter);
      for (const limit of [1, 4, 9, 30, 100]) expect(await walk(read, limit), `limit ${limit}`).to.deep.equal(order);
      expect((await read({ limit: 2, includeTotal: true })).total).to.equal(order.length);
    });
  }

  it('lists the delivery of an event', async () => {
    const [delivery, other] = deliveries as [NewDelivery, NewDelivery];
    const list = async (filter: DeliveryFilter, { id }: WebhookEndpoint = endpoint) =>
      (await storage().webhookQueries.listDeliveries(id, { filter, page: { limit: 10 } })).items.map(Json.parse);
    expect(await list({ event_id: delivery.eventId })).to.deep.equal([await viewOf(delivery)]);
    expect(await list({ event_id: delivery.eventId, status: 'failed' })).to.deep.equal([]);
    expect(await list({ event_id: other.eventId, status: 'succeeded' })).to.have.length(1);
    expect(await list({ event_id: 'unknown' })).to.deep.equal([]);
    expect(await list({}, anEndpoint())).to.deep.equal([]);
  });

  it('finds a delivery by its endpoint only', async () => {
    const { id } = deliveries[1] as NewDelivery;
    const view = JSON.parse((await storage().webhookQueries.findDelivery(endpoint.id, id))?.view ?? '');
    expect(view).to.include({ id, object: 'webhook_delivery', sequence: 2, status: 'succeeded' });
    for (const [to, delivery] of [
      [ids.next('wh'), id],
      [endpoint.id, ids.next('dlv')],
    ] as const) {
      expect(await storage().webhookQueries.findDelivery(to, delivery)).to.equal(undefined);
    }
  });
};
