import { expect } from 'chai';
import { makeTimedPublisher } from '#adapters/system/timed-publisher.ts';
import { feedEvents } from '../../support/feed-events.ts';

describe('a timed publisher', () => {
  const reasonOf = (publishing: Promise<void>): Promise<string> =>
    publishing.then(
      () => 'published',
      ({ message }: Error) => message,
    );

  it('publishes, and passes errors on', async () => {
    const sent: unknown[] = [];
    const events = feedEvents(2);
    const publisher = makeTimedPublisher({ name: 'a', publish: async (batch) => void sent.push(...batch) });
    expect([publisher.name, await reasonOf(publisher.publish(events))]).to.deep.equal(['a', 'published']);
    expect(sent).to.deep.equal(events);
    const failing = makeTimedPublisher({ name: 'b', publish: () => Promise.reject(new Error('refused')) });
    expect(await reasonOf(failing.publish(events))).to.equal('refused');
  });

  it('ends a publication that hangs', async () => {
    const hanging = makeTimedPublisher({ name: 'c', publish: () => new Promise(() => {}) }, 20);
    expect(await reasonOf(hanging.publish(feedEvents(1)))).to.equal('The publisher did not settle within 0.02 s.');
  });
});
