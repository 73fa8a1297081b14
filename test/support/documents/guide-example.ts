import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const PROJECT = path.join(import.meta.dirname, '../../..');

/** A module of a guide and its test, written to disk beside the project. */
export type GuideExample = Readonly<{
  /** The folder of the module and its test. */
  folder: string;
  /** The module's path. */
  module: string;
  /** Runs the test by the guide's command. */
  runTest(): Promise<Readonly<{ code: number; output: string }>>;
  remove(): Promise<void>;
}>;

const blocksOf = (guide: string, language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

/** Writes the last two blocks of JavaScript of a guide, such as `voucher/voucher-gateway.mjs` and its test. */
export const writeGuideExample = async (guide: string, file: string): Promise<GuideExample> => {
  const listing = await readFile(path.join(PROJECT, 'docs', guide), 'utf8');
  const [module = '', test = ''] = blocksOf(listing, 'js').slice(-2);
  const [command = ''] = blocksOf(listing, 'sh');
  const directory = await mkdtemp(path.join(tmpdir(), 'guide-example-'));
  const target = path.join(directory, file);
  const folder = path.dirname(target);
  await mkdir(folder);
  await symlink(PROJECT, path.join(directory, 'commerce'));
  await writeFile(target, module);
  await writeFile(target.replace(/\.mjs$/, '.test.mjs'), test);
  return {
    folder,
    module: target,
    async runTest() {
      // as in a shell whose own Node is too old to run the service
      const env = { ...process.env, PATH: '/usr/bin:/bin' };
      const shell = spawn('bash', ['-c', command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
      const [output, errors, [code]] = await Promise.all([
        text(shell.stdout),
        text(shell.stderr),
        once(shell, 'close'),
      ]);
      return { code, output: output + errors };
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};
