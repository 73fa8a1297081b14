import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { expect } from 'chai';
import { makeNatsPublisher } from '#adapters/nats/nats-publisher.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { aFeedEvent, feedEvents } from '../../support/builders/feed-events.ts';
import { installed } from '../../support/installed.ts';
import { type NatsServer, startNatsServer } from '../../support/servers/nats-server.ts';
import { type StoredMessage, storedMessages } from '../../support/servers/nats-stream.ts';
import { startRelay } from '../../support/silent-relay.ts';
import { eventPublisherContract } from './event-publisher.contract.ts';

const SHOP = 'https://api.shop.example';
const program = installed('nats-server');

const publisherTo = (url: string): EventPublisher => makeNatsPublisher({ url, source: () => SHOP });

const failureOf = (publishing: Promise<void>): Promise<string> =>
  publishing.then(
    () => 'none',
    ({ message }: Error) => message,
  );

const contract = (nats: string): void =>
  eventPublisherContract('NATS', async () => {
    const server = await startNatsServer(nats);
    const received = async () =>
      (await storedMessages(server.url)).map(({ messageId: id, text }) => ({ id, view: JSON.parse(text).data }));
    return {
      publisher: publisherTo(server.url),
      received,
      outage: { begin: server.stop, end: server.start },
      close: server.close,
    };
  });

const messages = (nats: string) =>
  describe('the stream COMMERCE', () => {
    let server: NatsServer;
    let publisher: EventPublisher;

    beforeEach(async () => {
      server = await startNatsServer(nats);
      publisher = publisherTo(server.url);
    });
    afterEach(async () => {
      await publisher.close?.();
      await server.close();
    });

    const managed = async <T>(work: (manager: Awaited<ReturnType<typeof jetstreamManager>>) => Promise<T>) => {
      const connection = await connect({ servers: server.url });
      try {
        return await work(await jetstreamManager(connection));
      } finally {
        await connection.close();
      }
    };
    const idsIn = (stored: readonly StoredMessage[]): string[] => stored.map(({ messageId }) => messageId);

    it('stores each event as a CloudEvent on the subject of its type', async () => {
      const event = aFeedEvent({ type: 'order.paid', data: { total: 59.97 } });
      await publisher.publish([event]);
      const [message] = await storedMessages(server.url);
      expect(message).to.include({
        subject: 'commerce.order.paid',
        contentType: 'application/cloudevents+json',
        messageId: event.id,
      });
      expect(JSON.parse(message?.text ?? '')).to.deep.equal({
        specversion: '1.0',
        id: event.id,
        source: SHOP,
        type: 'order.paid',
        subject: event.resourceId,
        time: event.occurredAt.toISOString(),
        datacontenttype: 'application/json',
        data: JSON.parse(event.view),
      });
    });

    it('tells the span that recorded an event, where it was traced', async () => {
      const traceParent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      await publisher.publish([{ ...aFeedEvent(), traceParent }, aFeedEvent()]);
      const stored = await storedMessages(server.url);
      expect(stored.map((message) => message.traceParent)).to.deep.equal([traceParent, '']);
    });

    it('is created on disk with a deduplication window of ten minutes', async () => {
      await publisher.publish(feedEvents(1));
      const { config } = await managed((manager) => manager.streams.info('COMMERCE'));
      expect(config).to.deep.include({
        subjects: ['commerce.>'],
        storage: 'file',
        duplicate_window: nanos(600_000),
        max_age: nanos(90 * 86_400_000),
      });
    });

    it('stores an event once when it is published twice, also by two processes', async () => {
      const events = feedEvents(20);
      const other = publisherTo(server.url);
      await publisher.publish(events.slice(0, 10));
      await Promise.all([publisher.publish(events), other.publish(events)]);
      await other.close?.();
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.map(({ id }) => id));
    });

    it('keeps the operators’ configuration', async () => {
      const made = { name: 'COMMERCE', subjects: ['commerce.>', 'shop.>'], storage: StorageType.Memory, max_msgs: 3 };
      const before = await managed((manager) => manager.streams.add(made));
      const events = feedEvents(5);
      await publisher.publish(events);
      const after = await managed((manager) => manager.streams.info('COMMERCE'));
      expect(after.config).to.deep.equal(before.config);
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.slice(2).map(({ id }) => id));
    });

    it('is not created when another stream stores the events', async () => {
      await managed((manager) => manager.streams.add({ name: 'SHOP', subjects: ['commerce.*.*'] }));
      await publisher.publish(feedEvents(2));
      const { state } = await managed((manager) => manager.streams.info('SHOP'));
      expect(state.messages).to.equal(2);
      expect(await storedMessages(server.url)).to.deep.equal([]);
    });

    it('is created again after its removal', async () => {
      await publisher.publish(feedEvents(2));
      await managed((manager) => manager.streams.delete('COMMERCE'));
      const events = feedEvents(3);
      await publisher.publish(events);
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.map(({ id }) => id));
    });

    it('keeps the order beside other publishers', async () => {
      const events = feedEvents(100);
      await publisher.publish(events.slice(0, 1));
      const connection = await connect({ servers: server.url });
      const writing = new AbortController();
      const noise = (async () => {
        for (; !writing.signal.aborted; await sleep(1)) connection.publish('commerce.noise', 'x');
      })();
      await publisher.publish(events.slice(0, 50));
      await publisher.publish(events);
      writing.abort();
      await noise;
      await connection.close();
      const stored = (await storedMessages(server.url)).filter(({ subject }) => subject !== 'commerce.noise');
      expect(idsIn(stored)).to.deep.equal(events.map(({ id }) => id));
    });

    it('stores nothing after a rejected event, and everything once it is accepted', async () => {
      const limits = { max_bytes: 20_000, discard: 'new' } as const;
      await managed((manager) => manager.streams.add({ name: 'COMMERCE', subjects: ['commerce.>'], ...limits }));
      const large = aFeedEvent({ data: { description: 'x'.repeat(30_000) } });
      const events = [...feedEvents(2), large, ...feedEvents(2)];
      expect(await failureOf(publisher.publish(events))).to.match(/^NATS did not accept all events: .*maximum bytes/);
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.slice(0, 2).map(({ id }) => id));
      await managed((manager) => manager.streams.update('COMMERCE', { max_bytes: 1_000_000 }));
      await publisher.publish(events);
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.map(({ id }) => id));
    });

    it('stores nothing of a batch with an event that no server accepts', async () => {
      const large = aFeedEvent({ data: { description: 'x'.repeat(1_100_000) } });
      const failure = await failureOf(publisher.publish([...feedEvents(1), large]));
      expect(failure).to.include(`${large.id} exceeds`);
      expect(await storedMessages(server.url)).to.deep.equal([]);
    });

    it('times out when the server is silent', async () => {
      const relay = await startRelay(server.port);
      const relayed = publisherTo(`nats://127.0.0.1:${relay.port}`);
      await relayed.publish(feedEvents(1));
      relay.silence();
      const start = performance.now();
      expect(await failureOf(relayed.publish(feedEvents(1)))).to.match(/timeout|no answer/i);
      expect(performance.now() - start).to.be.below(5_000);
      expect(await failureOf(relayed.publish(feedEvents(1)))).to.match(/timeout|no answer/i);
      relay.resume();
      const events = feedEvents(2);
      await relayed.publish(events);
      expect(idsIn(await storedMessages(server.url)).slice(-2)).to.deep.equal(events.map(({ id }) => id));
      await relayed.close?.();
      await relay.close();
    });

    it('receives everything after a server restart', async () => {
      const events = feedEvents(4);
      await publisher.publish(events.slice(0, 2));
      await server.stop();
      await server.start();
      const retried = publisher.publish(events).catch(() => publisher.publish(events));
      await retried;
      expect(idsIn(await storedMessages(server.url))).to.deep.equal(events.map(({ id }) => id));
    });

    it('receives nothing from a closed publisher', async () => {
      await publisher.publish(feedEvents(1));
      await publisher.close?.();
      expect(await failureOf(publisher.publish(feedEvents(1)))).to.include('the publisher is closed');
    });
  });

if (program !== undefined) {
  contract(program);
  messages(program);
}
