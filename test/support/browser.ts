import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { installed } from './installed.ts';

/** Leads to this machine, but is no secure context. */
export const INSECURE_HOST = 'shop.example';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a name that is not of this machine, as browsers see it
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1`,
];

/** Long, for machines that do other work too. */
const TIMEOUT_MS = 60_000;

/** A page in a browser of its own, without what other visits have stored. */
export type Visit = Readonly<{
  page: Page;
  /** What the browser has written on the console, and errors that nothing has caught. */
  console: readonly string[];
  /** The tokens with which the page has called. */
  tokens: ReadonlySet<string>;
  close(): Promise<void>;
}>;

/** Whether tests in a browser run: where there is none they are left out, except in CI, where they fail. */
export const hasBrowser = (): boolean => installed('chromium') !== undefined || process.env['CI'] !== undefined;

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: installed('chromium') ?? '/usr/bin/chromium', args: FLAGS });

export const visit = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> => {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const [lines, tokens] = [[] as string[], new Set<string>()];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ''));
  });
  return { page, console: lines, tokens, close: () => context.close() };
};
