#!/usr/bin/env node
// plain JavaScript, so that a Node that is too old can say so
import { isNewEnough, keepCompiledCode, leaveFetchUnloaded, neededVersion, restartWith, START_FLAGS } from './node.js';
import { findSourceModules } from './source-modules.js';

/** What each command does, the flags of Node that it needs, and its module. */
const COMMANDS = {
  start: {
    does: 'starts the service',
    flags: START_FLAGS,
    load: () => import('./start.ts'),
  },
  admin: {
    does: 'migrates, creates and restores owners, changes the secret key, checks',
    load: () => import('./admin.ts'),
  },
  import: {
    does: 'creates and changes products by the rows of a file',
    flags: ['--max-semi-space-size=32', '--max-old-space-size=192'],
    load: () => import('./import.ts'),
  },
  export: {
    does: 'writes all products to a file',
    flags: ['--max-semi-space-size=2', '--max-old-space-size=160'],
    load: () => import('./export.ts'),
  },
  'analytics-rebuild': {
    does: 'computes all figures of the reports again',
    flags: ['--max-semi-space-size=8', '--max-old-space-size=192'],
    load: () => import('./analytics-rebuild.ts'),
  },
  'analytics-export': {
    does: 'exports orders and payments for analysis as Parquet files',
    flags: ['--max-semi-space-size=2', '--max-old-space-size=160'],
    load: () => import('./analytics-export.ts'),
  },
  seed: {
    does: 'fills a demo shop',
    flags: ['--max-semi-space-size=16', '--max-old-space-size=160'],
    load: () => import('./seed.ts'),
  },
  'webhooks-listen': {
    does: 'receives, verifies and prints webhooks during development',
    load: () => import('./webhooks-listen.ts'),
  },
  storefront: {
    does: 'starts an example shop page with a demo shop of its own',
    flags: ['--disable-warning=ExperimentalWarning'],
    load: () => import('../../examples/storefront/start.ts'),
  },
};

const USAGE = `Usage: commerce COMMAND
${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(18)} ${does}`)
  .join('\n')}
`;

const fail = (message) => {
  process.stderr.write(message);
  process.exit(1);
};

const [, , name = 'help'] = process.argv;
if (!isNewEnough) {
  fail(
    `This needs Node ${neededVersion} or later and runs on ${process.versions.node}: ` +
      'start it with `npm start` after an `npm ci` without `--omit=optional`, which brings a Node of its own.\n',
  );
}
if (['help', '--help', '-h'].includes(name)) {
  process.stdout.write(USAGE);
} else if (Object.hasOwn(COMMANDS, name)) {
  const { flags = [], load } = COMMANDS[name];
  restartWith(flags);
  keepCompiledCode();
  leaveFetchUnloaded();
  findSourceModules();
  await load();
} else {
  fail(`There is no command ${name}.\n${USAGE}`);
}
