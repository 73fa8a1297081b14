import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Work } from '#core/storage.ts';
import { User, type UserId } from '#core/users/user.ts';
import { aLargeUser, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { aGate } from '../../support/gate.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `UserRepository.lock`. */
export const lockedUsersContract = (name: string, open: OpenStorage): void => {
  describe(`UserRepository: locked users on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

    const added = async (user: User = aUser()): Promise<User> => {
      await run((tx) => tx.users.add(user));
      return user;
    };

    const isThere = async (id: UserId): Promise<boolean> => (await run((tx) => tx.users.find(id))) !== undefined;

    const ordersOf = async (userId: UserId): Promise<number> =>
      (await storage().orderQueries.list({ filter: { user_id: userId }, page: { limit: 1, includeTotal: true } }))
        .total ?? 0;

    /** Places an order of an existing user. @returns whether the user existed. */
    const order =
      (userId: UserId, between = async () => {}): Work<boolean> =>
      async (tx) => {
        const buyer = await tx.users.lockForShare(userId);
        await between();
        if (buyer !== undefined) await tx.orders.add(aGuestOrder({ userId }), []);
        return buyer !== undefined;
      };

    it('are undefined for an unknown user', async () => {
      expect(await run((tx) => tx.users.lockForShare(ids.next('usr')))).to.equal(undefined);
      const { id } = await added();
      await run((tx) => tx.users.remove(id));
      expect(await run((tx) => tx.users.lockForShare(id))).to.equal(undefined);
    });

    it('contain id, e-mail and trust only', async () => {
      for (const { id, email, trusted } of [await added(), await added(aLargeUser())]) {
        expect(await run((tx) => tx.users.lockForShare(id))).to.deep.equal({ id, email, trusted });
      }
    });

    it('reflect writes of the same transaction', async () => {
      const user = aUser();
      const email = `new-${user.email}`;
      await run(async (tx) => {
        await tx.users.add(user);
        expect(await tx.users.lockForShare(user.id)).to.deep.equal({ id: user.id, email: user.email, trusted: false });
        await tx.users.save({ ...user, email, version: 2 });
        expect(await tx.users.lockForShare(user.id)).to.deep.equal({ id: user.id, email, trusted: false });
        await tx.users.remove(user.id);
        expect(await tx.users.lockForShare(user.id)).to.equal(undefined);
      });
    });

    it('can be shared by many readers while they are changed', async () => {
      const user = await added();
      const bought = Array.from({ length: 20 }, () => run(order(user.id)));
      const renamed = User.replace(user, { ...User.fieldsOf(user), name: 'Ada' }, noonPlus(1));
      await run((tx) => tx.users.save(renamed));
      expect(new Set(await Promise.all(bought))).to.deep.equal(new Set([true]));
      expect(await ordersOf(user.id)).to.equal(20);
      expect(await run((tx) => tx.users.get(user.id))).to.deep.equal(renamed);
    });

    it('are not removed before the lock ends', async () => {
      const { id } = await added();
      const [held, mayEnd] = [aGate(), aGate()];
      let hasEnded = false;
      const ordering = run(
        order(id, async () => {
          held.open();
          await mayEnd.opened;
          hasEnded = true;
        }),
      );
      await Promise.race([held.opened, ordering]);
      const erasing = run(async (tx) => {
        await tx.users.get(id);
        const hadEnded = hasEnded;
        const erased = await tx.orders.erase({ userId: id, emailKey: undefined }, noonPlus(9));
        await tx.users.remove(id);
        return { hadEnded, erased: erased.length };
      });
      const removing = run((tx) => tx.users.remove(id)).catch(({ kind }: { kind: string }) => kind);
      await sleep(100);
      mayEnd.open();
      expect(await ordering).to.equal(true);
      // either may be first; the second found no user
      const erasure = await erasing.catch(({ kind }: { kind: string }) => kind);
      const removal = await removing;
      expect([erasure, removal]).to.deep.include('not_found');
      if (typeof erasure !== 'string') expect(erasure).to.deep.equal({ hadEnded: true, erased: 1 });
      expect(await isThere(id)).to.equal(false);
    });

    it('are undefined for a transaction that waited for their removal', async () => {
      const { id } = await added();
      const [removed, mayEnd] = [aGate(), aGate()];
      const removing = run(async (tx) => {
        await tx.users.remove(id);
        removed.open();
        await mayEnd.opened;
      });
      await Promise.race([removed.opened, removing]);
      const ordering = run(order(id));
      await sleep(100);
      mayEnd.open();
      await removing;
      expect(await ordering).to.equal(false);
      expect(await ordersOf(id)).to.equal(0);
    });

    it('have no unerased order after their removal', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await added();
        const erase: Work<number> = async (tx) => {
          await tx.users.get(id);
          const erased = await tx.orders.erase({ userId: id, emailKey: undefined }, noonPlus(9));
          await tx.users.remove(id);
          return erased.length;
        };
        const works = Array.from({ length: 6 }, (_, index) => (index === round % 6 ? undefined : order(id)));
        const erased: number[] = [];
        const bought = await Promise.all(
          works.map(async (work) => {
            if (work !== undefined) return run(work);
            erased.push(await run(erase));
            return false;
          }),
        );
        expect(await ordersOf(id)).to.equal(bought.filter(Boolean).length);
        expect(erased, `round ${round}`).to.deep.equal([bought.filter(Boolean).length]);
      }
    });
  });
};
