import { expect } from 'chai';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { enrol, enrolPasskey, nextCodeOf, securityKeyFor } from '../../support/builders/second-factors.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const PATH = '/api/users/me/second_factors';

/** Tries to sign a user in. */
const attempt = (app: TestApp, { email }: { email: string }, proof: object = {}, password = PASSWORD): Promise<Reply> =>
  app.call('/api/auth', { method: 'POST', key: null, body: { email, password, ...proof } });

/** A user with a passkey. */
const createEnrolled = async (app: TestApp, fields: object = {}) => {
  const user = await createUser(app, fields);
  const key = await signIn(app, user);
  return { user, key, ...(await enrolPasskey(app, key)) };
};

/** The options that a sign-in without a second factor gets. */
const offered = async (app: TestApp, user: { email: string }) => (await attempt(app, user)).json.passkey_options;

const pointersOf = ({ json }: Reply): string[] => json.errors.map(({ pointer }: { pointer: string }) => pointer);

onService('passkeys', ({ app }) => {
  const post = (path: string, key: string, body: object = {}) => app().call(path, { method: 'POST', key, body });
  const begin = (key: string, fields: object = {}) => post(PATH, key, { type: 'passkey', name: 'My key', ...fields });
  const listed = async (key: string) => (await app().call(PATH, { key })).json.data;

  it('are pending until the device has signed the challenge', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const securityKey = securityKeyFor(app());
    const created = await begin(key);
    expect(created.status, created.text).to.equal(201);
    const { id, creation_options: options } = created.json;
    expect(created.json).to.include({ object: 'second_factor', type: 'passkey', status: 'pending' });
    expect(created.json).to.not.have.any.keys('secret', 'otpauth_url', 'credential');
    expect(options.rp.id).to.equal('localhost');
    expect(options.user.name).to.equal(user.email);
    expect((await attempt(app(), user)).status).to.equal(201);
    const passkey = securityKey.create(options);
    const confirm = (body: object) => post(`${PATH}/${id}/confirm`, key, body);
    expect(pointersOf(await confirm({ code: '123456' }))).to.deep.equal(['/passkey']);
    const forged = { ...options, challenge: 'A'.repeat(43) };
    const wrong = await confirm({ passkey: securityKey.create(forged) });
    expectProblem(wrong, 422, 'validation_failed');
    expect(pointersOf(wrong)).to.deep.equal(['/passkey']);
    const confirmed = await confirm({ passkey });
    expect(confirmed.json).to.include({ id, status: 'active' });
    expect(new Set(confirmed.json.recovery_codes)).to.have.property('size', 10);
    expectProblem(await confirm({ passkey }), 409, 'invalid_state');
  });

  it('are offered to the right password only, and sign in', async () => {
    const { user, key, securityKey } = await createEnrolled(app());
    expectProblem(await attempt(app(), user, {}, NEW_PASSWORD), 401, 'invalid_credentials');
    const refused = await attempt(app(), user);
    expectProblem(refused, 401, 'second_factor_required');
    expect(refused.json.second_factor_methods).to.deep.equal(['passkey', 'recovery_code']);
    const passkey = securityKey.get(refused.json.passkey_options);
    expectProblem(await attempt(app(), user, { passkey }, NEW_PASSWORD), 401, 'invalid_credentials');
    expect((await attempt(app(), user, { passkey })).status).to.equal(201);
    expect((await listed(key))[0].last_used_at).to.not.equal(null);
  });

  it('sign each challenge once, with a new one after each refusal', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    expect((await attempt(app(), user, { passkey })).status).to.equal(201);
    const again = await attempt(app(), user, { passkey });
    expectProblem(again, 401, 'invalid_second_factor');
    const next = securityKey.get(again.json.passkey_options);
    expect((await attempt(app(), user, { passkey: next })).status).to.equal(201);
  });

  it('sign only challenges of their own user', async () => {
    const [one, other] = [await createEnrolled(app()), await createEnrolled(app())];
    const passkey = one.securityKey.get(await offered(app(), other.user));
    for (const { user } of [one, other]) {
      expectProblem(await attempt(app(), user, { passkey }), 401, 'invalid_second_factor');
    }
  });

  it('are refused when their counter goes back', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const use = async () => attempt(app(), user, { passkey: securityKey.get(await offered(app(), user)) });
    securityKey.counter = 8;
    expect((await use()).status).to.equal(201);
    securityKey.counter = 7;
    expectProblem(await use(), 401, 'invalid_second_factor');
  });

  it('use up no challenge in a dry run', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const body = { email: user.email, password: PASSWORD, passkey };
    const tried = await app().call('/api/auth?dry_run=true', { method: 'POST', key: null, body });
    expect(tried.status, tried.text).to.equal(201);
    expect((await attempt(app(), user, { passkey })).status).to.equal(201);
  });

  it('are tried five times, and then once a minute, together with codes', async () => {
    const { user, securityKey, recoveryCodes } = await createEnrolled(app());
    // the confirmation has counted once
    for (const proof of [{ otp: '000000' }, { passkey: securityKey.get({ challenge: 'A'.repeat(43) }) }]) {
      for (let time = 0; time < 2; time += 1) {
        expectProblem(await attempt(app(), user, proof), 401, 'invalid_second_factor');
      }
    }
    const right = { passkey: securityKey.get(await offered(app(), user)) };
    expectProblem(await attempt(app(), user, right), 429, 'rate_limited');
    expectProblem(await attempt(app(), user, { otp: recoveryCodes[0] }), 429, 'rate_limited');
  });

  it('work beside an authenticator app, and are removed alone', async () => {
    const { user, key, securityKey, id } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const recent = (await attempt(app(), user, { passkey })).json.token;
    const { secret } = await enrol(app(), recent);
    expect((await attempt(app(), user)).json.second_factor_methods).to.deep.equal(['passkey', 'totp', 'recovery_code']);
    expect((await app().call(`${PATH}/${id}`, { method: 'DELETE', key: recent })).status).to.equal(204);
    const refused = await attempt(app(), user);
    expect(refused.json.second_factor_methods).to.deep.equal(['totp', 'recovery_code']);
    expect(refused.json).to.not.have.property('passkey_options');
    expect((await attempt(app(), user, { otp: nextCodeOf(secret) })).status).to.equal(201);
    expect((await listed(key)).length).to.equal(1);
  });

  it('take the recovery codes with them when the last factor is removed', async () => {
    const { user, id, securityKey, recoveryCodes } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const recent = (await attempt(app(), user, { passkey })).json.token;
    expect((await app().call(`${PATH}/${id}`, { method: 'DELETE', key: recent })).status).to.equal(204);
    await enrolPasskey(app(), (await attempt(app(), user)).json.token);
    expectProblem(await attempt(app(), user, { otp: recoveryCodes[0] }), 401, 'invalid_second_factor');
  });

  it('are enrolled once each', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const recent = (await attempt(app(), user, { passkey })).json.token;
    const { id, creation_options: options } = (await begin(recent)).json;
    expect(options.excludeCredentials.map((each: { id: string }) => each.id)).to.deep.equal([passkey.id]);
    const again = await post(`${PATH}/${id}/confirm`, recent, { passkey: securityKey.create(options) });
    expectProblem(again, 409, 'already_exists');
  });

  it('are renamed by their user, as all factors are', async () => {
    const { key, id } = await createEnrolled(app());
    const rename = (caller: string, body: object) =>
      app().call(`${PATH}/${id}`, { method: 'PATCH', key: caller, body });
    const renamed = await rename(key, { name: 'Blue key' });
    expect(renamed.json).to.include({ id, name: 'Blue key', version: 3 });
    expect((await rename(key, { name: 'Blue key' })).json.version).to.equal(3);
    expect((await listed(key))[0].name).to.equal('Blue key');
    expectProblem(await rename(key, { name: '' }), 422, 'validation_failed');
    expectProblem(await rename(await signIn(app(), await createUser(app())), { name: 'Mine' }), 404, 'not_found');
  });

  it('have no options in a dry run', async () => {
    const key = await signIn(app(), await createUser(app()));
    const tried = await post(`${PATH}?dry_run=true`, key, { type: 'passkey', name: 'My key' });
    expect(tried.json).to.include({ dry_run: true, status: 'pending' }).and.not.have.property('creation_options');
    expect(await listed(key)).to.deep.equal([]);
  });

  it('name what is wrong with a response that is none', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const { response, ...passkey } = securityKey.get(await offered(app(), user));
    const refused = await attempt(app(), user, { passkey: { ...passkey, response: { ...response, signature: '*' } } });
    expectProblem(refused, 422, 'validation_failed');
    expect(pointersOf(refused)).to.deep.equal(['/passkey/response/signature']);
  });

  it('are exported without keys, and erased with their user', async () => {
    const { user, id, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const exported = await app().call(`/api/users/${user.id}/export`);
    expect(exported.json.second_factors[0]).to.include({ id, type: 'passkey', name: 'My key' });
    expect(exported.text).to.not.include(passkey.id);
    expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
  });
});

onService('recovery codes', ({ app }) => {
  const renew = (key: string, body: object = {}) =>
    app().call('/api/users/me/recovery_codes', { method: 'POST', key, body });

  it('are renewed by a session that has a second factor', async () => {
    const { user, key, securityKey, recoveryCodes } = await createEnrolled(app());
    expectProblem(await renew(key), 403, 'recent_sign_in_required');
    const passkey = securityKey.get(await offered(app(), user));
    const recent = (await attempt(app(), user, { passkey })).json.token;
    const tried = await app().call('/api/users/me/recovery_codes?dry_run=true', { method: 'POST', key: recent });
    expect(tried.json).to.include({ dry_run: true }).and.not.have.property('recovery_codes');
    const renewed = await renew(recent);
    expect(renewed.status, renewed.text).to.equal(201);
    const { recovery_codes: codes } = renewed.json;
    expect(new Set([...codes, ...recoveryCodes])).to.have.property('size', 20);
    expectProblem(await attempt(app(), user, { otp: recoveryCodes[0] }), 401, 'invalid_second_factor');
    expect((await attempt(app(), user, { otp: codes[0] })).status).to.equal(201);
    const { json } = await app().call(`/api/audit_log?resource_id=${user.id}`);
    const actions = json.data.map(({ action }: { action: string }) => action);
    expect(actions).to.include('user.recovery_codes_renewed');
  });

  it('need a second factor that they replace', async () => {
    const key = await signIn(app(), await createUser(app()));
    expectProblem(await renew(key), 409, 'invalid_state');
  });
});

onStorage('postgres', 'a change of a credential with a passkey', ({ app, databaseUrl }) => {
  const patch = (key: string, body: object) => app().call('/api/users/me', { method: 'PATCH', key, body });
  const confirmed = { current_password: PASSWORD };

  it('is offered the passkey beside the password, and signs once', async () => {
    const { user, key, securityKey } = await createEnrolled(app());
    const body = { email: `new-${user.email}`, ...confirmed };
    const missing = await patch(key, body);
    expectProblem(missing, 422, 'validation_failed');
    expect(pointersOf(missing)).to.deep.equal(['/otp']);
    expect(missing.json.second_factor_methods).to.deep.equal(['passkey', 'recovery_code']);
    const passkey = securityKey.get(missing.json.passkey_options);
    expect((await patch(key, { ...body, passkey })).status).to.equal(200);
    const again = await patch(key, { email: `newer-${user.email}`, ...confirmed, passkey });
    expect([again.status, pointersOf(again)]).to.deep.equal([422, ['/passkey']]);
    expect(again.json.passkey_options.challenge).to.not.equal(missing.json.passkey_options.challenge);
  });

  it('is made once with one response, whatever races', async () => {
    const { user, key, securityKey } = await createEnrolled(app());
    const refused = await patch(key, { email: `new-${user.email}`, ...confirmed });
    const passkey = securityKey.get(refused.json.passkey_options);
    const change = (index: number) => patch(key, { email: `${index}-${user.email}`, ...confirmed, passkey });
    const statuses = (await Promise.all([1, 2].map(change))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 422]);
  });

  it('signs in once with one response, whatever races', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    const tries = [1, 2, 3].map(() => attempt(app(), user, { passkey }));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([201, 401, 401]);
  });

  it('confirms one enrolment with one response, whatever races', async () => {
    const key = await signIn(app(), await createUser(app()));
    const body = { type: 'passkey', name: 'My key' };
    const { id, creation_options: options } = (await app().call(PATH, { method: 'POST', key, body })).json;
    const passkey = securityKeyFor(app()).create(options);
    const confirm = () => app().call(`${PATH}/${id}/confirm`, { method: 'POST', key, body: { passkey } });
    const statuses = (await Promise.all([confirm(), confirm()])).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 409]);
  });

  it('signs a challenge within five minutes', async () => {
    const { user, securityKey } = await createEnrolled(app());
    const passkey = securityKey.get(await offered(app(), user));
    await runSql(databaseUrl(), `update passkey_challenges set expires_at = expires_at - interval '5 minutes'`);
    expectProblem(await attempt(app(), user, { passkey }), 401, 'invalid_second_factor');
  });

  it('is audited as a refused sign-in when the passkey is wrong', async () => {
    const { user, securityKey } = await createEnrolled(app());
    await attempt(app(), user, { passkey: securityKey.get({ challenge: 'A'.repeat(43) }) });
    const { json } = await app().call(`/api/audit_log?resource_id=${user.id}`);
    expect(json.data[0].action).to.equal('session.refused');
  });
});

onStorage(
  'memory',
  'a service without the name of a host',
  ({ app }) => {
    it('enrols no passkeys, and says why', async () => {
      const key = await signIn(app(), await createUser(app()));
      const body = { type: 'passkey', name: 'My key' };
      const refused = await app().call(PATH, { method: 'POST', key, body });
      expectProblem(refused, 422, 'validation_failed');
      expect(pointersOf(refused)).to.deep.equal(['/type']);
      expect(refused.json.detail).to.include('PUBLIC_URL');
    });
  },
  { PUBLIC_URL: 'http://192.0.2.7:3000' },
);
