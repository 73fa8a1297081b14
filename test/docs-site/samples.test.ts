import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { wholeDocument } from '#composition/whole-document.ts';
import { type OpenApiDocument, operationsOf } from '#docs-site/reference/document.ts';
import { tagsOfResources } from '#docs-site/reference/resources.ts';
import { type Sample, samplesOf } from '#docs-site/reference/samples.ts';
import { installed } from '../support/installed.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(ROOT, 'packages/client');

describe('the samples of the reference', () => {
  let directory: string;
  let samples: readonly Sample[];

  before(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'samples-'));
    const document = (await wholeDocument()) as OpenApiDocument;
    const operations = operationsOf(document);
    const reference = { schemas: document.components.schemas, tags: tagsOfResources(document, operations) };
    samples = operations.flatMap((operation) => samplesOf(operation, reference));
    expect(samples).to.have.length.above(500);
  });
  after(() => rm(directory, { recursive: true }));

  const codesIn = (language: Sample['language']): string[] =>
    samples.filter((sample) => sample.language === language).map(({ code }) => code);

  const write = async (name: string, text: string): Promise<string> => {
    const file = path.join(directory, name);
    await writeFile(file, text);
    return file;
  };

  const typeErrors = async (codes: readonly string[]): Promise<string> => {
    const head = `import { createClient } from ${JSON.stringify(path.join(CLIENT, 'src/index.ts'))};
declare const file: Blob;
const client = createClient({ url: '', key: '' });\n`;
    const source = await write('samples.ts', head + codes.map((code) => `{\n${code}\nvoid result;\n}\n`).join(''));
    const options = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    const types = ['--allowImportingTsExtensions', '--skipLibCheck', '--lib', 'es2022,dom,dom.iterable'];
    const tsc = path.join(CLIENT, 'node_modules/.bin/tsc');
    const { stdout } = await run(tsc, [...options, ...types, source], { maxBuffer: 1e7 }).catch((error) => error);
    return stdout;
  };

  it('in TypeScript pass the types of the client package', async () => {
    expect(await typeErrors(codesIn('typescript'))).to.equal('');
    const wrong = "const result = await client.post('/api/orders', { body: { items: 'none' } });";
    expect(await typeErrors([wrong])).to.include('error TS');
  });

  it('in curl are commands of a shell', async () => {
    const file = await write('samples.sh', codesIn('bash').join('\n'));
    expect((await run('bash', ['-n', file])).stderr).to.equal('');
  });

  // the run's notice names what is missing
  if (installed('python3') !== undefined) {
    it('in Python compile', async () => {
      const file = await write('samples.py', codesIn('python').join('\n'));
      await run('python3', ['-c', `compile(open(${JSON.stringify(file)}).read(), 'samples', 'exec')`]);
    });
  }
});
