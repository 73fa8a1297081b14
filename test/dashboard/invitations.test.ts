import { expect } from 'chai';
import { OWNER_FLOW, onDashboard } from '../support/browser/dashboard.ts';
import { createUser, signIn } from '../support/builders/resources.ts';

const PASSWORD = 'a very long new password';

onDashboard('invitations', { run: OWNER_FLOW }, ({ app, mails, open, click, fill, expectAccessible }) => {
  it('let a colleague set a password and sign in', async () => {
    const page = await open('/team');
    await click(page.getByRole('button', { name: 'Invite a colleague' }));
    const dialog = page.getByRole('dialog');
    await fill(dialog.getByLabel('E-mail'), 'colleague@example.com');
    await fill(dialog.getByLabel('Name'), 'New Colleague');
    await dialog.getByText('Sees everything, and changes nothing.').waitFor();
    await expectAccessible(page);
    await click(dialog.getByRole('button', { name: 'Invite a colleague' }));
    await page.getByRole('row', { name: /colleague@example.com .*Invited/ }).waitFor();
    // an invitation that is not sent yet would be sent once
    await mails().mailsTo('colleague@example.com');
    await click(page.getByRole('link', { name: 'colleague@example.com' }));
    await click(page.getByRole('button', { name: 'Invite again' }));
    await click(dialog.getByRole('button', { name: 'Invite again' }));
    await page.getByText('The invitation was sent again.').waitFor();
    const mail = (await mails().mailsTo('colleague@example.com', 2)).at(-1);
    const [link = ''] = /http\S+accept-invitation\S+/.exec(mail?.text ?? '') ?? [];
    const invited = await open('', { user: null });
    await invited.goto(link.replace(/^http:\/\/[^/]+/, app().url));
    await invited.getByRole('heading', { name: 'Welcome' }).waitFor();
    await expectAccessible(invited);
    await fill(invited.getByLabel('Password'), PASSWORD);
    await click(invited.getByRole('button', { name: 'Set the password' }));
    await click(invited.getByRole('button', { name: 'Sign in' }));
    expect(invited.url()).not.to.include('token');
    await fill(invited.getByLabel('E-mail'), 'colleague@example.com');
    await fill(invited.getByLabel('Password'), PASSWORD);
    await click(invited.getByRole('button', { name: 'Sign in' }));
    await invited.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await invited.getByRole('link', { name: 'API keys' }).count()).to.equal(0);
  });

  it('are not needed by a colleague who has forgotten the password', async () => {
    const { email } = await createUser(app(), { role: 'staff' });
    const page = await open('', { user: null });
    await click(page.getByRole('button', { name: 'Forgot your password?' }));
    await fill(page.getByLabel('E-mail'), email);
    await expectAccessible(page);
    await click(page.getByRole('button', { name: 'Send the link' }));
    await page.getByText(`If ${email} has an account`).waitFor();
    const [mail] = await mails().mailsTo(email);
    const [link = ''] = /http\S+\/dashboard\/reset-password\S+/.exec(mail?.text ?? '') ?? [];
    await page.goto(link.replace(/^http:\/\/[^/]+/, app().url));
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    await fill(page.getByLabel('Password'), PASSWORD);
    await click(page.getByRole('button', { name: 'Set the password' }));
    await click(page.getByRole('button', { name: 'Sign in' }));
    await fill(page.getByLabel('E-mail'), email);
    await fill(page.getByLabel('Password'), PASSWORD);
    await click(page.getByRole('button', { name: 'Sign in' }));
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('ask who is signed in to sign out first', async () => {
    const page = await open('', { ownSession: true });
    await page.goto(`${app().url}/dashboard/accept-invitation?token=invitation#part`);
    await click(page.getByRole('button', { name: 'Sign out' }));
    await page.getByLabel('Password').waitFor();
    expect(page.url()).to.include('?token=invitation');
  });
});

onDashboard('invitations without a mail server', { settings: { SMTP_URL: '' } }, ({ app, open }) => {
  it('show a link to pass on, by which a colleague sets a password', async () => {
    const page = await open('/team');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog');
    const email = 'linked@example.com';
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Name').fill('Linked Colleague');
    await dialog.getByRole('button', { name: 'Invite a colleague' }).click();
    await dialog.getByText('The service sends no mails: pass this link on.').waitFor();
    const link = await dialog.locator('.secret').innerText();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    const invited = await open('', { user: null });
    await invited.goto(link.replace(/^http:\/\/[^/]+/, app().url));
    await invited.getByLabel('Password').fill(PASSWORD);
    await invited.getByRole('button', { name: 'Set the password' }).click();
    await invited.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await signIn(app(), { email }, PASSWORD)).to.match(/^cps_/);
  });
});
