import { pino } from 'pino';
import type { Log } from '#core/shared/log.ts';

/** The log, and a way to have all of it written before the process ends. */
export type ProcessLog = Log & { flush(): void };

/** Lines are gathered and written together, since a write for each costs a busy service as much as its requests. */
const GATHERED = { minLength: 4096, periodicFlush: 100 };

/** JSON lines on the standard output; readable ones where that is a terminal. */
export const openLog = async (level: string): Promise<ProcessLog> => {
  const destination = pino.destination({ dest: 1, sync: false, ...GATHERED });
  const stream = process.stdout.isTTY ? await readable() : destination;
  const log = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, stream);
  return Object.assign(log, { flush: () => (process.stdout.isTTY ? undefined : destination.flushSync()) });
};

const readable = async () => {
  const { PinoPretty } = await import('pino-pretty');
  const ignore = 'request_id,caller,ip,method,path';
  return PinoPretty({ sync: true, singleLine: true, ignore, messageFormat: '{msg} {method} {path}' });
};
