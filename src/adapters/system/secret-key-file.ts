import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { weaknessOf } from './settings/secret-keys.ts';

type Location = Readonly<{ directory: string; makeFolder(folder: string): Promise<void> }>;

export const generateSecretKey = (): string => randomBytes(32).toString('base64url');

/**
 * The secret key stored in a directory, generated at the first start.
 * @throws Error if the file cannot be read or holds no usable key.
 */
export const readSecretKey = async ({ directory, makeFolder }: Location): Promise<string> => {
  const file = path.join(directory, 'secret-key');
  const key = await readKey(file).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeFolder(directory);
    return store(file, generateSecretKey());
  });
  const weakness = weaknessOf(key);
  if (weakness === undefined) return key;
  throw new Error(`the secret key in ${file} ${weakness}. Restore the file, or set SECRET_KEY`);
};

const readKey = async (file: string): Promise<string> => (await readFile(file, 'utf8')).trim();

/** Writes the key aside and links it into place, so that processes that start at the same time end up with one key. */
const store = async (file: string, key: string): Promise<string> => {
  const aside = `${file}.${process.pid}`;
  await writeFile(aside, key, { mode: 0o600 });
  await link(aside, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(aside);
  return readKey(file);
};
