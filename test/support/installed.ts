import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** Where Debian puts servers, which is not on everybody's PATH. */
const ALSO = '/usr/sbin';

/** The servers that tests run of their own, where they are installed. */
const SERVERS = ['nats-server', 'redis-server'] as const;

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The path of a program that is installed here, or else undefined. */
export const installed = (program: (typeof SERVERS)[number]): string | undefined =>
  [...(process.env['PATH'] ?? '').split(path.delimiter), ALSO]
    .map((folder) => path.join(folder, program))
    .find((file) => path.isAbsolute(file) && isProgram(file));

/** What is left out for want of a server, in one line for a person; undefined where nothing is. */
export const leftOut = (): string | undefined => {
  const missing = SERVERS.filter((program) => installed(program) === undefined);
  if (missing.length === 0) return undefined;
  const [subject, whose] = missing.length === 1 ? ['is', 'its'] : ['are', 'their'];
  return `${missing.join(' and ')} ${subject} not on the PATH: ${whose} tests are left out (Debian: apt-get install ${missing.join(' ')})`;
};
