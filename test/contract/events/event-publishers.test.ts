import type { EventPublisher } from '#core/events/ports.ts';
import { eventPublisherContract, type ReceivedEvent } from './event-publisher.contract.ts';

/** The smallest publisher. */
const makeRecorder = () => {
  const received: ReceivedEvent[] = [];
  let isAway = false;
  const publisher: EventPublisher = {
    name: 'recorder',
    async publish(events) {
      if (isAway) throw new Error('The recorder is away.');
      received.push(...events.map(({ id, view }) => ({ id, view: JSON.parse(view) })));
    },
  };
  const outage = {
    async begin() {
      isAway = true;
    },
    async end() {
      isAway = false;
    },
  };
  return { publisher, received: async () => received, outage, close: async () => {} };
};

eventPublisherContract('a recorder', async () => makeRecorder());
