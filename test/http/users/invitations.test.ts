import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

describe(`invitations on ${STORAGE}`, () => {
  let app: TestApp;
  let mails: MailServer;

  before(async () => {
    mails = await startMailServer();
    const settings = {
      SMTP_URL: mails.url,
      MAIL_FROM: 'Shop <shop@example.com>',
      PUBLIC_URL: 'https://shop.example',
    };
    app = await startApp({ ...settings, ...(await emptyStorage()) });
  });
  after(async () => {
    await app.stop();
    await mails.close();
  });

  let people = 0;
  const invitation = (): { email: string; name: string; role: string } => {
    people += 1;
    return { email: `colleague-${people}@example.com`, name: 'Ada', role: 'staff' };
  };
  const invite = (body: object, key?: string) =>
    app.call('/api/users/invitations', { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  const accept = (token: string, password = PASSWORD) =>
    app.call('/api/auth/password_resets/confirm', { method: 'POST', key: null, body: { token, password } });
  const tokenOf = async (email: string, count = 1): Promise<string> => {
    const text = (await mails.mailsTo(email, count)).at(-1)?.text ?? '';
    const page = 'https://shop\\.example/dashboard/accept-invitation\\?token=';
    return new RegExp(`^${page}(cpi_[0-9A-Za-z]{49})$`, 'm').exec(text)?.[1] ?? `no token in ${text}`;
  };
  const isWorthless = async (token: string): Promise<void> => {
    const problem = expectProblem(await accept(token), 422, 'validation_failed');
    expect(errorPathsOf(problem)).to.deep.equal(['/token']);
  };

  it('are accepted by a link that sets the password', async () => {
    const body = invitation();
    const invited = await invite({ ...body, permissions: ['audit:read'] });
    expect(invited.status, invited.text).to.equal(201);
    expect(invited.headers.get('location')).to.equal(`/api/users/${invited.json.id}`);
    expect(invited.json).to.deep.include({
      ...{ ...body, permissions: ['audit:read'], email_verified: false },
      invitation_url: null,
    });
    const open = await app.call(`/api/users?invited_from=${invited.json.invited_at}`);
    expect(open.json.data.map(({ id }: { id: string }) => id)).to.deep.equal([invited.json.id]);
    const token = await tokenOf(body.email);
    expect((await accept(token)).status).to.equal(204);
    const user = (await app.call(`/api/users/${invited.json.id}`)).json;
    expect(user).to.include({ email_verified: true, invited_at: null });
    expect(await signIn(app, body)).to.match(/^cps_/);
    await isWorthless(token);
    expectProblem(await invite(body), 409, 'already_exists');
  });

  it('are sent again with a new link, and the former one does not work', async () => {
    const body = invitation();
    const { id } = (await invite(body)).json;
    const former = await tokenOf(body.email);
    const again = await invite({ ...body, name: 'Ada L.' });
    expect(again.json).to.include({ id, name: 'Ada L.', version: 2 });
    await isWorthless(former);
    const token = await tokenOf(body.email, 2);
    await isWorthless(former);
    expect((await accept(token)).status).to.equal(204);
  });

  it('grant no more than the caller holds', async () => {
    const admin = await signIn(app, await createUser(app, { role: 'admin' }));
    const problem = expectProblem(await invite({ ...invitation(), role: 'owner' }, admin), 403, 'insufficient_scope');
    expect(problem.required_scope).to.equal('*');
    const staff = await signIn(app, await createUser(app, { role: 'staff' }));
    expectProblem(await invite(invitation(), staff), 403, 'insufficient_scope');
    expect((await invite(invitation(), admin)).status).to.equal(201);
  });

  it('reject unknown roles and missing fields by name', async () => {
    const problem = expectProblem(await invite({ role: 'customer' }), 422, 'validation_failed');
    expect(errorPathsOf(problem).sort()).to.deep.equal(['/email', '/name', '/role']);
  });

  it('are limited per e-mail', async () => {
    const body = invitation();
    for (let time = 0; time < 5; time += 1) expect((await invite(body)).status).to.equal(201);
    expectProblem(await invite(body), 429, 'rate_limited');
  });

  it('are not stored by a dry run', async () => {
    const body = invitation();
    const path = '/api/users/invitations?dry_run=true';
    expect((await app.call(path, { method: 'POST', body })).status).to.equal(201);
    expect((await app.call(`/api/users?email=${body.email}`)).json.data).to.deep.equal([]);
  });

  if (STORAGE === 'postgres') {
    it('that are sent at the same time create one user, and one link works', async () => {
      const body = invitation();
      const replies = await Promise.all(Array.from({ length: 4 }, () => invite(body)));
      expect(replies.map(({ status }) => status)).to.deep.equal([201, 201, 201, 201]);
      expect(new Set(replies.map(({ json }) => json.id)).size).to.equal(1);
      expect((await app.call(`/api/users?email=${body.email}`)).json.data).to.have.length(1);
      await eventually('the last link works', async () => (await accept(await tokenOf(body.email))).status === 204);
    });

    it('that are repeated while they are accepted leave one outcome', async () => {
      for (let round = 0; round < 5; round += 1) {
        const body = invitation();
        const { id } = (await invite(body)).json;
        const token = await tokenOf(body.email);
        const [accepted, again] = await Promise.all([accept(token, NEW_PASSWORD), invite(body)]);
        const { invited_at: invitedAt } = (await app.call(`/api/users/${id}`)).json;
        if (accepted.status === 204) {
          expectProblem(again, 409, 'already_exists');
          expect(invitedAt).to.equal(null);
        } else {
          expect([accepted.status, again.status]).to.deep.equal([422, 201]);
          expect(invitedAt).to.equal(again.json.invited_at);
        }
      }
    });
  }
});
