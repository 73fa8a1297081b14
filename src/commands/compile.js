// Run after an installation: the first start is as quick and as small in memory as every other, and finds the dashboard
// bundled. A check runs it too, for the types of the API's clients, and to compare the API with the released one.
import { existsSync } from 'node:fs';
import { isNewEnough, keepCompiledCode, restartWith, START_FLAGS } from './node.js';
import { findSourceModules } from './source-modules.js';

// development alone needs types
const TYPE_GENERATOR = new URL('../../packages/client/node_modules/.bin', import.meta.url);

if (isNewEnough) {
  restartWith(START_FLAGS);
  keepCompiledCode();
  findSourceModules();
  await import('../composition/service.ts');
  if (existsSync(TYPE_GENERATOR)) {
    const { writeClientTypes } = await import('../../test/support/documents/client-types.ts');
    await writeClientTypes();
    if (process.argv.includes('--check')) {
      const { forbiddenBreaks } = await import('../../test/support/documents/released-api.ts');
      const breaks = await forbiddenBreaks();
      if (breaks.length > 0) {
        const text = ['What breaks clients needs a new version of the API (docs/versions.md):', ...breaks].join('\n  ');
        process.stderr.write(`${text}\n`);
        process.exit(1);
      }
    }
  }
  const { loadBundle } = await import('../adapters/built-files/dashboard-bundle.ts');
  await loadBundle();
  const { loadSite } = await import('../adapters/built-files/docs-site.ts');
  const { wholeDocument } = await import('../composition/whole-document.ts');
  await loadSite(wholeDocument);
}
