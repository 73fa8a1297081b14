import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { requireAccessible, THEMES } from '../support/browser/accessibility.ts';
import { photograph } from '../support/browser/photograph.ts';
import { addToCart } from '../support/browser/shopping.ts';
import { onStorefront } from '../support/browser/storefront.ts';

const WIDTHS = [390, 1440];

/** Examines what is shown in both themes, and writes images of it if they are asked for. */
const look = async (page: Page, name: string): Promise<void> => {
  await requireAccessible(page, THEMES);
  const { width } = page.viewportSize() ?? { width: 0 };
  expect(await page.evaluate('document.documentElement.scrollWidth'), name).to.equal(width);
  await photograph(page, name, [width]);
};

const fill = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: label, exact: true }).first().fill(value);
  }
};

const ADDRESS = { Name: 'Ada Lovelace', 'Street and number': 'Torstr. 1', 'Postal code': '10115', City: 'Berlin' };

/** From the page of a payment to its confirmation by the bank, and back to the cart. */
const paySecurely = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: /^Pay order/ }).waitFor();
  await page.getByLabel(/3-D Secure/).check();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.getByText('Thank you for your order.').waitFor();
};

onStorefront('with the page of a checkout', (storefront) => {
  const url = (): string => storefront().shop.url;
  const signIn = async (page: Page, email: string): Promise<void> => {
    const account = { email, password: 'correct horse battery' };
    await storefront().call('/api/users', { method: 'POST', body: account });
    await page.goto(`${url()}/account`);
    await page.getByLabel('E-mail').first().fill(email);
    await page.getByLabel('Password').first().fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  };
  const checkOut = async (page: Page): Promise<void> => {
    await page.goto(`${url()}/cart`);
    await page.getByRole('button', { name: 'Check out on the page of the service' }).click();
    await page.getByRole('heading', { level: 1, name: 'Checkout' }).waitFor();
  };
  const place = async (page: Page): Promise<void> => {
    await fill(page, ADDRESS);
    await page.getByLabel('Country', { exact: true }).first().selectOption({ label: 'Germany' });
    await page.getByRole('button', { name: 'Continue to delivery' }).click();
    await page.getByRole('button', { name: /^Place order and pay/ }).click();
    await page.getByRole('heading', { name: /^Pay order/ }).waitFor();
  };
  const newest = async () => (await storefront().call('/api/orders?limit=1')).json.data[0];

  for (const width of WIDTHS) {
    it(`sells to a guest with a code, another delivery and 3-D Secure at ${width} px`, async () => {
      const { page } = await storefront().visit([/ status of (?:409|422) /]);
      await page.setViewportSize({ width, height: 900 });
      await addToCart(page, url(), 'Linen shirt', 'M');
      await checkOut(page);
      await look(page, `checkout-${width}-new`);
      const email = `hosted-${width}@example.com`;
      await fill(page, { ...ADDRESS, 'E-mail address': 'hosted', 'Add a code': 'WELCOME10' });
      await page.getByLabel('Country', { exact: true }).first().selectOption({ label: 'Germany' });
      // as the Enter key in a field does
      await page.getByRole('textbox', { name: 'City', exact: true }).press('Enter');
      await page.getByRole('alert').waitFor();
      await look(page, `checkout-${width}-error`);
      expect(await page.evaluate('document.activeElement.getAttribute("role")')).to.equal('alert');
      await page.getByRole('link', { name: /^Enter an e-mail address/ }).click();
      await fill(page, { 'E-mail address': email });
      await page.getByRole('button', { name: 'Update' }).click();
      await page.getByRole('alert').waitFor({ state: 'detached' });
      await page.getByLabel('Express').check();
      await page.getByRole('button', { name: /^Place order and pay/ }).click();
      await page.getByText('and nothing was ordered').waitFor();
      await look(page, `checkout-${width}-changed`);
      expect(await page.getByRole('radio', { name: 'Express' }).isChecked()).to.equal(true);
      await page.getByRole('button', { name: /^Place order and pay/ }).dblclick();
      await paySecurely(page);
      await page.getByText('The cart is empty.').waitFor();
      const placed = await newest();
      expect(placed).to.deep.include({ email, payment_status: 'paid' });
      expect(placed.shipping_lines[0].name).to.equal('Express');
      expect(placed.discount_lines[0].code).to.equal('WELCOME10');
    });
  }

  it('sells to a customer with 3-D Secure on a phone, and the account has the order', async () => {
    const { page } = await storefront().visit();
    await page.setViewportSize({ width: 390, height: 844 });
    const email = 'hosted-customer@example.com';
    await signIn(page, email);
    await addToCart(page, url(), 'Enamel mug');
    await checkOut(page);
    await page.getByText(email).waitFor();
    expect(await page.getByRole('textbox', { name: 'E-mail address' }).count()).to.equal(0);
    await place(page);
    await look(page, 'checkout-customer-pay');
    await paySecurely(page);
    await page.getByText('The cart is empty.').waitFor();
    const { user_id: userId, number, payment_status } = await newest();
    expect(payment_status).to.equal('paid');
    expect((await storefront().call(`/api/users/${userId}`)).json.email).to.equal(email);
    await page.goto(`${url()}/account`);
    await page.getByRole('link', { name: `Order ${number}` }).waitFor();
  });

  it('leads a guest on to a payment that was left, also once the guest has signed in', async () => {
    const { page } = await storefront().visit();
    await addToCart(page, url(), 'Enamel mug');
    await checkOut(page);
    await fill(page, { 'E-mail address': 'hosted-later@example.com' });
    await place(page);
    const { number } = await newest();
    await page.goto(`${url()}/cart`);
    await page.getByText(`Your order ${number} is not paid yet.`).waitFor();
    await page.getByText('The cart is empty.').waitFor();
    expect(await page.getByText('Thank you').count()).to.equal(0);
    // what is put into the cart now is not of the order
    await addToCart(page, url(), 'Wool socks');
    await signIn(page, 'hosted-member@example.com');
    await page.goto(`${url()}/cart`);
    await page.getByRole('link', { name: 'Go on to its payment' }).click();
    await paySecurely(page);
    await page.getByText('Wool socks').waitFor();
    await page.getByRole('button', { name: 'Check out on the page of the service' }).waitFor();
    await page.reload();
    await page.getByText('Wool socks').waitFor();
    expect(await page.getByText(/Thank you|not paid yet/).count()).to.equal(0);
    const { id, payment_status } = await newest();
    expect(payment_status).to.equal('paid');
    await page.goto(`${url()}/orders/${id}`);
    await page.getByText('Paid', { exact: true }).first().waitFor();
  });
});
