import { makeNatsPublisher } from '#adapters/nats/nats-publisher.ts';
import type { Config } from '../config.ts';
import { type Binding, constant } from '../injection.ts';
import { EVENTS } from '../tokens/events.ts';

/** The publisher to NATS, if `NATS_URL` is set. `source` returns the public URL, the source of the CloudEvents. */
export const natsModule = ({ natsUrl: url }: Config, source: () => string): readonly Binding[] =>
  url === undefined ? [] : [constant(EVENTS.publishers, [makeNatsPublisher({ url, source })])];
