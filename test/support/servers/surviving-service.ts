import path from 'node:path';
import { type Caller, callerOf, ownerKeyOf } from './calls.ts';
import { createDatabase } from './postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from './spawn-service.ts';

const SECRET_KEY = 'a secret key of the two processes together';
const PAYMENT_GATEWAYS = path.join(import.meta.dirname, '../gateways/run-killing-gateway.ts');

/** A service on a database of its own, and others on it that the gateway of their payments kills. */
export const useSurvivingService = () => {
  let databaseUrl: string;
  let survivor: SpawnedService;
  let key: string;
  const settings = () => ({ DATABASE_URL: databaseUrl, SECRET_KEY, PAYMENT_GATEWAYS });

  before(async () => {
    databaseUrl = await createDatabase();
    survivor = await spawnService(settings());
    key = await ownerKeyOf(survivor.url);
  });
  after(async () => {
    await survivor.end('SIGTERM');
    killLeftovers();
  });

  const call: Caller = (...request) => callerOf(survivor.url, key)(...request);
  return {
    databaseUrl: () => databaseUrl,
    /** Calls the one that survives. */
    call,
    /** Makes calls to a process of its own, which dies with them. */
    dying: async (during: (doomed: Caller, kill: () => Promise<unknown>) => Promise<unknown>): Promise<void> => {
      const process = await spawnService({ ...settings(), GATEWAY_KILLS: 'true' });
      await during(callerOf(process.url, key), () => process.end('SIGKILL'));
      await process.end('SIGKILL');
    },
  };
};
