import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { codeBlock } from './highlight.ts';
import type { Page } from './page.ts';

/** The page at `/`: for merchants first, then for developers. */
export const startPage = (pages: readonly Page[]): Page => {
  const guides = pages.filter(({ group, isListed }) => isListed && (group === 'Start' || group === 'Guides'));
  const quickStart = pages.find(({ path }) => path.endsWith('/quick-start'));
  const commands = firstCommands(quickStart?.markdown ?? '');
  return {
    path: '/',
    title: 'Commerce',
    summary: 'Run the shop in the dashboard, or build on its API.',
    group: 'Start',
    html: `<h1>Your shop is running</h1>
<div class="cards">
<section class="card">
<h2>Run the shop</h2>
<p>Products, orders, customers, refunds and figures are in the dashboard. Sign in with <code>owner@example.com</code> and the
password that the console showed at the first start.</p>
<p><a class="button" href="/dashboard">Open the dashboard</a></p>
<p>Nothing in it yet? <code>npm run seed</code> adds demo products,
<code>npm run import -- products.csv</code> adds <a href="/docs/guides/move-in">those of your former shop</a>, and
<code>npm run example:storefront</code> shows them on a page to buy from. The <a href="/docs/guides/dashboard">tour of the
dashboard</a> says what is where.</p>
</section>
<section class="card">
<h2>Build on it</h2>
<p>Everything is an API of JSON over HTTP below <code>/api</code>, also for the dashboard.</p>
<p><a class="button" href="/docs/guides/quick-start">Quick start</a> <a class="button plain" href="/docs">API reference</a></p>
<ul>
<li><a href="/docs/guides/storefront">Build a storefront</a>: list, search, cart, order, pay</li>
<li><a href="/docs/guides/webhooks">Receive webhooks</a>, and <a href="/docs/reference/event-types">every type of event</a></li>
<li><a href="/docs/errors">Error codes</a>, each with what to do</li>
</ul>
</section>
</div>
<h2 id="first-calls">First calls</h2>
<p>Sign in, create an API key, and list products:</p>
${codeBlock(commands, 'sh')}
<h2 id="guides">Guides</h2>
${guideList(guides)}`,
    markdown: `# Commerce\n\nThe dashboard is at /dashboard, the API below /api.\n\n\`\`\`sh\n${commands}\n\`\`\``,
    parts: [],
    isListed: false,
  };
};

/** The page that lists the guides. */
export const guidesPage = (pages: readonly Page[]): Page => {
  const guides = pages.filter(({ path, isListed }) => isListed && path.startsWith('/docs/guides/'));
  return {
    path: '/docs/guides',
    title: 'Guides',
    summary: 'Every guide and document.',
    group: 'Start',
    html: `<h1>Guides</h1>\n${guideList(guides)}`,
    markdown: [
      '# Guides',
      guides.map(({ path, title, summary }) => `- [${title}](${path}.md): ${summary}`).join('\n'),
    ].join('\n\n'),
    parts: [],
    isListed: false,
  };
};

/** What an unknown address shows. */
export const missingPage: Page = {
  path: '/docs/404',
  title: 'Not found',
  summary: 'There is no such page.',
  group: 'More',
  html: '<h1>Not found</h1>\n<p>There is no such page. Search, or choose one of the navigation.</p>',
  markdown: '# Not found',
  parts: [],
  isListed: false,
};

const guideList = (pages: readonly Page[]): string =>
  `<ul class="guides">\n${pages
    .map(({ path, title, summary }) => `<li><a href="${path}">${escapeHtml(title)}</a> ${escapeHtml(summary)}</li>`)
    .join('\n')}\n</ul>`;

/** The commands of a guide that create an API key, and a read. */
const firstCommands = (markdown: string): string =>
  `${/```sh\n(.+?)```/s.exec(markdown)?.[1] ?? ''}curl "$URL/api/products" -H "Authorization: Bearer $KEY"`;
