import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { startApp } from '../../support/servers/start-app.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../../..');

type Document = Readonly<{ components: Readonly<{ schemas: object }> }>;
type Finding = Readonly<{ code: string; path: readonly string[]; message: string }>;

describe('the OpenAPI document by Spectral’s rules for OpenAPI and OWASP', () => {
  let document: Document;
  let directory: string;

  before(async () => {
    const app = await startApp({ TEST_CLOCK: 'true' });
    document = (await app.call('/api/openapi.json', { key: null })).json;
    await app.stop();
    directory = await mkdtemp(path.join(tmpdir(), 'openapi-'));
  });
  after(() => rm(directory, { recursive: true }));

  const lint = async (linted: object): Promise<Finding[]> => {
    const file = path.join(directory, 'linted.json');
    const output = path.join(directory, 'findings.json');
    await writeFile(file, JSON.stringify(linted));
    const ruleset = path.join(ROOT, 'config/spectral.yaml');
    const options = ['--quiet', '--format=json', `--output=${output}`, `--ruleset=${ruleset}`];
    // it fails for errors, which are in the output
    await run(path.join(ROOT, 'node_modules/.bin/spectral'), ['lint', ...options, file]).catch(() => {});
    return JSON.parse(await readFile(output, 'utf8'));
  };

  it('has no finding', async () => {
    expect(await lint(document)).to.deep.equal([]);
  });

  it('would have findings for requests without limits', async () => {
    const type = ['string', 'null'];
    const unlimited = {
      type: 'object',
      properties: { one: { type }, some: { type: 'array', items: { type: 'integer', format: 'int32' } } },
    };
    const { schemas } = document.components;
    const components = { ...document.components, schemas: { ...schemas, Cancellation: unlimited } };
    const findings = await lint({ ...document, components });
    expect(new Set(findings.map(({ code }) => code.replace('owasp:api4:2023-', '')))).to.deep.equal(
      new Set(['string-limit', 'array-limit', 'integer-limit']),
    );
  });
});
