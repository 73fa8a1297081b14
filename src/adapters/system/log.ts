import { pino } from 'pino';
import type { Log } from '#core/shared/log.ts';

/** The log, with a flush before the process ends. */
export type ProcessLog = Log & { flush(): void };

/** Lines are written in batches, since a write per line costs a busy service as much as its requests. */
const GATHERED = { minLength: 4096, periodicFlush: 100 };

/** JSON lines on standard output; readable ones on a terminal. */
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
