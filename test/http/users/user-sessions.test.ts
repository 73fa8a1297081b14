import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('sessions of a user', ({ app }) => {
  const at = (id: string, rest = '') => `/api/users/${id}/sessions${rest}`;
  const list = async (id: string, key?: string) =>
    (await app().call(at(id), key === undefined ? {} : { key })).json.data;
  const isRejected = async (key: string) => (await app().call('/api/auth', { key })).status === 401;

  it('show the devices, to those who may change the user', async () => {
    const user = await createUser(app());
    const signInBy = async (agent: string) =>
      (
        await app().call('/api/auth', {
          method: 'POST',
          key: null,
          body: { email: user.email, password: PASSWORD },
          headers: { 'User-Agent': agent },
        })
      ).json;
    const started = await signInBy('Phone');
    expect(started).to.include({ user_agent: 'Phone', ip: '127.0.0.1' });
    await signInBy('x'.repeat(1000));
    const staff = await signIn(app(), await createUser(app(), { role: 'staff' }));
    const { key } = await createKey(app(), { scopes: ['customers:write'] });
    for (const caller of [staff, key]) {
      const [second, first, ...others] = await list(user.id, caller);
      expect(first).to.include({ id: started.id, user_agent: 'Phone', ip: '127.0.0.1', current: false });
      expect(second.user_agent).to.equal('x'.repeat(300));
      expect(others).to.deep.equal([]);
    }
    const [, own] = await list(user.id, started.token);
    expect(own).to.include({ id: started.id, current: true });
    expect((await app().call('/api/auth/sessions', { key: started.token })).json.data[1]).to.deep.equal(own);
  });

  it('are paged', async () => {
    const user = await createUser(app());
    for (let index = 0; index < 3; index += 1) await signIn(app(), user);
    const first = (await app().call(at(user.id, '?limit=2'))).json;
    const { data } = (await app().call(at(user.id, `?limit=2&cursor=${first.next_cursor}`))).json;
    expect(first.data.length + data.length).to.equal(3);
  });

  it('are hidden from staff and other customers, as the user is', async () => {
    const [admin, customer] = [await createUser(app(), { role: 'admin' }), await createUser(app())];
    const [staff, other] = [await createUser(app(), { role: 'staff' }), await createUser(app())];
    const [asStaff, asOther] = [await signIn(app(), staff), await signIn(app(), other)];
    const asAdmin = await signIn(app(), admin);
    const [session] = await list(admin.id);
    for (const [path, method] of [
      [at(admin.id), 'GET'],
      [at(admin.id), 'DELETE'],
      [at(admin.id, `/${session.id}`), 'DELETE'],
    ] as const) {
      const problem = expectProblem(await app().call(path, { method, key: asStaff }), 403, 'insufficient_scope');
      expect(problem.required_scope).to.equal('users:write');
      expectProblem(await app().call(path, { method, key: asOther }), 404, 'not_found');
    }
    for (const method of ['GET', 'DELETE'])
      expectProblem(await app().call(at(customer.id), { method, key: asOther }), 404, 'not_found');
    expect(await isRejected(asAdmin)).to.equal(false);
  });

  it('end one by one, and all at once with the keys that they created', async () => {
    const user = await createUser(app(), { role: 'admin' });
    const [first, second, third] = [await signIn(app(), user), await signIn(app(), user), await signIn(app(), user)];
    const created = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'a key' }, key: first });
    const [newest] = await list(user.id);
    const path = at(user.id, `/${newest.id}`);
    expect((await app().call(path, { method: 'DELETE' })).status).to.equal(204);
    expectProblem(await app().call(path, { method: 'DELETE' }), 404, 'not_found');
    expect([await isRejected(third), await isRejected(second)]).to.deep.equal([true, false]);
    expect((await app().call(at(user.id), { method: 'DELETE' })).status).to.equal(204);
    for (const key of [first, second, created.json.key]) expect(await isRejected(key)).to.equal(true);
    expect(await list(user.id)).to.deep.equal([]);
    expect((await app().call(at(user.id), { method: 'DELETE' })).status).to.equal(204);
  });
});
