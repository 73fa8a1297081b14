import { connect, type NatsConnection } from '@nats-io/transport-node';
import { parseNatsUrl } from './nats-address.ts';

const CONNECT_MS = 2_000;

/** A silent server is given up after three of these. */
const PULSE_MS = 10_000;

/**
 * Opens a connection that ends for good when it breaks: the client's own reconnecting would send what was gathered
 * meanwhile after a part of it was lost.
 */
export const connectToNats = (url: string): Promise<NatsConnection> => {
  const { servers, credentials, isEncrypted } = parseNatsUrl(url);
  return connect({
    ...credentials,
    servers: [...servers],
    // without it the client would go on in plain where a server offers no encryption
    ...(isEncrypted ? { tls: {} } : {}),
    name: 'commerce',
    reconnect: false,
    timeout: CONNECT_MS,
    pingInterval: PULSE_MS,
    noAsyncTraces: true,
  });
};
