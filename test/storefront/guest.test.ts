import { expect } from 'chai';
import { ATTACKS } from '../support/attacks.ts';
import { addToCart, checkOut, order, seeState } from '../support/browser/shopping.ts';
import { onStorefront } from '../support/browser/storefront.ts';

/** What the browser itself writes about a response with an error status. */
const failure = (status: number): RegExp => new RegExp(`^error: Failed to load resource: .* status of ${status} `);

const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

onStorefront('for a guest', (storefront) => {
  const url = (): string => storefront().shop.url;
  const ordersOf = async (email: string) => (await storefront().call(`/api/orders?email=${email}`)).json.data;

  it('tells before the order from what a buyer cannot withdraw, and why, for each variant', async () => {
    const { call, visit } = storefront();
    const { page } = await visit();
    const create = async (body: object) => (await call('/api/products', { method: 'POST', body })).json;
    const pen = await create({ name: 'Fountain pen', price: 30 });
    const fields = { name: 'Fountain pen', price: 30, parent_id: pen.id };
    await create({ ...fields, options: { engraving: 'plain' } });
    await create({ ...fields, options: { engraving: 'engraved' }, withdrawal_exemption: 'custom_made' });
    await create({ name: 'Goat cheese', price: 8, withdrawal_exemption: 'perishable' });
    const [engraved, perishable] = [/it is made to your wishes/, /it does not keep for long/];
    await page.goto(`${url()}/products/${pen.id}`);
    await page.getByLabel('Variant').selectOption({ index: 0 });
    expect(await page.getByText(engraved).count()).to.equal(0);
    await addToCart(page, url(), 'Fountain pen', 'engraved');
    await page.getByText(engraved).waitFor();
    await addToCart(page, url(), 'Goat cheese');
    await page.getByText(perishable).waitFor();
    for (const path of ['/cart', '/checkout']) {
      await page.goto(`${url()}${path}`);
      await page.getByText(engraved).waitFor();
      await page.getByText(perishable).waitFor();
    }
  });

  it('shows descriptions in HTML, and nothing in them that runs', async () => {
    const { call, visit } = storefront();
    const { page } = await visit();
    const write = async (path: string, method: string, html: string) =>
      (await call(path, { method, body: { name: 'Oak table', price: 300, description_html: html } })).json;
    const { id } = await write('/api/products', 'POST', '<h2>Oiled oak</h2>');
    const path = `/api/products/${id}`;
    let all = '<h2>Oiled oak</h2>';
    for (const attack of ATTACKS) all += (await write(path, 'PUT', attack)).description_html ?? '';
    expect((await write(path, 'PUT', all)).description_html).to.equal(all);
    await page.route('https://a.example/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: IMAGE }));
    await page.goto(`${url()}/products/${id}`);
    await page.getByRole('heading', { name: 'Oiled oak' }).waitFor();
    const names = await page
      .locator('.description *')
      .evaluateAll((elements) => elements.flatMap((each) => [each.localName, ...each.getAttributeNames()]));
    expect(names).to.include.members(['h2', 'a', 'href']);
    for (const name of names)
      expect(name).not.to.match(/^(?:on|script|style|svg|math|iframe|object|embed|form|base|meta|link|id|class)/);
  });

  it('quotes shipping, a code and tax, and is paid with 3-D Secure', async () => {
    const { page, tokens } = await storefront().visit();
    const email = 'secure@example.com';
    await addToCart(page, url(), 'Linen shirt', 'M');
    await addToCart(page, url(), 'Pocket notebook');
    await page.goto(`${url()}/cart`);
    await page.getByLabel('Quantity').first().fill('2');
    await page.getByLabel('Quantity').first().blur();
    await page.locator('.total').getByText('€109.70').waitFor();
    await checkOut(page, url(), { email, card: 'Test card with 3-D Secure' });
    await page.getByLabel('Discount code').fill('welcome10');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('WELCOME10').waitFor();
    await page.getByLabel('Express').check();
    // 109.70 less a tenth, and the express shipping
    await page.locator('.total').getByText('€111.63').waitFor();
    await page.getByText('of which VAT 7 %').waitFor();
    await order(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await seeState(page, 'Paid');
    const [placed, ...others] = await ordersOf(email);
    expect(others).to.deep.equal([]);
    expect(placed).to.include({ total: 111.63, payment_status: 'paid', currency: 'EUR' });
    expect(new URL(page.url()).pathname).to.equal(`/orders/${placed.id}`);
    expect([...tokens]).to.deep.equal([storefront().shop.publishableKey]);
    await page.goto(`${url()}/cart`);
    await page.getByText('The cart is empty.').waitFor();
  });

  it('pays with another card after a declined one', async () => {
    const { page } = await storefront().visit([failure(402)]);
    const email = 'declined@example.com';
    await addToCart(page, url(), 'Wool socks');
    await checkOut(page, url(), { email, card: 'Test card that is declined' });
    await order(page);
    await page.getByRole('alert').waitFor();
    await seeState(page, 'Not paid');
    await page.getByLabel('Test card that succeeds').check();
    await page.getByRole('button', { name: /^Pay / }).click();
    await seeState(page, 'Paid');
    expect(await page.getByRole('alert').count()).to.equal(0);
    expect(await ordersOf(email)).to.have.length(1);
  });

  it('pays with another card after a refusal at the bank', async () => {
    const { page } = await storefront().visit();
    await addToCart(page, url(), 'Wool socks');
    await checkOut(page, url(), { email: 'refused@example.com', card: 'Test card with 3-D Secure' });
    await order(page);
    await page.getByRole('button', { name: 'Decline' }).click();
    await seeState(page, 'Not paid');
    await page.getByText('Nothing was charged.').waitFor();
    await page.getByRole('button', { name: /^Pay / }).click();
    await seeState(page, 'Paid');
  });

  it('orders once, though the response is lost, the page reloaded and the button clicked twice', async () => {
    const { page } = await storefront().visit([/ERR_FAILED/]);
    const email = 'reload@example.com';
    await addToCart(page, url(), 'Glass carafe');
    await checkOut(page, url(), { email, card: 'Test card that succeeds' });
    let [lost, keys] = [0, new Set<string | undefined>()];
    await page.route(/\/api\/orders$/, async (route) => {
      keys.add(route.request().headers()['idempotency-key']);
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: /^Order and pay/ }).dblclick();
    await page.getByRole('alert').waitFor();
    expect(await ordersOf(email)).to.have.length(1);
    // the form is gone: its changes would not be in the order
    expect(await page.getByLabel('City').count()).to.equal(0);
    await page.reload();
    await seeState(page, 'Paid');
    expect(keys.size).to.equal(1);
    const orders = await ordersOf(email);
    expect(orders).to.have.length(1);
    const payments = await storefront().call(`/api/payments?order_id=${orders[0].id}`);
    expect(payments.json.data).to.have.length(1);
  });

  it('pays once, though the page is reloaded before the response', async () => {
    const { page } = await storefront().visit([/ERR_FAILED/]);
    const email = 'repeat@example.com';
    await addToCart(page, url(), 'Glass carafe');
    await checkOut(page, url(), { email, card: 'Test card that succeeds' });
    let lost = 0;
    await page.route(/\/api\/payments$/, async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort();
    });
    await order(page);
    await page.getByRole('alert').waitFor();
    await page.reload();
    await seeState(page, 'Paid');
    const [{ id }] = await ordersOf(email);
    expect((await storefront().call(`/api/payments?order_id=${id}`)).json.data).to.have.length(1);
  });

  it('says at the item what is out of stock, and why a code does not apply', async () => {
    const { page } = await storefront().visit([failure(409)]);
    await addToCart(page, url(), 'Desk lamp');
    await page.goto(`${url()}/cart`);
    await page.getByLabel('Quantity').fill('9');
    await page.getByLabel('Quantity').blur();
    await page.getByText('Quantity must be less: there is not enough in stock').waitFor();
    await page.getByLabel('Quantity').fill('1');
    await page.getByLabel('Quantity').blur();
    await page.getByRole('link', { name: 'Check out' }).click();
    await page.getByLabel('Discount code').fill('NOPE');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('The code NOPE').waitFor();
  });

  it('applies a code by the Enter key without ordering', async () => {
    const { page } = await storefront().visit();
    await addToCart(page, url(), 'Glass carafe');
    await checkOut(page, url(), { email: 'enter@example.com', card: 'Test card that succeeds' });
    await page.getByLabel('Discount code').fill('WELCOME10');
    await page.getByLabel('Discount code').press('Enter');
    await page.locator('.total').getByText('€31.00').waitFor();
    expect(new URL(page.url()).pathname).to.equal('/checkout');
    expect(await ordersOf('enter@example.com')).to.deep.equal([]);
  });

  it('does not ship where the shop has no shipping method', async () => {
    const { page } = await storefront().visit();
    await addToCart(page, url(), 'Desk lamp');
    await checkOut(page, url(), { email: 'far@example.com', card: 'Test card that succeeds' });
    await page.getByLabel('Country').selectOption('US');
    await page.getByText('We do not ship to this address.').waitFor();
  });

  it('opens an order for reading by the link of its mail, and takes the token out of the address', async () => {
    const { page } = await storefront().visit([failure(402)]);
    const email = 'link@example.com';
    await addToCart(page, url(), 'Wool socks');
    await checkOut(page, url(), { email, card: 'Test card that is declined' });
    const declined = page.waitForResponse((response) => response.status() === 402);
    await order(page);
    await declined;
    const [mail] = await storefront().mails.mailsTo(email);
    const [link = ''] = /http:\S+/.exec(mail?.text ?? '') ?? [];
    const other = (await storefront().visit()).page;
    await other.goto(link);
    await seeState(other, 'Not paid');
    const [placed] = await ordersOf(email);
    expect(other.url()).to.equal(`${url()}/orders/${placed.id}`);
    expect(await other.getByRole('main').getByRole('button').count()).to.equal(0);
    await other.reload();
    await seeState(other, 'Not paid');
  });
});
