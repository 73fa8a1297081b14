import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { NEW_PASSWORD, PASSWORD } from '../../support/builders/secrets.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('users', ({ app }) => {
  const post = (body: unknown, key?: string): Promise<Reply> =>
    app().call('/api/users', { method: 'POST', body, ...(key === undefined ? {} : { key }) });
  const patch = (id: string, body: unknown, options: { key?: string; headers?: Record<string, string> } = {}) =>
    app().call(`/api/users/${id}`, { method: 'PATCH', body, ...options });
  const read = async (id: string) => (await app().call(`/api/users/${id}`)).json;
  const callerStatus = async (key: string): Promise<number> => (await app().call('/api/auth', { key })).status;

  const ADDRESS = {
    name: 'Ada Lovelace',
    company: null,
    line1: 'Rua Augusta 1',
    line2: null,
    city: 'Lisboa',
    state: null,
    postal_code: '1100-048',
    country: 'PT',
    phone: null,
  };

  describe('creation', () => {
    it('returns the complete user with a location and without the password', async () => {
      const body = {
        email: 'Ada@Example.com',
        name: 'Ada Lovelace',
        password: PASSWORD,
        phone: '+351 912 345 678',
        addresses: [
          { name: 'Ada Lovelace', line1: 'Rua Augusta 1', city: 'Lisboa', postal_code: '1100-048', country: 'PT' },
        ],
        metadata: { newsletter: 'yes' },
        role: 'staff',
        permissions: ['audit:read'],
      };
      const reply = await post(body);
      const { id, created_at, updated_at, ...rest } = reply.json;
      expect(reply.status).to.equal(201);
      expect(reply.headers.get('location')).to.equal(`/api/users/${id}`);
      const { password: _password, ...fields } = body;
      const expected = {
        ...fields,
        addresses: [ADDRESS],
        object: 'user',
        email_verified: false,
        pending_email: null,
        status: 'active',
        trusted: false,
        tax_id: null,
        tax_id_confirmed: false,
        tax_id_confirmed_at: null,
        tax_id_confirmed_by: null,
        consents: { email_marketing: null, sms_marketing: null },
        invited_at: null,
        tags: [],
        note: null,
        version: 1,
      };
      expect(rest).to.deep.equal(expected);
      expect(updated_at).to.equal(created_at);
      expect(await read(id)).to.deep.equal(reply.json);
      expect(reply.text).to.not.match(/password|argon2/);
    });

    it('creates a customer who cannot sign in from an e-mail alone', async () => {
      const { json } = await post({ email: 'least@example.com' });
      const nothing = { name: null, phone: null, addresses: [], metadata: {}, role: 'customer', permissions: [] };
      expect(json).to.deep.include({ ...nothing, status: 'active', email_verified: false });
      const attempt = { email: 'least@example.com', password: PASSWORD };
      expectProblem(
        await app().call('/api/auth', { method: 'POST', body: attempt, key: null }),
        401,
        'invalid_credentials',
      );
    });

    it('rejects a duplicate e-mail in another case', async () => {
      const { email } = await createUser(app());
      const problem = expectProblem(await post({ email: email.toUpperCase() }), 409, 'already_exists');
      expect(errorPathsOf(problem)).to.deep.equal(['/email']);
    });

    for (const email of [
      'a+b.c_d-e@example.com',
      `${'l'.repeat(64)}@example.com`,
      'josé@exämple.com',
      '李@例子.世界',
      "o'hara@example.co.uk",
      'x@sub.sub.sub.example.com',
    ]) {
      it(`accepts the e-mail ${email.slice(0, 30)}`, async () => {
        const reply = await post({ email });
        expect(reply.status, reply.text).to.equal(201);
        expect(reply.json.email).to.equal(email);
        const [found] = (await app().call(`/api/users?email=${encodeURIComponent(email.toUpperCase())}`)).json.data;
        expect(found?.id).to.equal(reply.json.id);
      });
    }

    for (const email of [
      '',
      ' ',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'ada@example.com.',
      'ada.@example.com',
      '.ada@example.com',
      'ada..lovelace@example.com',
      'ada@exa mple.com',
      'ada@example.com ',
      'ada@example.com\r\nBcc: bob@example.com',
      'a\u200bda@example.com',
      'ada\u202e@example.com',
      'ada@@example.com',
      'ada,bob@example.com',
      '<ada@example.com>',
      'Ada <ada@example.com>',
      `${'l'.repeat(65)}@example.com`,
      `ada@${'d'.repeat(64)}.com`,
      `ada@${'d.'.repeat(124)}com`,
      `${'l'.repeat(64)}@${`${'d'.repeat(62)}.`.repeat(3)}com`,
      42,
      null,
      ['ada@example.com'],
    ]) {
      it(`rejects the e-mail ${JSON.stringify(email).slice(0, 50)}`, async () => {
        const problem = expectProblem(await post({ email }), 422, 'validation_failed');
        expect(errorPathsOf(problem)).to.deep.include('/email');
      });
    }

    for (const [title, password] of [
      ['of 11 characters', `${'a'.repeat(5)}Zq9#x!`],
      ['of 129 characters', `Zq9#x!${'ab'.repeat(62)}`.slice(0, 129).padEnd(129, 'k')],
      ['that is common', 'password1234'],
      ['that is a row of keys', 'qwertyuiop12'],
      ['that repeats', 'abcabcabcabc'],
      ['that is no text', 123456789012],
      ['of blanks', ' '.repeat(12)],
    ] as const) {
      it(`rejects a password ${title} and creates nothing`, async () => {
        const email = `refused-${title.replace(/\W/g, '-')}@example.com`;
        const reply = await post({ email, password });
        const problem = expectProblem(reply, 422, 'validation_failed');
        expect(errorPathsOf(problem)).to.deep.equal(['/password']);
        expect(reply.text).to.not.include(String(password));
        expect((await app().call(`/api/users?email=${email}`)).json.data).to.deep.equal([]);
      });
    }

    it('reports all errors of a body at once', async () => {
      const body = {
        email: 'x',
        role: 'king',
        permissions: ['orders:read', 'orders:eat', 'orders:read'],
        status: 'asleep',
        phone: 'call me',
        name: '',
        addresses: [{ line1: '', country: 'Portugal', street: 'x' }, {}, 'Lisboa'],
        metadata: { a: 1 },
        id: 'usr_1',
        email_verified: true,
      };
      const problem = expectProblem(await post(body), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.have.members([
        '/addresses/0/country',
        '/addresses/0/line1',
        '/addresses/0/street',
        '/addresses/1/country',
        '/addresses/1/line1',
        '/addresses/2',
        '/email',
        '/email_verified',
        '/id',
        '/metadata/a',
        '/name',
        '/permissions/1',
        '/permissions/2',
        '/phone',
        '/role',
        '/status',
      ]);
    });

    it('grants no permission that the caller lacks and names it', async () => {
      const { key } = await createKey(app(), { scopes: ['users:write', 'users:read', 'orders:read'] });
      for (const [fields, missing] of [
        [{ role: 'owner' }, '*'],
        [{ permissions: ['orders:write'] }, 'orders:write'],
        [{ permissions: ['*'] }, '*'],
      ] as const) {
        const reply = await post({ email: 'granted@example.com', ...fields }, key);
        const problem = expectProblem(reply, 403, 'insufficient_scope');
        expect(problem.required_scope).to.equal(missing);
        expect(problem.held_scopes).to.deep.equal(['users:write', 'users:read', 'orders:read']);
      }
      expect((await post({ email: 'granted@example.com', permissions: ['orders:read'] }, key)).status).to.equal(201);
    });
  });

  describe('change', () => {
    it('merges the given fields and returns the new version', async () => {
      const { id, version } = await createUser(app(), { name: 'Ada', metadata: { a: '1', b: '2' } });
      const reply = await patch(id, {
        name: null,
        metadata: { a: null, c: '3' },
        addresses: [{ line1: 'x', country: 'PT' }],
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.json).to.deep.include({ name: null, metadata: { b: '2', c: '3' }, version: version + 1 });
      expect(reply.json.addresses).to.have.length(1);
      expect(await read(id)).to.deep.equal(reply.json);
    });

    it('replaces the user and resets omitted fields, except the password', async () => {
      const user = await createUser(app(), {
        name: 'Ada',
        role: 'analyst',
        permissions: ['orders:write'],
        phone: '12345',
      });
      const reply = await app().call(`/api/users/${user.id}`, { method: 'PUT', body: { email: user.email } });
      const nothing = { name: null, phone: null, role: 'customer', permissions: [], metadata: {} };
      expect(reply.json).to.deep.include({ ...nothing, version: 2 });
      expect(await signIn(app(), user)).to.match(/^cps_/);
    });

    it('rejects a stale version and lists the changed fields', async () => {
      const { id } = await createUser(app());
      await patch(id, { name: 'Ada' });
      const problem = expectProblem(
        await patch(id, { name: 'Bob' }, { headers: { 'If-Match': '"1"' } }),
        412,
        'version_mismatch',
      );
      expect(problem).to.deep.include({ current_version: 2, changed_fields: ['name'] });
      expect((await read(id)).name).to.equal('Ada');
    });

    it('rejects a duplicate e-mail, and null', async () => {
      const [one, other] = [await createUser(app()), await createUser(app())];
      expectProblem(await patch(one.id, { email: other.email.toUpperCase() }), 409, 'already_exists');
      expect(errorPathsOf(expectProblem(await patch(one.id, { email: null }), 422, 'validation_failed'))).to.deep.equal(
        ['/email'],
      );
    });

    it('stops the sessions and keys of a disabled user at once, and restores the keys of ended sessions', async () => {
      const user = await createUser(app(), { role: 'admin' });
      const token = await signIn(app(), user);
      const made = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'theirs' }, key: token });
      const { key: keyOfSession } = made.json;
      expect((await app().call('/api/auth', { method: 'DELETE', key: token })).status).to.equal(204);
      const later = await signIn(app(), user);
      const other = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'later' }, key: later });
      const { key } = other.json;
      expect([await callerStatus(keyOfSession), await callerStatus(key)]).to.deep.equal([200, 200]);
      await patch(user.id, { status: 'disabled' });
      expect([await callerStatus(later), await callerStatus(keyOfSession)]).to.deep.equal([401, 401]);
      const body = { email: user.email, password: PASSWORD };
      expectProblem(await app().call('/api/auth', { method: 'POST', body, key: null }), 401, 'invalid_credentials');
      await patch(user.id, { status: 'active' });
      // the session that created the first key had been signed out, the second one was ended by force
      expect([await callerStatus(keyOfSession), await callerStatus(key)]).to.deep.equal([200, 401]);
    });

    it('removes a user’s lost scopes from their keys at once', async () => {
      const user = await createUser(app(), { role: 'admin' });
      const token = await signIn(app(), user);
      const { key } = (await app().call('/api/auth/keys', { method: 'POST', body: { name: 'theirs' }, key: token }))
        .json;
      await patch(user.id, { role: 'analyst' });
      for (const credential of [token, key]) {
        const { scopes } = (await app().call('/api/auth', { key: credential })).json;
        expect(scopes).to.include('orders:read').and.not.include('orders:write');
        expectProblem(await post({ email: 'x@example.com' }, credential), 403, 'insufficient_scope');
      }
      await patch(user.id, { role: 'customer' });
      expect((await app().call('/api/auth', { key })).json.scopes).to.deep.equal([]);
    });

    it('lets an admin change everybody but owners', async () => {
      const admin = await signIn(app(), await createUser(app(), { role: 'admin' }));
      const [owner, other] = [await createUser(app(), { role: 'owner' }), await createUser(app(), { role: 'admin' })];
      for (const body of [{ name: 'x' }, { password: NEW_PASSWORD }, { status: 'disabled' }, { role: 'customer' }]) {
        const problem = expectProblem(await patch(owner.id, body, { key: admin }), 403, 'insufficient_scope');
        expect(problem.required_scope).to.equal('*');
      }
      expectProblem(
        await app().call(`/api/users/${owner.id}`, { method: 'DELETE', key: admin }),
        403,
        'insufficient_scope',
      );
      expectProblem(await patch(other.id, { role: 'owner' }, { key: admin }), 403, 'insufficient_scope');
      expect((await patch(other.id, { role: 'staff' }, { key: admin })).status).to.equal(200);
      expect(await read(owner.id)).to.deep.equal(owner);
    });

    it('keeps the last owner', async () => {
      const { id } = (await app().call('/api/users/me')).json;
      const others = (await app().call('/api/users?role=owner&status=active&limit=100')).json.data;
      for (const other of others) if (other.id !== id) await patch(other.id, { role: 'admin' });
      for (const attempt of [
        patch(id, { role: 'admin' }),
        patch(id, { status: 'disabled' }),
        app().call(`/api/users/${id}`, { method: 'PUT', body: { email: 'owner@example.com' } }),
        app().call(`/api/users/${id}`, { method: 'DELETE' }),
      ]) {
        expect(expectProblem(await attempt, 409, 'invalid_state').current_state).to.equal('last_owner');
      }
      expect(await read(id)).to.include({ role: 'owner', status: 'active' });
    });
  });

  describe('own profile', () => {
    it('is readable with any key, and writable with one that may write such users', async () => {
      const { key } = await createKey(app(), { scopes: [] });
      const before = await app().call('/api/users/me', { key });
      expect(before.json).to.include({ email: 'owner@example.com', role: 'owner' });
      const write = (by: string) => app().call('/api/users/me', { method: 'PATCH', body: { name: 'Olive' }, key: by });
      for (const scopes of [[], ['products:read'], ['customers:write', 'users:read']]) {
        const narrow = await createKey(app(), { scopes });
        expect(expectProblem(await write(narrow.key), 403, 'insufficient_scope').required_scope).to.equal(
          'users:write',
        );
      }
      const wide = await createKey(app(), { scopes: ['users:write'] });
      const reply = await write(wide.key);
      expect([reply.status, reply.json.name]).to.deep.equal([200, 'Olive']);
      const { headers } = await app().call('/api/users/me', { key });
      const again = { key, headers: { 'If-None-Match': headers.get('etag') ?? '' } };
      expect((await app().call('/api/users/me', again)).status).to.equal(304);
    });

    it('is erased by its user, with the password or after a recent sign-in', async () => {
      const [user, other] = [await createUser(app(), { role: 'staff' }), await createUser(app())];
      const erase = (key: string, body?: object) =>
        app().call('/api/users/me', { method: 'DELETE', key, ...(body === undefined ? {} : { body }) });
      const token = await signIn(app(), user);
      expectProblem(await erase(token, { current_password: NEW_PASSWORD }), 422, 'validation_failed');
      expect((await erase(token, { current_password: PASSWORD })).status).to.equal(204);
      expect(await callerStatus(token)).to.equal(401);
      expectProblem(await app().call(`/api/users/${user.id}`), 404, 'not_found');
      expect((await erase(await signIn(app(), other))).status).to.equal(204);
      expectProblem(await erase(app().ownerKey), 422, 'validation_failed');
      const owner = await erase(app().ownerKey, { current_password: app().ownerPassword });
      expectProblem(owner, 409, 'invalid_state');
    });

    it('rejects permissions for oneself, for any role', async () => {
      const token = await signIn(app(), await createUser(app()));
      for (const body of [{ role: 'admin' }, { permissions: ['*'] }, { status: 'active' }]) {
        for (const key of [token, app().ownerKey]) {
          const reply = await app().call('/api/users/me', { method: 'PATCH', body, key });
          const [field] = Object.keys(body);
          expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal([`/${field}`]);
        }
      }
    });

    it('rejects permissions by a customer through the id too', async () => {
      const user = await createUser(app());
      const token = await signIn(app(), user);
      for (const body of [{ role: 'staff' }, { permissions: ['orders:read'] }, { status: 'disabled' }]) {
        const problem = expectProblem(await patch(user.id, body, { key: token }), 403, 'insufficient_scope');
        expect(problem.required_scope).to.equal('status' in body ? 'customers:write' : 'users:write');
      }
      expect((await patch(user.id, { name: 'Ada', role: 'customer' }, { key: token })).status).to.equal(200);
      expect(await read(user.id)).to.deep.include({ name: 'Ada', role: 'customer', permissions: [], status: 'active' });
    });

    it('rejects e-mail and password from a key of fewer scopes than its user', async () => {
      const { key } = await createKey(app(), { scopes: ['users:read', 'users:write'] });
      for (const body of [{ email: 'mine-now@example.com' }, { password: NEW_PASSWORD }]) {
        const reply = await app().call('/api/users/me', { method: 'PATCH', body, key });
        expect(expectProblem(reply, 403, 'insufficient_scope').required_scope).to.equal('*');
      }
    });

    it('replaces the password and ends all sessions', async () => {
      const user = await createUser(app());
      const [own, other] = [await signIn(app(), user), await signIn(app(), user)];
      const body = { password: NEW_PASSWORD, current_password: PASSWORD };
      expect((await app().call('/api/users/me', { method: 'PATCH', body, key: own })).status).to.equal(200);
      expect([await callerStatus(own), await callerStatus(other)]).to.deep.equal([401, 401]);
      const old = { email: user.email, password: PASSWORD };
      expectProblem(
        await app().call('/api/auth', { method: 'POST', body: old, key: null }),
        401,
        'invalid_credentials',
      );
      expect(await callerStatus(await signIn(app(), user, body.password))).to.equal(200);
    });
  });

  describe('permissions', () => {
    it('are listed with their reasons', async () => {
      const { id } = await createUser(app(), { role: 'staff', permissions: ['audit:read', 'orders:read'] });
      const { json } = await app().call(`/api/users/${id}/permissions`);
      expect(json).to.include({ object: 'permission_report', user_id: id, role: 'staff', status: 'active' });
      expect(json.scopes).to.deep.include({ scope: 'orders:read', because: ['role staff', 'permissions'] });
      expect(json.scopes).to.deep.include({ scope: 'orders:write', because: ['role staff'] });
      expect(json.scopes).to.deep.include({ scope: 'audit:read', because: ['permissions'] });
      expect(json.scopes.map(({ scope }: { scope: string }) => scope)).to.not.include('keys:write');
      expect(json.own).to.deep.equal([]);
    });

    it('include everything for an owner, and only their own resources for a customer', async () => {
      const { id: owner } = (await app().call('/api/users/me')).json;
      const { scopes } = (await app().call(`/api/users/${owner}/permissions`)).json;
      expect(scopes).to.deep.include({ scope: 'keys:write', because: ['role owner, by *'] });
      expect(scopes).to.deep.include({ scope: '*', because: ['role owner'] });
      const { id } = await createUser(app());
      const report = (await app().call(`/api/users/${id}/permissions`)).json;
      expect([report.scopes, report.own.includes('orders')]).to.deep.equal([[], true]);
    });
  });

  it('reject line breaks and control characters in names', async () => {
    for (const name of ['Ada\nPay here', 'Ada\u001b[31m', 'Ada\u2028x', ' ', '\t']) {
      expect(
        errorPathsOf(expectProblem(await post({ email: 'line@example.com', name }), 422, 'validation_failed')),
      ).to.deep.equal(['/name']);
    }
  });

  it('have one e-mail in any Unicode composition', async () => {
    const { json } = await post({ email: '\u212aate@example.com' });
    expect(json.email).to.equal('Kate@example.com');
    expectProblem(await post({ email: 'kate@example.com' }), 409, 'already_exists');
  });

  it('are exported by callers with users:read and by themselves', async () => {
    const [staff, customer] = [await createUser(app(), { role: 'staff' }), await createUser(app(), { name: 'Ada' })];
    const token = await signIn(app(), staff);
    const { id: owner } = (await app().call('/api/users/me')).json;
    const problem = expectProblem(
      await app().call(`/api/users/${owner}/export`, { key: token }),
      403,
      'insufficient_scope',
    );
    expect(problem.required_scope).to.equal('*');
    for (const [who, key] of [
      [customer, token],
      [staff, token],
      [customer, await signIn(app(), customer)],
    ] as const) {
      const reply = await app().call(`/api/users/${who.id}/export`, { key });
      expect(reply.status, reply.text).to.equal(200);
      const { tags: _tags, note: _note, ...own } = who;
      const user = key === token ? who : own;
      expect(reply.json).to.deep.include({ object: 'user_export', user, payments: [], refunds: [] });
      expect(reply.json.events[0]).to.deep.include({ type: 'user.created', data: own });
      expect(reply.text).to.not.match(/argon2|cp[ks]_[0-9A-Za-z]{49}/);
    }
    const { data } = (await app().call(`/api/audit_log?resource_id=${customer.id}&action=user.exported`)).json;
    expect(data.map(({ actor }: { actor: { user_id: string } }) => actor.user_id)).to.have.members([
      staff.id,
      customer.id,
    ]);
  });

  it('are searched, filtered and paged', async () => {
    const name = 'Wilhelmina Featherstonehaugh';
    const ids: string[] = [];
    for (const role of ['customer', 'staff', 'customer']) ids.unshift((await createUser(app(), { name, role })).id);
    const found = async (query: string) =>
      (await app().call(`/api/users?q=feather%20WILHEL&${query}`)).json.data.map(({ id }: { id: string }) => id);
    expect(await found('')).to.deep.equal(ids);
    expect(await found('role=staff')).to.deep.equal([ids[1]]);
    expect(await found('status=disabled')).to.deep.equal([]);
    const first = (await app().call('/api/users?q=featherstone&limit=2&include_total=true')).json;
    expect([first.data.length, first.total]).to.deep.equal([2, 3]);
    const second = (await app().call(`/api/users?q=featherstone&limit=2&cursor=${first.next_cursor}`)).json;
    expect(second.data.map(({ id }: { id: string }) => id)).to.deep.equal([ids[2]]);
    for (const query of ['role=king', 'status=', 'q=', 'q=%20', 'limit=0', 'name=x']) {
      expectProblem(await app().call(`/api/users?${query}`), 400, 'invalid_parameter');
    }
  });
});
