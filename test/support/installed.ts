import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { debianPostgres } from './servers/debian-postgres.ts';

/** Where Debian installs servers, which may not be on the PATH. */
const ALSO = '/usr/sbin';

/** The optional programs that tests start. */
const PROGRAMS = ['nats-server', 'redis-server', 'pgbouncer', 'curl', 'python3', 'chromium', 'prometheus'] as const;

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of an installed program, or undefined. */
export const installed = (program: (typeof PROGRAMS)[number]): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), ALSO]
    .map((folder) => path.join(folder, program))
    .find((file) => path.isAbsolute(file) && isProgram(file));

/** The tests that are skipped for a missing program, in one line; undefined if none are. */
export const leftOut = (): string | undefined => {
  const missing: string[] = PROGRAMS.filter((program) => installed(program) === undefined);
  if (debianPostgres() === undefined) missing.push('postgresql');
  if (missing.length === 0) return undefined;
  const [subject, whose] = missing.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${missing.join(' and ')} ${subject} not installed: ${whose} tests are left out (Debian: apt-get install ${missing.join(' ')})`;
};
