import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { PROBLEMS } from '#adapters/http/responses/problem-codes.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const CORE = path.join(import.meta.dirname, '../../../src/core');

/** The codes that the core gives its errors. */
const coreCodes = async (): Promise<string[]> => {
  const files = (await readdir(CORE, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(files.map((file) => readFile(path.join(CORE, file), 'utf8')));
  const errors = sources.flatMap((source) => [...source.matchAll(/new DomainError\(\s*'\w+',\s*'(\w+)'/g)]);
  return [...new Set(errors.map(([, code = '']) => code))];
};

onStorage('memory', 'the pages about errors', ({ app }) => {
  const get = (at: string) => app().call(at, { key: null });

  it('describe every code of the API', async () => {
    expect(await coreCodes()).to.have.length.greaterThan(10);
    for (const code of [...Object.keys(PROBLEMS), ...(await coreCodes())]) {
      const { status, headers, text } = await get(`/docs/errors/${code}`);
      expect([status, headers.get('content-type')], code).to.deep.equal([200, 'text/html; charset=utf-8']);
      expect(text).to.include(`<code>${code}</code>`).and.include('What to do</h2>');
      expect(headers.get('content-security-policy')).to.include("default-src 'none'");
    }
  });

  it('are listed on one page', async () => {
    const { text } = await get('/docs/errors');
    for (const code of Object.keys(PROBLEMS)) expect(text).to.include(`href="/docs/errors/${code}"`);
  });

  it('are what the type and the doc_url of a problem open', async () => {
    for (const at of ['/api/products?limit=0', '/api/nothing', '/api/orders']) {
      const { json } = await get(at);
      expect(json.doc_url).to.equal(json.type);
      expect((await fetch(json.type)).status).to.equal(200);
      expect(json.type.startsWith(app().url)).to.equal(true);
    }
  });
});
