import { expect } from 'chai';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { hasBrowser, startBrowser, visit as visitInBrowser } from '../support/browser/browser.ts';
import { fillExampleShop } from '../support/builders/example-shop.ts';
import { filledForm } from '../support/html-form.ts';
import { type ExampleCopy, installExample } from '../support/servers/example-site.ts';
import { onStorage } from '../support/servers/on-service.ts';
import { makeVisitor } from '../support/servers/visitor.ts';

const SETTINGS = { STORE_CURRENCY: 'EUR', PRICES_INCLUDE_TAX: 'true' };

const ADDRESS = { name: 'Ada', line1: 'Hafenstr. 1', postal_code: '20457', city: 'Hamburg', country: 'DE' };

type Visitor = ReturnType<typeof makeVisitor>;

const namesIn = (html: string): string[] => [...html.matchAll(/<h2>([^<]+)<\/h2><\/a>/g)].map(([, name = '']) => name);

onStorage(
  'memory',
  'the example storefront rendered on a server',
  ({ app }) => {
    let copy: ExampleCopy | undefined;
    let site: Awaited<ReturnType<ExampleCopy['start']>> | undefined;
    let key: string;
    let shirt: string;
    const visitors: Visitor[] = [];

    before(async function () {
      this.timeout(600_000);
      copy = await installExample();
      if (copy === undefined) {
        process.stderr.write('npm cannot reach its registry: the tests of the server-rendered example are left out\n');
        this.skip();
      }
      expect(await copy.runScript('build')).to.match(/Complete!/);
      ({ key, shirt } = await fillExampleShop(app()));
      site = await copy.start({ COMMERCE_URL: app().url, COMMERCE_KEY: key, SHOP_NAME: 'Harbour Goods' });
    });
    after(async () => {
      await site?.stop();
      await copy?.remove();
    });

    const visitor = (): Visitor => {
      const made = makeVisitor(site?.url ?? '');
      visitors.push(made);
      return made;
    };

    /** Fills the cart with a shirt of the first size, and the checkout with an address. */
    const checkOut = async ({ visit }: Visitor, email: string, more: Readonly<Record<string, string>> = {}) => {
      const product = await visit(`/products/${shirt}`);
      const [, variant = ''] = /<option value="(prod_\w+)">S /.exec(product.html) ?? [];
      await visit('/cart', new URLSearchParams({ add: variant }));
      const parts = Object.entries(ADDRESS).map(([name, value]) => [`/shipping_address/${name}`, value]);
      const values = { ...Object.fromEntries(parts), '/email': email, ...more };
      return visit('/checkout', filledForm((await visit('/checkout')).html, { ...values, step: 'quote' }));
    };

    const order = async (buyer: Visitor, email: string) => {
      const { html } = await checkOut(buyer, email);
      return buyer.visit('/checkout', filledForm(html, { '/shipping_address/country': 'DE', step: 'order' }));
    };

    const ordersOf = async (email: string) => (await app().call(`/api/orders?email=${email}`)).json.data;

    it('has no errors of types in its pages', async () => {
      expect(await copy?.runScript('check')).to.match(/- 0 errors\s+- 0 warnings/);
    });

    it('lists products by words, filters, sort and page, all in the address', async () => {
      const { visit } = visitor();
      const first = await visit('/');
      expect(first.headers.get('Content-Security-Policy')).to.match(/^default-src 'none'; style-src 'self'; /);
      expect(first.html).to.include('<h2>Scarf 14</h2>').and.to.not.include('<script');
      expect(namesIn((await visit('/?q=linen+shirt')).html)).to.deep.equal(['Linen shirt']);
      const [, filter = ''] = /href="([^"]*category=Kitchen[^"]*)"/.exec(first.html) ?? [];
      const filtered = await visit(`${filter}&sort=price`);
      expect(namesIn(filtered.html)).to.deep.equal(['Enamel mug', 'Glass carafe']);
      const [, more = ''] = /rel="next" href="([^"]+)"/.exec(first.html) ?? [];
      const second = namesIn((await visit(more)).html);
      expect(second).to.include('Scarf 1').and.to.not.include('Scarf 14');
    });

    it('shows a product with its variants, and tells search engines about it', async () => {
      const { html } = await visitor().visit(`/products/${shirt}`);
      expect(html).to.include('<title>Shirts &amp; more – Harbour Goods</title>');
      expect(html).to.include('<meta name="description" content="Light shirts of linen.">');
      expect(html.match(/<option /g)).to.have.length(3);
      const [[, data = ''] = []] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
      expect(JSON.parse(data)).to.include({ '@type': 'ProductGroup', productGroupID: shirt });
      expect(html.match(/<script/g)).to.have.length(1);
    });

    it('changes quantities of the cart, and takes items out', async () => {
      const { visit } = visitor();
      const [mug] = (await app().call('/api/products?q=enamel+mug')).json.data;
      await visit('/cart', new URLSearchParams({ add: mug.id }));
      expect((await visit('/cart', new URLSearchParams({ [mug.id]: '3' }))).html).to.include('€49.50');
      expect((await visit('/cart', new URLSearchParams({ [mug.id]: '99' }))).html).to.include('role="alert"');
      expect((await visit('/cart', new URLSearchParams({ [mug.id]: '0' }))).html).to.include('The cart is empty.');
    });

    it('quotes shipping and codes, and shows errors at their fields', async () => {
      const buyer = visitor();
      const welcome = await checkOut(buyer, 'ada@example.com', { '/discount_codes': 'WELCOME10' });
      expect(welcome.html)
        .to.include('<dt>WELCOME10</dt><dd>-€4.99</dd>')
        .and.to.include('<dt>Shipping: Standard</dt>');
      const [, express = ''] = /value="(shm_\w+)"><span>Express/.exec(welcome.html) ?? [];
      const values = { shipping: express, '/discount_codes': 'NOPE', '/email': 'ada@', step: 'quote' };
      const other = await buyer.visit(
        '/checkout',
        filledForm(welcome.html, { ...values, '/email': 'ada@example.com' }),
      );
      expect(other.html)
        .to.include('<dt>Shipping: Express</dt>')
        .and.to.match(/role="alert">The code NOPE /);
      const wrong = await buyer.visit(
        '/checkout',
        filledForm(other.html, { ...values, expected_total: '1', step: 'order' }),
      );
      expect(wrong.html)
        .to.include('Check the fields that are marked.')
        .and.to.match(/id="\/email-error">E-mail must /);
      const far = await buyer.visit(
        '/checkout',
        filledForm(welcome.html, { '/shipping_address/country': 'US', step: 'quote' }),
      );
      expect(far.html).to.include('We do not ship to this address.').and.to.not.include('value="order"');
      expect(await ordersOf('ada@example.com')).to.deep.equal([]);
    });

    it('orders only at the total that the buyer has seen', async () => {
      const buyer = visitor();
      const { html } = await checkOut(buyer, 'total@example.com');
      const form = filledForm(html, { '/shipping_address/country': 'DE', step: 'order', expected_total: '1' });
      const changed = await buyer.visit('/checkout', form);
      expect(changed.html).to.include('The total has changed. Check it, and order again.');
      expect((await buyer.visit('/checkout', filledForm(changed.html, { step: 'order' }))).html).to.include('Unpaid');
    });

    it('orders and pays once, though each form is sent twice', async () => {
      const buyer = visitor();
      const email = 'once@example.com';
      const { html } = await checkOut(buyer, email);
      const form = filledForm(html, { '/shipping_address/country': 'DE', step: 'order' });
      const placed = await Promise.all([buyer.request('/checkout', form), buyer.request('/checkout', form)]);
      const [path = '', again] = placed.map(({ headers }) => headers.get('Location'));
      expect(again).to.equal(path);
      const unpaid = await buyer.visit(path ?? '');
      const payment = filledForm(unpaid.html, { card: 'tok_success' });
      await Promise.all([buyer.request(unpaid.path, payment), buyer.request(unpaid.path, payment)]);
      expect((await buyer.visit(unpaid.path)).html).to.include('<span>Paid</span>');
      const orders = await ordersOf(email);
      expect(orders).to.have.length(1);
      expect((await app().call(`/api/payments?order_id=${orders[0].id}`)).json.data).to.have.length(1);
      expect((await buyer.visit('/cart')).html).to.include('The cart is empty.');
      expect((await visitor().visit(unpaid.path)).status).to.equal(404);
    });

    it('pays by a card with 3-D Secure after one that is declined', async () => {
      const buyer = visitor();
      const unpaid = await order(buyer, 'secure@example.com');
      const declined = await buyer.visit(unpaid.path, filledForm(unpaid.html, { card: 'tok_declined' }));
      expect(declined.html).to.include('Nothing was charged.').and.to.include('<span>Unpaid</span>');
      const waiting = await buyer.visit(unpaid.path, filledForm(declined.html, { card: 'tok_requires_action' }));
      const [, bank = ''] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(waiting.html) ?? [];
      const back = await fetch(`${bank}/approve`, { method: 'POST', redirect: 'manual' });
      const returned = await buyer.visit(new URL(back.headers.get('Location') ?? '').pathname);
      expect(returned.html).to.include('<span>Paid</span>').and.to.not.include('http-equiv="refresh"');
    });

    it('is driven in a browser, accessible in light and dark, without an error on the console', async () => {
      // the run's notice names chromium if it is missing
      if (!hasBrowser()) return;
      const { page, console: lines, close } = await visitInBrowser(await startBrowser());
      await page.goto(`${site?.url}/`);
      await requireAccessible(page, THEMES);
      await page.goto(`${site?.url}/products/${shirt}`);
      await requireAccessible(page, THEMES);
      await page.getByRole('button', { name: 'Add to cart' }).click();
      await requireAccessible(page, THEMES);
      await page.getByRole('link', { name: 'Check out' }).click();
      for (const label of ['Name', 'Street and number', 'Postal code', 'City']) await page.getByLabel(label).fill('1');
      await page.getByLabel('E-mail').fill('browser@example.com');
      // the Enter key only quotes
      await page.getByLabel('Discount code').fill('WELCOME10');
      await page.getByLabel('Discount code').press('Enter');
      await page.getByText('-€4.99').waitFor();
      expect(await ordersOf('browser@example.com')).to.deep.equal([]);
      await requireAccessible(page, THEMES);
      await page.getByRole('button', { name: /^Order with obligation to pay/ }).click();
      await page.getByLabel('3-D Secure').check();
      await requireAccessible(page, THEMES);
      await page.getByRole('button', { name: /^Pay / }).click();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByText('Paid', { exact: true }).waitFor();
      await close();
      expect(lines).to.deep.equal([]);
    });

    it('opens an order for reading by the link of a mail', async () => {
      const buyer = visitor();
      const { path } = await order(buyer, 'mail@example.com');
      const token = buyer.cookies().find(({ name }) => name === 'order_buyer')?.value ?? '';
      const reader = await visitor().visit(`/orders?order=${path.replace('/orders/', '')}&token=${token}`);
      expect(reader.path).to.equal(path);
      expect(reader.html).to.include('<span>Unpaid</span>').and.to.not.include('name="card"');
    });

    it('answers the links of the former site, and 404 where there is none', async () => {
      const { request } = visitor();
      for (const [path, location] of [
        ['/old/about.html', '/?category=Home'],
        ['/old/about.html?utm_source=mail', '/?category=Home'],
        ['/?p=123', '/cart'],
      ] as const) {
        const { status, headers } = await request(path);
        expect([status, headers.get('Location')], path).to.deep.equal([301, location]);
      }
      for (const path of ['/nothing', '/?cursor=x', '/products/prod_01h455vb4pex5vsknk084sn02q']) {
        const { status, html } = await request(path);
        expect([status, html.includes('There is no such page')], path).to.deep.equal([404, true]);
      }
    });

    it('refuses forms of other sites', async () => {
      for (const headers of [{}, { Origin: 'https://evil.example' }, { Origin: 'null' }] as Record<string, string>[]) {
        const sent = { method: 'POST', body: new URLSearchParams({ add: shirt }), headers };
        expect((await fetch(`${site?.url}/cart`, sent)).status).to.equal(403);
      }
    });

    it('shows no key and no token in any page, and keeps its cookies from scripts', () => {
      const cookies = visitors.flatMap((each) => each.cookies());
      expect(new Set(cookies.map(({ name }) => name))).to.deep.equal(new Set(['cart', 'order_buyer', 'order_reader']));
      for (const { attributes } of cookies) expect(attributes).to.match(/; HttpOnly; SameSite=Lax$/);
      const pages = visitors.flatMap((each) => each.pages()).join('\n');
      for (const { value } of cookies) expect(pages).to.not.include(value);
      expect(pages)
        .to.include('<h1>')
        .and.to.not.match(/cpk_|cpo_/);
    });
  },
  SETTINGS,
);
