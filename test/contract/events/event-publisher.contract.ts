import { expect } from 'chai';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import { feedEvents } from '../../support/builders/feed-events.ts';

/** A received event: its name at the broker, and the event as the API shows it, parsed from its JSON. */
export type ReceivedEvent = Readonly<{ id: string; view: unknown }>;

/** A publisher without events, and its broker. */
export type EventPublisherUnderTest = Readonly<{
  publisher: EventPublisher;
  /** All received events in order. */
  received(): Promise<readonly ReceivedEvent[]>;
  /** Stops the broker and starts it again with its data. */
  outage: Readonly<{ begin(): Promise<void>; end(): Promise<void> }>;
  /** Ends the broker after the publisher was closed. */
  close(): Promise<void>;
}>;

const MAX_DELAY_MS = 10_000;

/** The contract of event publishers. */
export const eventPublisherContract = (name: string, open: () => Promise<EventPublisherUnderTest>): void => {
  describe(`EventPublisher to ${name}`, () => {
    let subject: EventPublisherUnderTest;

    beforeEach(async () => {
      subject = await open();
    });
    afterEach(async () => {
      await subject.publisher.close?.();
      await subject.close();
    });

    const came = async (): Promise<string[]> => (await subject.received()).map(({ id }) => id);

    /** The received events in the order of their first arrival. */
    const firsts = async (): Promise<string[]> => [...new Set(await came())];

    const idsOf = (events: readonly FeedEvent[]): string[] => events.map(({ id }) => id);

    // a copy: a publisher may empty the array that it gets
    const publish = (events: readonly FeedEvent[]): Promise<void> => subject.publisher.publish([...events]);

    /** The time until the error. */
    const rejectionMs = async (events: readonly FeedEvent[]): Promise<number> => {
      const start = performance.now();
      const error = await publish(events).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(Error);
      return performance.now() - start;
    };

    it('can be tested with an outage of its broker', () => {
      // the suite also runs on modules that no compiler checks
      const { outage, received, close } = subject;
      for (const hook of [outage?.begin, outage?.end, received, close]) expect(hook).to.be.a('function');
    });

    it('has a name', () => {
      expect(subject.publisher.name).to.match(/^[a-z][a-z0-9_-]*$/);
    });

    it('wants the events of some types, or all', async () => {
      const types = (await subject.publisher.types?.()) ?? ['user.created'];
      expect(types).to.satisfy(Array.isArray);
      for (const type of types) expect(type).to.match(/^[a-z_.]+$/);
    });

    it('publishes all events of a batch in order, under their ids, as the API shows them', async () => {
      const events = feedEvents(200);
      await publish(events);
      const expected = events.map(({ id, view }) => ({ id, view: JSON.parse(view) }));
      const received = await subject.received();
      expect(received.map(({ id }) => id)).to.deep.equal(events.map(({ id }) => id));
      for (const [index, one] of received.entries()) expect(one).to.deep.equal(expected[index]);
    });

    it('publishes several batches', async () => {
      const batches = [feedEvents(1), feedEvents(3), feedEvents(2)];
      for (const batch of batches) await publish(batch);
      expect(await came()).to.deep.equal(batches.flatMap(idsOf));
    });

    it('publishes a repeated event under the same id', async () => {
      const events = feedEvents(5);
      await publish(events.slice(0, 3));
      await publish(events);
      await publish(events);
      expect(await firsts()).to.deep.equal(idsOf(events));
    });

    it('does nothing for an empty batch', async () => {
      await publish([]);
      expect(await came()).to.deep.equal([]);
    });

    it('throws within its timeout during an outage and recovers', async () => {
      const { outage } = subject;
      const [before, during, after] = [feedEvents(2), feedEvents(2), feedEvents(2)];
      await publish(before);
      await outage.begin();
      for (let tries = 0; tries < 3; tries += 1) expect(await rejectionMs(during)).to.be.below(MAX_DELAY_MS);
      await outage.end();
      for (const batch of [during, after]) await publish(batch);
      expect(await firsts()).to.deep.equal([before, during, after].flatMap(idsOf));
    });

    it('can be closed at any time, repeatedly', async () => {
      await subject.outage.begin();
      const events = feedEvents(1);
      const publishing = publish(events).catch(() => {});
      const start = performance.now();
      await subject.publisher.close?.();
      await subject.publisher.close?.();
      if (subject.publisher.close !== undefined) await publishing;
      expect(performance.now() - start).to.be.below(4_000);
      await subject.outage.end();
    });
  });
};
