import { expect } from 'chai';
import type { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/mail.ts';
import type { User } from '#core/users/user.ts';
import { anActor, aUser } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

describe('customers:write', () => {
  let users: Users;
  let staff: User;

  beforeEach(async () => {
    users = await openUsers();
    staff = await users.join({ role: 'staff' });
  });

  const missing = async (attempt: Promise<unknown>): Promise<unknown> => {
    const error = await rejectionOf(attempt);
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    return error.details['required_scope'];
  };

  const callers: readonly (readonly [string, () => Actor])[] = [
    ['staff', () => anActor(staff)],
    ['a key of this scope alone', () => aProgram(staff, 'customers:write')],
    ['a key of users:write alone', () => aProgram(users.owner, 'users:write')],
  ];

  for (const [title, actorOf] of callers) {
    it(`lets ${title} create, change, replace, disable and erase customers`, async () => {
      const actor = actorOf();
      const { id, email } = await users.create(
        actor,
        { email: 'ada@example.com', metadata: { tier: 'gold' } },
        'the password',
      );
      const changed = await users.change(actor, id, { email: 'zoe@example.com', password: 'the new one' });
      expect(changed).to.include({ email: 'zoe@example.com', passwordHash: 'hash of the new one', role: 'customer' });
      expect((await users.change(actor, id, { status: 'disabled' })).status).to.equal('disabled');
      const replaced = await users.replace(actor, id, { email, metadata: { tier: 'silver' } });
      expect(replaced).to.deep.include({ email, status: 'active', metadata: { tier: 'silver' } });
      await users.erase(actor, id);
      expect(await users.find(id)).to.equal(undefined);
    });
  }

  it('writes the metadata of customers as the shop, which they cannot overwrite', async () => {
    const customer = await users.join();
    await users.change(anActor(staff), customer.id, { metadata: { tier: 'gold' } });
    await rejectionOf(users.change(anActor(customer), customer.id, { metadata: { tier: 'platinum' } }));
    expect((await users.get(customer.id)).metadata).to.deep.equal({ tier: 'gold' });
  });

  for (const [title, access] of [
    ['staff', { role: 'staff' }],
    ['an analyst', { role: 'analyst' }],
    ['a customer with a permission', { permissions: ['orders:read'] }],
    ['a customer with a permission that the caller holds', { permissions: ['customers:write'] }],
    ['a disabled admin', { role: 'admin', status: 'disabled' }],
  ] as const satisfies readonly (readonly [string, Partial<User>])[]) {
    it(`creates no ${title}, changes none and turns no customer into one`, async () => {
      const [actor, customer, other] = [anActor(staff), await users.join(), await users.join(access)];
      const { role, permissions } = aUser(access);
      const rights = { role, permissions };
      for (const attempt of [
        users.create(actor, { email: 'new@example.com', ...rights }),
        users.change(actor, customer.id, rights),
        users.replace(actor, customer.id, { email: customer.email, ...rights }),
        users.change(actor, other.id, { name: 'Zoë' }),
        users.change(actor, other.id, { role: 'customer', permissions: [] }),
        users.replace(actor, other.id, { email: other.email }),
        users.erase(actor, other.id),
      ]) {
        expect(await missing(attempt)).to.match(/^users:write/);
      }
      expect(await users.unitOfWork.run((tx) => tx.users.findByEmail(emailKey('new@example.com')))).to.equal(undefined);
      expect(await users.get(customer.id)).to.deep.equal(customer);
      expect(await users.get(other.id)).to.deep.equal(other);
    });
  }

  it('names customers:write where it would suffice', async () => {
    const [actor, customer] = [aProgram(staff, 'users:read'), await users.join()];
    for (const attempt of [
      users.create(actor, { email: 'new@example.com' }),
      users.change(actor, customer.id, { name: 'Zoë' }),
      users.replace(actor, customer.id, { email: customer.email }),
      users.erase(actor, customer.id),
    ]) {
      expect(await missing(attempt)).to.equal('customers:write');
    }
  });

  it('does not let staff change their own rights, and lets users:write change staff as before', async () => {
    expect(await missing(users.change(anActor(staff), staff.id, { permissions: ['customers:write'] }))).to.equal(
      'users:write',
    );
    const scopes = [...anActor(staff).scopes].filter((scope) => scope !== 'customers:write');
    const manager = anActor(users.owner, [...scopes, 'users:write'] as never);
    expect((await users.change(manager, staff.id, { name: 'Zoë' })).name).to.equal('Zoë');
  });
});
