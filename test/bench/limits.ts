import { signIn } from './client.ts';
import { measureDatabaseStart } from './database-start.ts';
import { isKept, limitsTable, type Measured, type Target } from './limit.ts';
import { measureBlocks } from './limits-of-bodies.ts';
import { measureLoads } from './limits-of-loads.ts';
import { measureTurns } from './limits-of-turns.ts';
import { startServer } from './processes.ts';
import { measureSessionEnd } from './session-end.ts';
import { OWNER, say, serviceSettings } from './settings.ts';

/** The attacks by name. */
const ATTACKS: readonly Readonly<{
  name: string;
  measure: (target: Target) => Promise<Measured[]>;
}>[] = [
  { name: 'bodies', measure: measureBlocks },
  { name: 'loads', measure: measureLoads },
  { name: 'turns', measure: measureTurns },
];

const DATABASE_START = 'database start';

const SESSION_END = 'session end';

/**
 * Measures how soon the embedded PostgreSQL starts, and how soon sessions end at every process. Attacks the service and measures how long its event loop is blocked
 * and how much memory it takes; each attack has a process of its own.
 * @returns the exit code: 1 if a limit is exceeded.
 */
export const measureLimits = async (directory: string, databaseUrl: string, selected = ''): Promise<number> => {
  const measured: Measured[] = [];
  if (DATABASE_START.includes(selected)) measured.push(await measureDatabaseStart(directory));
  if (SESSION_END.includes(selected)) measured.push(await measureSessionEnd(directory, databaseUrl));
  for (const { name, measure } of ATTACKS.filter(({ name }) => name.includes(selected))) {
    say(`Measuring: ${name}.`);
    const service = await startServer('../../src/commands/commerce.js', directory, {
      ...serviceSettings(databaseUrl),
      RATE_LIMIT: 'off',
      SIGN_IN_RATE_LIMIT: 'off',
    });
    try {
      const { key } = await signIn(service.url, OWNER);
      measured.push(...(await measure({ service, key, databaseUrl })));
    } finally {
      await service.stop();
    }
  }
  say(limitsTable(measured));
  return measured.every(isKept) ? 0 : 1;
};
