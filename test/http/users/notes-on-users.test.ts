import { expect } from 'chai';
import { createKey, createUser, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const NOTED = { tags: ['VIP', ' Early  adopter '], note: 'Prefers calls.' };
const STORED = { tags: ['VIP', 'Early adopter'], note: 'Prefers calls.' };

onService('tags and notes on users', ({ app }) => {
  const read = async (path: string, options: object = {}) => (await app().call(path, options)).json;
  const patch = (path: string, body: object, options: object = {}) =>
    app().call(path, { method: 'PATCH', body, ...options });

  it('are written and read by the staff, and found by a tag', async () => {
    const user = await createUser(app(), NOTED);
    expect(user).to.deep.include(STORED);
    const at = `/api/users/${user.id}`;
    expect(await read(at)).to.deep.equal(user);
    const { data } = await read('/api/users?tag=early%20ADOPTER');
    expect(data).to.deep.equal([user]);
    const changed = await patch(at, { tags: ['Regular'], note: null });
    expect(changed.json).to.deep.include({ tags: ['Regular'], note: null, version: 2 });
    expect(await read(at)).to.deep.equal(changed.json);
    expect((await read('/api/users?tag=VIP')).data).to.deep.equal([]);
    const twice = expectProblem(await patch(at, { tags: ['a', 'A '] }), 422, 'validation_failed');
    expect(errorPathsOf(twice)).to.deep.equal(['/tags/1']);
    const many = Array.from({ length: 21 }, (_, index) => `tag ${index}`);
    for (const tags of [many, ['x'.repeat(41)], ['a,b'], [' ']]) {
      expectProblem(await patch(at, { tags }), 422, 'validation_failed');
    }
  });

  it('are hidden from the user, who cannot change, remove or look for them', async () => {
    const user = await createUser(app(), { ...NOTED, name: 'Ada' });
    const key = await signIn(app(), user);
    const at = `/api/users/${user.id}`;
    const { tags: _tags, note: _note, ...own } = user;
    for (const path of ['/api/users/me', at]) expect(await read(path, { key })).to.deep.equal(own);
    expect((await read('/api/users', { key })).data).to.deep.equal([own]);
    expect((await read(`${at}/export`, { key })).user).to.deep.equal(own);
    expectProblem(await app().call('/api/users?tag=VIP', { key }), 403, 'insufficient_scope');
    const refused = expectProblem(await patch(at, { tags: [], note: 'x' }, { key }), 422, 'validation_failed');
    expect(errorPathsOf(refused)).to.deep.equal(['/note', '/tags']);
    expectProblem(await patch('/api/users/me', { note: 'x' }, { key }), 422, 'validation_failed');
    const renamed = await patch(at, { name: 'Ada L.' }, { key });
    expect(renamed.json).to.include({ name: 'Ada L.' }).and.not.to.have.any.keys('tags', 'note');
    const body = { email: user.email, name: 'Ada M.' };
    expect((await app().call(at, { method: 'PUT', body, key })).status).to.equal(200);
    expect(await read(at)).to.deep.include({ ...STORED, name: 'Ada M.' });
    const events = await app().call(`/api/events?resource_id=${user.id}`);
    expect(events.text).to.not.include('Prefers calls.').and.not.to.include('Early adopter');
    const audit = await app().call(`/api/audit_log?resource_id=${user.id}`);
    expect(audit.text).to.not.include('Prefers calls.');
    expect((await read(`${at}/export`)).user).to.deep.include(STORED);
  });

  it('are no part of a sign-up', async () => {
    await patch('/api/shop/rules', { customer_sign_up: 'open' });
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] });
    const body = { email: 'new@example.com', password: 'a long enough password of 2026', ...NOTED };
    const headers = { Origin: 'https://shop.example', 'Idempotency-Key': `sign-up-${crypto.randomUUID()}` };
    const reply = await app().call('/api/users', { method: 'POST', body, key, headers });
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/note', '/tags']);
  });
});
