import { expect } from 'chai';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { User, type UserId } from '#core/users/user.ts';
import { aKey, aLargeUser, aSession, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const userRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`UserRepository on ${name}`, () => {
    const storage = useStorage(open);
    const add = (user: User): Promise<void> => storage().unitOfWork.run((tx) => tx.users.add(user));
    const find = (email: string): Promise<User | undefined> =>
      storage().unitOfWork.run((tx) => tx.users.findByEmail(emailKey(email)));
    const get = (id: UserId): Promise<User> => storage().unitOfWork.run((tx) => tx.users.get(id));
    const save = (user: User): Promise<void> => storage().unitOfWork.run((tx) => tx.users.save(user));
    const isDuplicate = { kind: 'conflict', code: 'already_exists' };

    it('serializes the callers of an e-mail until their transactions end', async () => {
      const key = `${ids.next('evt')}@example.com`;
      const addOnce = (): Promise<boolean> =>
        storage().unitOfWork.run(async (tx) => {
          await tx.users.lockEmail(key);
          if ((await tx.users.findByEmail(key)) !== undefined) return false;
          await tx.users.add(aUser({ email: key }));
          return true;
        });
      const added = await Promise.all(Array.from({ length: 6 }, addOnce));
      expect(added.filter((isAdded) => isAdded)).to.have.length(1);
    });

    it('finds no user by an unknown e-mail', async () => {
      expect(await find('nobody@example.com')).to.equal(undefined);
    });

    it('finds no user by an unknown id', async () => {
      const id = ids.next('usr');
      expect(await rejectionOf(get(id))).to.include({ kind: 'not_found', code: 'not_found' });
      expect(await storage().unitOfWork.run((tx) => tx.users.find(id))).to.equal(undefined);
      expect(await storage().unitOfWork.run((tx) => tx.users.lock(id))).to.equal(undefined);
    });

    it('stores changes as the next version', async () => {
      const [before, large] = [aUser(), aLargeUser()];
      await add(before);
      const after = { ...large, id: before.id, version: 2 };
      await save(after);
      expect(await get(before.id)).to.deep.equal(after);
      expect(await find(before.email)).to.equal(undefined);
      const smallest = { ...User.replace(after, { email: before.email }, noonPlus(2)), passwordHash: null };
      await save(smallest);
      expect(await get(before.id)).to.deep.equal(smallest);
    });

    it('stores the next version without other changes', async () => {
      const user = aUser();
      await add(user);
      await save({ ...user, version: 2 });
      expect(await get(user.id)).to.deep.equal({ ...user, version: 2 });
    });

    it('rejects any version but the next', async () => {
      const user = aUser();
      await add(user);
      for (const version of [1, 3]) {
        expect(await rejectionOf(save({ ...user, version }))).to.include({ kind: 'conflict', code: 'conflict' });
      }
      expect(await rejectionOf(save({ ...aUser(), version: 2 }))).to.include({ kind: 'conflict', code: 'conflict' });
    });

    it('accepts another case of the own e-mail and rejects another user’s', async () => {
      const [user, other] = [aUser({ email: 'mine@example.com' }), aUser({ email: 'theirs@example.com' })];
      for (const one of [user, other]) await add(one);
      await save({ ...user, version: 2, email: 'Mine@Example.com' });
      expect((await get(user.id)).email).to.equal('Mine@Example.com');
      const error = await rejectionOf(save({ ...user, version: 3, email: 'THEIRS@example.com' }));
      expect(error).to.include(isDuplicate);
    });

    it('removes a user once and frees the e-mail', async () => {
      const user = aUser({ email: 'gone@example.com' });
      await add(user);
      const remove = () => storage().unitOfWork.run((tx) => tx.users.remove(user.id));
      await remove();
      expect(await rejectionOf(remove())).to.include({ kind: 'not_found' });
      await add(aUser({ email: 'gone@example.com' }));
    });

    it('serializes concurrent changes of one user', async () => {
      const user = aUser({ metadata: { count: '0' } });
      await add(user);
      const count = () =>
        storage().unitOfWork.run(async (tx) => {
          const { version, metadata, ...rest } = await tx.users.get(user.id);
          await tx.users.save({
            ...rest,
            version: version + 1,
            metadata: { count: `${Number(metadata['count']) + 1}` },
          });
        });
      await Promise.all(Array.from({ length: 10 }, count));
      expect(await get(user.id)).to.deep.include({ version: 11, metadata: { count: '10' } });
    });

    it('round-trips the smallest and the largest user', async () => {
      for (const user of [aUser(), aUser({ invitedAt: noonPlus(0.999) }), aLargeUser({ status: 'disabled' })]) {
        await add(user);
        expect(await find(user.email)).to.deep.equal(user);
        expect(await get(user.id)).to.deep.equal(user);
      }
    });

    it('finds a user by any case of the e-mail', async () => {
      const user = aUser({ email: 'Amélie@Example.com' });
      await add(user);
      for (const email of ['amélie@example.com', 'AMÉLIE@EXAMPLE.COM', 'Ame\u0301lie@example.com']) {
        expect(await find(email)).to.deep.equal(user);
      }
    });

    it('rejects an e-mail that differs in case only, and names the field', async () => {
      await add(aUser({ email: 'taken@example.com' }));
      const error = await rejectionOf(add(aUser({ email: 'TAKEN@example.com' })));
      expect(error).to.include(isDuplicate);
      expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['email']]);
      expect((await find('taken@example.com'))?.email).to.equal('taken@example.com');
    });

    it('creates one user for concurrent requests with one e-mail', async () => {
      const emails = ['race@example.com', 'Race@example.com', 'RACE@example.com', 'race@EXAMPLE.com'];
      const outcomes = await Promise.allSettled(emails.map((email) => add(aUser({ email }))));
      const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(errors).to.have.length(3);
      for (const error of errors) expect(error).to.include(isDuplicate);
    });

    it('knows whether an owner exists', async () => {
      const hasOwner = (): Promise<boolean> => storage().unitOfWork.run((tx) => tx.users.hasOwner());
      expect(await hasOwner()).to.equal(false);
      await add(aUser({ role: 'owner' }));
      expect(await hasOwner()).to.equal(true);
    });

    it('counts other active owners and serializes those who count', async () => {
      const owners = [aUser({ role: 'owner' }), aUser({ role: 'owner' }), aUser({ role: 'owner', status: 'disabled' })];
      for (const owner of owners) await add(owner);
      const goUnlessLast = (id: UserId) =>
        storage().unitOfWork.run(async (tx) => {
          const others = await tx.users.countOtherOwners(id);
          if (others > 0) await tx.users.remove(id);
          return others;
        });
      const all = await storage().unitOfWork.run((tx) => tx.users.countOtherOwners(ids.next('usr')));
      expect(all).to.be.greaterThan(1);
      const active = await storage().userQueries.list({
        filter: { role: ['owner'], status: 'active' },
        page: { limit: 100 },
      });
      const ownerIds = active.items.map(Json.parse).map(({ id }) => id);
      expect(ownerIds).to.have.length(all);
      const counted = await Promise.all(ownerIds.map(goUnlessLast));
      expect(counted.sort()).to.deep.equal(ownerIds.map((_, index) => index));
    });

    it('rejects data of a removed user', async () => {
      const user = aUser();
      const token = { hash: aKey(user).key.hash, purpose: 'password_reset', userId: user.id, emailKey: 'x' } as const;
      const works: readonly Work<unknown>[] = [
        (tx) => tx.apiKeys.add(aKey(user).key),
        (tx) => tx.sessions.add(aSession(user).session),
        (tx) => tx.oneTimeTokens.add({ ...token, expiresAt: noonPlus(60) }),
      ];
      for (const work of works) {
        expect(await rejectionOf(storage().unitOfWork.run(work))).to.include({ kind: 'conflict', code: 'conflict' });
      }
    });
  });
};
