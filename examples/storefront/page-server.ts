import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'page');

/** Packages that the import map of the page names, by the folder that the page loads them from. */
const PACKAGES: Readonly<Record<string, string>> = {
  client: path.join(import.meta.dirname, '../../packages/client/src'),
  'openapi-fetch': path.join(import.meta.dirname, '../../node_modules/openapi-fetch/dist'),
};

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
};

/** What the page needs to know. Everybody may read it. */
type PageConfig = Readonly<{ apiUrl: string; publishableKey: string }>;

type Reply = Readonly<{ status: number; type: string; body: string }>;

const HTML = '.html';

const INDEX = path.join(FOLDER, 'index.html');

/** The only script in the page itself: browsers take an import map from nowhere else. */
const [, IMPORT_MAP = ''] = /<script type="importmap">(.*?)<\/script>/s.exec(readFileSync(INDEX, 'utf8')) ?? [];

const IMPORT_MAP_HASH = createHash('sha256').update(IMPORT_MAP).digest('base64');

/** The page's scripts and styles are its own, and it calls the API only. */
const policyOf = (apiUrl: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${IMPORT_MAP_HASH}'`,
    "style-src 'self'",
    // products and their descriptions may have images of anywhere
    `img-src 'self' https: ${apiUrl}`,
    `connect-src 'self' ${apiUrl}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    // no script may write HTML but that of descriptions, which the service has sanitized
    "require-trusted-types-for 'script'",
    'trusted-types product-description',
  ].join('; ');

/** Serves the page's files, and TypeScript as JavaScript. It knows neither the API nor a visitor. */
export const makePageServer = (config: () => PageConfig): Server =>
  createServer((request, response) => {
    const pathname = URL.parse(request.url ?? '', 'http://page')?.pathname ?? '/';
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const replying = isRead ? replyTo(pathname, config) : Promise.resolve(error(405, 'Only GET and HEAD.'));
    void replying.then(({ status, type, body }) => {
      response.writeHead(status, {
        'Content-Type': type,
        'Content-Security-Policy': policyOf(config().apiUrl),
        'Cache-Control': 'no-cache',
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    });
  });

const replyTo = async (pathname: string, config: () => PageConfig): Promise<Reply> => {
  if (pathname === '/config.json') {
    return { status: 200, type: 'application/json', body: JSON.stringify(config()) };
  }
  // addresses without an extension are those of the page itself
  const extension = path.posix.extname(pathname) || HTML;
  const type = TYPES[extension];
  // the parser of the URL has resolved all dots, encoded ones too
  const file = extension === HTML ? INDEX : fileOf(pathname);
  const text = type && (await readFile(file, 'utf8').catch(() => undefined));
  if (type === undefined || text === undefined) return error(404, 'There is no such file.');
  return { status: 200, type, body: extension === '.ts' ? stripTypeScriptTypes(text) : text };
};

const fileOf = (pathname: string): string => {
  const [folder = '', ...rest] = pathname.slice(1).split('/');
  const source = PACKAGES[folder];
  return source === undefined ? path.join(FOLDER, pathname) : path.join(source, ...rest);
};

const error = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });
