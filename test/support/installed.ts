import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { debianPostgres } from './servers/debian-postgres.ts';

/** Where Debian installs servers, which may not be on the PATH. */
const ALSO = '/usr/sbin';

/** The optional programs that tests start, by Debian's package of each. */
const PACKAGES = {
  'nats-server': 'nats-server',
  'redis-server': 'redis-server',
  pgbouncer: 'pgbouncer',
  haproxy: 'haproxy',
  patroni: 'patroni',
  etcd: 'etcd-server',
  promtool: 'prometheus',
  curl: 'curl',
  python3: 'python3',
  chromium: 'chromium',
} as const;

type Program = keyof typeof PACKAGES;

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of an installed program, or undefined. */
export const installed = (program: Program): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), ALSO]
    .map((folder) => path.join(folder, program))
    .find((file) => path.isAbsolute(file) && isProgram(file));

/** The tests that are skipped for a missing program, in one line with their packages; undefined if none are. */
export const leftOut = (): string | undefined => {
  const programs = Object.keys(PACKAGES) as Program[];
  const missing: string[] = programs.filter((program) => !installed(program)).map((program) => PACKAGES[program]);
  if (debianPostgres() === undefined) missing.push('postgresql');
  if (missing.length === 0) return undefined;
  const [subject, whose] = missing.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${missing.join(' and ')} ${subject} not installed: ${whose} tests are left out (Debian: apt-get install ${missing.join(' ')})`;
};
