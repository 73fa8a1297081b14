import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { CAPABILITIES } from '#core/capabilities.ts';
import type { Manifest } from '#core/shared/manifest.ts';

const CORE = path.resolve(import.meta.dirname, '../../src/core');
const MANIFESTS: readonly Manifest[] = CAPABILITIES;

const all = (list: (manifest: Manifest) => readonly string[]): string[] => MANIFESTS.flatMap(list);

describe('the manifests of the capabilities', () => {
  it('are all joined', () => {
    const files = readdirSync(CORE, { recursive: true, encoding: 'utf8' });
    const declared = files.filter((file) => path.dirname(file) !== 'shared' && path.basename(file) === 'manifest.ts');
    expect(MANIFESTS).to.have.length(declared.length);
  });

  it('declare each scope, type of event, id prefix and tag once', () => {
    for (const values of [
      all(({ scopes }) => scopes),
      all(({ eventTypes }) => eventTypes),
      all(({ idPrefixes }) => idPrefixes),
      all(({ tags }) => tags.map(({ name }) => name)),
    ]) {
      expect(values).to.deep.equal([...new Set(values)]);
    }
  });

  it('give staff only scopes of their own capability', () => {
    for (const { scopes, staffScopes } of MANIFESTS) expect(scopes).to.include.members([...staffScopes]);
  });

  it('declare every prefix of an id that the core generates', () => {
    const sources = readdirSync(CORE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const code = sources.map((file) => readFileSync(path.join(CORE, file), 'utf8')).join('\n');
    const generated = new Set([...code.matchAll(/\bnext\('(\w+)'\)/g)].map(([, prefix]) => prefix));
    expect(all(({ idPrefixes }) => idPrefixes)).to.include.members([...generated]);
    expect(generated.size).to.be.greaterThan(10);
  });
});
