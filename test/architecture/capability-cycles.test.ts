import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const CORE = path.resolve(import.meta.dirname, '../../src/core');

type Imports = ReadonlyMap<string, ReadonlySet<string>>;
type Source = Readonly<{ capability: string; code: string }>;

const readSources = (): Source[] =>
  readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file.includes(path.sep))
    .map((file) => ({
      capability: file.split(path.sep)[0] ?? '',
      code: readFileSync(path.join(CORE, file), 'utf8'),
    }));

/** The capabilities that each capability imports, types included. */
const importsOf = (sources: readonly Source[]): Imports => {
  const imports = new Map<string, Set<string>>();
  for (const { capability, code } of sources) {
    const imported = imports.get(capability) ?? new Set();
    for (const [, name = ''] of code.matchAll(/from '#core\/([\w-]+)\//g)) if (name !== capability) imported.add(name);
    imports.set(capability, imported);
  }
  return imports;
};

/** The first cycle reachable from a capability, such as `['access', 'users', 'access']`. */
const cycleFrom = (imports: Imports, trail: readonly string[]): readonly string[] | undefined => {
  const [last = ''] = trail.slice(-1);
  if (trail.indexOf(last) < trail.length - 1) return trail;
  for (const next of imports.get(last) ?? []) {
    const cycle = cycleFrom(imports, [...trail, next]);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
};

const findCycle = (imports: Imports): readonly string[] | undefined => {
  for (const capability of imports.keys()) {
    const cycle = cycleFrom(imports, [capability]);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
};

describe('the imports between capabilities', () => {
  it('form no cycle', () => {
    expect(findCycle(importsOf(readSources()))).to.equal(undefined);
  });

  it('are read, so that a planted cycle is found', () => {
    const planted = { capability: 'access', code: `import type { User } from '#core/users/user.ts';` };
    expect(findCycle(importsOf([...readSources(), planted]))).to.include.members(['access', 'users']);
  });
});
