import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

onService('sessions', ({ app }) => {
  const list = async (key: string) => (await app().call('/api/auth/sessions', { key })).json.data;
  const end = (id: string, key: string) => app().call(`/api/auth/sessions/${id}`, { method: 'DELETE', key });
  const isRejected = async (key: string) => (await app().call('/api/auth', { key })).status === 401;

  it('are listed to their user, the newest first, without tokens', async () => {
    const [ada, bob] = [await createUser(app()), await createUser(app())];
    const [first, second] = [await signIn(app(), ada), await signIn(app(), ada)];
    await signIn(app(), bob);
    const listed = await app().call('/api/auth/sessions', { key: first });
    const { data } = listed.json;
    expect(data.map(({ current }: { current: boolean }) => current)).to.deep.equal([false, true]);
    for (const session of data) {
      expect(session).to.include({ object: 'session', user_id: ada.id });
      expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).to.equal(12 * 3_600_000);
    }
    expect(listed.text).to.not.include(first).and.not.include(second);
  });

  it('are ended one by one by their user', async () => {
    const ada = await createUser(app());
    const [here, there] = [await signIn(app(), ada), await signIn(app(), ada)];
    const [newest] = await list(here);
    expect((await end(newest.id, here)).status).to.equal(204);
    expect([await isRejected(there), await isRejected(here)]).to.deep.equal([true, false]);
    expectProblem(await end(newest.id, here), 404, 'not_found');
    const [own] = await list(here);
    expect((await end(own.id, here)).status).to.equal(204);
    expect(await isRejected(here)).to.equal(true);
  });

  it('are hidden from everybody else', async () => {
    const [ada, bob] = [await createUser(app()), await createUser(app(), { role: 'owner' })];
    const [adaKey, bobKey] = [await signIn(app(), ada), await signIn(app(), bob)];
    const [session] = await list(adaKey);
    expectProblem(await end(session.id, bobKey), 404, 'not_found');
    expect(await isRejected(adaKey)).to.equal(false);
    const page = (await app().call('/api/auth/sessions?limit=1', { key: await signIn(app(), ada) })).json;
    const stolen = await app().call(`/api/auth/sessions?limit=1&cursor=${page.next_cursor}`, { key: bobKey });
    expectProblem(stolen, 400, 'invalid_cursor');
  });
});

onStorage('postgres', 'a session that signed in more than ten minutes ago', ({ app, databaseUrl }) => {
  it('needs the password for API keys, and revokes the ones it created when it ends by force', async () => {
    const user = await createUser(app(), { role: 'admin' });
    const token = await signIn(app(), user);
    const callerStatus = async (key: string): Promise<number> => (await app().call('/api/auth', { key })).status;
    const create = (body: object, key = token) =>
      app().call('/api/auth/keys', { method: 'POST', body: { name: 'a key', ...body }, key });
    const recent = (await create({})).json;
    await runSql(databaseUrl(), `update sessions set created_at = created_at - interval '10 minutes'`);
    const confirmed = { current_password: PASSWORD };
    expectProblem(await create({}), 403, 'recent_sign_in_required');
    expectProblem(await create({ current_password: NEW_PASSWORD }), 422, 'validation_failed');
    const rotation = { method: 'POST', key: token };
    const rotate = `/api/auth/keys/${recent.id}/rotate`;
    expectProblem(await app().call(rotate, rotation), 403, 'recent_sign_in_required');
    const rotated = await app().call(rotate, { ...rotation, body: confirmed });
    expect(rotated.status).to.equal(201);
    const created = (await create(confirmed)).json;
    const byKey = (await create({}, created.key)).json;
    const own = { method: 'PATCH', key: token, body: { password: NEW_PASSWORD, ...confirmed } };
    for (const { key } of [rotated.json, created, byKey]) expect(await callerStatus(key)).to.equal(200);
    expect((await app().call('/api/users/me', own)).status).to.equal(200);
    for (const { key } of [recent, rotated.json, created, byKey]) expect(await callerStatus(key)).to.equal(401);
  });
});

onStorage(
  'memory',
  'throttled sign-in',
  ({ app }) => {
    const attempt = (email: string, address: string): Promise<Reply> =>
      app().call('/api/auth', {
        method: 'POST',
        key: null,
        body: { email, password: 'a wrong password' },
        headers: { 'X-Forwarded-For': address },
      });

    it('is rejected per address for any e-mail, and per e-mail for one network', async () => {
      for (let time = 0; time < 10; time += 1) {
        expectProblem(await attempt('victim@example.com', `203.0.113.${time}`), 401, 'invalid_credentials');
        expectProblem(await attempt(`${time}@example.com`, '198.51.100.1'), 401, 'invalid_credentials');
      }
      const byNetwork = await attempt('VICTIM@example.com', '203.0.113.99');
      expectProblem(byNetwork, 429, 'rate_limited');
      expect(Number(byNetwork.headers.get('retry-after'))).to.be.within(1, 360);
      expectProblem(await attempt('another@example.com', '198.51.100.1'), 429, 'rate_limited');
      expectProblem(await attempt('another@example.com', '198.51.100.2'), 401, 'invalid_credentials');
    });

    it('does not lock the owner of an e-mail out of networks that the owner knows', async () => {
      const user = await createUser(app());
      const signInFrom = (address: string) =>
        app().call('/api/auth', {
          method: 'POST',
          key: null,
          body: { email: user.email, password: PASSWORD },
          headers: { 'X-Forwarded-For': address },
        });
      expect((await signInFrom('192.0.2.7')).status).to.equal(201);
      for (let time = 0; time < 10; time += 1) await attempt(user.email, '203.0.113.200');
      expectProblem(await attempt(user.email, '203.0.113.201'), 429, 'rate_limited');
      expect((await signInFrom('198.18.0.1')).status).to.equal(201);
    });

    it('counts password changes, exports and mails to one e-mail', async () => {
      const user = await createUser(app());
      const token = await signIn(app(), user);
      const { id } = user;
      const times = async (count: number, call: () => Promise<Reply>): Promise<number[]> => {
        const statuses: number[] = [];
        for (let time = 0; time < count; time += 1) statuses.push((await call()).status);
        return statuses;
      };
      const body = { password: 'short', current_password: PASSWORD };
      const dryRunResult = {
        method: 'PATCH',
        key: token,
        body: { password: NEW_PASSWORD, current_password: PASSWORD },
      };
      expect(await times(11, () => app().call('/api/users/me?dry_run=true', dryRunResult))).to.deep.equal([
        ...Array(10).fill(200),
        429,
      ]);
      expectProblem(
        await app().call(`/api/users/${id}`, { method: 'PATCH', key: token, body }),
        422,
        'validation_failed',
      );
      expect(await times(11, () => app().call(`/api/users/${id}/export`, { key: token }))).to.deep.equal([
        ...Array(10).fill(200),
        429,
      ]);
      const request = { method: 'POST', key: null, body: { email: 'mailbox@example.com' } };
      let address = 0;
      const requestReset = () => {
        address += 1;
        return app().call('/api/auth/password_resets', {
          ...request,
          headers: { 'X-Forwarded-For': `192.0.2.${address}` },
        });
      };
      expect(await times(6, requestReset)).to.deep.equal([...Array(5).fill(202), 429]);
    });

    it('counts the addresses of one IPv6 network together', async () => {
      for (let time = 0; time < 10; time += 1) {
        expectProblem(await attempt(`v6-${time}@example.com`, `2001:db8::${time}`), 401, 'invalid_credentials');
      }
      expectProblem(await attempt('v6@example.com', '2001:db8:0:ff:ffff::1'), 429, 'rate_limited');
      expectProblem(await attempt('v6@example.com', '2001:db8:0:100::1'), 401, 'invalid_credentials');
    });
  },
  { SIGN_IN_RATE_LIMIT: '10/3600', TRUST_PROXY: 'true' },
);

onStorage(
  'memory',
  'sign-in through the server of a shop',
  ({ app }) => {
    it('is limited by the customer whose address the server forwards', async () => {
      const attempt = (customer: string, index: number): Promise<Reply> =>
        app().call('/api/auth', {
          method: 'POST',
          key: null,
          body: { email: `${customer}-${index}@example.com`, password: 'a wrong password' },
          // what precedes the address that the server appends may be forged
          headers: { 'X-Forwarded-For': `198.51.100.${index}, ${customer}` },
        });
      for (let time = 0; time < 10; time += 1) {
        expectProblem(await attempt('203.0.113.1', time), 401, 'invalid_credentials');
      }
      expectProblem(await attempt('203.0.113.1', 10), 429, 'rate_limited');
      expectProblem(await attempt('203.0.113.2', 10), 401, 'invalid_credentials');
    });
  },
  { SIGN_IN_RATE_LIMIT: '10/3600', TRUST_PROXY: '127.0.0.0/8, 10.1.2.3' },
);

const idleFor = (minutes: number) => `update sessions set created_at = now() - interval '5 hours',
  last_used_at = now() - interval '${minutes} minutes'`;

onStorage('postgres', 'a session that nobody has used for two hours', ({ app, databaseUrl }) => {
  it('has ended', async () => {
    const key = await signIn(app(), await createUser(app()));
    await runSql(databaseUrl(), idleFor(121));
    expectProblem(await app().call('/api/auth', { key }), 401, 'session_ended');
    expectProblem(await app().call('/api/products', { key }), 401, 'session_ended');
  });

  it('has not ended a minute before, and is used again from then on', async () => {
    const key = await signIn(app(), await createUser(app()));
    await runSql(databaseUrl(), idleFor(119));
    expect((await app().call('/api/auth', { key })).status).to.equal(200);
    await eventually('its use is recorded', async () => {
      // of this session: the use of the one before may be recorded late
      const isUsed = `last_used_at > now() - interval '1 minute'`;
      const [newest] = await runSql(databaseUrl(), `select ${isUsed} as used from sessions order by id desc limit 1`);
      return newest?.['used'] === true;
    });
  });
});
