import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killLeftovers } from './servers/spawn-service.ts';

/** A folder of modules for the tests of a `describe`. */
export const useModuleFolder = () => {
  let folder = '';
  before(async () => {
    folder = await realpath(await mkdtemp(path.join(tmpdir(), 'modules-')));
  });
  after(async () => {
    killLeftovers();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    async write(name: string, source: string): Promise<string> {
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, source);
      return file;
    },
  };
};
