import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { codeOf } from '../support/builders/second-factors.ts';
import { OWNER } from '../support/servers/calls.ts';

onDashboard('second factors', { run: OWNER_FLOW }, ({ open, click, fill, expectAccessible }) => {
  it('are added with a code of the app, and are then needed to sign in', async () => {
    const page = await open('/account');
    await click(page.getByRole('button', { name: 'Add an authenticator app' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'My phone');
    await click(dialog.getByRole('button', { name: 'Add an authenticator app' }));
    const confirming = page.getByRole('dialog', { name: 'My phone' });
    const secret = await confirming.locator('code').innerText();
    await expectAccessible(page);
    await fill(confirming.getByLabel('The code that the app shows'), codeOf(secret));
    await click(confirming.getByRole('button', { name: 'Confirm' }));
    const codes = (await page.locator('.secret code').innerText()).split('\n');
    expect(codes).to.have.length(10);
    await click(page.getByRole('button', { name: 'I have stored it' }));
    await page.getByRole('row', { name: /My phone/ }).waitFor();

    const other = await open('', { user: null, expectedLines: [/status of 401/] });
    await fill(other.getByLabel('E-mail'), OWNER.email);
    await fill(other.getByLabel('Password'), OWNER.password);
    await click(other.getByRole('button', { name: 'Sign in' }));
    await fill(other.getByLabel('Code'), '000000');
    await click(other.getByRole('button', { name: 'Sign in' }));
    await other.getByRole('alert').waitFor();
    await fill(other.getByLabel('Code'), codes[0] ?? '');
    await click(other.getByRole('button', { name: 'Sign in' }));
    await other.getByRole('heading', { name: 'Home' }).waitFor();
  });
});
