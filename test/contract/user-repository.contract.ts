import { expect } from 'chai';
import { emailKey, type User } from '#core/users/user.ts';
import { aUser } from '../support/builders.ts';
import { refusalOf } from '../support/refusal.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const userRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`UserRepository on ${name}`, () => {
    const storage = useStorage(open);
    const add = (user: User): Promise<void> => storage().unitOfWork.run((tx) => tx.users.add(user));
    const find = (email: string): Promise<User | undefined> =>
      storage().unitOfWork.run((tx) => tx.users.findByEmail(emailKey(email)));
    const isDuplicate = { kind: 'conflict', code: 'already_exists' };

    it('finds nobody by an e-mail that nobody has', async () => {
      expect(await find('nobody@example.com')).to.equal(undefined);
    });

    it('keeps the smallest and the largest user as they are', async () => {
      const largest = aUser({
        email: 'Zoë.O’Hara+𝒜@Example.COM',
        name: '李 "小" 龍 \\',
        passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA',
        role: 'admin',
        permissions: ['orders:read', '*'],
        status: 'disabled',
      });
      for (const user of [aUser(), largest]) {
        await add(user);
        expect(await find(user.email)).to.deep.equal(user);
      }
    });

    it('finds a person however the e-mail is written', async () => {
      const user = aUser({ email: 'Amélie@Example.com' });
      await add(user);
      for (const email of ['amélie@example.com', 'AMÉLIE@EXAMPLE.COM', 'Ame\u0301lie@example.com']) {
        expect(await find(email)).to.deep.equal(user);
      }
    });

    it('refuses an e-mail that differs from a taken one in case alone, and says which field it is', async () => {
      await add(aUser({ email: 'taken@example.com' }));
      const refusal = await refusalOf(add(aUser({ email: 'TAKEN@example.com' })));
      expect(refusal).to.include(isDuplicate);
      expect(refusal.faults.map(({ path }) => path)).to.deep.equal([['email']]);
      expect((await find('taken@example.com'))?.email).to.equal('taken@example.com');
    });

    it('registers one of many who come at once with one e-mail', async () => {
      const emails = ['race@example.com', 'Race@example.com', 'RACE@example.com', 'race@EXAMPLE.com'];
      const outcomes = await Promise.allSettled(emails.map((email) => add(aUser({ email }))));
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(refusals).to.have.length(3);
      for (const refusal of refusals) expect(refusal).to.include(isDuplicate);
    });

    it('knows whether there is an owner', async () => {
      const hasOwner = (): Promise<boolean> => storage().unitOfWork.run((tx) => tx.users.hasOwner());
      expect(await hasOwner()).to.equal(false);
      await add(aUser({ role: 'owner' }));
      expect(await hasOwner()).to.equal(true);
    });
  });
};
