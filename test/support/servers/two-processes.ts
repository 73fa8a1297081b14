import { createHash, randomUUID } from 'node:crypto';
import { type Caller, callerOf, ownerKeyOf, type Reply } from './calls.ts';
import { createDatabase } from './postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from './spawn-service.ts';

/** Two processes of the service on one database. */
export type TwoProcesses = Readonly<{
  databaseUrl: string;
  /** POSTs to one of the processes, again while it has no free connection; undefined if it is gone. */
  send: (index: number, at: string, body: object) => Promise<Reply | undefined>;
  /** Sends a DELETE to one of the processes; undefined if it is gone. */
  remove: (index: number, at: string) => Promise<Reply | undefined>;
  /** GETs a file from one of the processes. @returns its MD5 in hexadecimal. */
  digest: (index: number, at: string) => Promise<string>;
  /** Kills one process, the first by default, and starts another in its place. */
  killOne: (index?: number) => Promise<void>;
  stop: () => Promise<void>;
}>;

/** How often a 503 of a busy process is repeated; each takes seconds. */
const MAX_TRIES = 20;

const SECRET_KEY = 'a secret key of the two processes together';

export const startTwoProcesses = async (): Promise<TwoProcesses> => {
  const databaseUrl = await createDatabase();
  const start = (): Promise<SpawnedService> => spawnService({ DATABASE_URL: databaseUrl, SECRET_KEY });
  const first = await start();
  const services = [first, await start()];
  const key = await ownerKeyOf(first.url);
  const callers: Caller[] = services.map(({ url }) => callerOf(url, key));
  const call = (index: number, ...request: Parameters<Caller>) =>
    callers[index % 2]?.(...request).catch(() => undefined) ?? Promise.resolve(undefined);
  return {
    databaseUrl,
    send: async (index, at, body) => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const sendOnce = () => call(index, at, { method: 'POST', body, headers });
      let reply = await sendOnce();
      for (let tries = 0; tries < MAX_TRIES && reply?.status === 503; tries += 1) reply = await sendOnce();
      return reply;
    },
    remove: (index, at) => call(index, at, { method: 'DELETE' }),
    digest: async (index, at) => {
      const url = services[index % 2]?.url ?? '';
      const reply = await fetch(url + at, { headers: { Authorization: `Bearer ${key}` } });
      if (!reply.ok) throw new Error(`${at} answered ${reply.status}.`);
      return createHash('md5')
        .update(await reply.bytes())
        .digest('hex');
    },
    killOne: async (index = 0) => {
      await services[index]?.end('SIGKILL');
      const again = await start();
      services[index] = again;
      callers[index] = callerOf(again.url, key);
    },
    stop: async () => {
      await Promise.all(services.map((service) => service.end('SIGTERM')));
      killLeftovers();
    },
  };
};
