import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#adapters/postgres/embedded/embedded-files.ts';
import type { Config } from './config.ts';
import { StartError } from './start-error.ts';

/** The configured secret key, or the one stored in the data directory, generated at the first start. */
export const secretKeyOf = async ({ secretKey, storage, dataDir }: Config): Promise<string> => {
  if (secretKey !== undefined) return secretKey;
  const fresh = randomBytes(32).toString('base64url');
  if (storage === 'memory') return fresh;
  const file = path.join(dataDir, 'secret-key');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(dataDir, error);
  }
  return keep(file, fresh).catch((error: unknown) => {
    throw unusable(dataDir, error);
  });
};

/** Writes the key to a temporary file and links it into place, so that concurrent first starts share one key. */
const keep = async (file: string, key: string): Promise<string> => {
  const aside = `${file}.${process.pid}`;
  await makeFolder(path.dirname(file));
  await writeFile(aside, key, { mode: 0o600 });
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(aside);
  return readFile(file, 'utf8');
};

const unusable = (dataDir: string, error: unknown): StartError =>
  new StartError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
