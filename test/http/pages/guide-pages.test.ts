import { expect } from 'chai';
import { expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const GUIDES = [
  'quick-start',
  'storefront',
  'accounts',
  'pricing',
  'order-changes',
  'withdrawal',
  'billing',
  'webhooks',
  'testing',
  'dashboard',
  'errors',
  'tour',
];

onStorage('memory', 'the pages for developers', ({ app }) => {
  const get = (at: string) => app().call(at, { key: null });
  const linksOf = (html: string): string[] => [...html.matchAll(/href="(\/[^"]*)"/g)].map(([, link = '']) => link);

  it('begin at a start page with the first calls', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    expect(text).to.include('/api/auth/keys').and.include('href="/docs/guides/quick-start"');
  });

  it('link only to pages that exist, and load nothing from elsewhere', async () => {
    const [open, seen] = [['/'], new Set<string>()];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      // the dashboard has a policy and tests of its own
      if (seen.has(at) || at.startsWith('/dashboard')) continue;
      seen.add(at);
      const { status, headers, text } = await get(at);
      expect(status, at).to.equal(200);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      expect(headers.get('content-security-policy'), at).to.include("default-src 'none'");
      expect(text, at).to.not.match(/<script(?! src="\/docs\/)|style="|\son\w+=/);
      open.push(...linksOf(text));
    }
    for (const guide of GUIDES) expect(seen).to.include(`/docs/guides/${guide}`);
  });

  it('have links at the top, the API reference included', async () => {
    for (const at of ['/', '/docs', '/docs/guides/tour', '/docs/errors/not_found']) {
      expect(linksOf((await get(at)).text), at).to.include.members(['/', '/docs', '/docs/guides', '/docs/errors']);
    }
  });

  it('have the address of the service in their commands', async () => {
    for (const at of ['/', '/docs/guides/quick-start', '/docs/guides/tour']) {
      const { text, headers } = await get(at);
      expect(text, at).to.include(`export URL=${app().url}`).and.not.include(':3000');
      const again = await app().call(at, { key: null, headers: { 'If-None-Match': headers.get('etag') ?? '' } });
      expect(again.status, at).to.equal(304);
    }
  });

  it('assign each variable of the first calls before its use', async () => {
    const [, commands = ''] = /<pre><code>(.*?)<\/code>/s.exec((await get('/')).text) ?? [];
    for (const name of ['URL', 'PASSWORD', 'TOKEN', 'KEY']) {
      expect(commands.indexOf(`${name}=`), name).to.be.within(0, commands.indexOf(`$${name}`));
    }
  });

  it('have code of at most 90 columns', async () => {
    for (const at of ['/', ...GUIDES.map((guide) => `/docs/guides/${guide}`)]) {
      const blocks = [...(await get(at)).text.matchAll(/<pre><code[^>]*>(.*?)<\/code>/gs)].map(([, code = '']) => code);
      const lines = blocks
        .join('\n')
        .replaceAll(/&#?\w+;/g, '.')
        .split('\n');
      expect(lines.filter((line) => line.length > 90)).to.deep.equal([]);
    }
  });

  it('are an HTML page for a browser and a problem for others where there is none', async () => {
    const read = (accept: string) => app().call('/docs/guides/none', { key: null, headers: { Accept: accept } });
    const page = await read('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(linksOf(page.text)).to.include('/docs/guides');
    for (const accept of ['*/*', 'application/json']) expectProblem(await read(accept), 404, 'not_found');
  });
});
