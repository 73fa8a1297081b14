import { setImmediate as turn } from 'node:timers/promises';
import type { EventView } from '#core/events/event-view.ts';
import { Json } from '#core/shared/page.ts';
import { type EventBodies, makeEventBodies } from '#core/webhooks/event-bodies.ts';
import type { WebhookMessage, WebhookResponse, WebhookSender } from '#core/webhooks/ports.ts';
import { makeChangeEndpoint, makeDeleteEndpoint } from '#core/webhooks/use-cases/change-endpoint.ts';
import { makeRotateSecret } from '#core/webhooks/use-cases/create-endpoint.ts';
import { makeDeliverWebhooks } from '#core/webhooks/use-cases/deliver-webhooks.ts';
import { makeDisableEndpoint } from '#core/webhooks/use-cases/disable-endpoint.ts';
import type { EndpointFields, EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import { anActor, aUser, clockAtNoon, ids } from '../../support/builders/builders.ts';
import { passwords, withCredential } from '../../support/builders/credentials.ts';
import { deliveriesOn } from '../../support/builders/deliveries-on.ts';
import { secondFactorCheck } from '../../support/builders/second-factors.ts';
import { anAttempt } from '../../support/builders/webhook-builders.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

/** A message in flight until the test responds. */
type Sent = Readonly<{ message: WebhookMessage; respond(response?: Partial<WebhookResponse>): Promise<void> }>;

/** The delays of the schedule, in milliseconds. */
const SCHEDULE = [5_000, 300_000];

const applyOutcome = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await turn();
};

/** Deliveries in tests are of events that were never written: they have a text all the same, unless they were removed. */
const withBodiesOfAll = (bodies: EventBodies, removed: ReadonlySet<string>): EventBodies => ({
  put: bodies.put,
  async get(eventIds) {
    const found = await bodies.get(eventIds);
    const empty = { view: '{}' as Json<EventView>, traceParent: null };
    return new Map(eventIds.filter((id) => !removed.has(id)).map((id) => [id, found.get(id) ?? empty]));
  },
});

/** The receivers' responses, and the delays of reading and releasing an endpoint. */
type Script = {
  respond: (message: WebhookMessage) => Partial<WebhookResponse> | 'later';
  look: () => Promise<void>;
  released: () => Promise<void>;
};

/** May change every endpoint. */
/** Deliveries on a memory storage, to receivers with scripted or manual responses. */
export const openDelivering = async (schedule: readonly number[] = SCHEDULE) => {
  const storage = await openMemoryStorage();
  const clock = clockAtNoon();
  const { unitOfWork } = storage;
  const owner = aUser({ role: 'owner' });
  await unitOfWork.run((tx) => tx.users.add(owner));
  const program = { ...anActor(owner), kind: 'api_key', credentialId: ids.next('key') } as const;
  const admin = await withCredential(unitOfWork, program);
  const secondFactors = secondFactorCheck({ unitOfWork, systemClock: clock });
  const confirming = { unitOfWork, passwords, secondFactors, systemClock: clock };
  const { log, lines } = aLog();
  const outcomes: string[] = [];
  const sent: WebhookMessage[] = [];
  /** Events past their retention period. */
  const removed = new Set<string>();
  /** The messages in flight; none with a script that responds at once. */
  const open: Sent[] = [];
  const script: Script = { respond: () => 'later', look: async () => {}, released: async () => {} };

  const release = storage.deliveryQueue.release.bind(storage.deliveryQueue);
  Object.assign(storage.deliveryQueue, {
    async release(...args: Parameters<typeof release>) {
      await release(...args);
      await script.released();
    },
  });

  const responseOf = (fields: Partial<WebhookResponse>): WebhookResponse => ({
    ...anAttempt({ at: clock.now() }),
    ...(fields.error === undefined || fields.error === null ? {} : { status: null, body: null }),
    retryAfterMs: null,
    ...fields,
  });
  const sender: WebhookSender = {
    async send(message) {
      sent.push(message);
      const response = script.respond(message);
      if (response !== 'later') return responseOf(response);
      const { promise, resolve } = Promise.withResolvers<WebhookResponse>();
      const item: Sent = {
        message,
        async respond(fields = {}) {
          open.splice(open.indexOf(item), 1);
          resolve(responseOf(fields));
          await applyOutcome();
        },
      };
      open.push(item);
      return promise;
    },
  };

  const processOf = (owner: string) => {
    const { unitOfWork, deliveryQueue: queue, eventFeed: feed } = storage;
    const findEndpoint = async (id: EndpointId) => {
      const found = await storage.webhookQueries.findEndpoint(id);
      await script.look();
      return found;
    };
    const deliver = makeDeliverWebhooks({
      queries: { findEndpoint },
      ...{ queue, sender, schedule: async () => schedule, systemClock: clock, log, owner },
      bodies: withBodiesOfAll(makeEventBodies({ feed, systemClock: clock }), removed),
      disableEndpoint: makeDisableEndpoint({ unitOfWork, systemClock: clock }),
      random: () => 0,
      observe: ({ outcome }) => void outcomes.push(outcome),
    });
    /** Two polls: one to release, one to claim. */
    const run = async (): Promise<void> => {
      for (let runs = 0; runs < 2; runs += 1) {
        await deliver.run();
        await applyOutcome();
      }
    };
    return { run, stop: deliver.stop };
  };

  const { run, stop } = processOf('me');
  const deliveries = deliveriesOn(() => storage);
  return {
    ...deliveries,
    ...{ clock, lines, outcomes, sent, removed, open, script, processOf, run, stop },
    unitOfWork: storage.unitOfWork,
    feed: storage.eventFeed,
    /** Lets time pass and polls. */
    async pass(seconds: number): Promise<void> {
      clock.advance(seconds);
      await run();
    },
    async change({ id }: WebhookEndpoint, fields: Partial<EndpointFields>): Promise<void> {
      const change = makeChangeEndpoint({
        ...confirming,
        targets: { urlError: () => undefined, errorOf: async () => undefined },
      });
      await storage.unitOfWork.run(await change(admin, { id, fields, expected: undefined }));
    },
    async rotate({ id }: WebhookEndpoint): Promise<void> {
      const rotate = makeRotateSecret({
        ...confirming,
        secrets: { make: () => ({ secret: 'new', encrypted: 'sealed new' }) },
      });
      await storage.unitOfWork.run(await rotate(admin, { id, overlapSeconds: 60 }));
    },
    async remove({ id }: WebhookEndpoint): Promise<void> {
      const remove = makeDeleteEndpoint({ systemClock: clock });
      await storage.unitOfWork.run(remove(admin, { id, expected: undefined }));
    },
    async endpoint({ id }: WebhookEndpoint): Promise<WebhookEndpoint> {
      return storage.unitOfWork.run((tx) => tx.webhooks.get(id));
    },
    typesOf: async ({ id }: WebhookEndpoint) => (await storage.eventsOf(id)).map(({ type }) => type),
    async auditOf({ id }: WebhookEndpoint): Promise<readonly Readonly<{ action: string; after: object }>[]> {
      return (await storage.auditQueries.list({ filter: { resource_id: id }, page: { limit: 10 } })).items.map(
        Json.parse,
      );
    },
    /** The deliveries to an endpoint by number, with their status. */
    statusesOf: async (endpoint: WebhookEndpoint) => (await deliveries.viewsOf(endpoint)).map(({ status }) => status),
  };
};

export type Delivering = Awaited<ReturnType<typeof openDelivering>>;
