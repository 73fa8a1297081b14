import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { addAccount } from '../../support/builders/accounts.ts';
import { createKey, signIn } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { OWNER } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const DAY_MS = 86_400_000;

onService('API keys', ({ app }) => {
  const read = async (id: string) => (await app().call(`/api/auth/keys/${id}`)).json;
  const rotate = (id: string, body?: object) =>
    app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST', ...(body === undefined ? {} : { body }) });
  const revoke = (id: string) => app().call(`/api/auth/keys/${id}`, { method: 'DELETE' });
  const statusOf = async (key: string): Promise<number> => (await app().call('/api/auth', { key })).status;

  describe('creation', () => {
    it('shows the key once', async () => {
      const reply = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'Storefront' } });
      const { key, ...rest } = reply.json;
      expect([reply.status, reply.headers.get('location')]).to.deep.equal([201, `/api/auth/keys/${rest.id}`]);
      expect(key).to.match(/^cpk_[0-9A-Za-z]{49}$/);
      expect(key.startsWith(rest.prefix)).to.equal(true);
      expect(rest).to.include({
        name: 'Storefront',
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
        version: 1,
      });
      expect(await read(rest.id)).to.deep.equal(rest);
      for (const path of ['/api/auth/keys', `/api/auth/keys/${rest.id}`]) {
        expect((await app().call(path)).text).to.not.include(key);
      }
    });

    it('grants the creator’s scopes unless fewer are requested', async () => {
      expect((await createKey(app())).scopes).to.deep.equal(['*']);
      expect((await createKey(app(), { scopes: [] })).scopes).to.deep.equal([]);
      const scopes = ['keys:write', 'products:read'];
      const { key } = await createKey(app(), { scopes });
      const made = await app().call('/api/auth/keys', { method: 'POST', body: { name: 'a' }, key });
      expect(made.json.scopes).to.deep.equal(scopes);
    });

    it('grants no scope that the creator lacks', async () => {
      const { key } = await createKey(app(), { scopes: ['keys:write', 'products:read'] });
      for (const scope of ['products:write', '*', 'keys:read']) {
        const body = { name: 'a', scopes: ['products:read', scope] };
        const reply = await app().call('/api/auth/keys', { method: 'POST', body, key });
        const problem = expectProblem(reply, 403, 'insufficient_scope');
        expect(problem.required_scope).to.equal(scope);
        expect(problem.held_scopes).to.have.members(['keys:write', 'products:read']);
      }
      const { id } = await createKey(app());
      const rotated = await app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST', key });
      expectProblem(rotated, 403, 'insufficient_scope');
      expect((await read(id)).version).to.equal(1);
    });

    it('accepts only a future expiry', async () => {
      const response = await app().call('/api/auth/keys', {
        method: 'POST',
        body: { name: 'a', expires_at: '2020-01-01T00:00:00Z' },
      });
      expect(errorPathsOf(expectProblem(response, 422, 'validation_failed'))).to.deep.equal(['/expires_at']);
      expect((await createKey(app(), { expires_at: '2040-01-01T02:00:00+02:00' })).expires_at).to.equal(
        '2040-01-01T00:00:00.000Z',
      );
    });
  });

  it('expire as requested', async () => {
    const { key, expires_at } = await createKey(app(), { expires_at: new Date(Date.now() + 3_000).toISOString() });
    expect(await statusOf(key)).to.equal(200);
    await sleep(Date.parse(expires_at) - Date.now() + 1);
    const reply = await app().call('/api/auth', { key });
    expectProblem(reply, 401, 'expired_api_key');
    expect(reply.headers.get('www-authenticate')).to.equal('Bearer');
  });

  it('show their last use', async () => {
    const { id, key } = await createKey(app());
    expect(await statusOf(key)).to.equal(200);
    await eventually('the use is recorded', async () => (await read(id)).last_used_at !== null);
    expect((await read(id)).last_used_at).to.match(/^\d{4}-.+Z$/);
  });

  describe('revocation', () => {
    it('are revoked and narrowed by a key that covers their scopes, and by sessions of their user', async () => {
      const scoped = async (...scopes: string[]) => createKey(app(), { scopes });
      const target = await scoped('orders:read', 'products:read');
      const by = (key: string, id: string, method = 'DELETE') =>
        app().call(`/api/auth/keys/${id}`, {
          method,
          key,
          ...(method === 'PATCH' ? { body: { allowed_ips: ['192.0.2.1'] } } : {}),
        });
      const narrow = await scoped('keys:write', 'orders:read');
      for (const method of ['DELETE', 'PATCH']) {
        const problem = expectProblem(await by(narrow.key, target.id, method), 403, 'insufficient_scope');
        expect(problem.detail).to.include('products:read');
      }
      const wide = await scoped('keys:write', 'orders:read', 'products:read');
      expect((await by(wide.key, target.id)).status).to.equal(204);
      expect((await by(narrow.key, narrow.id)).status).to.equal(204);
      const owner = await signIn(app(), OWNER, OWNER.password);
      expect((await by(owner, wide.id)).status).to.equal(204);
    });

    it('rejects the key from the next request on', async () => {
      const { id, key } = await createKey(app());
      expect(await statusOf(key)).to.equal(200);
      expect((await revoke(id)).status).to.equal(204);
      expectProblem(await app().call('/api/auth', { key }), 401, 'revoked_api_key');
      expectProblem(await app().call('/api/products', { key }), 401, 'revoked_api_key');
      const shown = await read(id);
      expect(shown.revoked_at).to.equal(shown.updated_at);
      expect(shown.version).to.equal(2);
    });

    it('can be repeated, and applied to the calling key', async () => {
      const { id, key } = await createKey(app());
      expect((await app().call(`/api/auth/keys/${id}`, { method: 'DELETE', key })).status).to.equal(204);
      await eventually('its use is recorded', async () => (await read(id)).last_used_at !== null);
      const before = await read(id);
      expect((await revoke(id)).status).to.equal(204);
      expect(await read(id)).to.deep.equal(before);
    });
  });

  describe('rotation', () => {
    it('creates a key of the same scopes and ends the old one in a day', async () => {
      const { id, key, scopes } = await createKey(app(), { name: 'Till', scopes: ['products:read', 'keys:read'] });
      const { status, json, headers } = await rotate(id);
      expect([status, headers.get('location')]).to.deep.equal([201, `/api/auth/keys/${json.id}`]);
      expect(json).to.deep.include({ name: 'Till', scopes, expires_at: null, version: 1 });
      expect([json.id, json.key]).to.not.include.oneOf([id, key]);
      expect(await Promise.all([statusOf(key), statusOf(json.key)])).to.deep.equal([200, 200]);
      const old = await read(id);
      expect(Date.parse(old.expires_at) - Date.parse(old.updated_at)).to.equal(DAY_MS);
      expect(old).to.include({ version: 2, revoked_at: null });
    });

    it('ends the old one as requested, at once or in a week', async () => {
      const { id, key } = await createKey(app());
      const { key: fresh } = (await rotate(id, { overlap_seconds: 0 })).json;
      expectProblem(await app().call('/api/auth', { key }), 401, 'expired_api_key');
      expect(await statusOf(fresh)).to.equal(200);
      const { id: other } = await createKey(app());
      for (const overlap_seconds of [-1, 604_801, 1.5, '5', null]) {
        expect(
          errorPathsOf(expectProblem(await rotate(other, { overlap_seconds }), 422, 'validation_failed')),
        ).to.deep.equal(['/overlap_seconds']);
      }
      await rotate(other, { overlap_seconds: 604_800 });
      const { expires_at, updated_at } = await read(other);
      expect(Date.parse(expires_at) - Date.parse(updated_at)).to.equal(7 * DAY_MS);
    });

    it('never extends a key', async () => {
      const end = new Date(Date.now() + 3_600_000).toISOString();
      const { id } = await createKey(app(), { expires_at: end });
      await rotate(id, { overlap_seconds: 7200 });
      expect((await read(id)).expires_at).to.equal(end);
    });

    it('is rejected for an expired key', async () => {
      const [revoked, expired] = [await createKey(app()), await createKey(app())];
      await revoke(revoked.id);
      await rotate(expired.id, { overlap_seconds: 0 });
      for (const [{ id }, state] of [
        [revoked, 'revoked'],
        [expired, 'expired'],
      ] as const) {
        const problem = expectProblem(await rotate(id), 409, 'invalid_state');
        expect(problem).to.deep.include({ current_state: state, actions: [] });
      }
    });
  });
});

onStorage('postgres', 'API keys of other users', ({ app, databaseUrl }) => {
  it('never exceed their user’s scopes', async () => {
    const { key } = await addAccount(databaseUrl(), {
      role: 'analyst',
      scopes: ['products:read', 'products:write', '*'],
    });
    const { scopes } = (await app().call('/api/auth', { key })).json;
    expect(scopes).to.include('products:read').and.to.not.include.oneOf(['products:write', '*', 'keys:write']);
    expectProblem(
      await app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1 }, key }),
      403,
      'insufficient_scope',
    );
  });

  it('lose scopes with their user, while in use', async () => {
    const { key, user } = await addAccount(databaseUrl(), { role: 'staff', scopes: ['products:write'] });
    const create = () => app().call('/api/products', { method: 'POST', body: { name: 'a', price: 1 }, key });
    const change = (set: string) => {
      const announced = `select pg_notify('credential_changes', '${user.id}')`;
      return runSql(databaseUrl(), `update users set ${set} where id = '${user.id}'`, announced);
    };
    expect((await create()).status).to.equal(201);
    await change(`role = 'analyst'`);
    await eventually('the scope is lost', async () => (await create()).status !== 201);
    expectProblem(await create(), 403, 'insufficient_scope');
    await change(`status = 'disabled'`);
    await eventually('the key is refused', async () => (await create()).status !== 403);
    expectProblem(await create(), 401, 'revoked_api_key');
  });
});
