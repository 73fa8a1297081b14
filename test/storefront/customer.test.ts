import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { addToCart, checkOut, order, seeState } from '../support/browser/shopping.ts';
import { onStorefront } from '../support/browser/storefront.ts';

const PASSWORD = 'a long and fine password of Ada';

const FAILED = /^error: Failed to load resource: .* status of (401|402|422) /;

onStorefront('for a customer', (storefront) => {
  const url = (): string => storefront().shop.url;

  const signUp = async (page: Page, email: string, password = PASSWORD): Promise<void> => {
    await page.goto(`${url()}/account`);
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Create an account' }) });
    await form.getByLabel('Name').fill('Ada Lovelace');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Password').fill(password);
    await form.getByRole('button', { name: 'Create the account' }).click();
  };

  it('signs up, out and in, orders with the session, and sees the order', async () => {
    const { page, tokens } = await storefront().visit();
    const email = 'ada@example.com';
    await signUp(page, email);
    await page.getByText(`Ada Lovelace · ${email}`).waitFor();
    await page.getByText('No orders yet.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await addToCart(page, url(), 'Enamel mug');
    await checkOut(page, url(), { card: 'Test card with 3-D Secure' });
    await page.getByText(`Signed in as ${email}`).waitFor();
    await order(page);
    await page.getByRole('button', { name: 'Approve' }).click();
    await seeState(page, 'Paid');
    const id = new URL(page.url()).pathname.split('/')[2];
    const placed = (await storefront().call(`/api/orders/${id}`)).json;
    expect(placed).to.include({ email, payment_status: 'paid' });
    expect(placed.user_id).to.be.a('string');
    expect([...tokens].filter((token) => token.startsWith('cps_'))).to.have.length(2);
    await page.getByRole('link', { name: 'My account' }).click();
    await page.getByRole('link', { name: `Order ${placed.number}` }).click();
    await seeState(page, 'Paid');
  });

  it('cancels an unpaid order', async () => {
    const { page } = await storefront().visit([FAILED]);
    await signUp(page, 'grace@example.com');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    await addToCart(page, url(), 'Wool socks');
    await checkOut(page, url(), { card: 'Test card without funds' });
    await order(page);
    await seeState(page, 'Not paid');
    await page.getByRole('button', { name: 'Cancel the order' }).click();
    await seeState(page, 'Cancelled');
    expect(await page.getByRole('button', { name: /^Pay / }).count()).to.equal(0);
  });

  it('shows at the field why a password is refused, and that credentials are wrong', async () => {
    const { page } = await storefront().visit([FAILED]);
    await signUp(page, 'weak@example.com', 'password1234');
    await page.getByText('Password must not be easy to guess').waitFor();
    const invalid = page.locator('[aria-invalid]');
    expect(await invalid.getAttribute('autocomplete')).to.equal('new-password');
    const form = page.locator('form').filter({ has: page.getByRole('heading', { name: 'Sign in' }) });
    await form.getByLabel('E-mail').fill('nobody@example.com');
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Sign in' }).click();
    await form.getByRole('alert').waitFor();
  });

  it('signs in again when the session has ended', async () => {
    const { page } = await storefront().visit([FAILED]);
    await signUp(page, 'ended@example.com');
    await page.getByRole('heading', { name: 'My account' }).waitFor();
    const users = await storefront().call('/api/users?email=ended@example.com');
    const id = users.json.data[0].id;
    const disabled = await storefront().call(`/api/users/${id}`, { method: 'PATCH', body: { status: 'disabled' } });
    expect(disabled.status).to.equal(200);
    await page.reload();
    await page.getByRole('alert').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
  });
});
