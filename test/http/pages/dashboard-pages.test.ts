import { expect } from 'chai';
import { expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('memory', 'the pages of the dashboard', ({ app }) => {
  const get = (path: string, headers: Record<string, string> = {}) => app().call(path, { key: null, headers });

  const assets = async (): Promise<string[]> =>
    [...(await get('/dashboard')).text.matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, file = '']) => file);

  it('are one document for all paths', async () => {
    const { text, headers, status } = await get('/dashboard');
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect((await get('/dashboard/orders/ord_1')).text).to.equal(text);
  });

  it('forbid scripts and styles within the document, other origins and frames', async () => {
    const policy = (await get('/dashboard')).headers.get('content-security-policy') ?? '';
    const directives = new Map(policy.split('; ').map((directive) => directive.split(/ (.*)/, 2) as [string, string]));
    expect(directives.get('default-src')).to.equal("'none'");
    expect(directives.get('script-src')).to.equal("'self'");
    expect(directives.get('style-src')).to.equal("'self'");
    expect(directives.get('frame-ancestors')).to.equal("'none'");
    expect(directives.get('require-trusted-types-for')).to.equal("'script'");
    expect(directives.get('trusted-types')).to.equal("'none'");
  });

  it('have scripts and styles that are cached for good and sent compressed', async () => {
    for (const file of await assets()) {
      for (const encoding of ['br', 'gzip']) {
        const { status, headers } = await get(file, { 'Accept-Encoding': encoding });
        expect(status, file).to.equal(200);
        expect(headers.get('content-encoding')).to.equal(encoding);
        expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
        expect(headers.get('vary')).to.include('Accept-Encoding');
      }
      expect((await get(file, { 'Accept-Encoding': 'identity' })).headers.get('content-encoding')).to.equal(null);
    }
  });

  it('have at most 80 kB of compressed script for the first screen', async () => {
    let bytes = 0;
    for (const file of await assets()) {
      if (!file.endsWith('.js')) continue;
      const { headers } = await get(file, { 'Accept-Encoding': 'br' });
      bytes += Number(headers.get('content-length'));
    }
    expect(bytes).to.be.within(5_000, 80_000);
  });

  it('are not sent to a browser that has them', async () => {
    const etag = (await get('/dashboard')).headers.get('etag') ?? '';
    expect((await get('/dashboard', { 'If-None-Match': etag })).status).to.equal(304);
  });

  it('have no other files', async () => {
    expectProblem(await get('/dashboard/assets/main.tsx'), 404, 'not_found');
    expectProblem(await get('/dashboard/assets/index.html'), 404, 'not_found');
    expectProblem(await get('/dashboard/assets/..%2f..%2fpackage.json'), 404, 'not_found');
  });
});
