import path from 'node:path';
import { startEmbeddedServer } from '#adapters/postgres/embedded/embedded-server.ts';
import type { Measured } from './limit.ts';
import { median } from './report.ts';

const ROUNDS = 5;

/** Measures how soon the embedded PostgreSQL starts on a database that exists. */
export const measureDatabaseStart = async (directory: string): Promise<Measured> => {
  const start = () => startEmbeddedServer({ directory: path.join(directory, 'database-start'), log: () => {} });
  const created = await start();
  await created.stop();
  const values: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const startedAt = performance.now();
    const server = await start();
    values.push(performance.now() - startedAt);
    await server.stop();
  }
  return { name: 'start of the embedded PostgreSQL', value: median(values), limit: 800, unit: 'ms' };
};
