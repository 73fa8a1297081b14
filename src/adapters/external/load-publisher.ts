import type { EventPublisher } from '#core/events/event-publisher.ts';
import { type PublisherContext, publisherErrors } from '#core/events/publisher-module.ts';
import { callExport, ModuleError } from './load-module.ts';

/** An event publisher from outside the source tree. @throws ModuleError */
export const loadPublisher = async (module: string, context: PublisherContext): Promise<EventPublisher> => {
  const publisher = await callExport<PublisherContext, EventPublisher>(module, { name: 'createPublisher', context });
  const errors = publisherErrors(publisher);
  if (errors.length > 0) throw new ModuleError(`what its createPublisher gave is no publisher: ${errors.join('; ')}`);
  return publisher;
};
