import type { Duplex } from 'node:stream';
import type { PoolClient } from 'pg';

/**
 * Corks a connection until the next tick, so that the statements of a tick are sent as one packet, which saves both
 * sides most of a statement's overhead.
 */
export const corkUntilNextTick = (client: PoolClient): void => {
  // pg has no public method for it
  const { stream } = (client as PoolClient & { connection: { stream: Duplex } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};
