import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../..');
const tool = (name: string): string => path.join(ROOT, 'node_modules/.bin', name);

type Planted = Readonly<{ rule: string; file: string; code: string }>;

/** One violation of each rule, in a file where the rule applies. */
const VIOLATIONS: readonly Planted[] = [
  { rule: 'a package in the core', file: 'core/catalog/a.ts', code: `export { default as Koa } from 'koa';` },
  {
    rule: 'a module of Node in the core',
    file: 'core/catalog/b.ts',
    code: `export { randomBytes } from 'node:crypto';`,
  },
  {
    rule: 'an adapter in the core',
    file: 'core/orders/c.ts',
    code: `export { makeApp } from '#adapters/http/app.ts';`,
  },
  {
    rule: 'an adapter in the core by a relative path',
    file: 'core/orders/use-cases/d.ts',
    code: `export { makeApp } from '../../../adapters/http/app.ts';`,
  },
  {
    rule: 'a use case in an aggregate',
    file: 'core/catalog/e.ts',
    code: `export { makeCreateProduct } from './use-cases/create-product.ts';`,
  },
  {
    rule: 'a use case of another capability in an aggregate',
    file: 'core/orders/f.ts',
    code: `export { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';`,
  },
  {
    rule: 'a step of use cases in an aggregate',
    file: 'core/catalog/ee.ts',
    code: `export { storeProduct } from './steps/store-product.ts';`,
  },
  {
    rule: 'another capability by a relative path',
    file: 'core/catalog/eee.ts',
    code: `export { Scope } from '../access/scope.ts';`,
  },
  {
    rule: 'the whole transaction in a use case',
    file: 'core/orders/use-cases/z.ts',
    code: `export type { Transaction } from '#core/storage.ts';`,
  },
  {
    rule: 'the whole transaction in a port by a relative path',
    file: 'core/orders/zz.ts',
    code: `export type { Transaction } from '../storage.ts';`,
  },
  {
    rule: 'a capability in core/shared',
    file: 'core/shared/g.ts',
    code: `export { Product } from '#core/catalog/product.ts';`,
  },
  {
    rule: 'a capability in core/shared by a relative path',
    file: 'core/shared/h.ts',
    code: `export { Product } from '../catalog/product.ts';`,
  },
  ...['http', 'memory', 'postgres', 'smtp', 'system', 'one-to-come'].flatMap((adapter): Planted[] => {
    const other = adapter === 'memory' ? 'postgres' : 'memory';
    return [
      {
        rule: `another adapter in ${adapter}`,
        file: `adapters/${adapter}/i.ts`,
        code: `export { A } from '#adapters/${other}/unit-of-work.ts';`,
      },
      {
        rule: `another adapter in ${adapter} by a relative path`,
        file: `adapters/${adapter}/deep/j.ts`,
        code: `export { A } from '../../${other}/unit-of-work.ts';`,
      },
      {
        rule: `another adapter in ${adapter} by a short relative path`,
        file: `adapters/${adapter}/jj.ts`,
        code: `export { A } from '../${other}/unit-of-work.ts';`,
      },
      {
        rule: `composition in ${adapter}`,
        file: `adapters/${adapter}/k.ts`,
        code: `export { HTTP } from '#composition/tokens/http.ts';`,
      },
      {
        rule: `Inversify in ${adapter}`,
        file: `adapters/${adapter}/l.ts`,
        code: `export { Container } from 'inversify';`,
      },
    ];
  }),
  {
    rule: 'another capability in a capability of http',
    file: 'adapters/http/orders/u.ts',
    code: `export { userInput } from '../users/schemas.ts';`,
  },
  {
    rule: 'another capability in a new capability of http',
    file: 'adapters/http/reviews/v.ts',
    code: `export { productSchema } from '../catalog/schemas.ts';`,
  },
  {
    rule: 'a capability in the shared schemas of http',
    file: 'adapters/http/schemas/w.ts',
    code: `export { orderSchema } from '../orders/schemas.ts';`,
  },
  {
    rule: 'another adapter in a capability of http',
    file: 'adapters/http/orders/x.ts',
    code: `export { A } from '../../memory/unit-of-work.ts';`,
  },
  { rule: 'Inversify in a command', file: 'commands/a.ts', code: `export { Container } from 'inversify';` },
  { rule: 'Inversify in the demo shop', file: 'demo-shop/a.ts', code: `export { Container } from 'inversify';` },
  ...['core/orders', 'adapters/http', 'adapters/http/orders', 'adapters/memory/deep', 'composition'].flatMap(
    (folder) => [
      {
        rule: `the demo shop in ${folder}`,
        file: `${folder}/ds.ts`,
        code: `export { A } from '#demo-shop/fill-shop.ts';`,
      },
      {
        rule: `a command in ${folder}`,
        file: `${folder}/co.ts`,
        code: `export { A } from '#commands/storage-session.ts';`,
      },
    ],
  ),
  {
    rule: 'a command in the demo shop by a relative path',
    file: 'demo-shop/b.ts',
    code: `export { A } from '../commands/storage-session.ts';`,
  },
  {
    rule: 'the core in the pages for developers',
    file: 'docs-site/a.ts',
    code: `export { Id } from '#core/shared/id.ts';`,
  },
  {
    rule: 'the core in the dashboard',
    file: 'dashboard/a.ts',
    code: `export { Id } from '#core/shared/id.ts';`,
  },
  {
    rule: 'a module of Node in the client package',
    file: '../packages/client/src/a.ts',
    code: `export { randomBytes } from 'node:crypto';`,
  },
  { rule: 'reflect-metadata in an adapter', file: 'adapters/http/m.ts', code: `import 'reflect-metadata';` },
  { rule: 'an import cycle', file: 'core/catalog/n.ts', code: `export { o } from './o.ts';\nexport const n = 1;` },
  {
    rule: 'an import cycle of types',
    file: 'core/catalog/nn.ts',
    code: `import type { Oo } from './oo.ts';\nexport type Nn = Readonly<{ oo: Oo | null }>;`,
  },
];

const OTHER_ENDS_OF_CYCLES = [
  { file: 'core/catalog/o.ts', code: `export { n } from './n.ts';\nexport const o = 1;` },
  {
    file: 'core/catalog/oo.ts',
    code: `import type { Nn } from './nn.ts';\nexport type Oo = Readonly<{ nn: Nn | null }>;`,
  },
];

const ALLOWED: readonly Planted[] = [
  { rule: 'the core in itself', file: 'core/catalog/p.ts', code: `export { Id } from '#core/shared/id.ts';` },
  {
    rule: 'a use case beside a use case',
    file: 'core/catalog/use-cases/q.ts',
    code: `export { makeCreateProduct } from './create-product.ts';`,
  },
  { rule: 'the core in an adapter', file: 'adapters/http/r.ts', code: `export { Id } from '#core/shared/id.ts';` },
  { rule: 'a package in an adapter', file: 'adapters/http/s.ts', code: `export { default as Koa } from 'koa';` },
  {
    rule: 'shared schemas in a capability of http',
    file: 'adapters/http/orders/y.ts',
    code: `export { email } from '../schemas/email.ts';`,
  },
  {
    rule: 'the error codes in the pages for developers',
    file: 'docs-site/b.ts',
    code: `export { PROBLEMS } from '#adapters/http/responses/problem-codes.ts';`,
  },
  {
    rule: 'composition in the demo shop',
    file: 'demo-shop/c.ts',
    code: `export { StartError } from '#composition/start-error.ts';`,
  },
  { rule: 'Inversify in composition', file: 'composition/t.ts', code: `export { Container } from 'inversify';` },
];

describe('layer rules', () => {
  let directory: string;
  let faulty: Set<string>;

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'layers-'));
    for (const file of ['biome.json', 'package.json'])
      await copyFile(path.join(ROOT, file), path.join(directory, file));
    for (const { file, code } of [...VIOLATIONS, ...ALLOWED, ...OTHER_ENDS_OF_CYCLES]) {
      const planted = path.join(directory, 'src', file);
      await mkdir(path.dirname(planted), { recursive: true });
      await writeFile(planted, `${code}\n`);
    }
    const { stdout } = spawnSync(
      tool('biome'),
      ['lint', '--reporter=json', '--max-diagnostics=none', 'src', 'packages'],
      {
        cwd: directory,
        encoding: 'utf8',
      },
    );
    type Report = { diagnostics: { category: string; location: { path: string } }[] };
    const { diagnostics } = JSON.parse(stdout) as Report;
    const rules = ['lint/style/noRestrictedImports', 'lint/suspicious/noImportCycles'];
    faulty = new Set(
      diagnostics.filter(({ category }) => rules.includes(category)).map(({ location }) => location.path),
    );
  });

  after(() => rm(directory, { recursive: true }));

  for (const { rule, file } of VIOLATIONS) {
    it(`reject ${rule}`, () => expect([...faulty]).to.include(path.join('src', file)));
  }

  for (const { rule, file } of ALLOWED) {
    it(`allow ${rule}`, () => expect([...faulty]).not.to.include(`src/${file}`));
  }

  for (const name of ['process', 'console', 'Buffer', 'setTimeout']) {
    it(`hide ${name} from the core`, async () => {
      const file = path.join(directory, `${name}.ts`);
      await writeFile(file, `export const found = ${name};\n`);
      const config = path.join(directory, `tsconfig.${name}.json`);
      const settings = { extends: path.join(ROOT, 'config/tsconfig.core.json'), include: [], files: [file] };
      await writeFile(config, JSON.stringify(settings));
      const { status, stdout } = spawnSync(tool('tsc'), ['-p', config], { encoding: 'utf8' });
      expect(status).not.to.equal(0);
      expect(stdout).to.include(`Cannot find name '${name}'`);
    });
  }
});
