import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { type MailServer, startMailServer } from '../../support/servers/mail-server.ts';
import { emptyStorage, onStorage, STORAGE } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const WEBHOOK = { url: 'https://thief.example/hooks', events: ['order.*'] };

describe(`webhooks that a stolen session sets up, on ${STORAGE}`, () => {
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

  const anAdmin = async () => {
    const user = await createUser(app, { role: 'admin' });
    return { ...user, session: await signIn(app, user) } as { id: string; email: string; session: string };
  };
  const post = (path: string, key: string, body: object = {}): Promise<Reply> =>
    app.call(path, { method: 'POST', key, body });
  const patch = (path: string, key: string, body: object): Promise<Reply> =>
    app.call(path, { method: 'PATCH', key, body });
  const created = async (key: string, fields: object = {}): Promise<string> => {
    const reply = await post('/api/webhooks', key, { ...WEBHOOK, ...fields });
    expect(reply.status, reply.text).to.equal(201);
    return reply.json.id;
  };
  const webhooksKeyOf = async (session: string): Promise<string> =>
    (await post('/api/auth/keys', session, { name: 'a key', scopes: ['webhooks:read', 'webhooks:write'] })).json.key;
  const stateOf = async (id: string) => (await app.call(`/api/webhooks/${id}`)).json.disabled_reason;
  const subjects = async (email: string, count: number) =>
    (await mails.mailsTo(email, count)).map(({ subject }) => subject);
  const changePassword = (key: string, revokeKeys = false): Promise<Reply> =>
    patch('/api/users/me', key, { password: NEW_PASSWORD, current_password: PASSWORD, revoke_keys: revokeKeys });

  it('are announced to the user, and another URL and a new secret, too', async () => {
    const { email, session } = await anAdmin();
    const id = await created(session);
    expect(await subjects(email, 1)).to.deep.equal(['A new webhook was created']);
    await patch(`/api/webhooks/${id}`, session, { url: 'https://elsewhere.example' });
    expect((await subjects(email, 2)).at(-1)).to.equal('A webhook was changed');
    await post(`/api/webhooks/${id}/rotate_secret`, session);
    expect((await subjects(email, 3)).at(-1)).to.equal('A webhook was changed');
    await patch(`/api/webhooks/${id}`, session, { description: 'Orders', url: 'https://elsewhere.example' });
    await created((await createKey(app, { scopes: ['webhooks:write', 'orders:read'] })).key);
    expect(await subjects(email, 3)).to.have.length(3);
  });

  it('are announced to the owner too, if an admin changes them', async () => {
    const [owner, admin] = [await anAdmin(), await anAdmin()];
    const id = await created(owner.session);
    await patch(`/api/webhooks/${id}`, admin.session, { url: 'https://elsewhere.example' });
    expect(await subjects(admin.email, 1)).to.deep.equal(['A webhook was changed']);
    expect(await subjects(owner.email, 2)).to.have.members(['A new webhook was created', 'A webhook was changed']);
  });

  it('are disabled by a new password, and those of its keys, while those of an earlier session stay', async () => {
    const { email, session } = await anAdmin();
    const earlier = await created(session);
    expect((await app.call('/api/auth', { method: 'DELETE', key: session })).status).to.equal(204);
    const stolen = await signIn(app, { email });
    const { key } = (await post('/api/auth/keys', stolen, { name: 'a key' })).json;
    const webhooks = [await created(stolen), await created(key)];
    const changed = await changePassword(stolen);
    expect(changed.json.disabled_webhooks).to.have.members(webhooks);
    for (const id of webhooks) expect(await stateOf(id)).to.equal('session_ended');
    expect(await stateOf(earlier)).to.equal(null);
    const [entry] = (await app.call(`/api/audit_log?resource_id=${webhooks[0]}`)).json.data;
    expect(entry).to.deep.include({ action: 'webhook.disabled' });
    expect(entry.after).to.include({ disabled_reason: 'session_ended' });
  });

  it('are all disabled with revoke_keys', async () => {
    const { email, session } = await anAdmin();
    const earlier = await created(session);
    await app.call('/api/auth', { method: 'DELETE', key: session });
    const changed = await changePassword(await signIn(app, { email }), true);
    expect(changed.json.disabled_webhooks).to.deep.equal([earlier]);
    expect(await stateOf(earlier)).to.equal('session_ended');
  });

  for (const [title, setUp] of [
    ['given another URL', (id: string, key: string) => patch(`/api/webhooks/${id}`, key, WEBHOOK)],
    ['given a new secret', (id: string, key: string) => post(`/api/webhooks/${id}/rotate_secret`, key)],
    [
      'given another owner',
      async (id: string, key: string) => patch(`/api/webhooks/${id}`, key, { owner_id: (await anAdmin()).id }),
    ],
  ] as const) {
    it(`are disabled if they were somebody else’s and the session has ${title}, and staff end it by force`, async () => {
      const [owner, victim] = [await anAdmin(), await anAdmin()];
      const id = await created(owner.session, { url: 'https://shop.example/hooks' });
      expect((await setUp(id, victim.session)).status).to.equal(200);
      expect(await stateOf(id)).to.equal(null);
      const ended = await app.call(`/api/users/${victim.id}/sessions`, { method: 'DELETE' });
      expect(ended.status).to.equal(204);
      expect(await stateOf(id)).to.equal('session_ended');
      expect(
        (await app.call(`/api/webhooks/${id}`, { method: 'PATCH', body: { enabled: true } })).json.enabled,
      ).to.equal(true);
    });
  }

  for (const [title, change] of [
    ['enabled again', { enabled: true }],
    ['enabled again with more events', { enabled: true, events: ['order.*', 'product.*'] }],
  ] as const) {
    it(`are set up by who has ${title} what was disabled by force`, async () => {
      const { id: userId, email, session } = await anAdmin();
      const id = await created(session);
      const endSessions = () => app.call(`/api/users/${userId}/sessions`, { method: 'DELETE' });
      await endSessions();
      expect(await stateOf(id)).to.equal('session_ended');
      const before = (await mails.mailsTo(email, 1)).length;
      expect((await patch(`/api/webhooks/${id}`, await signIn(app, { email }), change)).status).to.equal(200);
      expect((await subjects(email, before + 1)).at(-1)).to.equal('A webhook was changed');
      await endSessions();
      expect(await stateOf(id)).to.equal('session_ended');
    });
  }

  it('are set up by who selects more events, and not by who selects fewer', async () => {
    const [owner, victim] = [await anAdmin(), await anAdmin()];
    const id = await created(owner.session, { url: 'https://shop.example/hooks' });
    const endSessions = () => app.call(`/api/users/${victim.id}/sessions`, { method: 'DELETE' });
    await patch(`/api/webhooks/${id}`, victim.session, { events: ['order.paid', 'order.created'] });
    await endSessions();
    expect(await stateOf(id)).to.equal(null);
    await patch(`/api/webhooks/${id}`, await signIn(app, victim), { events: ['order.*'] });
    expect(await subjects(victim.email, 1)).to.deep.equal(['A webhook was changed']);
    await endSessions();
    expect(await stateOf(id)).to.equal('session_ended');
  });

  it('are disabled by force even if they are disabled already, so that a stolen key cannot enable them', async () => {
    const { id: userId, email, session } = await anAdmin();
    const id = await created(session, { enabled: false });
    await app.call(`/api/users/${userId}/sessions`, { method: 'DELETE' });
    expect(await stateOf(id)).to.equal('session_ended');
    const key = await webhooksKeyOf(await signIn(app, { email }));
    const enabling = await patch(`/api/webhooks/${id}`, key, { enabled: true });
    expectProblem(enabling, 403, 'insufficient_scope');
    await patch(`/api/webhooks/${id}`, key, { enabled: false, description: 'Orders' });
    expect(await stateOf(id)).to.equal('session_ended');
  });

  it('are enabled again after a revoked key only by who may receive their events, which then ends them', async () => {
    const scopes = ['webhooks:read', 'webhooks:write', 'orders:read'];
    const [first, second] = [await createKey(app, { scopes }), await createKey(app, { scopes })];
    const id = await created(first.key);
    await app.call(`/api/auth/keys/${first.id}`, { method: 'DELETE' });
    expect(await stateOf(id)).to.equal('key_revoked');
    expect((await patch(`/api/webhooks/${id}`, second.key, { enabled: true })).status).to.equal(200);
    await app.call(`/api/auth/keys/${second.id}`, { method: 'DELETE' });
    expect(await stateOf(id)).to.equal('key_revoked');
  });

  it('are enabled again without more, if they were disabled by request', async () => {
    const { email, session } = await anAdmin();
    const id = await created(session);
    await patch(`/api/webhooks/${id}`, session, { enabled: false });
    const key = await webhooksKeyOf(session);
    expect((await patch(`/api/webhooks/${id}`, key, { enabled: true })).status).to.equal(200);
    expect(await subjects(email, 2)).to.have.members(['A new webhook was created', 'A new API key was created']);
  });

  it('are disabled by the end of that session alone, and not by another one', async () => {
    const { id: userId, email, session } = await anAdmin();
    const mine = await created(session);
    const theirs = await created(await signIn(app, { email }));
    const sessions = (await app.call(`/api/users/${userId}/sessions`)).json.data;
    await app.call(`/api/users/${userId}/sessions/${sessions[0].id}`, { method: 'DELETE' });
    expect([await stateOf(mine), await stateOf(theirs)]).to.deep.equal([null, 'session_ended']);
  });

  it('need no confirmation of a key, which acts within its scopes', async () => {
    const { key } = await createKey(app, { scopes: ['webhooks:read', 'webhooks:write', 'orders:read'] });
    const id = await created(key);
    expect((await patch(`/api/webhooks/${id}`, key, { url: 'https://other.example' })).status).to.equal(200);
  });

  it('show a new secret only to a key that may receive their events', async () => {
    const { key } = await createKey(app, { scopes: ['webhooks:read', 'webhooks:write'] });
    const { id } = (await app.call('/api/webhooks', { method: 'POST', body: WEBHOOK })).json;
    expectProblem(await post(`/api/webhooks/${id}/rotate_secret`, key), 403, 'insufficient_scope');
  });

  it('need the right password, if one is sent', async () => {
    const { session } = await anAdmin();
    const body = { ...WEBHOOK, current_password: 'a wrong password of mine' };
    expectProblem(await post('/api/webhooks', session, body), 422, 'validation_failed');
    expect((await post('/api/webhooks', session, { ...body, current_password: PASSWORD })).status).to.equal(201);
  });
});

onStorage('postgres', 'webhooks of a session that is not recent', ({ app, databaseUrl }) => {
  const call = (key: string, method: string, path: string, body: object) => app().call(path, { method, key, body });
  const createKeyBy = async (key: string) => (await call(key, 'POST', '/api/auth/keys', { name: 'a key' })).json;

  it('are set up with the password alone, and changed otherwise without', async () => {
    const user = await createUser(app(), { role: 'admin' });
    const key = await signIn(app(), user);
    const { id } = (await call(key, 'POST', '/api/webhooks', WEBHOOK)).json;
    await runSql(databaseUrl(), `update sessions set created_at = created_at - interval '10 minutes'`);
    for (const [method, path, body, status] of [
      ['POST', '/api/webhooks', WEBHOOK, 201],
      ['PATCH', `/api/webhooks/${id}`, { url: 'https://elsewhere.example' }, 200],
      ['POST', `/api/webhooks/${id}/rotate_secret`, {}, 200],
      ['PATCH', `/api/webhooks/${id}`, { owner_id: (await createUser(app(), { role: 'admin' })).id }, 200],
    ] as const) {
      expectProblem(await call(key, method, path, body), 403, 'recent_sign_in_required');
      const confirmed = await call(key, method, path, { ...body, current_password: PASSWORD });
      expect(confirmed.status, confirmed.text).to.equal(status);
    }
    const others = { url: 'https://elsewhere.example', events: ['order.paid'], description: 'Paid', enabled: false };
    expect((await call(key, 'PATCH', `/api/webhooks/${id}`, others)).status).to.equal(200);
    const path = `/api/webhooks/${id}`;
    expectProblem(await call(key, 'PATCH', path, { events: ['order.*'] }), 403, 'recent_sign_in_required');
    expect((await call(key, 'PATCH', path, { enabled: true })).status).to.equal(200);
    await runSql(databaseUrl(), `update webhook_endpoints set enabled = false, disabled_reason = 'session_ended'`);
    expectProblem(await call(key, 'PATCH', path, { enabled: true }), 403, 'recent_sign_in_required');
    expect((await call(key, 'PATCH', path, { enabled: true, current_password: PASSWORD })).status).to.equal(200);
  });

  it('are not left by a key that is revoked while it creates them and other keys', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await createUser(app(), { role: 'admin' });
      const session = await signIn(app(), user);
      const { id, key } = await createKeyBy(session);
      const create = () => [
        call(key, 'POST', '/api/webhooks', WEBHOOK),
        call(key, 'POST', '/api/auth/keys', { name: 'a key' }),
      ];
      const creating = [...create(), ...create()];
      const revoking = app().call(`/api/auth/keys/${id}`, { method: 'DELETE', key: session });
      creating.push(...create(), ...create());
      expect((await revoking).status).to.equal(204);
      for (const { status, json } of await Promise.all(creating)) {
        if (status !== 201) expect(status).to.equal(401);
        else if (json.object === 'api_key')
          expect((await app().call('/api/auth', { key: json.key })).status).to.equal(401);
        else expect((await app().call(`/api/webhooks/${json.id}`)).json.disabled_reason).to.equal('key_revoked');
      }
    }
  });

  it('are not left by a session that ends by force while it creates them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const user = await createUser(app(), { role: 'admin' });
      const key = await signIn(app(), user);
      const create = () => call(key, 'POST', '/api/webhooks', WEBHOOK);
      const creating = [create(), create(), create()];
      const ending = app().call(`/api/users/${user.id}/sessions`, { method: 'DELETE' });
      creating.push(create(), create());
      expect((await ending).status).to.equal(204);
      for (const { status, json } of await Promise.all(creating)) {
        if (status !== 201) expect(status).to.equal(401);
        else expect((await app().call(`/api/webhooks/${json.id}`)).json.disabled_reason).to.equal('session_ended');
      }
    }
  });
});
