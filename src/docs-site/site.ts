// Why: docs/decisions/0072-pages-for-developers.md

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { documentPages } from './documents.ts';
import { errorPages } from './error-pages.ts';
import { type Assets, framed, twinOf } from './frame.ts';
import type { Page } from './page.ts';
import type { OpenApiDocument } from './reference/document.ts';
import { referencePages } from './reference/reference.ts';
import { searchIndex } from './search-index.ts';
import { guidesPage, missingPage, startPage } from './start-page.ts';

/** A file of the site: its address, and what is there. */
export type SiteFile = Readonly<{ path: string; body: string }>;

const BROWSER = path.join(import.meta.dirname, 'browser');

const ASSETS: Assets = { style: '/docs/assets/site.css', script: '/docs/assets/site.js' };

/** The pages for developers, as HTML and as Markdown, with their search. */
export const buildSite = async (document: object): Promise<SiteFile[]> => {
  const documents = await documentPages();
  const pages = inOrder([
    ...documents,
    ...(await referencePages(document as OpenApiDocument)),
    ...errorPages(document as OpenApiDocument),
  ]);
  const all = [startPage(pages), guidesPage(pages), ...pages];
  return [
    ...[...all, missingPage].map((page) => ({
      path: page.path === '/' ? '/index' : page.path,
      body: framed(page, pages, ASSETS),
    })),
    ...all.map((page) => ({ path: twinOf(page.path), body: `${page.markdown}\n` })),
    { path: '/llms.txt', body: llms(pages) },
    { path: ASSETS.style, body: await readFile(path.join(BROWSER, 'site.css'), 'utf8') },
    { path: ASSETS.script, body: await bundledScript() },
    { path: '/docs/assets/search.json', body: await searchIndex(all) },
  ];
};

/** As the navigation lists them. */
const inOrder = (pages: readonly Page[]): Page[] => [...Map.groupBy(pages, ({ group }) => group).values()].flat();

/** What programs that read the pages find first. */
const llms = (pages: readonly Page[]): string => {
  const groups = Map.groupBy(
    pages.filter(({ isListed }) => isListed),
    ({ group }) => group,
  );
  return [
    '# Commerce',
    '> A commerce platform as a JSON-over-HTTP service: products, orders, payments, subscriptions, users, analytics and webhooks.',
    'The API is described by [OpenAPI 3.1](/api/openapi.json). Each page has a twin in Markdown at its address with `.md`.',
    ...[...groups].map(([group, own]) =>
      [
        `## ${group}`,
        own.map(({ path: at, title, summary }) => `- [${title}](${twinOf(at)}): ${summary}`).join('\n'),
      ].join('\n\n'),
    ),
    '',
  ].join('\n\n');
};

const bundledScript = async (): Promise<string> => {
  const { build, stop } = await import('esbuild-wasm');
  const { outputFiles } = await build({
    entryPoints: [path.join(BROWSER, 'site.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  await stop();
  return outputFiles[0]?.text ?? '';
};
