import { expect } from 'chai';
import { onStorage } from '../support/each-storage.ts';

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
      if (seen.has(at)) continue;
      seen.add(at);
      const { status, headers, text } = await get(at);
      expect(status, at).to.equal(200);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      expect(headers.get('content-security-policy'), at).to.include("default-src 'none'");
      expect(text, at).to.not.match(/<script(?! src="\/docs\/)|style="|\son\w+=/);
      open.push(...linksOf(text));
    }
    for (const guide of ['quick-start', 'storefront', 'webhooks', 'testing', 'errors']) {
      expect(seen).to.include(`/docs/guides/${guide}`);
    }
  });
});
