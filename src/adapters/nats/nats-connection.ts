import { connect, type NatsConnection } from '@nats-io/transport-node';
import { parseNatsUrl } from './nats-address.ts';

const CONNECT_MS = 2_000;

/** A server is considered gone after three missed pings. */
const PING_INTERVAL_MS = 10_000;

/** Opens a connection that does not reconnect: the client would send its buffer after a part of it was lost. */
export const connectToNats = (url: string): Promise<NatsConnection> => {
  const { servers, credentials, isEncrypted } = parseNatsUrl(url);
  return connect({
    ...credentials,
    servers: [...servers],
    // otherwise the client would continue unencrypted when a server offers no TLS
    ...(isEncrypted ? { tls: {} } : {}),
    name: 'commerce',
    reconnect: false,
    timeout: CONNECT_MS,
    pingInterval: PING_INTERVAL_MS,
    noAsyncTraces: true,
  });
};
