import { expect } from 'chai';
import { ApiKey } from '#core/access/api-key.ts';
import type { CredentialChange } from '#core/access/ports.ts';
import { SecondFactor } from '#core/access/second-factors/second-factor.ts';
import type { Work } from '#core/storage.ts';
import { aKey, aSession, aUser, NOON } from '../../support/builders/builders.ts';
import { aFactor } from '../../support/builders/second-factors.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const credentialChangesContract = (name: string, open: OpenStorage): void => {
  describe(`CredentialChanges on ${name}`, () => {
    const storage = useStorage(open);
    const user = aUser();
    const changes: CredentialChange[] = [];
    const countOf = (id: string): number =>
      changes.filter((change) => change.kind === 'changed' && change.id === id).length;

    const addedKey = async (): Promise<ApiKey> => {
      const { key } = aKey(user);
      await storage().unitOfWork.run((tx) => tx.apiKeys.add(key));
      return key;
    };

    before(async () => {
      await storage().unitOfWork.run((tx) => tx.users.add(user));
      storage().credentialChanges.subscribe((change) => changes.push(change));
    });

    it('notifies of a saved key after its commit and before the response', async () => {
      const key = await addedKey();
      await storage().unitOfWork.run(async (tx) => {
        await tx.apiKeys.save(ApiKey.revoke(key, NOON));
        expect(countOf(key.id)).to.equal(0);
      });
      expect(countOf(key.id)).to.be.greaterThan(0);
    });

    it('notifies of a removed session before the response', async () => {
      const { session } = aSession(user);
      await storage().unitOfWork.run((tx) => tx.sessions.add(session));
      await storage().unitOfWork.run((tx) => tx.sessions.remove(session.id));
      expect(countOf(session.id)).to.be.greaterThan(0);
    });

    it('notifies of a saved or removed user, and of their sessions, keys and second factors, before the response', async () => {
      const person = aUser();
      const { factor } = aFactor(person);
      await storage().unitOfWork.run((tx) => tx.users.add(person));
      await storage().unitOfWork.run((tx) => tx.secondFactors.add(factor));
      let count = countOf(person.id);
      const works: readonly Work<unknown>[] = [
        (tx) => tx.users.save({ ...person, version: 2 }),
        (tx) => tx.secondFactors.save(SecondFactor.use(factor, { lastTimeStep: 1 }, NOON)),
        (tx) => tx.secondFactors.remove(factor),
        (tx) => tx.secondFactors.removeAllOf(person.id),
        (tx) => tx.sessions.removeAllOf(person.id),
        (tx) => tx.apiKeys.removeAllOf(person.id),
        (tx) => tx.users.remove(person.id),
      ];
      for (const work of works) {
        await storage().unitOfWork.run(work);
        expect(countOf(person.id)).to.be.greaterThan(count);
        count = countOf(person.id);
      }
    });

    it('notifies every subscriber', async () => {
      const others: CredentialChange[] = [];
      storage().credentialChanges.subscribe((change) => others.push(change));
      const key = await addedKey();
      await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(key, NOON)));
      expect(countOf(key.id)).to.be.greaterThan(0);
      expect(others).to.deep.include({ kind: 'changed', id: key.id });
    });

    it('does not notify of a failed transaction or dry run', async () => {
      const key = await addedKey();
      const revoked = ApiKey.revoke(key, NOON);
      await storage().unitOfWork.dryRun((tx) => tx.apiKeys.save(revoked));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.apiKeys.save(revoked);
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      // the notification of this commit follows all earlier ones
      const later = await addedKey();
      await storage().unitOfWork.run((tx) => tx.apiKeys.save(ApiKey.revoke(later, NOON)));
      expect(countOf(later.id)).to.be.greaterThan(0);
      expect(countOf(key.id)).to.equal(0);
    });

    it('stays connected', () => {
      expect(changes.map(({ kind }) => kind)).to.not.include('disconnected');
    });
  });
};
