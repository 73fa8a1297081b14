import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { INSECURE_HOST } from '../support/browser/browser.ts';
import { followHome, onDashboard } from '../support/browser/dashboard.ts';
import { createOrder, createProduct, createUser } from '../support/builders/resources.ts';
import { OWNER } from '../support/servers/calls.ts';

const PASSWORD = 'a long test password';

/** A request without a valid session; the browser opens the event stream of an ended one again. */
const ENDED = [/status of 401/];

onDashboard('the session', {}, ({ app, open, expectAccessible }) => {
  it('begins with the password and ends with signing out', async () => {
    const page = await open('/products', { user: null });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await page.getByText(OWNER.email).first().click();
    await expectAccessible(page);
    await page.evaluate(`addEventListener('pagehide', () => {
      sessionStorage.setItem('fields', document.querySelectorAll('input').length);
    })`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('fields')`), 'fields that lose what is typed').to.equal('0');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('says what was wrong with a refused sign-in', async () => {
    const page = await open('', { user: null, expectedLines: ENDED });
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The e-mail or the password is wrong').waitFor();
  });

  it('keeps its token out of scripts', async () => {
    const page = await open('');
    expect(await page.evaluate('document.cookie')).to.equal('');
    expect(await page.evaluate('JSON.stringify([{...localStorage}, {...sessionStorage}])')).not.to.include('cps_');
  });

  it('that was ended elsewhere is asked for again, and nothing that was typed is lost', async () => {
    const { id } = await createProduct(app(), { name: 'Bowl' });
    // the owner's key would be revoked with the session that has created it
    const { email } = await createUser(app(), { role: 'staff', password: PASSWORD });
    const user = { email, password: PASSWORD };
    const page = await open(`/products/${id}`, { user, expectedLines: ENDED });
    await page.getByLabel('Name').fill('Large bowl');
    const other = await open('/account', { user });
    const row = other.getByRole('row').filter({ has: other.locator('summary:visible') });
    await row.first().waitFor();
    while ((await row.count()) > 0) {
      const count = await row.count();
      await row.first().locator('summary').click();
      await row.first().getByRole('button', { name: 'End' }).click();
      await other.getByRole('dialog').getByRole('button', { name: 'End' }).click();
      await row.nth(count - 1).waitFor({ state: 'detached' });
    }
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).to.equal('Large bowl');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await app().call(`/api/products/${id}`)).json.name).to.equal('Large bowl');
  });

  it('of all tabs is interrupted as soon as it ends, and goes on in all', async () => {
    const { email, id } = await createUser(app(), { role: 'staff', password: PASSWORD });
    const page = await open('/orders', { user: { email, password: PASSWORD }, expectedLines: ENDED });
    const tab = await page.context().newPage();
    await tab.goto(`${app().url}/dashboard/products`);
    await tab.getByRole('heading', { name: 'Products' }).waitFor();
    const [session] = (await app().call(`/api/users/${id}/sessions`)).json.data;
    await app().call(`/api/users/${id}/sessions/${session.id}`, { method: 'DELETE' });
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    const dialog = tab.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.bringToFront();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor({ state: 'detached' });
  });

  it('follows the permissions of the user', async () => {
    const { email, id } = await createUser(app(), { role: 'analyst', password: PASSWORD });
    const page = await open('/products', { user: { email, password: PASSWORD } });
    const create = 'Add a product';
    await page.getByRole('button', { name: create, disabled: true }).waitFor();
    await app().call(`/api/users/${id}`, { method: 'PATCH', body: { role: 'staff' } });
    await page.getByRole('link', { name: create }).waitFor();
  });

  it('needs a few connections for any number of tabs', async () => {
    const page = await open('');
    for (let tabs = 0; tabs < 4; tabs += 1) {
      const tab = await page.context().newPage();
      await tab.goto(`${app().url}/dashboard`);
      await tab.getByRole('heading', { level: 1 }).waitFor();
      await tab.getByRole('heading', { name: 'Newest orders' }).waitFor();
    }
    await createOrder(app(), { email: 'new@example.com' });
    for (const tab of page.context().pages()) await tab.getByRole('cell', { name: 'new@example.com' }).waitFor();
  });

  it('shows what happened while another tab took over its connection', async () => {
    const page = await open('');
    await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
    const tab = await page.context().newPage();
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    await tab.route('**/api/events/stream*', async (route) => {
      want();
      await allowed;
      await route.continue();
    });
    await tab.goto(`${app().url}/dashboard`);
    await tab.getByRole('heading', { name: 'Newest orders' }).waitFor();
    await page.close();
    await wanted;
    await createOrder(app(), { email: 'meanwhile@example.com' });
    allow();
    await tab.getByRole('cell', { name: 'meanwhile@example.com' }).waitFor();
    await tab.close();
  });

  it('is not ended by closing the dialog that asks for the password', async () => {
    const { email, id } = await createUser(app(), { role: 'staff', password: PASSWORD });
    const product = await createProduct(app(), { name: 'Vase' });
    const page = await open(`/products/${product.id}`, {
      user: { email, password: PASSWORD },
      expectedLines: ENDED,
    });
    await page.getByLabel('Name').fill('Large vase');
    const [session] = (await app().call(`/api/users/${id}/sessions`)).json.data;
    await app().call(`/api/users/${id}/sessions/${session.id}`, { method: 'DELETE' });
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await dialog.getByLabel('E-mail').and(page.locator(':focus')).waitFor();
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
    // the browser has closed it, and the page has not opened it again yet
    await page.evaluate(`
      document.querySelector('dialog').close();
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
    `);
    await page.keyboard.press('Control+k');
    await dialog.waitFor();
    expect(await page.getByRole('dialog').count()).to.equal(1);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).to.equal('Large vase');
  });

  it('shows what happened until the user signs in again', async () => {
    const page = await open('/products', { ownSession: true, expectedLines: ENDED });
    await followHome(page);
    await page.evaluate(`fetch('/dashboard/session', { method: 'DELETE' })`);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await createOrder(app(), { email: 'without-a-session@example.com' });
    await dialog.getByLabel('Password').fill(OWNER.password);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'without-a-session@example.com' }).waitFor();
  });

  it('leaves nothing of a user for the next one', async () => {
    const { email } = await createUser(app(), { role: 'staff', password: PASSWORD });
    const page = await open('/products/new', { expectedLines: ENDED });
    await page.getByLabel('Name').fill('Secret product');
    await page.evaluate(`fetch('/dashboard/session', { method: 'DELETE' })`);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.to.include('Secret product');
  });

  it('begins in a secure context only, and says so', async () => {
    const page = await open('', { user: null, host: INSECURE_HOST, expectedLines: [/Cross-Origin-Opener-Policy/] });
    await page.getByRole('alert').getByText('Browsers sign in only over HTTPS').waitFor();
    await expectAccessible(page);
  });

  it('says that a screen cannot be loaded, and loads it when the service is back', async () => {
    const page = await open('', { expectedLines: [/Failed to load/, /ERR_FAILED/] });
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.route('**/dashboard/assets/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Categories' }).click();
    await page.waitForURL('**/categories');
    await page.getByRole('heading', { name: /could not be loaded/ }).waitFor();
    await page.unroute('**/dashboard/assets/**');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Categories' }).waitFor();
  });

  it('does not act for pages of another origin', async () => {
    const order = await createOrder(app());
    const attacker = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>other origin</title>');
    });
    attacker.listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    const page = await open('', { expectedLines: [/CORS policy/, /Failed to load resource/] });
    // the same site: browsers send cookies to every port
    await page.goto(`http://127.0.0.1:${(attacker.address() as AddressInfo).port}/`);
    const sent: (string | undefined)[] = [];
    const debuggerOf = await page.context().newCDPSession(page);
    await debuggerOf.send('Network.enable');
    debuggerOf.on('Network.requestWillBeSentExtraInfo', ({ headers }) => sent.push(headers['Cookie']));
    const statuses = await page.evaluate<readonly unknown[]>(`(async () => {
      const url = ${JSON.stringify(app().url)};
      const attempts = [
        () => fetch(url + '/api/auth', { credentials: 'include' }),
        () => fetch(url + '/api/auth', { credentials: 'include', mode: 'no-cors' }),
        () => fetch(url + '/api/products', {
          method: 'POST', credentials: 'include', mode: 'no-cors', body: JSON.stringify({ name: 'stolen', price: 1 }),
        }),
        () => fetch(url + '/dashboard/session', { method: 'DELETE', credentials: 'include' }),
        // needs no preflight, and no body
        () => fetch(url + '/api/orders/${order.id}/cancel', { method: 'POST', credentials: 'include', mode: 'no-cors' }),
      ];
      const results = [];
      for (const attempt of attempts) {
        results.push(await attempt().then((response) => response.status, () => 'refused'));
      }
      return results;
    })()`);
    attacker.close();
    expect(statuses[0]).to.equal('refused');
    expect(sent.at(-1), 'the cookie of the attack').to.match(/commerce_session=/);
    expect((await app().call(`/api/orders/${order.id}`)).json.status).to.equal('open');
    await page.goto(`${app().url}/dashboard/products`);
    // still signed in, and nothing was created
    await page.getByRole('heading', { name: 'Products' }).waitFor();
    await page.goto(`${app().url}/dashboard/products?q=stolen`);
    await page.getByText('Nothing matches these filters.').waitFor();
  });

  it('shows an analyst everything and lets them change nothing', async () => {
    const analyst = await createUser(app(), { role: 'analyst', password: PASSWORD });
    const { id } = await createProduct(app(), { name: 'Read only', stock: 3 });
    const page = await open('/keys', { user: { email: analyst.email, password: PASSWORD } });
    const create = page.getByRole('button', { name: 'Create a secret key' });
    await create.waitFor();
    expect(await create.isDisabled()).to.equal(true);
    expect(await create.getAttribute('title')).to.equal('This needs the permission keys:write.');
    await page.goto(`${app().url}/dashboard/products/${id}`);
    const adjust = page.getByRole('button', { name: 'Adjust the stock' });
    await adjust.waitFor();
    expect(await adjust.isDisabled()).to.equal(true);
    await expectAccessible(page);
  });
});
