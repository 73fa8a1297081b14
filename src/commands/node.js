// Why: docs/decisions/0054-what-a-start-loads.md

import module from 'node:module';
import { fileURLToPath } from 'node:url';

const NEEDED = [24, 7];

const [major, minor] = process.versions.node.split('.').map(Number);

/** The least version of Node that runs the service. */
export const neededVersion = NEEDED.join('.');

/** Whether this Node runs the service. */
export const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);

/**
 * Runs this program with flags of Node, in the same process: V8 reads the sizes of its heap only when a process begins. A
 * process with flags of its own keeps them, and one that `node --watch` watches keeps its channel.
 */
export const restartWith = (flags) => {
  const isKept = process.execArgv.length > 0 || process.connected || process.platform === 'win32';
  if (flags.length === 0 || isKept) return;
  process.execve(process.execPath, [process.execPath, ...flags, ...process.argv.slice(1)]);
};

/** Has Node keep compiled code beside the packages, so that the next start compiles nothing. */
export const keepCompiledCode = () => {
  module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/commerce', import.meta.url)));
};

/**
 * The flags of `start`. With a limit V8 collects garbage early: a busy worker takes 230 MB instead of 370. Compiled code is
 * kept apart for processes with `--expose-gc`, so that what compiles for a start has it too.
 */
export const START_FLAGS = ['--max-semi-space-size=8', '--max-old-space-size=768', '--expose-gc'];

/**
 * Leaves Node's `fetch` unloaded until it is called, which saves 12 MB: an import of `node:http` reads all its members, and
 * these load it. They stay global.
 */
export const leaveFetchUnloaded = () => {
  const http = process.getBuiltinModule('node:http');
  for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];
};
