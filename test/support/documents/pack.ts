import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Packs a folder as npm publishes it. @returns the path of the archive. */
export const pack = async (folder: string, target: string, ...options: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)('npm', ['pack', '--json', '--pack-destination', target, ...options], {
    cwd: folder,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n')));
  return path.join(target, filename);
};
