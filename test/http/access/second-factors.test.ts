import { expect } from 'chai';
import { ids } from '../../support/builders/builders.ts';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { codeOf, enrol, nextCodeOf, wrongCodeOf } from '../../support/builders/second-factors.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const PATH = '/api/users/me/second_factors';

/** Tries to sign a user in. */
const attempt = (app: TestApp, { email }: { email: string }, otp?: string, password = PASSWORD): Promise<Reply> =>
  app.call('/api/auth', {
    method: 'POST',
    key: null,
    body: { email, password, ...(otp === undefined ? {} : { otp }) },
  });

/** A user with an active second factor. */
const createEnrolled = async (app: TestApp, fields: object = {}) => {
  const user = await createUser(app, fields);
  const key = await signIn(app, user);
  return { user, key, ...(await enrol(app, key)) };
};

const pointersOf = ({ json }: Reply): string[] => json.errors.map(({ pointer }: { pointer: string }) => pointer);

onService('second factors', ({ app }) => {
  const post = (path: string, key: string, body: object) => app().call(path, { method: 'POST', key, body });
  const remove = (id: string, key: string, body?: object) =>
    app().call(`${PATH}/${id}`, { method: 'DELETE', key, ...(body === undefined ? {} : { body }) });

  it('are pending until a code shows that the app has the secret', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const created = await post(PATH, key, { type: 'totp', name: 'My phone' });
    expect([created.status, created.headers.get('location')]).to.deep.equal([201, PATH]);
    const { id, secret, otpauth_url: url } = created.json;
    expect(created.json).to.include({ object: 'second_factor', status: 'pending', confirmed_at: null });
    expect(new URL(url).searchParams.get('secret')).to.equal(secret);
    expect(decodeURIComponent(url)).to.include(user.email);
    expect((await attempt(app(), user)).status).to.equal(201);
    const wrong = await post(`${PATH}/${id}/confirm`, key, { code: wrongCodeOf(secret) });
    expectProblem(wrong, 422, 'validation_failed');
    expect(pointersOf(wrong)).to.deep.equal(['/code']);
    const confirmed = await post(`${PATH}/${id}/confirm`, key, { code: codeOf(secret) });
    expect(confirmed.json).to.include({ id, status: 'active' });
    expect(new Set(confirmed.json.recovery_codes)).to.have.property('size', 10);
    expectProblem(await post(`${PATH}/${id}/confirm`, key, { code: codeOf(secret) }), 409, 'invalid_state');
    const listed = await app().call(PATH, { key });
    expect(listed.json.data).to.have.length(1);
    expect(listed.json.data[0]).to.include({ id, status: 'active', name: 'My phone' });
    expect(listed.text).to.not.include(secret);
  });

  it('are demanded at a sign-in with the right password only', async () => {
    const { user, secret } = await createEnrolled(app());
    expectProblem(await attempt(app(), user), 401, 'second_factor_required');
    expectProblem(await attempt(app(), user, undefined, NEW_PASSWORD), 401, 'invalid_credentials');
    expectProblem(await attempt(app(), user, nextCodeOf(secret), NEW_PASSWORD), 401, 'invalid_credentials');
    expect((await attempt(app(), user, nextCodeOf(secret))).status).to.equal(201);
  });

  it('accept each code once', async () => {
    const { user, secret, code } = await createEnrolled(app());
    const next = nextCodeOf(secret);
    expectProblem(await attempt(app(), user, code), 401, 'invalid_second_factor');
    expect((await attempt(app(), user, next)).status).to.equal(201);
    expectProblem(await attempt(app(), user, next), 401, 'invalid_second_factor');
  });

  it('are replaced by a recovery code, which works once, however it is written', async () => {
    const { user, recoveryCodes } = await createEnrolled(app());
    const [first = '', second = ''] = recoveryCodes;
    expect((await attempt(app(), user, first)).status).to.equal(201);
    expectProblem(await attempt(app(), user, first), 401, 'invalid_second_factor');
    expect((await attempt(app(), user, second.toLowerCase().replaceAll('-', ' '))).status).to.equal(201);
  });

  it('accept one of several concurrent sign-ins with the same code', async () => {
    const { user, secret, recoveryCodes } = await createEnrolled(app());
    for (const otp of [nextCodeOf(secret), recoveryCodes[0]]) {
      const statuses = (await Promise.all([1, 2].map(() => attempt(app(), user, otp)))).map(({ status }) => status);
      expect(statuses.sort()).to.deep.equal([201, 401]);
    }
  });

  it('use up no code in a dry run', async () => {
    const { user, secret } = await createEnrolled(app());
    const body = { email: user.email, password: PASSWORD, otp: nextCodeOf(secret) };
    const tried = await app().call('/api/auth?dry_run=true', { method: 'POST', key: null, body });
    expect(tried.status, tried.text).to.equal(201);
    expect((await attempt(app(), user, body.otp)).status).to.equal(201);
  });

  it('are tried five times, and then once a minute, whatever the address', async () => {
    const { user, secret, recoveryCodes } = await createEnrolled(app());
    // the confirmation has counted once
    for (let time = 0; time < 4; time += 1) {
      expectProblem(await attempt(app(), user, wrongCodeOf(secret)), 401, 'invalid_second_factor');
    }
    expectProblem(await attempt(app(), user, wrongCodeOf(secret)), 429, 'rate_limited');
    // the right code is not told either, and not used up
    expectProblem(await attempt(app(), user, recoveryCodes[0]), 429, 'rate_limited');
    expectProblem(await attempt(app(), user, nextCodeOf(secret), NEW_PASSWORD), 401, 'invalid_credentials');
    expectProblem(await attempt(app(), user), 401, 'second_factor_required');
  });

  it('stay when the password is changed', async () => {
    const { user } = await createEnrolled(app());
    const changed = await app().call(`/api/users/${user.id}`, { method: 'PATCH', body: { password: NEW_PASSWORD } });
    expect(changed.status, changed.text).to.equal(200);
    expectProblem(await attempt(app(), user, undefined, NEW_PASSWORD), 401, 'second_factor_required');
  });

  it('that are not confirmed are replaced', async () => {
    const { user, key, recoveryCodes } = await createEnrolled(app());
    const pending = await post(PATH, key, { type: 'totp', name: 'first', ...confirmedBy(recoveryCodes[0]) });
    await post(PATH, key, { type: 'totp', name: 'second', ...confirmedBy(recoveryCodes[1]) });
    const names = (await app().call(PATH, { key })).json.data.map(({ name }: { name: string }) => name);
    expect(names).to.deep.equal(['second', 'My phone']);
    expectProblem(await post(`${PATH}/${pending.json.id}/confirm`, key, { code: '000000' }), 404, 'not_found');
    const signedIn = await attempt(app(), user, recoveryCodes[2]);
    expect(signedIn.status).to.equal(201);
  });

  it('belong to their user', async () => {
    const { id, key } = await createEnrolled(app());
    const other = await signIn(app(), await createUser(app()));
    expectProblem(await remove(id, other), 404, 'not_found');
    expectProblem(await post(`${PATH}/${id}/confirm`, other, { code: '000000' }), 404, 'not_found');
    expect((await app().call(PATH, { key: other })).json.data).to.deep.equal([]);
    expect((await app().call(PATH, { key })).json.data).to.have.length(1);
  });

  it('are not needed any more once the last one is removed, and neither do recovery codes work then', async () => {
    const { user, id, secret, recoveryCodes } = await createEnrolled(app());
    const recent = (await attempt(app(), user, nextCodeOf(secret))).json.token;
    expect((await remove(id, recent)).status).to.equal(204);
    const key = (await attempt(app(), user)).json.token;
    const again = await enrol(app(), key);
    expect(again.recoveryCodes).to.not.have.members(recoveryCodes);
    expectProblem(await attempt(app(), user, recoveryCodes[0]), 401, 'invalid_second_factor');
  });

  it('are replayed with their secrets under an idempotency key', async () => {
    const key = await signIn(app(), await createUser(app()));
    const send = (path: string, body: object, idempotencyKey: string) =>
      app().call(path, { method: 'POST', key, body, headers: { 'Idempotency-Key': idempotencyKey } });
    const enrolments = [1, 2].map(() => () => send(PATH, { type: 'totp', name: 'My phone' }, 'enrolment'));
    const [first, second] = [await enrolments[0]?.(), await enrolments[1]?.()];
    expect(second?.json).to.deep.equal(first?.json);
    const { id, secret } = first?.json ?? {};
    const confirm = () => send(`${PATH}/${id}/confirm`, { code: codeOf(secret) }, 'confirmation');
    expect((await confirm()).json.recovery_codes).to.deep.equal((await confirm()).json.recovery_codes);
  });

  it('are in no dry run, and neither are their secrets', async () => {
    const key = await signIn(app(), await createUser(app()));
    const tried = await post(`${PATH}?dry_run=true`, key, { type: 'totp', name: 'My phone' });
    expect(tried.json).to.include({ dry_run: true, status: 'pending' }).and.not.have.any.keys('secret', 'otpauth_url');
    expect((await app().call(PATH, { key })).json.data).to.deep.equal([]);
  });

  it('are exported and erased with their user', async () => {
    const { user, id, secret } = await createEnrolled(app());
    const exported = await app().call(`/api/users/${user.id}/export`);
    expect(exported.json.second_factors).to.have.length(1);
    expect(exported.json.second_factors[0]).to.include({ id, name: 'My phone' });
    expect(exported.text).to.not.include(secret);
    expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
  });

  it('are audited without names and secrets, recovery codes too', async () => {
    const { user, key, id, secret, recoveryCodes } = await createEnrolled(app());
    const recent = (await attempt(app(), user, recoveryCodes[0])).json.token;
    await attempt(app(), user);
    await remove(id, recent);
    const { json, text } = await app().call(`/api/audit_log?resource_id=${id}`);
    const actions = (list: Reply['json']) => list.data.map(({ action }: { action: string }) => action).reverse();
    expect(actions(json)).to.deep.equal(['enrolled', 'confirmed', 'removed'].map((step) => `second_factor.${step}`));
    expect(text).to.not.include(secret).and.not.include('My phone').and.not.include(key);
    const ofUser = await app().call(`/api/audit_log?resource_id=${user.id}`);
    expect(actions(ofUser.json)).to.include.members(['user.recovery_code_used', 'session.second_factor_requested']);
  });
});

const confirmedBy = (otp: string | undefined) => ({ current_password: PASSWORD, otp });

onStorage('postgres', 'a change of a credential with a second factor', ({ app, databaseUrl }) => {
  const patch = (key: string, body: object) => app().call('/api/users/me', { method: 'PATCH', key, body });

  it('needs a code beside the password, which works once', async () => {
    const { user, key, secret } = await createEnrolled(app());
    const body = { email: `new-${user.email}` };
    // this session is recent, but has no second factor
    expectProblem(await patch(key, body), 403, 'recent_sign_in_required');
    const missing = await patch(key, { ...body, current_password: PASSWORD });
    expectProblem(missing, 422, 'validation_failed');
    expect(pointersOf(missing)).to.deep.equal(['/otp']);
    const wrong = await patch(key, { ...body, ...confirmedBy(wrongCodeOf(secret)) });
    expect([wrong.status, pointersOf(wrong)]).to.deep.equal([422, ['/otp']]);
    const otp = nextCodeOf(secret);
    expect((await patch(key, { ...body, ...confirmedBy(otp) })).status).to.equal(200);
    const again = await patch(key, { email: `newer-${user.email}`, ...confirmedBy(otp) });
    expect([again.status, pointersOf(again)]).to.deep.equal([422, ['/otp']]);
  });

  it('needs neither after a recent sign-in with the factor', async () => {
    const { user, secret } = await createEnrolled(app(), { role: 'admin' });
    const { token } = (await attempt(app(), user, nextCodeOf(secret))).json;
    const create = () => app().call('/api/auth/keys', { method: 'POST', key: token, body: { name: 'a key' } });
    expect((await create()).status).to.equal(201);
    await runSql(databaseUrl(), `update sessions set created_at = created_at - interval '10 minutes'`);
    expectProblem(await create(), 403, 'recent_sign_in_required');
  });

  it('is made once with one code, whatever races', async () => {
    const { user, key, recoveryCodes } = await createEnrolled(app());
    const [otp] = recoveryCodes;
    const change = (index: number) => patch(key, { email: `${index}-${user.email}`, ...confirmedBy(otp) });
    const statuses = (await Promise.all([1, 2].map(change))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 422]);
  });

  it('adds and removes second factors', async () => {
    const { key, id, secret, recoveryCodes } = await createEnrolled(app());
    const remove = (body?: object) =>
      app().call(`${PATH}/${id}`, { method: 'DELETE', key, ...(body === undefined ? {} : { body }) });
    const add = (confirmation: object = {}) =>
      app().call(PATH, { method: 'POST', key, body: { type: 'totp', name: 'A key', ...confirmation } });
    expectProblem(await add(), 403, 'recent_sign_in_required');
    expectProblem(await remove(), 403, 'recent_sign_in_required');
    expect((await add(confirmedBy(recoveryCodes[0]))).status).to.equal(201);
    expect((await remove(confirmedBy(nextCodeOf(secret)))).status).to.equal(204);
  });

  it('leaves one factor to confirm, and none beyond five, whatever races', async () => {
    const { user, key, recoveryCodes } = await createEnrolled(app());
    const copy = () => `
      insert into second_factors (id, version, user_id, type, name, status, secret, last_time_step, confirmed_at, created_at, updated_at)
      select '${ids.next('fac')}', version, user_id, type, name, status, secret, last_time_step,
        confirmed_at, created_at, updated_at from second_factors where user_id = '${user.id}' order by id limit 1`;
    await runSql(databaseUrl(), copy(), copy(), copy());
    const add = (otp: string | undefined) =>
      app().call(PATH, { method: 'POST', key, body: { type: 'totp', name: 'Another', ...confirmedBy(otp) } });
    const added = await Promise.all([add(recoveryCodes[0]), add(recoveryCodes[1])]);
    expect(added.map(({ status }) => status)).to.deep.equal([201, 201]);
    const { data } = (await app().call(PATH, { key })).json;
    const pending = data.filter(({ status }: { status: string }) => status === 'pending');
    expect([data.length, pending.length]).to.deep.equal([5, 1]);
    await runSql(databaseUrl(), `update second_factors set status = 'active' where user_id = '${user.id}'`);
    expectProblem(await add(recoveryCodes[2]), 409, 'too_many_second_factors');
  });
});

onStorage('postgres', 'a second factor', ({ app }) => {
  it('is confirmed once, whatever races', async () => {
    const key = await signIn(app(), await createUser(app()));
    const call = (path: string, body: object) => app().call(path, { method: 'POST', key, body });
    const { id, secret } = (await call(PATH, { type: 'totp', name: 'My phone' })).json;
    const code = codeOf(secret);
    const confirmed = await Promise.all([1, 2].map(() => call(`${PATH}/${id}/confirm`, { code })));
    expect(confirmed.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });
});

onService(
  'a role that needs a second factor',
  ({ app }) => {
    const read = (key: string, path = '/api/products') => app().call(path, { key });

    it('may only add it until it is confirmed', async () => {
      const user = await createUser(app(), { role: 'admin' });
      const key = await signIn(app(), user);
      for (const path of ['/api/products', '/api/users', '/api/auth/sessions', '/api/events/stream']) {
        expectProblem(await read(key, path), 403, 'second_factor_enrolment_required');
      }
      for (const path of ['/api/auth', '/api/users/me', PATH]) expect((await read(key, path)).status).to.equal(200);
      const { id, secret } = await enrol(app(), key);
      expect((await read(key)).status).to.equal(200);
      const confirmation = { current_password: PASSWORD, otp: nextCodeOf(secret) };
      await app().call(`${PATH}/${id}`, { method: 'DELETE', key, body: confirmation });
      expectProblem(await read(key), 403, 'second_factor_enrolment_required');
      expect((await app().call('/api/auth', { method: 'DELETE', key })).status).to.equal(204);
    });

    it('is named by the new session and by the caller, until there is a factor', async () => {
      const user = await createUser(app(), { role: 'admin' });
      const signedIn = await attempt(app(), user);
      expect(signedIn.json.second_factor_enrolment_required).to.equal(true);
      const isRequired = async (key: string) => (await read(key, '/api/auth')).json.second_factor_enrolment_required;
      const key = signedIn.json.token;
      expect(await isRequired(key)).to.equal(true);
      const { secret } = await enrol(app(), key);
      expect(await isRequired(key)).to.equal(false);
      const next = await attempt(app(), user, nextCodeOf(secret));
      expect(next.json.second_factor_enrolment_required).to.equal(false);
      const staff = await attempt(app(), await createUser(app(), { role: 'staff' }));
      expect(staff.json.second_factor_enrolment_required).to.equal(false);
      expect(await isRequired(app().ownerKey)).to.equal(false);
    });

    it('leaves other roles and API keys alone', async () => {
      const staff = await signIn(app(), await createUser(app(), { role: 'staff' }));
      for (const key of [staff, app().ownerKey]) expect((await read(key)).status).to.equal(200);
    });
  },
  { SECOND_FACTOR_REQUIRED: 'admin' },
);
