import { escapeHtml } from '#adapters/http/responses/escape-html.ts';
import { GROUPS, type Group, type Page } from './page.ts';

/** The paths of the style sheet and the script of all pages. */
export type Assets = Readonly<{ style: string; script: string }>;

/** A page in its frame: navigation, contents, previous and next. */
export const framed = (page: Page, pages: readonly Page[], assets: Assets): string => {
  const isReference = page.group === REFERENCE;
  const tree = navigation(page, pages);
  const contents = isReference ? '' : contentsOf(page);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)}${page.path === '/' ? '' : ' · Commerce'}</title>
<meta name="description" content="${escapeHtml(page.summary)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets.style}">
${page.path === '/docs/404' ? '' : `<link rel="alternate" type="text/markdown" href="${twinOf(page.path)}">`}
<script type="module" src="${assets.script}"></script>
</head>
<body${isReference ? ' class="reference"' : ''}>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="/">Commerce</a>
<nav aria-label="Areas"><a href="/docs/guides">Guides</a> <a href="/docs">API</a> <a href="/docs/errors">Errors</a> <a href="/dashboard">Dashboard</a></nav>
<button type="button" class="find" disabled>Search <kbd>/</kbd></button>
<span class="menu"><input type="checkbox" id="menu"> <label for="menu">☰ All pages</label></span>
</header>
<div class="columns">
<nav class="tree" aria-label="Pages">
${tree}
</nav>
<main id="content" tabindex="-1">
${withFocusableTables(page.html)}
${neighbours(page, pages)}
</main>
${contents}
</div>
</body>
</html>
`;
};

/** A wide table is scrolled by the keyboard too. */
const withFocusableTables = (html: string): string => html.replaceAll('<table>', '<table tabindex="0">');

/** The address of a page as Markdown. */
export const twinOf = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`);

const REFERENCE: Group = 'API reference';

/** The reference, or all else: each is long enough. */
const groupsBeside = ({ group }: Page): readonly Group[] =>
  GROUPS.filter((each) => (each === REFERENCE) === (group === REFERENCE));

const navigation = (page: Page, pages: readonly Page[]): string =>
  groupsBeside(page)
    .map((group) => {
      const listed = pages.filter((each) => each.group === group && each.isListed);
      const items = listed.map((each) => {
        if (each.path !== page.path) return `<li><a href="${each.path}">${escapeHtml(each.title)}</a></li>`;
        // the parts of the overview are the pages themselves
        const hasParts = group === REFERENCE && page.path !== '/docs';
        const parts = hasParts ? `<ul>${partLinks(page, 2)}</ul>` : '';
        return `<li><a href="${each.path}" aria-current="page">${escapeHtml(each.title)}</a>${parts}</li>`;
      });
      return `<p>${group}</p>\n<ul>\n${items.join('\n')}\n</ul>`;
    })
    .join('\n');

const partLinks = ({ parts }: Page, deepest: 2 | 3): string =>
  parts
    .filter(({ level }) => level <= deepest)
    .map(({ id, title, level, heading }) => {
      const divider = heading === undefined ? '' : `<li class="divider">${heading}</li>`;
      return `${divider}<li class="level${level}"><a href="#${escapeHtml(id)}">${escapeHtml(title)}</a></li>`;
    })
    .join('');

const contentsOf = (page: Page): string =>
  page.parts.length < 2
    ? ''
    : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${partLinks(page, 3)}</ul></nav>`;

const neighbours = (page: Page, pages: readonly Page[]): string => {
  const listed = pages.filter(({ isListed }) => isListed);
  const at = listed.indexOf(page);
  if (at < 0) return '';
  const link = (each: Page | undefined, rel: 'prev' | 'next', label: string): string =>
    each === undefined ? '' : `<a rel="${rel}" href="${each.path}"><span>${label}</span> ${escapeHtml(each.title)}</a>`;
  return `<nav class="neighbours" aria-label="Previous and next page">${link(listed[at - 1], 'prev', 'Previous')}${link(listed[at + 1], 'next', 'Next')}</nav>`;
};
