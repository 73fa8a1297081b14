import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const PATH = '/api/users/me/views';
const UNPAID = { list: 'orders', name: 'Unpaid', query: 'payment_status=unpaid&sort=-total' };
const STAFF = { list: 'users', name: 'Unpaid', query: '' };

onService('saved views', ({ app }) => {
  const get = (key: string, headers = {}) => app().call(PATH, { key, headers });
  const put = (key: string, views: unknown, headers = {}) =>
    app().call(PATH, { method: 'PUT', key, headers, body: { views } });

  it('are replaced as a whole, by a session or a key of the user', async () => {
    const user = await createUser(app(), { role: 'staff', permissions: ['keys:write'] });
    const session = await signIn(app(), user);
    const { key } = (
      await app().call('/api/auth/keys', { method: 'POST', key: session, body: { name: 'a key', scopes: [] } })
    ).json;
    expect((await get(session)).json).to.deep.equal({ object: 'saved_views', user_id: user.id, views: [], version: 1 });
    const saved = await put(session, [UNPAID, STAFF]);
    expect(saved.status, saved.text).to.equal(200);
    expect(saved.json).to.deep.include({ views: [UNPAID, STAFF], version: 2 });
    expect((await get(key)).json).to.deep.equal(saved.json);
    expect((await put(key, [STAFF])).json).to.deep.include({ views: [STAFF], version: 3 });
    expect((await put(key, [STAFF])).json.version).to.equal(3);
    expect((await get(await signIn(app(), await createUser(app())))).json.views).to.deep.equal([]);
  });

  it('are not replaced at a stale version or tag', async () => {
    const key = await signIn(app(), await createUser(app()));
    const tag = (await get(key)).headers.get('etag') ?? '';
    expect((await get(key, { 'If-None-Match': tag })).status).to.equal(304);
    const first = await put(key, [UNPAID], { 'If-Match': tag });
    for (const stale of [tag, '"1"']) {
      const problem = expectProblem(await put(key, [], { 'If-Match': stale }), 412, 'version_mismatch');
      expect(problem).to.deep.include({ current_version: 2, changed_fields: ['views'] });
    }
    expect((await put(key, [STAFF], { 'If-Match': first.headers.get('etag') ?? '' })).json.views).to.deep.equal([
      STAFF,
    ]);
  });

  it('are limited, and unique by list and name', async () => {
    const key = await signIn(app(), await createUser(app()));
    const many = Array.from({ length: 101 }, (_, index) => ({ ...UNPAID, name: `${index}` }));
    const longest = { list: 'l'.repeat(40), name: 'n'.repeat(60), query: 'q'.repeat(2000) };
    for (const [views, path] of [
      [many, '/views'],
      [[{ ...longest, list: 'l'.repeat(41) }], '/views/0/list'],
      [[{ ...longest, name: 'n'.repeat(61) }], '/views/0/name'],
      [[{ ...longest, name: '' }], '/views/0/name'],
      [[{ ...longest, query: 'q'.repeat(2001) }], '/views/0/query'],
      [[UNPAID, { ...UNPAID, query: '' }], '/views/1'],
      [undefined, '/views'],
    ] as const) {
      expect(errorPathsOf(expectProblem(await put(key, views), 422, 'validation_failed'))).to.deep.equal([path]);
    }
    expect((await put(key, [...many.slice(0, 99), longest])).status).to.equal(200);
  });

  it('are exported and erased with the user', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    expect((await app().call(`/api/users/${user.id}/export`)).json.saved_views).to.deep.equal([]);
    const { json } = await put(key, [UNPAID]);
    expect((await app().call(`/api/users/${user.id}/export`)).json.saved_views).to.deep.equal([json]);
    expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
    expectProblem(await get(key), 401, 'session_ended');
  });

  it('need a user', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    expectProblem(await get(key), 403, 'insufficient_scope');
    expectProblem(await app().call(PATH, { key: null }), 401, 'authentication_required');
  });
});

onStorage('postgres', 'saved views', ({ app }) => {
  it('are replaced by one of several writers with the same tag', async () => {
    for (let round = 0; round < 5; round += 1) {
      const key = await signIn(app(), await createUser(app()));
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          app().call(PATH, {
            method: 'PUT',
            key,
            headers: { 'If-Match': '"1"' },
            body: { views: [{ ...UNPAID, name: `${index}` }] },
          }),
        ),
      );
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412, 412, 412, 412]);
      const { json } = replies.find(({ status }) => status === 200) ?? {};
      expect((await app().call(PATH, { key })).json).to.deep.equal(json);
    }
  });

  it('are all replaced by writers without a tag, and by none after an erasure', async () => {
    const user = await createUser(app());
    const key = await signIn(app(), user);
    const put = (name: string) => app().call(PATH, { method: 'PUT', key, body: { views: [{ ...UNPAID, name }] } });
    const replies = await Promise.all(['a', 'b', 'c', 'd'].map(put));
    expect(replies.map(({ json }) => json.version).sort()).to.deep.equal([2, 3, 4, 5]);
    const [erased, ...late] = await Promise.all([
      app().call(`/api/users/${user.id}`, { method: 'DELETE' }),
      put('e'),
      put('f'),
    ]);
    expect(erased.status, erased.text).to.equal(204);
    for (const { status, text } of late) expect(status, text).to.be.oneOf([200, 401, 404]);
  });
});
