import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from './document-commands.ts';

const run = promisify(execFile);

const CLIENT = path.join(PROJECT, 'packages/client');
const COMPILER = path.join(CLIENT, 'node_modules/.bin/tsc');

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    module: 'nodenext',
    strict: true,
    types: ['node'],
    typeRoots: [path.join(PROJECT, 'node_modules/@types')],
  },
  include: ['*.ts'],
};

/** Makes the folder of a strict project in TypeScript, outside of this tree. */
export const makeProject = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'client-project-'));
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  return folder;
};

/** Builds the client package into a project, without packing and installing it. */
export const linkClient = async (folder: string): Promise<void> => {
  const modules = path.join(folder, 'node_modules');
  const target = path.join(modules, 'commerce-client');
  await mkdir(target, { recursive: true });
  await copyFile(path.join(CLIENT, 'package.json'), path.join(target, 'package.json'));
  await symlink(path.join(PROJECT, 'node_modules/openapi-fetch'), path.join(modules, 'openapi-fetch'));
  await run(COMPILER, ['-p', path.join(CLIENT, 'tsconfig.build.json'), '--outDir', path.join(target, 'dist')]);
};

/** Compiles a project. @returns its errors; empty if there are none. */
export const compileProject = (folder: string): Promise<string> =>
  run(COMPILER, ['-p', folder]).then(
    () => '',
    ({ stdout }) => stdout,
  );
