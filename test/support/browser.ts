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

const USUAL = { locale: 'en-GB', timezoneId: 'Europe/Berlin' };

/** Long, for machines that do other work too. */
const TIMEOUT_MS = 60_000;

/** A page without what other visits have stored, but with what they left in the browser's cache: that saves a third of the time. */
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

/** Opens a page in a context that no other open visit uses, and with options in one that none has used. */
export const visit = async (browser: Browser, options?: BrowserContextOptions): Promise<Visit> => {
  const former = options === undefined ? idle.get(browser)?.pop() : undefined;
  const context = former ?? (await browser.newContext({ ...USUAL, ...options }));
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  const [lines, tokens] = [[] as string[], new Set<string>()];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ''));
  });
  const close = async (): Promise<void> => {
    const left = context.pages().find((each) => each.url().startsWith('http'));
    if (options !== undefined || left === undefined) return context.close();
    const { origin } = new URL(left.url());
    const debuggerOf = await context.newCDPSession(left);
    await debuggerOf.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    for (const each of context.pages()) await each.close();
    await context.clearCookies();
    idle.set(browser, [...(idle.get(browser) ?? []), context]);
  };
  return { page, console: lines, tokens, close };
};
