import { type Caller, callerOf, ownerKeyOf, type Reply } from './calls.ts';
import { createDatabase } from './postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from './spawn-service.ts';

/** Two processes of the service on one database. */
export type TwoProcesses = Readonly<{
  databaseUrl: string;
  /** POSTs to one of the processes; undefined if it is gone. */
  send: (index: number, at: string, body: object) => Promise<Reply | undefined>;
  /** Sends a DELETE to one of the processes; undefined if it is gone. */
  remove: (index: number, at: string) => Promise<Reply | undefined>;
  /** Kills the first process and starts another in its place. */
  killOne: () => Promise<void>;
  stop: () => Promise<void>;
}>;

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
    send: (index, at, body) => call(index, at, { method: 'POST', body }),
    remove: (index, at) => call(index, at, { method: 'DELETE' }),
    killOne: async () => {
      await services[0]?.end('SIGKILL');
      const again = await start();
      services[0] = again;
      callers[0] = callerOf(again.url, key);
    },
    stop: async () => {
      await Promise.all(services.map((service) => service.end('SIGTERM')));
      killLeftovers();
    },
  };
};
