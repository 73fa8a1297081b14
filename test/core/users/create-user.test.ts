import { expect } from 'chai';
import fc from 'fast-check';
import { Role } from '#core/access/role.ts';
import { SCOPES, Scope } from '#core/access/scope.ts';
import { userView } from '#core/users/user-view.ts';
import { anActor, aUser, NOON } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { COMMON, openUsers, type Users } from './users-under-test.ts';

const ROLES: Role[] = ['owner', 'admin', 'staff', 'analyst', 'customer'];

describe('createUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('creates a customer from an e-mail alone', async () => {
    const user = await users.create(users.asOwner, { email: 'Zoe@example.com' });
    expect(user).to.deep.include({ version: 1, email: 'Zoe@example.com', role: 'customer', permissions: [] });
    expect(user).to.deep.include({ status: 'active', passwordHash: null, emailVerifiedAt: null, createdAt: NOON });
    expect(await users.get(user.id)).to.deep.equal(user);
  });

  it('creates a user with all fields and a password hash', async () => {
    const address = { line1: 'Rua Augusta 1', country: 'PT' };
    const input = { email: 'zoe@example.com', name: 'Zoë', phone: '+351 912 345 678', metadata: { a: 'b' } };
    const access = { role: 'staff', permissions: ['users:write'], status: 'disabled' } as const;
    const user = await users.create(users.asOwner, { ...input, ...access, addresses: [address] }, 'a long password');
    expect(user).to.deep.include({ ...input, ...access, passwordHash: 'hash of a long password' });
    expect(user.addresses).to.have.length(1);
    expect(user.addresses[0]).to.deep.include({ ...address, line2: null });
  });

  it('emits the user without password or hash', async () => {
    const user = await users.create(users.asOwner, { email: 'zoe@example.com' }, 'a long password');
    const [event, ...others] = await users.eventsOf(user.id);
    expect(event).to.deep.include({ type: 'user.created', sequence: 1, resourceVersion: 1, previous: {} });
    expect(event?.data).to.deep.equal(userView(user));
    expect(JSON.stringify(event)).to.not.include('a long password');
    expect(others).to.deep.equal([]);
  });

  it('records the actor and the permissions, without personal data', async () => {
    const user = await users.create(users.asOwner, { email: 'zoe@example.com', role: 'staff' }, 'a long password');
    const [entry, ...others] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ action: 'user.created', resource: { type: 'user', id: user.id } });
    expect(entry).to.deep.include({ request_id: 'a-request', created_at: NOON.toISOString() });
    const { userId, credentialId } = users.asOwner;
    expect(entry?.actor).to.deep.equal({ kind: 'session', user_id: userId, credential_id: credentialId });
    expect(entry?.after).to.deep.include({ role: 'staff', status: 'active', permissions: [], email_verified: false });
    expect(entry?.after).to.deep.include({ email: '[withheld]', password: '[withheld]' });
    expect(JSON.stringify(entry)).to.not.match(/zoe@example|a long password/);
    expect(others).to.deep.equal([]);
  });

  it('rejects a duplicate e-mail in any case', async () => {
    await users.create(users.asOwner, { email: 'zoe@example.com' });
    const error = await rejectionOf(users.create(users.asOwner, { email: 'ZOE@example.com' }));
    expect(error).to.include({ kind: 'conflict', code: 'already_exists' });
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['email']]);
  });

  it('rejects a weak password', async () => {
    const error = await rejectionOf(users.create(users.asOwner, { email: 'zoe@example.com' }, COMMON));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors.map(({ path, code }) => [path, code])).to.deep.equal([[['password'], 'password.common']]);
  });

  it('rejects too many metadata entries', async () => {
    const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, '']));
    const error = await rejectionOf(users.create(users.asOwner, { email: 'zoe@example.com', metadata: pairs(51) }));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['metadata']]);
    const most = await users.create(users.asOwner, { email: 'zoe@example.com', metadata: pairs(50) });
    expect(Object.keys(most.metadata)).to.have.length(50);
  });

  it('rejects a role or permissions that the actor lacks and names the missing scopes', async () => {
    const maker = anActor(aUser({ role: 'staff' }), ['users:write', 'orders:read']);
    for (const [access, missing] of [
      [{ role: 'owner' }, '*'],
      [{ permissions: ['orders:read', 'keys:write'] }, 'keys:write'],
    ] as const) {
      const error = await rejectionOf(users.create(maker, { email: 'zoe@example.com', ...access }));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.deep.equal({ required_scope: missing, held_scopes: ['users:write', 'orders:read'] });
    }
    expect(await users.unitOfWork.run((tx) => tx.users.findByEmail('zoe@example.com'))).to.equal(undefined);
  });

  it('grants exactly the permissions that the actor has', async () => {
    const scopes = fc.subarray([...SCOPES]);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(scopes, fc.constantFrom(...ROLES), scopes, async (held, role, permissions) => {
        count += 1;
        const fields = { email: `${count}@example.com`, role, permissions };
        const outcome = await users.create(anActor(users.owner, held), fields).then(
          () => 'granted',
          ({ code }: { code: string }) => code,
        );
        const isPlain = role === 'customer' && permissions.length === 0;
        const needed = [isPlain ? 'customers:write' : 'users:write', ...Role.scopes(role), ...permissions] as const;
        const isHeld = needed.every((scope) => Scope.covers(new Set(held), scope));
        expect(outcome).to.equal(isHeld ? 'granted' : 'insufficient_scope');
      }),
    );
  });
});
