import { expect } from 'chai';
import type { User } from '#core/users/user.ts';
import { anActor } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

describe('changing a user', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  const missing = async (attempt: Promise<unknown>): Promise<unknown> => {
    const error = await rejectionOf(attempt);
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    return error.details['required_scope'];
  };

  it('rejects a role with more scopes than the actor’s', async () => {
    const [admin, user] = [await users.join({ role: 'admin' }), await users.join()];
    expect(await missing(users.change(anActor(admin), user.id, { role: 'owner' }))).to.equal('*');
    expect((await users.change(anActor(admin), user.id, { role: 'admin' })).role).to.equal('admin');
  });

  it('rejects a permission that the actor lacks', async () => {
    const maker = await users.join({ role: 'analyst', permissions: ['users:write'] });
    const user = await users.join({ permissions: ['orders:read'] });
    const attempt = users.change(anActor(maker), user.id, { permissions: ['orders:read', 'orders:write'] });
    expect(await missing(attempt)).to.equal('orders:write');
    const granted = await users.change(anActor(maker), user.id, { permissions: ['keys:read'] });
    expect(granted.permissions).to.deep.equal(['keys:read']);
  });

  it('rejects additional permissions for the actor itself', async () => {
    const staff = await users.join({ role: 'staff', permissions: ['users:write'] });
    expect(await missing(users.change(anActor(staff), staff.id, { role: 'admin' }))).to.include('keys:write');
    expect(await missing(users.change(anActor(staff), staff.id, { permissions: ['users:write', '*'] }))).to.equal('*');
  });

  for (const [title, weaker, stronger, lacking] of [
    ['an admin an owner', { role: 'admin' }, { role: 'owner' }, '*'],
    [
      'staff who write users an admin',
      { role: 'staff', permissions: ['users:write'] },
      { role: 'admin' },
      'webhooks:read',
    ],
    ['an admin a customer of all permissions', { role: 'admin' }, { permissions: ['*'] }, '*'],
  ] as const satisfies readonly (readonly [string, Partial<User>, Partial<User>, string])[]) {
    it(`rejects changing or erasing users with more scopes: ${title}`, async () => {
      const [actor, target] = [anActor(await users.join(weaker)), await users.join(stronger)];
      for (const patch of [
        { name: 'Zoë' },
        { email: 'new@example.com' },
        { password: 'the new one' },
        { status: 'disabled' },
        { role: 'customer', permissions: [] },
      ] as const) {
        expect(await missing(users.change(actor, target.id, patch)), Object.keys(patch).join()).to.include(lacking);
      }
      expect(await missing(users.erase(actor, target.id))).to.include(lacking);
      expect(await missing(users.replace(actor, target.id, { email: target.email }))).to.include(lacking);
      expect(await users.get(target.id)).to.deep.equal(target);
    });
  }

  it('allows changing and erasing users with the same scopes', async () => {
    const [admin, other] = [await users.join({ role: 'admin' }), await users.join({ role: 'admin' })];
    const after = await users.change(anActor(admin), other.id, { status: 'disabled', password: 'the new one' });
    expect(after).to.include({ status: 'disabled', passwordHash: 'hash of the new one' });
    await users.erase(anActor(admin), other.id);
    expect(await users.find(other.id)).to.equal(undefined);
  });

  describe('as a customer', () => {
    it('allows the own profile, e-mail and password', async () => {
      const customer = await users.join({ passwordHash: 'hash of the old one' });
      const patch = { name: 'Zoë', phone: '+351 912 345 678', email: 'zoe@example.com', metadata: { a: 'b' } };
      const after = await users.change(anActor(customer), customer.id, {
        ...patch,
        password: 'the new one',
        currentPassword: 'the old one',
      });
      const { email, ...others } = patch;
      expect(after).to.deep.include({ ...others, pendingEmail: email, passwordHash: 'hash of the new one' });
    });

    for (const patch of [
      { role: 'staff' },
      { permissions: ['orders:read'] },
      { status: 'disabled' },
      { role: 'owner', name: 'Zoë' },
    ] as const) {
      it(`rejects the own ${Object.keys(patch)[0]} (${JSON.stringify(patch)})`, async () => {
        const customer = await users.join();
        const needed = 'status' in patch ? 'customers:write' : 'users:write';
        expect(await missing(users.change(anActor(customer), customer.id, patch))).to.equal(needed);
        expect(await users.get(customer.id)).to.deep.equal(customer);
      });
    }

    it('accepts unchanged permissions in any order', async () => {
      const customer = await users.join({ permissions: ['orders:read', 'keys:read'] });
      const same = { role: 'customer', status: 'active', permissions: ['keys:read', 'orders:read'] } as const;
      expect((await users.change(anActor(customer), customer.id, same)).version).to.equal(2);
    });

    it('hides all others', async () => {
      const [customer, other] = [await users.join(), await users.join()];
      for (const attempt of [
        users.change(anActor(customer), other.id, { name: 'Zoë' }),
        users.erase(anActor(customer), other.id),
      ]) {
        expect(await rejectionOf(attempt)).to.include({ kind: 'not_found', code: 'not_found' });
      }
      expect(await users.get(other.id)).to.deep.equal(other);
    });
  });

  it('allows changing the own user without users:write, and no other user', async () => {
    const [staff, other] = [await users.join({ role: 'staff' }), await users.join({ role: 'analyst' })];
    const after = await users.change(anActor(staff), staff.id, { email: 'zoe@example.com', password: 'the new one' });
    expect(after).to.include({ pendingEmail: 'zoe@example.com', passwordHash: 'hash of the new one' });
    expect(await missing(users.change(anActor(staff), other.id, { name: 'Zoë' }))).to.equal('users:write');
    expect(await missing(users.change(anActor(staff), staff.id, { status: 'disabled' }))).to.equal('users:write');
  });

  it('allows neither profile nor sign-in data with a key of fewer scopes', async () => {
    const staff = await users.join({ role: 'staff' });
    for (const program of [aProgram(staff), aProgram(staff, 'orders:read', 'users:read')]) {
      for (const patch of [{ name: 'Zoë' }, { metadata: { a: 'b' } }, { phone: '1' }]) {
        expect(await missing(users.change(program, staff.id, patch))).to.equal('users:write');
      }
      for (const patch of [{ email: 'mine@example.com' }, { password: 'the new one' }]) {
        expect(await missing(users.change(program, staff.id, patch))).to.include('products:write');
      }
    }
    expect(await users.get(staff.id)).to.include({ email: staff.email, passwordHash: null });
  });

  it('allows the password too with a key of all the user’s scopes', async () => {
    const owner = await users.join({ role: 'owner', passwordHash: 'hash of the old one' });
    const patch = { password: 'the new one', currentPassword: 'the old one' };
    const after = await users.change(aProgram(owner, '*'), owner.id, patch);
    expect(after.passwordHash).to.equal('hash of the new one');
  });

  describe('the last active owner', () => {
    const losses = (id: User['id']) =>
      [
        ['demoted', () => users.change(users.asOwner, id, { role: 'admin' })],
        ['disabled', () => users.change(users.asOwner, id, { status: 'disabled' })],
        ['erased', () => users.erase(users.asOwner, id)],
      ] as const;

    for (const index of [0, 1, 2] as const) {
      const loss = ['demoted', 'disabled', 'erased'][index];
      const lose = (id: User['id']) => losses(id)[index][1]();

      it(`cannot be ${loss}, with a disabled owner and an admin left`, async () => {
        await users.join({ role: 'owner', status: 'disabled' });
        await users.join({ role: 'admin' });
        const error = await rejectionOf(lose(users.owner.id));
        expect(error).to.include({ kind: 'conflict', code: 'invalid_state' });
        expect(error.details).to.deep.equal({ current_state: 'last_owner', actions: [] });
        expect(await users.get(users.owner.id)).to.deep.equal(users.owner);
      });

      it(`can be ${loss} when another owner is active`, async () => {
        const other = await users.join({ role: 'owner' });
        await lose(users.owner.id);
        expect(await users.unitOfWork.run((tx) => tx.users.countOtherOwners(other.id))).to.equal(0);
        expect(await users.get(other.id)).to.deep.equal(other);
      });

      it(`does not protect a disabled owner from being ${loss}`, async () => {
        const { id } = await users.join({ role: 'owner', status: 'disabled' });
        await lose(id);
        expect(await users.get(users.owner.id)).to.deep.equal(users.owner);
      });
    }

    it('stays when both of two owners are removed concurrently', async () => {
      const other = await users.join({ role: 'owner' });
      const going = [users.owner, other].map((one) => users.change(anActor(one), one.id, { role: 'admin' }));
      const outcomes = await Promise.allSettled(going);
      expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    });

    it('can be changed in all other fields', async () => {
      const after = await users.change(users.asOwner, users.owner.id, { name: 'Zoë', permissions: ['orders:read'] });
      expect(after).to.deep.include({ name: 'Zoë', role: 'owner', status: 'active' });
    });
  });
});
