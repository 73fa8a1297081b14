import { expect } from 'chai';
import { request } from 'undici';
import { PROBLEMS } from '#adapters/http/responses/problem-codes.ts';
import { EVENT_TYPES } from '#core/events/event-types.ts';
import { expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

type Read = Readonly<{ status: number; type: string; headers: Headers; text: string }>;

/** The start page, the tour, the guides and the client’s page, whose code is read on phones too. */
const GUIDE =
  /^\/(?:$|docs\/guides\/(?:tour|quick-start|storefront|accounts|pricing|order-changes|withdrawal|billing|webhooks|testing|errors|client)$)/;

onStorage('memory', 'the pages for developers', ({ app }) => {
  const get = (at: string, headers = {}) => app().call(at, { key: null, headers });
  const linksOf = (html: string): string[] => [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
  const idsIn = (html: string): Set<string> => new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id = '']) => id));

  /** Every page that links lead to from the start page, with its Markdown. */
  const crawl = async (): Promise<Map<string, Read>> => {
    const [open, seen] = [['/'], new Map<string, Read>()];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      // the dashboard has a policy and tests of its own
      if (seen.has(at) || at.startsWith('/dashboard')) continue;
      const { status, headers, text } = await get(at);
      const type = headers.get('content-type') ?? '';
      seen.set(at, { status, type, headers, text });
      if (!type.startsWith('text/html')) continue;
      const paths = linksOf(text).map((link) => new URL(link, app().url + at));
      open.push(...paths.filter(({ origin }) => origin === app().url).map(({ pathname }) => pathname));
    }
    return seen;
  };

  const isPage = ({ type }: Read): boolean => type.startsWith('text/html');

  it('link only to pages and parts that exist, and load nothing from elsewhere', async () => {
    const pages = await crawl();
    const broken: string[] = [];
    for (const [at, page] of pages) {
      expect(page.status, at).to.equal(200);
      if (!isPage(page)) continue;
      expect(page.headers.get('content-security-policy'), at).to.include("default-src 'none'");
      expect(page.text, at).to.not.match(/<script(?! type="module" src="\/docs\/)|style="|\son\w+=/);
      for (const link of linksOf(page.text)) {
        const { origin, pathname, hash } = new URL(link, app().url + at);
        if (origin !== app().url || hash === '') continue;
        const ids = idsIn(pages.get(pathname)?.text ?? '');
        if (!ids.has(decodeURIComponent(hash.slice(1)))) broken.push(`${at} → ${link}`);
      }
    }
    expect(broken).to.deep.equal([]);
    expect(pages).to.include.keys('/docs', '/docs/guides/tour', '/docs/guides/operate', '/docs/reference/orders');
  });

  it('link in their Markdown only to pages and parts that exist', async () => {
    const pages = await crawl();
    const texts = [...pages].filter(([, { type }]) => type.startsWith('text/markdown'));
    expect(texts).to.have.length.above(90);
    const broken: string[] = [];
    for (const [at, { text }] of texts) {
      for (const [, path = '', part] of text.matchAll(/\]\((\/docs[^)#\s]*)(?:#([^)\s]+))?\)/g)) {
        const [page, ids] = [pages.get(path), idsIn(pages.get(path.replace(/\.md$/, ''))?.text ?? '')];
        if (page === undefined || (part !== undefined && !ids.has(part))) broken.push(`${at} → ${path}#${part}`);
      }
    }
    expect(broken).to.deep.equal([]);
  });

  it('have one id for each part, and at most 100 kB compressed', async () => {
    for (const [at, page] of await crawl()) {
      if (!isPage(page)) continue;
      const ids = [...page.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids.length, at).to.equal(new Set(ids).size);
      const { body } = await request(app().url + at, { headers: { 'accept-encoding': 'br' } });
      expect((await body.arrayBuffer()).byteLength, at).to.be.at.most(100_000);
    }
  });

  it('describe every operation, event type and error, each with a part of its own', async () => {
    const { paths } = (await get('/api/openapi.json')).json as {
      paths: Record<string, Record<string, { operationId: string; tags: [string] }>>;
    };
    const read = new Map<string, string>();
    for (const { operationId, tags } of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      const at = `/docs/reference/${tags[0].toLowerCase().replaceAll(' ', '-')}`;
      read.set(at, read.get(at) ?? (await get(at)).text);
      expect(read.get(at), operationId).to.include(`<section class="operation" id="${operationId}">`);
    }
    const events = (await get('/docs/reference/event-types')).text;
    for (const type of EVENT_TYPES) expect(events).to.include(`<li id="${type}">`);
    const errors = (await get('/docs/errors')).text;
    for (const code of Object.keys(PROBLEMS)) expect(errors).to.include(`href="/docs/errors/${code}"`);
  });

  it('show requests in three languages, with the errors of an operation before those of most', async () => {
    const { text } = await get('/docs/reference/orders');
    const [, section = ''] = /<section class="operation" id="createOrder">(.*?)<\/section>/s.exec(text) ?? [];
    for (const language of ['bash', 'typescript', 'python'])
      expect(section).to.include(`<div class="sample ${language}">`);
    expect(section).to.include('client.<span class="hljs-title function_">post</span>');
    const [own = '', most = ''] = section.split('Errors of most operations');
    expect(own).to.include('/docs/errors/insufficient_stock').and.not.include('/docs/errors/internal_error');
    expect(most).to.include('/docs/errors/internal_error');
    expect(section).to.include('<li id="createOrder.items.product_id">');
  });

  it('begin at a start page for merchants first, then for developers', async () => {
    const { status, headers, text } = await get('/');
    expect([status, headers.get('content-type')]).to.deep.equal([200, 'text/html; charset=utf-8']);
    const [dashboard, quickStart] = ['href="/dashboard"', 'href="/docs/guides/quick-start"'].map((link) =>
      text.indexOf(link, text.indexOf('<main')),
    );
    expect(dashboard).to.be.within(0, quickStart ?? 0);
  });

  it('have links at the top, and to the pages before and after them', async () => {
    for (const at of ['/', '/docs', '/docs/guides/tour', '/docs/errors/not_found']) {
      expect(linksOf((await get(at)).text), at).to.include.members(['/', '/docs', '/docs/guides', '/docs/errors']);
    }
    const { text } = await get('/docs/guides/storefront');
    expect(text)
      .to.match(/<a rel="prev" href="\/docs\/guides\/\w/)
      .and.match(/<a rel="next" href="\/docs\/guides\/\w/);
  });

  it('have the address of the service in their commands', async () => {
    for (const at of ['/', '/docs/guides/quick-start', '/docs/guides/quick-start.md', '/docs/reference/orders']) {
      const { text, headers } = await get(at);
      expect(text, at).to.include(app().url).and.not.include(':3000');
      expect(headers.get('cache-control'), at).to.equal('public, max-age=300');
      const again = await get(at, { 'If-None-Match': headers.get('etag') ?? '' });
      expect(again.status, at).to.equal(304);
    }
  });

  it('assign each variable of the first calls before its use', async () => {
    const [, commands = ''] = /<pre[^>]*><code[^>]*>(.*?)<\/code>/s.exec((await get('/')).text) ?? [];
    const text = commands.replaceAll(/<[^>]+>/g, '');
    for (const name of ['URL', 'PASSWORD', 'TOKEN', 'KEY'])
      expect(text.indexOf(`${name}=`), name).to.be.within(0, text.indexOf(`$${name}`));
  });

  it('have code of at most 90 columns in the guides', async () => {
    const pages = await crawl();
    const guides = [...pages].filter(([at, page]) => isPage(page) && GUIDE.test(at));
    for (const [at, { text }] of guides) {
      const blocks = [...text.matchAll(/<pre[^>]*><code[^>]*>(.*?)<\/code>/gs)].map(([, code = '']) => code);
      const lines = blocks
        .join('\n')
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/&#?\w+;/g, '.')
        .split('\n');
      expect(
        lines.filter((line) => line.length > 90),
        at,
      ).to.deep.equal([]);
    }
  });

  it('are listed for programs, with a Markdown twin of each', async () => {
    const { text, headers } = await get('/llms.txt');
    expect(headers.get('content-type')).to.match(/^text\/plain/);
    const twins = [...text.matchAll(/\]\((\/[^)]+\.md)\)/g)].map(([, twin = '']) => twin);
    expect(twins).to.include.members(['/docs.md', '/docs/guides/storefront.md', '/docs/reference/orders.md']);
    const orders = (await get('/docs/reference/orders.md')).text;
    expect(orders).to.include('`POST /api/orders`').and.include('- `items` (array of objects, required');
  });

  it('are an HTML page for a browser and a problem for others where there is none', async () => {
    const read = (accept: string) => get('/docs/guides/none', { Accept: accept });
    const page = await read('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8');
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(linksOf(page.text)).to.include('/docs/guides');
    for (const accept of ['*/*', 'application/json']) expectProblem(await read(accept), 404, 'not_found');
  });
});
