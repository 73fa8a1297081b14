// Run after an installation: the first start is as quick and as small in memory as every other, and finds the dashboard
// bundled.
import { isNewEnough, keepCompiledCode } from './node.js';
import { findSourceModules } from './source-modules.js';

if (isNewEnough) {
  keepCompiledCode();
  findSourceModules();
  await import('./composition/service.ts');
  const { loadBundle } = await import('./adapters/dashboard-bundle/bundle.ts');
  await loadBundle();
}
