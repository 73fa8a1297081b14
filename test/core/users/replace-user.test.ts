import { expect } from 'chai';
import { userView } from '#core/users/user-view.ts';
import { aLargeUser, anActor, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, COMMON, openUsers, type Users } from './users-under-test.ts';

describe('replaceUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('replaces the user and resets omitted fields, except the password', async () => {
    const before = await users.join(aLargeUser({ email: 'zoe@example.com' }));
    users.clock.advance(60);
    const after = await users.replace(users.asOwner, before.id, { email: 'zoe@example.com', name: 'Zoë' });
    const plain = {
      pendingEmail: null,
      phone: null,
      addresses: [],
      metadata: {},
      role: 'customer',
      permissions: [],
      status: 'active',
      tags: [],
      note: null,
    };
    expect(after).to.deep.equal({ ...before, ...plain, name: 'Zoë', version: 2, updatedAt: noonPlus(60) });
    expect(await users.get(before.id)).to.deep.equal(after);
  });

  it('emits and records it like any change', async () => {
    const { id } = await users.join({ email: 'zoe@example.com', name: 'Zoe', role: 'staff' });
    const after = await users.replace(users.asOwner, id, { email: 'zoe@example.com', role: 'analyst' });
    const [event] = await users.eventsOf(id);
    expect(event).to.deep.include({ type: 'user.updated', resourceVersion: 2, data: userView(after) });
    expect(event?.previous).to.deep.equal({ name: 'Zoe', role: 'staff' });
    const [entry] = await users.auditOf(id);
    expect(entry).to.deep.include({ action: 'user.updated', before: { name: '[withheld]', role: 'staff' } });
    expect(entry?.after).to.deep.equal({ name: null, role: 'analyst' });
  });

  it('sets a given password, ends sessions, and rejects a weak one', async () => {
    const user = await users.join({ email: 'zoe@example.com', passwordHash: 'hash of the old one' });
    const left = await users.equip(user);
    await users.replace(users.asOwner, user.id, { email: 'zoe@example.com' });
    expect(await left()).to.deep.equal(['session', 'key', 'token']);
    const fields = { email: 'zoe@example.com', password: 'the new one' };
    expect((await users.replace(users.asOwner, user.id, fields)).passwordHash).to.equal('hash of the new one');
    expect(await left()).to.deep.equal(['key']);
    const error = await rejectionOf(users.replace(users.asOwner, user.id, { ...fields, password: COMMON }));
    expect(error.fieldErrors.map(({ code }) => code)).to.deep.equal(['password.common']);
  });

  it('rejects turning the last owner into a customer by omitting the role', async () => {
    const error = await rejectionOf(users.replace(users.asOwner, users.owner.id, { email: users.owner.email }));
    expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
    const fields = { email: users.owner.email, role: 'owner' } as const;
    expect((await users.replace(users.asOwner, users.owner.id, fields)).role).to.equal('owner');
  });

  it('lets customers replace themselves and hides others', async () => {
    const [customer, other] = [await users.join(), await users.join()];
    const fields = { email: customer.email, name: 'Zoë' };
    expect((await users.replace(anActor(customer), customer.id, fields)).name).to.equal('Zoë');
    const error = await rejectionOf(users.replace(anActor(customer), other.id, { email: other.email }));
    expect(error).to.include({ kind: 'not_found', code: 'not_found' });
  });

  it('rejects a customer’s change of role or permissions', async () => {
    const customer = await users.join({ permissions: ['orders:read'] });
    const error = await rejectionOf(users.replace(anActor(customer), customer.id, { email: customer.email }));
    expect(error.details).to.include({ required_scope: 'users:write' });
  });

  it('rejects callers without users:write, also for themselves', async () => {
    const staff = await users.join({ role: 'staff' });
    for (const actor of [anActor(staff), aProgram(staff, 'customers:write')]) {
      const error = await rejectionOf(users.replace(actor, staff.id, { email: staff.email, role: 'staff' }));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.include({ required_scope: 'users:write' });
    }
  });

  it('rejects a stale version', async () => {
    const { id, email } = await users.join();
    expect((await users.replace(users.asOwner, id, { email, name: 'Zoë' }, [1])).version).to.equal(2);
    const error = await rejectionOf(users.replace(users.asOwner, id, { email }, [1]));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['name'] });
  });

  it('rejects an unknown user', async () => {
    const attempt = users.replace(users.asOwner, ids.next('usr'), { email: 'nobody@example.com' });
    expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
  });
});
