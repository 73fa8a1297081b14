import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'page');

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ts': 'text/javascript; charset=utf-8',
};

/** What the page needs to know. Everybody may read it. */
type PageConfig = Readonly<{ apiUrl: string; publishableKey: string }>;

type Reply = Readonly<{ status: number; type: string; body: string }>;

const HTML = '.html';

/** The page's scripts and styles are its own, and it calls the API only. */
const policyOf = (apiUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
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
  const file = extension === HTML ? 'index.html' : pathname;
  const text = type && (await readFile(path.join(FOLDER, file), 'utf8').catch(() => undefined));
  if (type === undefined || text === undefined) return error(404, 'There is no such file.');
  return { status: 200, type, body: extension === '.ts' ? stripTypeScriptTypes(text) : text };
};

const error = (status: number, body: string): Reply => ({ status, type: 'text/plain; charset=utf-8', body });
