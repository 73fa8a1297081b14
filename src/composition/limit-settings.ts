import Joi from 'joi';
import { shown } from './setting-visibility.ts';

const count = (fallback: number): Joi.NumberSchema => Joi.number().integer().min(1).max(1_000_000).default(fallback);

/** The settings of what is in progress at one time, and of how long clients may take. */
export const LIMIT_SETTINGS = {
  MAX_CONNECTIONS: shown('Open connections.', count(10_000)),
  MAX_CONNECTIONS_PER_ADDRESS: shown('Open connections of an address; not behind a trusted proxy.', count(1_000)),
  MAX_REQUESTS_IN_FLIGHT: shown('Requests in progress.', count(1_000)),
  MAX_REQUESTS_IN_FLIGHT_PER_CLIENT: shown('Requests in progress of an address or a credential.', count(250)),
  MAX_BYTES_IN_FLIGHT: shown(
    'Bytes of request bodies, and of responses that clients have not read.',
    Joi.number().integer().min(1_048_576).max(17_179_869_184).default(67_108_864),
  ),
  MAX_STREAMS: shown('Event streams and downloads.', count(500)),
  MAX_STREAMS_PER_CLIENT: shown('Event streams and downloads of an address or a credential.', count(100)),
  CLIENT_TIMEOUT_MS: shown(
    'How long a client may read nothing of a response.',
    Joi.number().integer().min(100).max(600_000).default(30_000),
  ),
};

/** What is in progress at one time, of all clients, and of an address or a credential. */
export type Limits = Readonly<{
  connections: Readonly<{ maxConnections: number; maxConnectionsPerAddress: number }>;
  inFlight: Readonly<{
    maxRequests: number;
    maxRequestsPerClient: number;
    /** Of request bodies, and of responses. */
    maxBytes: number;
    /** Downloads and event streams. */
    maxStreams: number;
    maxStreamsPerClient: number;
  }>;
  /** How long a client may take without reading anything of a response. */
  clientTimeoutMs: number;
}>;

/** @param value The validated settings. With a trusted proxy all connections have its address. */
export const limitsOf = (value: Readonly<Record<string, number>>, trustProxy: boolean): Limits => {
  const setting = (name: keyof typeof LIMIT_SETTINGS): number => value[name] ?? 0;
  const maxConnections = setting('MAX_CONNECTIONS');
  return {
    connections: {
      maxConnections,
      maxConnectionsPerAddress: trustProxy ? maxConnections : setting('MAX_CONNECTIONS_PER_ADDRESS'),
    },
    inFlight: {
      maxRequests: setting('MAX_REQUESTS_IN_FLIGHT'),
      maxRequestsPerClient: setting('MAX_REQUESTS_IN_FLIGHT_PER_CLIENT'),
      maxBytes: setting('MAX_BYTES_IN_FLIGHT'),
      maxStreams: setting('MAX_STREAMS'),
      maxStreamsPerClient: setting('MAX_STREAMS_PER_CLIENT'),
    },
    clientTimeoutMs: setting('CLIENT_TIMEOUT_MS'),
  };
};
