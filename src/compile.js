// Run after an installation: the first start is as quick and as small in memory as every other.
import { isNewEnough, keepCompiledCode } from './node.js';

if (isNewEnough) {
  keepCompiledCode();
  await import('./composition/service.ts');
}
