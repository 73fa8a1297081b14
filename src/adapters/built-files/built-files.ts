import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

const CACHE = path.join(ROOT, 'node_modules/.cache/commerce');

/** How to read each file, by its name, which may contain slashes. */
export type BuiltFiles = ReadonlyMap<string, () => Promise<Buffer>>;

type NewFiles = ReadonlyMap<string, Buffer>;

type Build = Readonly<{
  /** What the files are. */
  name: string;
  /** The files and folders of this project that they are built of. */
  sources: readonly string[];
  build: () => Promise<NewFiles>;
}>;

/** What was built at the installation; built now if a source, or the version of a package, is another one since. */
export const loadBuilt = async ({ name, sources, build }: Build): Promise<BuiltFiles> => {
  const folder = path.join(CACHE, `${name}-${await digestOf(['package.json', ...sources])}`);
  return readBuilt(folder) ?? (await storeBuilt(name, folder, await build()));
};

/** Reads synchronously, which takes a fifth of the time; other requests get their turns after each source. */
const digestOf = async (sources: readonly string[]): Promise<string> => {
  const digest = createHash('sha256');
  for (const source of sources) {
    await nextIteration();
    for (const file of filesIn(path.join(ROOT, source)).sort())
      digest.update(path.relative(ROOT, file)).update(readFileSync(file));
  }
  return digest.digest('hex').slice(0, 16);
};

/** A file, or the files in a folder and below. */
const filesIn = (at: string): string[] => {
  if (statSync(at).isFile()) return [at];
  const entries = readdirSync(at, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
};

const readBuilt = (folder: string): BuiltFiles | undefined =>
  existsSync(folder)
    ? new Map(filesIn(folder).map((file) => [path.relative(folder, file), () => readFile(file)]))
    : undefined;

/** Stores files as a whole. Where the folder cannot be written, each process builds again. */
const storeBuilt = async (name: string, folder: string, files: NewFiles): Promise<BuiltFiles> => {
  const partial = `${folder}-${process.pid}`;
  try {
    for (const [file, body] of files) {
      await mkdir(path.dirname(path.join(partial, file)), { recursive: true });
      await writeFile(path.join(partial, file), body);
    }
    await rename(partial, folder);
    await removeFormer(name, path.basename(folder));
  } catch {
    // another process may have stored it first
    await rm(partial, { recursive: true, force: true }).catch(() => {});
  }
  return new Map([...files].map(([file, body]) => [file, async () => body]));
};

const removeFormer = async (name: string, current: string): Promise<void> => {
  const former = (await readdir(CACHE)).filter((each) => each.startsWith(`${name}-`) && each !== current);
  await Promise.all(former.map((each) => rm(path.join(CACHE, each), { recursive: true, force: true })));
};
