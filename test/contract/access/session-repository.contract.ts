import { expect } from 'chai';
import type { Credential } from '#core/access/credential.ts';
import type { Session } from '#core/access/session.ts';
import { aSession, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const sessionRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`SessionRepository on ${name}`, () => {
    const storage = useStorage(open);
    const user = aUser();
    const add = (session: Session): Promise<void> => storage().unitOfWork.run((tx) => tx.sessions.add(session));
    const remove = (id: Session['id']): Promise<void> => storage().unitOfWork.run((tx) => tx.sessions.remove(id));
    const find = ({ hash }: Session): Promise<Credential | undefined> => storage().credentialQueries.findByHash(hash);

    before(() => storage().unitOfWork.run((tx) => tx.users.add(user)));

    it('adds several sessions of one user', async () => {
      const [{ session: first }, { session: second }] = [aSession(user), aSession(user, noonPlus(1))];
      for (const session of [first, second]) await add(session);
      expect((await find(first))?.actor).to.include({ credentialId: first.id, userId: user.id });
      expect((await find(second))?.actor).to.include({ credentialId: second.id, userId: user.id });
    });

    it('ends only the removed session', async () => {
      const [{ session: removed }, { session: other }] = [aSession(user), aSession(user)];
      for (const session of [removed, other]) await add(session);
      await remove(removed.id);
      expect(await find(removed)).to.equal(undefined);
      expect((await find(other))?.actor.credentialId).to.equal(other.id);
    });

    it('round-trips a session', async () => {
      const { session } = aSession(user, noonPlus(0.999));
      const withoutDevice = { ...aSession(user).session, userAgent: null, ip: null };
      const found = (id: Session['id']) => storage().unitOfWork.run((tx) => tx.sessions.find(id));
      for (const each of [session, withoutDevice]) {
        await add(each);
        expect(await found(each.id)).to.deep.equal(each);
      }
      expect(await found(ids.next('ses'))).to.equal(undefined);
    });

    it('ends all sessions of one user only', async () => {
      const other = aUser();
      await storage().unitOfWork.run((tx) => tx.users.add(other));
      const [first, second, another] = [aSession(user), aSession(user), aSession(other)].map(({ session }) => session);
      for (const session of [first, second, another]) if (session) await add(session);
      await storage().unitOfWork.run((tx) => tx.sessions.removeAllOf(user.id));
      const credentials = await Promise.all([first, second, another].map((session) => session && find(session)));
      expect(credentials.map((credential) => credential?.actor.userId)).to.deep.equal([undefined, undefined, other.id]);
    });

    it('ignores the removal of an unknown session', async () => {
      const { session } = aSession(user);
      await add(session);
      for (const id of [session.id, session.id, ids.next('ses')]) await remove(id);
      expect(await find(session)).to.equal(undefined);
    });
  });
};
