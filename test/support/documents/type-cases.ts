import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** A named expression that the compiler rejects or accepts. */
export type TypeCase = Readonly<{ name: string; code: string }>;

type TypeCases = Readonly<{ imports: string; rejected: readonly TypeCase[]; accepted: readonly TypeCase[] }>;

const fileOf = ({ name }: TypeCase): string => `${name.replaceAll(' ', '-')}.ts`;

/** Compiles each expression as its own module, after the same imports, with the project's compiler options. */
export const describeTypeCases = (title: string, { imports, rejected, accepted }: TypeCases): void => {
  describe(title, () => {
    let directory: string;
    let output: string;

    before(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'type-cases-'));
      const cases = [...rejected, ...accepted];
      for (const one of cases) {
        await writeFile(path.join(directory, fileOf(one)), `${imports}export const expression = ${one.code};\n`);
      }
      await writeFile(path.join(directory, 'package.json'), JSON.stringify({ type: 'module' }));
      const config = {
        extends: path.join(ROOT, 'tsconfig.json'),
        compilerOptions: { typeRoots: [path.join(ROOT, 'node_modules/@types')] },
        include: [],
        files: cases.map(fileOf),
      };
      await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
      const tsc = path.join(ROOT, 'node_modules/.bin/tsc');
      output = spawnSync(tsc, ['-p', directory], { cwd: directory, encoding: 'utf8' }).stdout;
    });

    after(() => rm(directory, { recursive: true }));

    const diagnosticsOf = (one: TypeCase): string[] =>
      output.split('\n').filter((line) => line.startsWith(`${fileOf(one)}(`));

    for (const one of rejected) {
      it(`reject ${one.name}`, () => expect(diagnosticsOf(one)).not.to.deep.equal([]));
    }

    for (const one of accepted) {
      it(`accept ${one.name}`, () => expect(diagnosticsOf(one)).to.deep.equal([]));
    }
  });
};
