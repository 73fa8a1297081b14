import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER } from '../support/calls.ts';
import { expectAccessible, onDashboard, REFUSED } from '../support/dashboard.ts';
import { createUser } from '../support/resources.ts';
import { codeOf } from '../support/second-factors.ts';
import { PASSWORD } from '../support/secrets.ts';

// addresses have no passkeys
const HOST = 'localhost';

/** Gives the page a device that makes and uses passkeys without asking anybody. */
const addDevice = async (page: Page): Promise<void> => {
  const debuggerOf = await page.context().newCDPSession(page);
  await debuggerOf.send('WebAuthn.enable');
  await debuggerOf.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

/** Tabs to what has the name, and presses Enter there. */
const pressOn = async (page: Page, name: string): Promise<void> => {
  for (let tabs = 0; tabs < 60; tabs += 1) {
    const focused = await page.evaluate<string | undefined>('document.activeElement?.textContent?.trim()');
    if (focused === name) return page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  expect.fail(`The key Tab leads to no ${name}.`);
};

const addPasskey = async (page: Page): Promise<string[]> => {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My laptop');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = (await page.locator('.secret code').innerText()).split('\n');
  await page.keyboard.press('Escape');
  return codes;
};

onDashboard('passkeys', ({ open }) => {
  it('are added, confirm changes and sign in', async () => {
    const page = await open('/account', { host: HOST, expectedLines: [REFUSED] });
    await addDevice(page);
    const codes = await addPasskey(page);
    expect(codes).to.have.length(10);
    const row = page.getByRole('row', { name: /My laptop.*Passkey.*Active/ });
    await row.waitFor();
    await row.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Blue laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('row', { name: /Blue laptop/ }).waitFor();

    // this session has begun without the passkey
    await page.getByRole('button', { name: 'New recovery codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
    await dialog.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByLabel('Your password').fill(OWNER.password);
    await dialog.getByRole('button', { name: 'New recovery codes' }).click();
    await dialog.getByRole('textbox', { name: 'Recovery code' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    const renewed = (await page.locator('.secret code').innerText()).split('\n');
    expect(new Set([...codes, ...renewed])).to.have.property('size', 20);
    await page.keyboard.press('Escape');

    // by keyboard alone
    await page.locator('.account summary, .account button').first().press('Enter');
    await page.getByRole('button', { name: 'Sign out' }).press('Enter');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(OWNER.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(OWNER.password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessible(page);
    await page.getByLabel('E-mail').focus();
    await pressOn(page, 'Use a passkey');
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
    await page.getByRole('row', { name: /Blue laptop/ }).waitFor();
  });

  it('that the device refuses leave the codes', async () => {
    const page = await open('', { host: HOST, user: null, expectedLines: [REFUSED] });
    await addDevice(page);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Password').fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // this device has no passkey of the owner
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'no answer from a passkey' }).waitFor();
    await page.getByRole('textbox', { name: 'Recovery code' }).waitFor();
  });
});

onDashboard(
  'second factors that a role needs',
  ({ app, open }) => {
    it('come before everything else', async () => {
      const user = await createUser(app(), { role: 'staff' });
      const page = await open('/orders', { host: HOST, user: null });
      await page.getByLabel('E-mail').fill(user.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
      await page.getByText('A second factor protects your account').waitFor();
      await expectAccessible(page);
      expect(await page.getByRole('navigation').count()).to.equal(0);
      await page.getByRole('button', { name: 'Add an authenticator app' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('My phone');
      await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
      const confirming = page.getByRole('dialog', { name: 'My phone' });
      await confirming
        .getByRole('img', { name: 'QR code of the secret' })
        .locator('path[d^="M"]')
        .waitFor({ state: 'attached' });
      await expectAccessible(page);
      await confirming
        .getByLabel('The code that the app shows')
        .fill(codeOf(await confirming.locator('code').innerText()));
      await confirming.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('dialog', { name: 'Recovery codes' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Orders' }).waitFor();
    });

    it('are offered as passkeys only where the address has a name', async () => {
      const page = await open('/account');
      await page.getByText('Passkeys need a current browser').waitFor();
      expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).to.equal(0);
    });
  },
  { SECOND_FACTOR_REQUIRED: 'staff' },
);
