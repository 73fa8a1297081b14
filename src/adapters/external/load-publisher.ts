import type { EventPublisher } from '#core/events/ports.ts';
import { type PublisherContext, publisherErrors } from '#core/events/publisher-module.ts';
import { callExport, ModuleError } from './load-module.ts';

type Options = Readonly<{ context: PublisherContext; timeoutMs?: number }>;

/** An event publisher from outside the source tree. @throws ModuleError */
export const loadPublisher = async (module: string, options: Options): Promise<EventPublisher> => {
  const hint = 'a file is named by its path, such as ./my-publisher.mjs';
  const call = { name: 'createPublisher', hint, ...options };
  const publisher = await callExport<PublisherContext, EventPublisher>(module, call);
  const errors = publisherErrors(publisher);
  if (errors.length > 0) throw new ModuleError(`its createPublisher returned no publisher: ${errors.join('; ')}`);
  return publisher;
};
