import { expect } from 'chai';
import { userView } from '#core/users/user-view.ts';
import { aLargeUser, anActor, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { COMMON, openUsers, type Users } from './users-under-test.ts';

describe('changeUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('changes only the fields of the patch', async () => {
    const before = await users.join(aLargeUser({ emailVerifiedAt: NOON }));
    users.clock.advance(60);
    const after = await users.change(users.asOwner, before.id, { name: 'Zoë' });
    expect(after).to.deep.equal({ ...before, name: 'Zoë', version: 2, updatedAt: noonPlus(60) });
    expect(await users.get(before.id)).to.deep.equal(after);
  });

  it('resets fields that the patch sets to null', async () => {
    const before = await users.join(aLargeUser({ status: 'disabled' }));
    const nothing = { name: null, phone: null, addresses: null, role: null, permissions: null, status: null };
    const after = await users.change(users.asOwner, before.id, { ...nothing, metadata: null });
    const plain = { name: null, phone: null, addresses: [], role: 'customer', permissions: [], status: 'active' };
    expect(after).to.deep.equal({ ...before, ...plain, metadata: {}, version: 2 });
  });

  it('merges metadata and rejects too many entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`, 'x']));
    const { id } = await users.join({ metadata: many });
    const error = await rejectionOf(users.change(users.asOwner, id, { metadata: { more: 'x' } }));
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['metadata']]);
    const after = await users.change(users.asOwner, id, { metadata: { 0: null, more: 'x' } });
    const { 0: _removed, ...expected } = many;
    expect(after.metadata).to.deep.equal({ ...expected, more: 'x' });
  });

  it('emits an event with the previous values, without the password', async () => {
    const { id } = await users.join({ name: 'Zoe', role: 'staff', passwordHash: 'hash of the old one' });
    const patch = { name: 'Zoë', role: 'analyst', status: 'active', password: 'the new one' } as const;
    const after = await users.change(users.asOwner, id, patch);
    const [event, ...others] = await users.eventsOf(id);
    expect(event).to.deep.include({ type: 'user.updated', sequence: 1, resourceVersion: 2 });
    expect(event?.data).to.deep.equal(userView(after));
    expect(event?.previous).to.deep.equal({ name: 'Zoe', role: 'staff' });
    expect(JSON.stringify(event)).to.not.match(/the new one|the old one/);
    expect(others).to.deep.equal([]);
  });

  it('records old and new permissions, and only the names of personal fields', async () => {
    const before = await users.join({ name: 'Zoe', role: 'staff', passwordHash: 'hash of the old one' });
    const patch = { name: 'Zoë', phone: '+351 912 345 678', role: 'analyst', permissions: ['orders:write'] } as const;
    await users.change(users.asOwner, before.id, { ...patch, password: 'the new one' });
    const [entry, ...others] = await users.auditOf(before.id);
    expect(entry).to.deep.include({ action: 'user.updated', resource: { type: 'user', id: before.id } });
    expect(entry?.actor).to.include({ user_id: users.owner.id });
    const hidden = { name: '[withheld]', password: '[withheld]' };
    expect(entry?.before).to.deep.equal({ ...hidden, phone: null, role: 'staff', permissions: [] });
    const now = { phone: '[withheld]', role: 'analyst', permissions: ['orders:write'] };
    expect(entry?.after).to.deep.equal({ ...hidden, ...now });
    expect(others).to.deep.equal([]);
  });

  it('resets the verification for another e-mail, not for another case', async () => {
    const { id } = await users.join({ email: 'zoe@example.com', emailVerifiedAt: NOON });
    const written = await users.change(users.asOwner, id, { email: 'Zoe@Example.com' });
    expect(written).to.deep.include({ email: 'Zoe@Example.com', emailVerifiedAt: NOON });
    const another = await users.change(users.asOwner, id, { email: 'zoë@example.com' });
    expect(another).to.deep.include({ email: 'zoë@example.com', emailVerifiedAt: null });
    const [, entry] = await users.auditOf(id);
    expect(entry?.before).to.deep.equal({ email: '[withheld]', email_verified: true });
    expect(entry?.after).to.deep.equal({ email: '[withheld]', email_verified: false });
  });

  it('rejects a duplicate e-mail', async () => {
    const { id } = await users.join();
    await users.join({ email: 'taken@example.com' });
    const error = await rejectionOf(users.change(users.asOwner, id, { email: 'TAKEN@example.com' }));
    expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
  });

  it('rejects a weak password', async () => {
    const error = await rejectionOf(users.change(users.asOwner, users.owner.id, { password: COMMON }));
    expect(error.fieldErrors.map(({ code }) => code)).to.deep.equal(['password.common']);
  });

  for (const [title, patch] of [
    ['a new password', { password: 'the new one' }],
    ['disabling', { status: 'disabled' }],
  ] as const) {
    it(`${title} ends all sessions and tokens of that user only`, async () => {
      const [user, other] = [await users.join({ passwordHash: 'hash of the old one' }), await users.join()];
      const [left, leftOfOther] = [await users.equip(user), await users.equip(other)];
      await users.change(users.asOwner, user.id, patch);
      expect(await left()).to.deep.equal(['key']);
      expect(await leftOfOther()).to.deep.equal(['session', 'key', 'token']);
    });
  }

  it('keeps sessions and tokens after any other change, and after an empty one', async () => {
    const user = await users.join({ passwordHash: 'hash of the old one', emailVerifiedAt: noonPlus(-60) });
    const left = await users.equip(user);
    const spelt = user.email.toUpperCase();
    await users.change(users.asOwner, user.id, { email: spelt, role: 'staff', permissions: ['keys:read'] });
    expect((await users.change(users.asOwner, user.id, {})).passwordHash).to.equal('hash of the old one');
    expect(await left()).to.deep.equal(['session', 'key', 'token']);
  });

  it('removes tokens and mail requests of a former e-mail', async () => {
    const user = await users.join();
    const left = await users.equip(user);
    await users.requestPasswordReset(user.email);
    await users.change(users.asOwner, user.id, { email: 'new@example.com' });
    expect(await left()).to.deep.equal(['session', 'key']);
    expect(await users.waiting()).to.deep.equal([['email_changed', user.email]]);
  });

  it('rejects a stale version and lists the changed fields', async () => {
    const { id } = await users.join();
    await users.change(users.asOwner, id, { name: 'Zoë' });
    const error = await rejectionOf(users.change(users.asOwner, id, { name: 'Zoe' }, [1]));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['name'] });
    expect((await users.change(users.asOwner, id, { name: 'Zoe' }, [2])).version).to.equal(3);
  });

  it('stores nothing of a rejected change', async () => {
    const user = await users.join({ passwordHash: 'hash of the old one' });
    const left = await users.equip(user);
    await rejectionOf(users.change(users.asOwner, user.id, { password: 'the new one', email: users.owner.email }));
    expect(await users.get(user.id)).to.deep.equal(user);
    expect(await left()).to.deep.equal(['session', 'key', 'token']);
    expect(await users.eventsOf(user.id)).to.deep.equal([]);
    expect(await users.auditOf(user.id)).to.deep.equal([]);
  });

  it('rejects an unknown user', async () => {
    const attempt = users.change(users.asOwner, ids.next('usr'), {});
    expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
    const removed = await users.join({ role: 'owner' });
    await users.erase(users.asOwner, removed.id);
    expect(await rejectionOf(users.change(anActor(removed), removed.id, {}))).to.include({ kind: 'not_found' });
  });
});
