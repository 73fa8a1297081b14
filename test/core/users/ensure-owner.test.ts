import { expect } from 'chai';
import { emailKey } from '#core/shared/mail.ts';
import { makeCreateOwner, makeEnsureOwner } from '#core/users/use-cases/create-owner.ts';
import { userView } from '#core/users/user-view.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import { aUser, clockAtNoon, countingIds, NOON } from '../../support/builders/builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

describe('ensureOwner', () => {
  let storage: StorageUnderTest;

  beforeEach(async () => {
    storage = await openMemoryStorage();
  });

  const passwords = { hash: async (password: string) => `hash of ${password}`, verify: async () => false };
  const ensure = (email: string) => {
    const createOwner = makeCreateOwner({ passwords, ids: countingIds(), clock: clockAtNoon() });
    return makeEnsureOwner({ unitOfWork: storage.unitOfWork, createOwner })({ email, password: 'secret' });
  };
  const find = (email: string) => storage.unitOfWork.run((tx) => tx.users.findByEmail(emailKey(email)));

  it('creates an owner when there is none, and emits the event without the password', async () => {
    expect(await ensure('Owner@example.com')).to.equal(true);
    const owner = await find('owner@example.com');
    if (owner === undefined) throw new Error('The owner was made.');
    expect(owner).to.deep.include({ email: 'Owner@example.com', role: 'owner', status: 'active', createdAt: NOON });
    expect(owner.passwordHash).to.equal('hash of secret');
    const [event, ...others] = await storage.eventsOf(owner.id);
    expect(event).to.deep.include({ type: 'user.created', sequence: 1, resourceVersion: 1, previous: {} });
    expect(event?.data).to.deep.equal(userView(owner));
    expect(JSON.stringify(event)).to.not.include('secret');
    expect(others).to.deep.equal([]);
  });

  it('leaves an existing owner unchanged, whatever the e-mail', async () => {
    await ensure('owner@example.com');
    const before = await find('owner@example.com');
    for (const email of ['owner@example.com', 'other@example.com']) expect(await ensure(email)).to.equal(false);
    expect(await find('owner@example.com')).to.deep.equal(before);
    expect(await find('other@example.com')).to.equal(undefined);
  });

  it('creates one owner for two concurrent starts and reports it to one', async () => {
    const made = await Promise.all([ensure('owner@example.com'), ensure('owner@example.com')]);
    expect(made.sort()).to.deep.equal([false, true]);
  });

  it('creates an owner next to users of other roles', async () => {
    await storage.unitOfWork.run((tx) => tx.users.add(aUser({ role: 'admin' })));
    expect(await ensure('owner@example.com')).to.equal(true);
  });
});
