import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { hasBrowser, startBrowser, type Visit, visit } from '../support/browser/browser.ts';
import { createOrder, createProduct, itemsOf, posted } from '../support/builders/resources.ts';
import { startApp, type TestApp } from '../support/servers/start-app.ts';

const PHONE = { viewport: { width: 390, height: 844 } };

const hasSidewaysScroll = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

(hasBrowser() ? describe : describe.skip)('the page of a payment link on a phone', () => {
  let browser: Browser;
  let app: TestApp;
  let visited: Visit | undefined;

  before(async () => {
    browser = await startBrowser();
    app = await startApp();
    await app.call('/api/shop', { method: 'PATCH', body: { name: 'Linen & Co', email: 'help@example.com' } });
  });
  after(() => app.stop());
  afterEach(async () => {
    const lines = visited?.console.filter((line) => !/status of 4\d\d/.test(line));
    await visited?.close();
    visited = undefined;
    expect(lines, 'console').to.deep.equal([]);
  });

  const open = async (context: object = {}): Promise<{ page: Page; orderId: string }> => {
    const items = itemsOf(
      [await createProduct(app, { name: 'Shirt with a long name for a narrow screen', price: 20 })],
      2,
    );
    const { id: orderId } = await createOrder(app, { items });
    const { url } = await posted(app, '/api/payment_links', { order_id: orderId });
    visited = await visit(browser, { ...PHONE, ...context });
    await visited.page.goto(url);
    return { page: visited.page, orderId };
  };
  const expectUsable = async (page: Page): Promise<void> => {
    await requireAccessible(page, THEMES);
    expect(await hasSidewaysScroll(page)).to.equal(false);
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay / }).click();
  const isPaid = async (id: string) => (await app.call(`/api/orders/${id}`)).json.payment_status === 'paid';

  it('takes a payment, without scripts', async () => {
    const { page, orderId } = await open({ javaScriptEnabled: false });
    await pay(page);
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
    expect(await isPaid(orderId)).to.equal(true);
  });

  it('says what is wrong, leads to the bank for a confirmation, and back', async () => {
    const { page, orderId } = await open();
    await expectUsable(page);
    await page.getByLabel('The bank declines it').check();
    await pay(page);
    await page.getByRole('alert').getByText('nothing was charged').waitFor();
    await expectUsable(page);
    await page.getByLabel('The bank asks for a confirmation (3-D Secure)').check();
    await pay(page);
    await page.getByRole('heading', { name: 'Sandbox bank' }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
    await expectUsable(page);
    expect(await isPaid(orderId)).to.equal(true);
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Vielen Dank, es ist bezahlt' }).waitFor();
  });
});
