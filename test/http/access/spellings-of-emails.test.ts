import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { literalLabel } from '../../support/punycode.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`mailed tokens of e-mails in several spellings on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    app = await startApp({ SMTP_URL: mails.url, MAIL_FROM: 'Shop <shop@example.com>', ...(await emptyStorage()) });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  const post = (path: string, body: unknown, key: string | null = null): Promise<Reply> =>
    app.call(`/api/auth/${path}`, { method: 'POST', key, ...(body === undefined ? {} : { body }) });
  const verify = (token: string, key: string | null = null) => post('email_verifications/confirm', { token }, key);
  const tokenIn = (text = ''): string => /cp[rv]_[0-9A-Za-z]{49}/.exec(text)?.[0] ?? '';
  const me = async (key: string) => (await app.call('/api/users/me', { key })).json;
  const isWorthless = async (attempt: Promise<Reply>): Promise<void> => {
    expect(errorPathsOf(expectProblem(await attempt, 422, 'validation_failed'))).to.deep.equal(['/token']);
  };

  it('prove an e-mail that is only spelled in another way, beyond the case, and none but this spelling', async () => {
    const user = await createUser(app);
    const session = await signIn(app, user);
    await post('email_verifications', undefined, session);
    const [first] = await mails.mailsTo(user.email);
    await verify(tokenIn(first?.text), session);
    const change = (email: string) => app.call('/api/users/me', { method: 'PATCH', body: { email }, key: session });
    const upper = user.email.replace('example', 'Example');
    expect((await change(upper)).json).to.include({ email: upper, pending_email: null, email_verified: true });
    const [circled, wide] = [user.email.replace(/^./, 'ⓢ'), user.email.replace(/^./, 'ｓ')];
    const tokens: string[] = [];
    for (const email of [circled, wide]) {
      expect((await change(email)).json).to.include({ email: upper, pending_email: email });
      if (email === wide) await isWorthless(verify(tokens[0] ?? '', session));
      tokens.push(tokenIn((await mails.mailsTo(email))[0]?.text));
    }
    expect((await verify(tokens[1] ?? '', session)).status).to.equal(204);
    expect(await me(session)).to.include({ email: wide, pending_email: null, email_verified: true });
    await eventually('the former spelling is notified', async () =>
      mails.received.some(({ to, subject }) => to === user.email && subject === 'Your e-mail address was changed'),
    );
    await app.call(`/api/users/${user.id}`, { method: 'PATCH', body: { email: circled } });
    expect(await me(session)).to.include({ email: circled, email_verified: false });
  });

  it('go to the e-mail of the account, however it is spelled where they are requested', async () => {
    const { email } = await createUser(app);
    const lookAlike = email.replace(/^./, 'ⓢ');
    expect((await post('password_resets', { email: lookAlike })).status).to.equal(202);
    expect((await mails.mailsTo(email))[0]?.subject).to.equal('Set a new password');
    const other = await createUser(app, { email: email.replace('example', literalLabel('ⓔxample')) });
    expect(other.email).to.match(/@xn--/);
    await post('password_resets', { email: other.email });
    // the server of this test shows what is encoded
    await mails.mailsTo(email.replace('example', 'ⓔxample'));
    expect(await mails.mailsTo(email)).to.have.length(1);
    expect(mails.received.filter(({ to }) => to === lookAlike)).to.deep.equal([]);
  });
});
