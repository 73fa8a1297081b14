// plain JavaScript, so that a Node that is too old can say so
import { isNewEnough, keepCompiledCode, leaveFetchUnloaded, neededVersion } from './node.js';
import { findSourceModules } from './source-modules.js';

if (!isNewEnough) {
  process.stderr.write(
    `This needs Node ${neededVersion} or later and runs on ${process.versions.node}: ` +
      'start it with `npm start` after an `npm ci` without `--omit=optional`, which brings a Node of its own.\n',
  );
  process.exit(1);
}
keepCompiledCode();
leaveFetchUnloaded();
findSourceModules();
// several ways to start, and one check before all
const PROGRAMS = {
  'webhooks-listen': './webhooks-listen.ts',
  admin: './admin.ts',
  seed: './seed.ts',
  import: './import.ts',
  'analytics-rebuild': './analytics-rebuild.ts',
  export: './export.ts',
  'analytics-export': './analytics-export.ts',
  storefront: '../examples/storefront/start.ts',
};
await import(PROGRAMS[process.argv[2]] ?? './main.ts');
