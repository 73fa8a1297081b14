import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterRun } from '../after-run.ts';
import { installed } from '../installed.ts';

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

const USUAL = { locale: 'en-GB', timezoneId: 'Europe/Berlin', reducedMotion: 'reduce' } as const;

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

let started: Promise<Browser> | undefined;

/** The browser of this process, which all visits share. */
export const startBrowser = (): Promise<Browser> => {
  started ??= launch();
  return started;
};

const launch = async (): Promise<Browser> => {
  const browser = await chromium.launch({ executablePath: installed('chromium') ?? '/usr/bin/chromium', args: FLAGS });
  afterRun.push(() => browser.close());
  return browser;
};

/** Contexts that visits have left, with an empty page and nothing stored but the browser's cache. */
const idle = new WeakMap<Browser, BrowserContext[]>();

/** Opens a page in a context that no other open visit uses, and with options in one that none has used. */
export const visit = async (browser: Browser, options?: BrowserContextOptions): Promise<Visit> => {
  const former = options === undefined ? idle.get(browser)?.pop() : undefined;
  const context = former ?? (await browser.newContext({ ...USUAL, ...options }));
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = context.pages()[0] ?? (await context.newPage());
  const [lines, tokens] = [[] as string[], new Set<string>()];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  page.on('request', (request) => {
    const { authorization } = request.headers();
    if (authorization !== undefined) tokens.add(authorization.replace(/^Bearer /, ''));
  });
  const close = async (): Promise<void> => {
    const pages = context.pages();
    const { origin } = new URL(pages[0]?.url() ?? 'about:blank');
    if (options !== undefined || !origin.startsWith('http')) return context.close();
    // for the next visit; the others end first, so that none of them calls without its session
    const empty = await context.newPage();
    for (const each of pages) await each.close();
    await (await context.newCDPSession(empty)).send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
    idle.set(browser, [...(idle.get(browser) ?? []), context]);
  };
  return { page, console: lines, tokens, close };
};
