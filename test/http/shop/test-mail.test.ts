import { expect } from 'chai';
import { OWNER } from '../../support/servers/calls.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe('a test mail', () => {
  let app: TestApp | undefined;
  let mails: MailServer | undefined;

  const start = async (settings: Record<string, string>): Promise<TestApp> => {
    app = await startApp(settings);
    return app;
  };

  afterEach(async () => {
    await app?.stop();
    await mails?.close();
    [app, mails] = [undefined, undefined];
  });

  const send = (to: TestApp) => to.call('/api/shop/test_mail', { method: 'POST' });

  it('is sent to the caller, with the name of the shop in its language', async () => {
    mails = await startMailServer();
    const { call } = await start({ SMTP_URL: mails.url });
    await call('/api/shop', { method: 'PATCH', body: { name: 'Leinen' } });
    await call('/api/shop/rules', { method: 'PATCH', body: { mail_language: 'de' } });
    const { status, json } = await call('/api/shop/test_mail', { method: 'POST' });
    expect(status).to.equal(200);
    expect(json).to.include({ object: 'test_mail', to: OWNER.email });
    const [mail] = await mails.mailsTo(OWNER.email);
    expect(mail?.subject).to.equal('Eine Testmail von Leinen');
    expect(mail?.html).to.include('Leinen kann Mails versenden');
  });

  it('says that there is no mail server', async () => {
    const { status, json } = await send(await start({}));
    expect([status, json.code]).to.deep.equal([409, 'mail_not_configured']);
    expect(json.detail).to.include('SMTP_URL');
  });

  it('says why the mail server did not take it, and is sent with the next request', async () => {
    mails = await startMailServer();
    const running = await start({ SMTP_URL: mails.url });
    mails.reject(1);
    const { status, json } = await send(running);
    expect([status, json.code]).to.deep.equal([502, 'mail_failed']);
    // the server's text may be about a person
    expect(json.detail).to.equal('The mail was not sent: SMTP failed with EMESSAGE 450.');
    expect((await send(running)).status).to.equal(200);
  });

  it('is limited for each user', async () => {
    const running = await start({});
    for (let count = 0; count < 10; count += 1) expect((await send(running)).status).to.equal(409);
    const { status, headers } = await send(running);
    expect(status).to.equal(429);
    expect(Number(headers.get('retry-after'))).to.be.greaterThan(0);
  });
});
