import path from 'node:path';
import { addDueSubscriptions, aSubscriber } from '../builders/due-subscriptions.ts';
import { eventually } from '../eventually.ts';
import { type Caller, callerOf, ownerKeyOf } from '../servers/calls.ts';
import { runSql } from '../servers/database.ts';
import { createDatabase } from '../servers/postgres.ts';
import { type Receiver, startReceiver } from '../servers/receivers.ts';
import { type SpawnedService, spawnService } from '../servers/spawn-service.ts';
import { type Follower, startFollower } from './follower.ts';
import { type Load, startLoad } from './load.ts';

/** A shop of two processes, whose database fails over while it sells. */
export type FailoverShop = Readonly<{
  /** The database of the gateway's record, which does not fail over. */
  gatewayUrl: string;
  services: readonly SpawnedService[];
  call: Caller;
  receiver: Receiver;
  /** The product that is sold, and its stock before. */
  sold: Readonly<{ id: string; stock: number }>;
  load: Load;
  follower: Follower;
  /** Waits until some more orders are paid. */
  untilSold(more: number): Promise<void>;
  /** Lets subscriptions fall due, and waits until the first is billed. */
  beginBilling(databaseUrl: string): Promise<void>;
  stop(): Promise<void>;
}>;

export const SUBSCRIPTIONS = 100;

const GATEWAY = path.join(import.meta.dirname, '../gateways/run-lasting-gateway.ts');

/** The settings of the processes besides their database. */
export const SETTINGS = {
  SECRET_KEY: 'a secret key of the shop that fails over',
  PAYMENT_GATEWAYS: GATEWAY,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_SCHEDULE: Array.from({ length: 20 }, () => '300ms').join(),
};

/** Starts the processes, the second one with settings of its own, the load and the follower. */
export const startFailoverShop = async (
  databaseUrl: string,
  ofSecond: Readonly<Record<string, string>> = {},
): Promise<FailoverShop> => {
  const gatewayUrl = await createDatabase();
  const settings = { ...SETTINGS, DATABASE_URL: databaseUrl, GATEWAY_DATABASE_URL: gatewayUrl };
  const first = await spawnService(settings);
  const services = [first, await spawnService({ ...settings, ...ofSecond })];
  const urls = services.map(({ url }) => url);
  const key = await ownerKeyOf(first.url);
  const call = callerOf(first.url, key);
  const receiver = await startReceiver();
  const post = async (at: string, body: object) => (await call(at, { method: 'POST', body })).json;
  await post('/api/webhooks', { url: receiver.url, events: ['*'] });
  const sold = await post('/api/products', { name: 'Linen shirt', price: 20, stock: 10_000 });
  const priced = await Promise.all(
    Array.from({ length: 5 }, (_, index) => post('/api/products', { name: `Shirt ${index}`, price: 1000 })),
  );
  const subscriber = await aSubscriber((_, at, body) => call(at, { method: 'POST', body }));
  const load = startLoad({ urls, key, sold: sold.id, priced: priced.map(({ id }) => id) });
  return {
    ...{ gatewayUrl, services, call, receiver, sold, load },
    follower: startFollower(urls, key),
    async untilSold(more) {
      const { payments } = load.acknowledged;
      const count = payments.size + more;
      await eventually(`${more} more are sold`, async () => payments.size >= count);
    },
    async beginBilling(direct) {
      await addDueSubscriptions(direct, subscriber, SUBSCRIPTIONS);
      const billed = 'select 1 from invoices where subscription_id is not null limit 1';
      await eventually('the first is billed', async () => (await runSql(direct, billed)).length > 0);
    },
    async stop() {
      await Promise.all(services.map((service) => service.end('SIGKILL')));
      receiver.close();
    },
  };
};
