import { expect } from 'chai';
import { expectAccessible, onDashboard } from '../support/dashboard.ts';

const PASSWORD = 'a very long new password';

onDashboard('invitations', ({ app, mails, open }) => {
  it('let a colleague set a password and sign in', async () => {
    const page = await open('/team');
    await page.getByRole('button', { name: 'Invite a colleague' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('E-mail').fill('colleague@example.com');
    await dialog.getByLabel('Name').fill('New Colleague');
    await dialog.getByRole('button', { name: 'Invite a colleague' }).click();
    await page.getByRole('row', { name: /colleague@example.com/ }).waitFor();
    const [mail] = await mails().mailsTo('colleague@example.com');
    const [link = ''] = /http\S+accept-invitation\S+/.exec(mail?.text ?? '') ?? [];
    const invited = await open('', { user: null });
    await invited.goto(link.replace(/^http:\/\/[^/]+/, app().url));
    await invited.getByRole('heading', { name: 'Welcome' }).waitFor();
    await expectAccessible(invited);
    await invited.getByLabel('Password').fill(PASSWORD);
    await invited.getByRole('button', { name: 'Set the password' }).click();
    await invited.getByRole('button', { name: 'Sign in' }).click();
    expect(invited.url()).not.to.include('token');
    await invited.getByLabel('E-mail').fill('colleague@example.com');
    await invited.getByLabel('Password').fill(PASSWORD);
    await invited.getByRole('button', { name: 'Sign in' }).click();
    await invited.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await invited.getByRole('link', { name: 'API keys' }).count()).to.equal(0);
  });
});
