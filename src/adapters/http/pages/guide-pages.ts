import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { escapeHtml } from '../responses/escape-html.ts';
import type { StaticFile } from '../responses/static-file.ts';
import { page, type StaticFiles } from './page.ts';

const DOCS = path.join(import.meta.dirname, '../../../../docs');

/** In the order in which a reader needs them. */
const FILES = [
  'guides/quick-start.md',
  'guides/storefront.md',
  'guides/accounts.md',
  'guides/pricing.md',
  'guides/move-in.md',
  'guides/order-changes.md',
  'guides/withdrawal.md',
  'guides/billing.md',
  'guides/webhooks.md',
  'guides/testing.md',
  'guides/dashboard.md',
  'guides/errors.md',
  'tour.md',
];

type Guide = Readonly<{ path: string; title: string; markdown: string }>;

/** A page for each guide, one that lists them, and the start page of the service. */
export const guidePages = (): StaticFiles => ({
  '/': async () => page('Commerce', start(await readGuides())),
  '/docs/guides': async () => page('Guides', `<h1>Guides</h1>\n${linksTo(await readGuides())}`),
  ...Object.fromEntries(FILES.map((file) => [pathOf(file), () => guidePage(file)])),
});

const guidePage = async (file: string): Promise<StaticFile> => {
  const guide = await readGuide(file);
  return page(guide.title, await htmlOf(guide));
};

const readGuides = (): Promise<Guide[]> => Promise.all(FILES.map(readGuide));

const readGuide = async (file: string): Promise<Guide> => {
  const markdown = await readFile(path.join(DOCS, file), 'utf8');
  return { path: pathOf(file), title: /^# (.+)$/m.exec(markdown)?.[1] ?? path.basename(file, '.md'), markdown };
};

const pathOf = (file: string): string => `/docs/guides/${path.basename(file, '.md')}`;

/** Links between the files of guides become links between their pages. */
const htmlOf = async ({ markdown }: Guide): Promise<string> => {
  const { marked } = await import('marked');
  return marked.parse(markdown.replaceAll(/\]\((?:\.\.\/|guides\/)?([a-z-]+)\.md\)/g, '](/docs/guides/$1)'));
};

const linksTo = (guides: readonly Guide[]): string =>
  `<ul>\n${guides.map((guide) => `<li><a href="${guide.path}">${escapeHtml(guide.title)}</a></li>`).join('\n')}\n</ul>`;

const start = (guides: readonly Guide[]): string => `<h1>Commerce</h1>
<p>A commerce platform as a JSON-over-HTTP service. The <a href="/dashboard">dashboard</a> is for those who run the shop.
This page is for developers: shops call the API below <code>/api</code>.</p>
<h2>First calls</h2>
<p>Sign in with the password that the console showed at the first start, and create an API key:</p>
<pre><code>${escapeHtml(firstCommands(guides))}
curl "$URL/api/products" -H "Authorization: Bearer $KEY"</code></pre>
<h2>Documentation</h2>
<ul>
<li><a href="/docs">API reference</a>, and the <a href="/api/openapi.json">OpenAPI 3.1 document</a></li>
<li><a href="/docs/errors">Errors</a></li>
</ul>
<h2>Guides</h2>
${linksTo(guides)}`;

/** The commands of the first guide that create an API key. */
const firstCommands = ([guide]: readonly Guide[]): string => /```sh\n(.+?)```/s.exec(guide?.markdown ?? '')?.[1] ?? '';
