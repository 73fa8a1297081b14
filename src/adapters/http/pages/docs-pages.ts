import path from 'node:path';
import type { Router } from '@koa/router';
import type Koa from 'koa';
import { loadedOnce } from '#core/shared/once.ts';
import type { RequestState } from '../request/request-state.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { HttpError } from '../responses/problem.ts';
import { CACHING, compressed, type EncodedFile, sendFile, staticFile } from '../responses/static-file.ts';

/** How to read each page for developers, and each of their files, by address. They are built at the installation. */
export type DocsSite = ReadonlyMap<string, () => Promise<Buffer>>;

/** The pages load only our own files and contain no inline script. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const ADDRESSES = ['/', '/index.md', '/llms.txt', '/docs', '/docs.md', '/docs/{*page}'];

/** What an unknown address shows. */
const MISSING = '/docs/404';

const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html',
  '.md': 'text/markdown',
  '.txt': 'text/plain',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** The address in the commands of the pages. */
const EXAMPLE_ADDRESS = 'http://127.0.0.1:3000';

/** Serves the pages, with the address of the service in their commands. */
export const addDocsPages = (
  router: Router<RequestState>,
  load: () => Promise<DocsSite>,
  publicUrl: () => string,
): void => {
  const files = loadedOnce(async () => {
    const entries = [...(await load())].map(
      ([address, read]) => [address, loadedOnce(async () => encoded(address, await read(), publicUrl()))] as const,
    );
    return new Map(entries);
  });
  const find = async (address: string): Promise<EncodedFile | undefined> => (await files()).get(address)?.();
  router.get(ADDRESSES, async (ctx) => {
    ctx.state.route = '/docs';
    ctx.set('Content-Security-Policy', POLICY);
    const file = await find(ctx.path === '/' ? '/index' : ctx.path);
    if (file === undefined) return sendMissing(ctx, await find(MISSING));
    ctx.set('Cache-Control', CACHING);
    return sendFile(ctx, file);
  });
};

const encoded = (address: string, body: Buffer, url: string): Promise<EncodedFile> => {
  const type = TYPES[path.extname(address)] ?? 'application/octet-stream';
  const hasCommands = body.includes(EXAMPLE_ADDRESS);
  const own = type === 'text/html' ? escapeHtml(url) : url;
  return compressed(staticFile(hasCommands ? body.toString().replaceAll(EXAMPLE_ADDRESS, own) : body, type));
};

/** A page for a browser, a problem for others. */
const sendMissing = (ctx: Koa.ParameterizedContext<RequestState>, page: EncodedFile | undefined): void => {
  if (page === undefined || ctx.accepts('json', 'html') !== 'html')
    throw new HttpError(404, 'not_found', 'There is no such page.');
  ctx.status = 404;
  ctx.type = page.type;
  ctx.body = page.body;
};
