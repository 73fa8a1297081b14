import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../support/browser/browser.ts';
import { seedOrders } from '../support/seeding/seed-orders.ts';
import { addDatabase } from './analytics-shop.ts';
import { isKept, limitsTable, type Measured } from './limit.ts';
import { startServer } from './processes.ts';
import { median } from './report.ts';
import { seedProducts } from './seed.ts';
import { OWNER, say, serviceSettings } from './settings.ts';
import { withPool } from './with-pool.ts';

const ROUNDS = 7;

/** In milliseconds beside the time of the list's request. */
const LIST_LIMIT = 100;

const INTERACTIVE_LIMIT = 1_000;

/** How many times slower than this machine a telephone is. */
const CPU_SLOWDOWN = 4;

/** The addresses of lists, by the path of the API that they read. */
const LISTS: readonly (readonly [address: string, api: string])[] = [
  ['/orders', '/api/orders'],
  ['/orders?status=open', '/api/orders'],
  ['/orders?status=open&payment_status=paid&fulfillment_status=partially_fulfilled', '/api/orders'],
  ['/orders?q=buyer-17', '/api/orders'],
  ['/products', '/api/products'],
  ['/products?q=shirt', '/api/products'],
  ['/products?sort=price&status=active', '/api/products'],
  ['/team', '/api/users'],
  ['/audit_log', '/api/audit_log'],
];

/** A screen without a list. */
const ELSEWHERE = '/shop';

/** Goes to an address as a link does. Resolves with the milliseconds until rows are shown, without those of the request. */
const OPEN_LIST = `(address, api) => new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error(address + ' shows no rows')), 30_000);
  const link = document.createElement('a');
  link.href = '/dashboard' + address;
  document.getElementById('main').append(link);
  performance.clearResourceTimings();
  const startedAt = performance.now();
  const observer = new MutationObserver(() => {
    if (document.querySelector('main tbody tr') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const shownAt = performance.now();
      setTimeout(() => {
        const request = performance.getEntriesByType('resource')
          .find(({ name, startTime }) => startTime >= startedAt && new URL(name).pathname === api);
        if (request === undefined) reject(new Error(address + ' does not read ' + api));
        else resolve(shownAt - startedAt - request.duration);
      }, 50);
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  link.click();
  link.remove();
})`;

/** Records when an element is shown, and when the last long task ends. */
const WATCH = `(() => {
  window.shownAt = undefined;
  window.busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.busyUntil = startTime + duration;
  }).observe({ type: 'longtask', buffered: true });
  new MutationObserver(() => {
    if (window.shownAt === undefined && document.querySelector('#navigation, .sign-in form')) {
      window.shownAt = performance.now();
    }
  }).observe(document, { childList: true, subtree: true });
})()`;

type Sizes = Readonly<{ orders: number; products: number }>;

/**
 * Measures how soon lists are shown, and how soon the first screen can be used on a slow processor.
 * @returns whether the limits are kept.
 */
export const measureDashboard = async (directory: string, serverUrl: string, sizes: Sizes): Promise<boolean> => {
  const databaseUrl = await addDatabase(serverUrl, 'dashboard');
  const service = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
  const browser = await startBrowser();
  try {
    say(`Seeding ${sizes.orders} orders and ${sizes.products} products.`);
    await withPool(databaseUrl, async (pool) => {
      await seedOrders(pool, sizes.orders);
      await seedProducts(pool, sizes.products);
    });
    const page = await signedIn(browser, service.url);
    const measured = [...(await measureLists(page)), ...(await measureStart(browser, page, service.url))];
    say(limitsTable(measured));
    return measured.every(isKept);
  } finally {
    await browser.close();
    await service.stop();
  }
};

const signedIn = async (browser: Browser, url: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}/dashboard${ELSEWHERE}`);
  await page.locator('input[name="email"]').fill(OWNER.email);
  await page.locator('input[name="password"]').fill(OWNER.password);
  await page.locator('.sign-in button[type="submit"]').click();
  await page.locator('#navigation').waitFor();
  return page;
};

const measureLists = async (page: Page): Promise<Measured[]> => {
  const measured: Measured[] = [];
  for (const [address, api] of LISTS) {
    const values: number[] = [];
    // the first round loads the screen's script
    for (let round = 0; round <= ROUNDS; round += 1) {
      await page.locator(`#navigation a[href="/dashboard${ELSEWHERE}"]`).click();
      await page.locator('main form').waitFor();
      const beside = await page.evaluate<number>(`(${OPEN_LIST})(${JSON.stringify(address)}, ${JSON.stringify(api)})`);
      if (round > 0) values.push(beside);
    }
    measured.push({
      name: `${address}, beside its request`,
      value: median(values),
      limit: LIST_LIMIT,
      unit: 'ms',
    });
  }
  return measured;
};

const measureStart = async (browser: Browser, signedInPage: Page, url: string): Promise<Measured[]> => {
  const contexts = { 'the sign-in': await browser.newContext(), 'the home screen': signedInPage.context() };
  const measured: Measured[] = [];
  for (const [name, context] of Object.entries(contexts)) {
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await page.addInitScript(WATCH);
      await page.goto(`${url}/dashboard`);
      await page.locator('#navigation, .sign-in form').first().waitFor();
      values.push(await page.evaluate<number>('Math.max(window.shownAt, window.busyUntil)'));
      await page.close();
    }
    measured.push({
      name: `${name} can be used, at a processor ${CPU_SLOWDOWN} times slower`,
      value: median(values),
      limit: INTERACTIVE_LIMIT,
      unit: 'ms',
    });
  }
  return measured;
};
