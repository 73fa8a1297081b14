import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './client.ts';
import { startServer } from './processes.ts';
import { seedDatabase } from './seed-database.ts';
import { OWNER, serviceSettings } from './settings.ts';
import { withPool } from './with-pool.ts';

/** A service with products to order. */
type Shop = Readonly<{
  url: string;
  headers: Readonly<Record<string, string>> & Readonly<{ authorization: string }>;
  ids: readonly [string, ...string[]];
  stop(): Promise<void>;
}>;

/** Where databases and logs are. */
type Place = Readonly<{ directory: string; serverUrl: string }>;

/** Adds a database. @returns its URL. */
export const addDatabase = async (serverUrl: string, name: string): Promise<string> => {
  await withPool(`${serverUrl}/postgres`, async (admin) => {
    await admin.query(`drop database if exists ${name}`);
    await admin.query(`create database ${name}`);
  });
  return `${serverUrl}/${name}`;
};

/** Starts a service on a database of its own, with or without analytics. */
export const startShop = async ({ directory, serverUrl }: Place, analytics: 'on' | 'off'): Promise<Shop> => {
  const databaseUrl = await addDatabase(serverUrl, `analytics_${analytics}`);
  const home = path.join(directory, analytics);
  await mkdir(home, { recursive: true });
  const settings = { ...serviceSettings(databaseUrl), ANALYTICS: analytics };
  const { url, stop } = await startServer('../../src/commands/commerce.js', home, settings);
  try {
    const ids = await seedDatabase(databaseUrl, 10_000);
    const { key } = await signIn(url, OWNER);
    if (analytics === 'on') await untilCounted(databaseUrl);
    return { url, headers: { authorization: `Bearer ${key}` }, ids, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** Waits until the seeded orders are counted. */
const untilCounted = async (databaseUrl: string): Promise<void> => {
  const count = "select count(*)::integer as left from analytics_generations where status = 'building'";
  await withPool(databaseUrl, async (pool) => {
    while ((await pool.query(count)).rows[0].left > 0) await sleep(500);
  });
};
