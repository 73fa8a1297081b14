import { expect } from 'chai';
import { staffUserView, userView } from '#core/users/user-view.ts';
import { anActor, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { readExport } from '../../support/documents/exported-data.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

describe('exportUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('returns all data about the person, with the time', async () => {
    const user = await users.create(users.asOwner, { email: 'zoe@example.com' });
    await users.equip(user);
    users.clock.advance(60);
    const { user: view, parts, at } = await users.exportUser(users.asOwner, user.id);
    expect(at).to.deep.equal(noonPlus(60));
    expect(view).to.deep.equal(staffUserView(user));
    const { sessions, api_keys: keys, events, audit_log: entries } = await readExport(parts);
    expect([sessions, keys, events].map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    expect((entries as { action: string }[]).map(({ action }) => action)).to.deep.equal([
      'user.exported',
      'user.created',
    ]);
  });

  it('records the export before it begins', async () => {
    const user = await users.join();
    const { parts } = await users.exportUser(users.asOwner, user.id);
    const [entry, ...others] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ action: 'user.exported', before: {}, after: {}, created_at: NOON.toISOString() });
    expect(entry?.actor).to.include({ user_id: users.owner.id });
    expect(others).to.deep.equal([]);
    expect((await readExport(parts)).audit_log).to.deep.equal([entry]);
  });

  it('lets customers export themselves and hides others', async () => {
    const [customer, other] = [await users.join(), await users.join()];
    const { user } = await users.exportUser(anActor(customer), customer.id);
    expect(user).to.deep.equal(userView(customer));
    expect(await rejectionOf(users.exportUser(anActor(customer), other.id))).to.include({ kind: 'not_found' });
    expect(await users.auditOf(other.id)).to.deep.equal([]);
  });

  it('rejects a key without users:read, also for its own user', async () => {
    const error = await rejectionOf(users.exportUser(aProgram(users.owner, 'orders:read'), users.owner.id));
    expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
    expect(error.details).to.include({ required_scope: 'users:read' });
  });

  it('rejects an unknown user and records nothing', async () => {
    const unknown = ids.next('usr');
    expect(await rejectionOf(users.exportUser(users.asOwner, unknown))).to.include({ kind: 'not_found' });
    expect(await users.auditOf(unknown)).to.deep.equal([]);
  });
});
