import { ContainerModule } from 'inversify';
import { makeNatsPublisher } from '#adapters/nats/nats-publisher.ts';
import type { Config } from '../config.ts';
import { TOKENS } from '../tokens.ts';

/** The publisher to NATS, where one is named; the service is the source of its events by its public URL. */
export const natsModule = ({ natsUrl: url }: Config, source: () => string): ContainerModule =>
  new ContainerModule(({ bind }) => {
    if (url === undefined) return;
    bind(TOKENS.eventPublishers).toConstantValue([makeNatsPublisher({ url, source })]);
  });
