import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';
import { signIn } from '../support/builders/resources.ts';

onDashboard('API keys', { run: OWNER_FLOW }, ({ app, open, click, fill, check, uncheck, expectAccessible }) => {
  it('creates a key that works, and shows it once', async () => {
    const page = await open('/keys');
    await click(page.getByRole('button', { name: 'Create a secret key' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Warehouse');
    // nothing is chosen for the user
    await click(dialog.getByRole('button', { name: 'Create a secret key' }));
    await dialog.locator('.field-error').waitFor();
    await check(dialog.getByLabel('orders:read'));
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Create a secret key' }));
    const key = await page.locator('.secret code').innerText();
    expect(key).to.match(/^cpk_/);
    await expectAccessible(page);
    expect((await app().call('/api/orders', { key })).status).to.equal(200);
    expect((await app().call('/api/payments', { key })).status).to.equal(403);
    for (let count = 0; count < 3; count += 1) await page.keyboard.press('Escape');
    await dialog.getByRole('alert').filter({ hasText: 'Nothing was copied yet.' }).waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'I have stored it' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /Warehouse/ }).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('row', { name: /Warehouse/ }).waitFor();
    expect(await page.content()).not.to.include(key);
  });

  it('says at the field what is wrong', async () => {
    const page = await open('/keys', { expectedLines: [/status of 422/] });
    await click(page.getByRole('button', { name: 'Create a secret key' }));
    const dialog = page.getByRole('dialog');
    await check(dialog.getByLabel('orders:read'));
    await fill(dialog.getByLabel('Name'), 'Faulty');
    await fill(dialog.getByLabel('Allowed addresses'), '10.0.0.300');
    await click(dialog.getByRole('button', { name: 'Create a secret key' }));
    const field = dialog.getByRole('textbox', { name: 'Allowed addresses' });
    await dialog.locator('.field-error').waitFor();
    expect(await field.getAttribute('aria-invalid')).to.equal('true');
    expect(await field.evaluate((element) => element.matches(':focus'))).to.equal(true);
    const name = await dialog.getByLabel('Name').inputValue();
    expect(name).to.equal('Faulty');
  });

  it('revokes a key at once', async () => {
    const created = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'Doomed' } });
    const page = await open('/keys');
    const row = page.getByRole('row', { name: /Doomed/ });
    await chooseOfRow({ click }, row, 'Revoke');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Revoke' }));
    await page.getByText('The key was revoked.').waitFor();
    expect((await app().call('/api/auth', { key: created.json.key })).status).to.equal(401);
  });

  it('changes the name and the limit of a key', async () => {
    const { json: created } = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'Former' } });
    const page = await open('/keys');
    await chooseOfRow({ click }, page.getByRole('row', { name: /Former/ }), 'Edit');
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'Renamed');
    await fill(dialog.getByLabel('Rate limit'), '100/60');
    await click(dialog.getByRole('button', { name: 'Save' }));
    await page.getByRole('row', { name: /Renamed/ }).waitFor();
    const { json } = await app().call(`/api/auth/keys/${created.id}`);
    expect(json).to.include({ name: 'Renamed', rate_limit: '100/60' });
  });

  it('fills in the form by a preset, which can be changed, and explains each scope', async () => {
    const page = await open('/keys');
    await click(page.getByRole('button', { name: 'Create a secret key' }));
    const dialog = page.getByRole('dialog');
    const checked = () => dialog.locator('label:has(input:checked)').filter({ hasText: ':' }).count();
    await click(dialog.getByRole('button', { name: 'Back office, read only' }));
    expect(await dialog.getByLabel('Name').inputValue()).to.equal('Back office, read only');
    expect(await checked()).to.be.greaterThan(8);
    await click(dialog.getByRole('button', { name: 'Fulfilment' }));
    expect(await dialog.getByLabel('Name').inputValue()).to.equal('Fulfilment');
    expect(await checked()).to.equal(3);
    await fill(dialog.getByLabel('Name'), 'Our warehouse');
    await click(dialog.getByRole('button', { name: 'Accounting' }));
    expect(await dialog.getByLabel('Name').inputValue()).to.equal('Our warehouse');
    await uncheck(dialog.getByLabel('analytics:read – read the reports'));
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Create a secret key' }));
    await page.locator('.secret code').waitFor();
    const { data } = (await app().call('/api/auth/keys?limit=1')).json;
    expect(data[0]).to.deep.include({
      name: 'Our warehouse',
      scopes: ['orders:read', 'payments:read', 'invoices:read', 'subscriptions:read'],
    });
  });

  it('creates a publishable key by a preset', async () => {
    const page = await open('/keys');
    await click(page.getByRole('button', { name: 'Create a publishable key' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'Pages on this machine' }));
    await click(dialog.getByRole('button', { name: 'Create a publishable key' }));
    await page.locator('.secret code').waitFor();
    await page.getByText('This key is no secret: it belongs into your page.').waitFor();
    const { data } = (await app().call('/api/auth/keys?limit=1')).json;
    expect(data[0]).to.deep.include({ name: 'Pages on this machine', kind: 'publishable' });
    expect(data[0].allowed_origins).to.include('http://localhost:3000');
  });

  it('offers nothing that the user cannot give', async () => {
    const credentials = { email: 'keeper@example.com', password: 'a fine long password' };
    const body = { ...credentials, role: 'staff', permissions: ['keys:read', 'keys:write'] };
    expect((await app().call('/api/users', { method: 'POST', body })).status).to.equal(201);
    const page = await open('/keys', { user: credentials });
    await click(page.getByRole('button', { name: 'Create a secret key' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('button', { name: 'Back office, read only' }));
    const labels = await dialog.locator('label:has(input:checked)').filter({ hasText: ':' }).allInnerTexts();
    const own = (await app().call('/api/auth', { key: await signIn(app(), credentials, credentials.password) })).json
      .scopes as string[];
    for (const label of labels) expect(own, label).to.include(label.trim().split(' ')[0]);
    expect(labels).to.not.have.length(0);
  });
});
