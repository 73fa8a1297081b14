import path from 'node:path';
import type { Router } from '@koa/router';
import { loadedOnce } from '#core/shared/once.ts';
import type { RequestState } from '../request/request-state.ts';
import { escapeHtml } from '../responses/escape-html.ts';
import { HttpError } from '../responses/problem.ts';
import { type EncodedFile, sendFile, staticFile } from '../responses/static-file.ts';

/** A file of the dashboard, also compressed. */
type DashboardFile = Readonly<{ name: string; body: Buffer; brotli: Buffer; gzip: Buffer }>;

const PATH = '/dashboard';

/** The document of all screens. */
const PAGE = 'index.html';

/** Loads the service's own files only, and no script may write HTML. Images have the public origin in their addresses. */
const policyOf = (publicUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' blob: ${publicUrl}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** What the pages show of the shop before anybody has signed in. */
type ShownShop = Readonly<{ name: string; logoUrl: string | null }>;

export type DashboardDeps = Readonly<{
  load: () => Promise<readonly DashboardFile[]>;
  readShop: () => Promise<ShownShop>;
}>;

/** The pages of the dashboard: one document for all their paths, and its scripts and styles. */
export const addDashboardPages = (router: Router<RequestState>, { load, readShop }: DashboardDeps): void => {
  const serve = loadedOnce(async () => {
    const files = await load();
    return new Map(files.map((file) => [file.name, encodedFile(file)]));
  });
  const find = async (name: string): Promise<EncodedFile> => {
    const file = (await serve()).get(name);
    if (file === undefined) throw new HttpError(404, 'not_found', 'There is no such file.');
    return file;
  };
  router.get(`${PATH}/assets/:name`, async (ctx) => {
    ctx.state.route = `${PATH}/assets/{name}`;
    const { name = '' } = ctx.params;
    sendFile(ctx, await find(name === PAGE ? '' : name));
    // the name has the hash of the content
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
  });
  router.get([PATH, `${PATH}/{*screen}`], async (ctx) => {
    ctx.state.route = PATH;
    ctx.set('Content-Security-Policy', policyOf(ctx.state.publicUrl));
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin');
    const { body } = await find(PAGE);
    // without the storage the page still loads, and says that the service does not respond
    const shop = await readShop().catch(() => undefined);
    const page = staticFile(shop === undefined ? body : withShop(body.toString(), shop), '.html');
    sendFile(ctx, { ...page, encodings: {} });
  });
};

const withShop = (page: string, { name, logoUrl }: ShownShop): string =>
  page
    .replace('<title>Dashboard</title>', () => `<title>${escapeHtml(name)}</title>`)
    .replace('name="shop-logo" content=""', () => `name="shop-logo" content="${escapeHtml(logoUrl ?? '')}"`);

const encodedFile = ({ name, body, brotli, gzip }: DashboardFile): EncodedFile => ({
  ...staticFile(body, path.extname(name)),
  encodings: { br: brotli, gzip },
});
