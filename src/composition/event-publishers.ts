import { ModuleError } from '#adapters/external/load-module.ts';
import { loadPublisher } from '#adapters/external/load-publisher.ts';
import type { EventPublisher } from '#core/events/ports.ts';
import type { PublisherContext } from '#core/events/publisher-module.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** The names of the publishers in the source tree. */
const BUILT_IN = ['webhooks', 'nats'];

/** Opens the publishers from outside the source tree. @throws StartError for one that cannot be used. */
export const openPublishers = async (
  { eventPublishers, environment: settings }: Config,
  context: Omit<PublisherContext, 'settings'>,
): Promise<readonly EventPublisher[]> => {
  const publishers: EventPublisher[] = [];
  for (const module of eventPublishers) {
    const publisher = await loadPublisher(module, { context: { ...context, settings } }).catch((error) => {
      throw error instanceof ModuleError ? invalidPublisher(module, error.message) : error;
    });
    const { name } = publisher;
    if ([...BUILT_IN, ...publishers.map((other) => other.name)].includes(name)) {
      throw invalidPublisher(module, `there are two publishers called ${name}`);
    }
    publishers.push(publisher);
  }
  return publishers;
};

const invalidPublisher = (module: string, reason: string): StartError =>
  new StartError(`EVENT_PUBLISHERS names ${module}, but ${reason}.`);
