import { expect } from 'chai';
import { makeTimedPublisher } from '#adapters/system/timed-publisher.ts';
import { feedEvents } from '../../support/builders/feed-events.ts';

describe('a timed publisher', () => {
  const reasonOf = (publishing: Promise<unknown> | undefined): Promise<string> =>
    Promise.resolve(publishing).then(
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

  it('has the types of the publisher', async () => {
    const publish = async (): Promise<void> => {};
    expect(await makeTimedPublisher({ name: 'd', publish }).types?.()).to.equal(undefined);
    const types = async (): Promise<string[]> => ['user.created'];
    expect(await makeTimedPublisher({ name: 'e', publish, types }).types?.()).to.deep.equal(['user.created']);
  });

  it('ends a call that hangs', async () => {
    const hang = (): Promise<never> => new Promise(() => {});
    const hanging = makeTimedPublisher({ name: 'c', types: hang, publish: hang }, 20);
    const reason = 'The publisher did not settle within 0.02 s.';
    expect(await reasonOf(hanging.publish(feedEvents(1)))).to.equal(reason);
    expect(await reasonOf(hanging.types?.())).to.equal(reason);
  });
});
