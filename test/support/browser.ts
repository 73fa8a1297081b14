import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
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
const USUAL = { locale: 'en-GB', timezoneId: 'Europe/Berlin' };

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

/** Contexts that visits have left, empty but for the browser's cache. */
const idle = new WeakMap<Browser, BrowserContext[]>();

/** `options` are of a context of its own. */
export const visit = async (browser: Browser, options?: BrowserContextOptions): Promise<Visit> => {
  const left = options === undefined ? idle.get(browser)?.pop() : undefined;
  const context = left ?? (await browser.newContext({ ...USUAL, ...options }));
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const [lines, tokens] = [[] as string[], new Set<string>()];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ''));
  });
  const close = async (): Promise<void> => {
    if (options !== undefined) return context.close();
    const url = page.url();
    if (url.startsWith('http')) {
      const session = await context.newCDPSession(page);
      await session.send('Storage.clearDataForOrigin', {
        origin: new URL(url).origin,
        storageTypes: 'local_storage,indexeddb',
      });
    }
    for (const each of context.pages()) await each.close();
    await context.clearCookies();
    idle.set(browser, [...(idle.get(browser) ?? []), context]);
  };
  return { page, console: lines, tokens, close };
};
