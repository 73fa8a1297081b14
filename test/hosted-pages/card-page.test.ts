import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { hasBrowser, startBrowser, type Visit, visit } from '../support/browser/browser.ts';
import { createOrder, createProduct, itemsOf, posted } from '../support/builders/resources.ts';
import { SECRET_KEY, type StripeServer, startStripeServer } from '../support/gateways/stripe-server.ts';
import { startApp, type TestApp } from '../support/servers/start-app.ts';

/** In the place of Stripe's script: a field of its own, whose text is the payment method. */
const STRIPE_SCRIPT = `window.Stripe = (key) => ({
  elements: () => ({ create: () => ({ mount: (place) => {
    place.innerHTML = '<label>Card number <input id="number"></label>';
    place.dataset.mounted = key;
  } }) }),
  createPaymentMethod: async () => {
    const id = document.getElementById('number').value;
    return id === '' ? { error: { message: 'The card number is incomplete.' } } : { paymentMethod: { id } };
  },
});`;

(hasBrowser() ? describe : describe.skip)('the card step of a payment link', () => {
  let browser: Browser;
  let stripe: StripeServer;
  let app: TestApp;
  let visited: Visit | undefined;

  before(async () => {
    browser = await startBrowser();
    stripe = await startStripeServer();
    app = await startApp({
      PAYMENT_GATEWAYS: 'stripe,manual',
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_API_BASE: stripe.url,
    });
  });
  after(async () => {
    await app.stop();
    await stripe.close();
  });
  afterEach(async () => {
    const lines = visited?.console.filter((line) => !/status of 4\d\d/.test(line));
    await visited?.close();
    visited = undefined;
    expect(lines, 'console').to.deep.equal([]);
  });

  const open = async (): Promise<{ page: Page; orderId: string; path: string }> => {
    const { id: orderId } = await createOrder(app, { items: itemsOf([await createProduct(app, { price: 20 })]) });
    const { url } = await posted(app, '/api/payment_links', { order_id: orderId });
    visited = await visit(browser, { viewport: { width: 390, height: 844 } });
    await visited.page.route('https://js.stripe.com/v3/', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: STRIPE_SCRIPT }),
    );
    await visited.page.goto(url);
    return { page: visited.page, orderId, path: new URL(url).pathname };
  };
  const pay = (page: Page) => page.getByRole('button', { name: /^Pay / }).click();

  it('loads the script of the provider there only, and allows no other', async () => {
    const { page, path } = await open();
    expect((await app.call(path, { key: null })).text).to.not.include('<script');
    await page.getByRole('link', { name: 'Pay by card' }).click();
    await page.locator('[data-mounted="pk_test_1"]').waitFor();
    await requireAccessible(page, THEMES);
    const { headers } = await app.call(`${path}/card?gateway=stripe`, { key: null });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).to.match(/script-src https:\/\/js\.stripe\.com 'sha256-[^']+';/);
    expect(policy).to.include('connect-src https://api.stripe.com;').and.include("default-src 'none'");
    expect(headers.get('referrer-policy')).to.equal('no-referrer');
  });

  it('pays with what the script has made of the card, after an incomplete and a declined one', async () => {
    const { page, orderId } = await open();
    await page.getByRole('link', { name: 'Pay by card' }).click();
    await pay(page);
    await page.getByRole('alert').getByText('The card number is incomplete.').waitFor();
    await page.getByLabel('Card number').fill('pm_card_visa_chargeDeclinedInsufficientFunds');
    await pay(page);
    await page.getByRole('alert').getByText('nothing was charged').waitFor();
    await page.getByRole('link', { name: 'Pay by card' }).click();
    await page.getByLabel('Card number').fill('pm_card_visa');
    await pay(page);
    await page.getByRole('heading', { name: 'Thank you, it is paid' }).waitFor();
    const { data } = (await app.call(`/api/payments?order_id=${orderId}`)).json;
    expect(data.map(({ status, gateway }: Record<string, string>) => [gateway, status])).to.deep.equal([
      ['stripe', 'succeeded'],
      ['stripe', 'failed'],
    ]);
  });
});
