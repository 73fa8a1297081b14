import { expect } from 'chai';
import { OWNER } from '../support/calls.ts';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';
import { codeOf } from '../support/second-factors.ts';

onDashboard('second factors', ({ open }) => {
  it('are added with a code of the app, and are then needed to sign in', async () => {
    const page = await open('/account');
    await page.getByRole('button', { name: 'Add an authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
    const confirming = page.getByRole('dialog', { name: 'My phone' });
    const secret = await confirming.locator('code').innerText();
    await expectAccessible(page);
    await confirming.getByLabel('The code that the app shows').fill(codeOf(secret));
    await confirming.getByRole('button', { name: 'Confirm' }).click();
    const codes = (await page.locator('.secret code').innerText()).split('\n');
    expect(codes).to.have.length(10);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /My phone/ }).waitFor();

    const other = await open('', { user: null, expectedLines: [/status of 401/] });
    await other.getByLabel('E-mail').fill(OWNER.email);
    await other.getByLabel('Password').fill(OWNER.password);
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByLabel('Code').fill('000000');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('alert').waitFor();
    await other.getByLabel('Code').fill(codes[0] ?? '');
    await other.getByRole('button', { name: 'Sign in' }).click();
    await other.getByRole('heading', { name: 'Home' }).waitFor();
  });
});
