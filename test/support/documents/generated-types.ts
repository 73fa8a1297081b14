import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const GENERATOR = path.resolve(import.meta.dirname, '../../../packages/client');

/** Writes the types of an OpenAPI document, unless the file has them. */
export const writeTypes = async (file: string, document: string): Promise<void> => {
  const generator = await readFile(path.join(GENERATOR, 'package.json'));
  const origin = `// ${createHash('sha256').update(generator).update(document).digest('hex')}\n`;
  const former = await readFile(file, 'utf8').catch(() => '');
  if (!former.startsWith(origin)) await writeFile(file, origin + (await typesOf(document)));
};

const typesOf = async (document: string): Promise<string> => {
  const directory = await mkdtemp(path.join(tmpdir(), 'api-types-'));
  const [source, target] = [path.join(directory, 'openapi.json'), path.join(directory, 'api.ts')];
  await writeFile(source, document);
  const bin = path.join(GENERATOR, 'node_modules/.bin/openapi-typescript');
  await promisify(execFile)(bin, [source, '-o', target, '--default-non-nullable', 'false']);
  const types = await readFile(target, 'utf8');
  await rm(directory, { recursive: true });
  return types;
};
