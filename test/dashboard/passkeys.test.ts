import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { OWNER_FLOW, onDashboard, REFUSED } from '../support/browser/dashboard.ts';
import { chooseOfRow } from '../support/browser/row-menu.ts';
import { createUser } from '../support/builders/resources.ts';
import { codeOf } from '../support/builders/second-factors.ts';
import { PASSWORD } from '../support/builders/secrets.ts';
import { OWNER } from '../support/servers/calls.ts';

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

onDashboard('passkeys', { run: OWNER_FLOW }, ({ open, click, fill, expectAccessible }) => {
  const addPasskey = async (page: Page): Promise<string[]> => {
    await click(page.getByRole('button', { name: 'Add a passkey' }));
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await fill(dialog.getByLabel('Name'), 'My laptop');
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Add a passkey' }));
    const codes = (await page.locator('.secret code').innerText()).split('\n');
    await click(page.getByRole('button', { name: 'I have stored it' }));
    return codes;
  };

  it('are added, confirm changes and sign in', async () => {
    const page = await open('/account', { host: HOST, expectedLines: [REFUSED] });
    await addDevice(page);
    const codes = await addPasskey(page);
    expect(codes).to.have.length(10);
    const row = page.getByRole('row', { name: /My laptop.*Passkey.*Active/ });
    await row.waitFor();
    await chooseOfRow({ click }, row, 'Rename');
    await fill(page.getByRole('dialog').getByLabel('Name'), 'Blue laptop');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Rename' }));
    await page.getByRole('row', { name: /Blue laptop/ }).waitFor();

    // this session has begun without the passkey
    await click(page.getByRole('button', { name: 'New recovery codes' }));
    const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
    await click(dialog.getByRole('button', { name: 'New recovery codes' }));
    await fill(dialog.getByLabel('Your password'), OWNER.password);
    await click(dialog.getByRole('button', { name: 'New recovery codes' }));
    await dialog.getByRole('textbox', { name: 'Recovery code' }).waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Use a passkey' }));
    const renewed = (await page.locator('.secret code').innerText()).split('\n');
    expect(new Set([...codes, ...renewed])).to.have.property('size', 20);
    await click(page.getByRole('button', { name: 'I have stored it' }));

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
    await click(page.getByRole('button', { name: 'Use a passkey' }));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  });

  it('fall back to codes when the device refuses', async () => {
    const page = await open('', { host: HOST, user: null, expectedLines: [REFUSED] });
    await addDevice(page);
    await fill(page.getByLabel('E-mail'), OWNER.email);
    await fill(page.getByLabel('Password'), OWNER.password);
    await click(page.getByRole('button', { name: 'Sign in' }));
    // this device has no passkey of the owner
    await click(page.getByRole('button', { name: 'Use a passkey' }));
    await page.getByRole('alert').filter({ hasText: 'No passkey responded' }).waitFor();
    await page.getByRole('textbox', { name: 'Recovery code' }).waitFor();
  });
});

const OPTIONS = { settings: { SECOND_FACTOR_REQUIRED: 'staff' }, run: OWNER_FLOW };

onDashboard('second factors that a role needs', OPTIONS, ({ app, open, click, fill, expectAccessible }) => {
  it('are required before any other screen', async () => {
    const user = await createUser(app(), { role: 'staff' });
    const page = await open('/orders', { host: HOST, user: null });
    await fill(page.getByLabel('E-mail'), user.email);
    await fill(page.getByLabel('Password'), PASSWORD);
    await click(page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { name: 'Add a second factor' }).waitFor();
    await page.getByText('A second factor protects your account').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('navigation').count()).to.equal(0);
    await click(page.getByRole('button', { name: 'Add an authenticator app' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('Name'), 'My phone');
    await click(dialog.getByRole('button', { name: 'Add an authenticator app' }));
    const confirming = page.getByRole('dialog', { name: 'My phone' });
    await confirming
      .getByRole('img', { name: 'QR code of the secret' })
      .locator('path[d^="M"]')
      .waitFor({ state: 'attached' });
    await expectAccessible(page);
    await fill(
      confirming.getByLabel('The code that the app shows'),
      codeOf(await confirming.locator('code').innerText()),
    );
    await click(confirming.getByRole('button', { name: 'Confirm' }));
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.waitFor();
    // the stream of the caller says meanwhile that nothing more is due
    await page.waitForTimeout(2_000);
    expect((await codes.locator('code').innerText()).split('\n')).to.have.length(10);
    await click(codes.getByRole('button', { name: 'I have stored it' }));
    await page.getByRole('heading', { name: 'Orders' }).waitFor();
  });

  it('are offered as passkeys only where the address has a name', async () => {
    const page = await open('/account');
    await page.getByText('Passkeys need a current browser').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).to.equal(0);
  });
});
