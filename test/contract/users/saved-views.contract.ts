import { expect } from 'chai';
import { MAX_SAVED_VIEWS, type SavedView, SavedViews } from '#core/users/saved-views.ts';
import type { User } from '#core/users/user.ts';
import { aUser } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `SavedViewsRepository` and `SavedViewsQueries`. */
export const savedViewsContract = (name: string, open: OpenStorage): void => {
  describe(`SavedViewsRepository on ${name}`, () => {
    const storage = useStorage(open);

    const join = async (): Promise<User> => {
      const user = aUser();
      await storage().unitOfWork.run((tx) => tx.users.add(user));
      return user;
    };
    const save = (views: SavedViews) => storage().unitOfWork.run((tx) => tx.savedViews.save(views));
    const read = ({ id }: Pick<User, 'id'>) => storage().unitOfWork.run((tx) => tx.savedViews.read(id));
    const UNPAID: SavedView = { list: 'orders', name: '未払い "x"', query: 'q=a%20b&sort=-total' };

    it('has the initial views of a user who saved none', async () => {
      const user = await join();
      expect(await read(user)).to.deep.equal({ userId: user.id, version: 1, views: [] });
      expect(await storage().savedViewsQueries.get(user.id)).to.deep.equal(SavedViews.initial(user.id));
    });

    it('round-trips no views and as many as there may be, in their order', async () => {
      const [user, other] = [await join(), await join()];
      const most = Array.from({ length: MAX_SAVED_VIEWS }, (_, index) => ({
        list: 'l'.repeat(40),
        name: `${MAX_SAVED_VIEWS - index}`,
        query: 'q'.repeat(2000),
      }));
      let saved = SavedViews.initial(user.id);
      for (const views of [[UNPAID], most, []]) {
        saved = SavedViews.replace(saved, views);
        await save(saved);
        expect(await read(user)).to.deep.equal(saved);
        expect(await storage().savedViewsQueries.get(user.id)).to.deep.equal(saved);
      }
      expect(await read(other)).to.deep.equal(SavedViews.initial(other.id));
    });

    it('rejects a stale version', async () => {
      const user = await join();
      const first = SavedViews.replace(SavedViews.initial(user.id), [UNPAID]);
      await save(first);
      const stale = SavedViews.replace(SavedViews.initial(user.id), []);
      expect(await rejectionOf(save(stale))).to.include({ kind: 'conflict' });
      expect(await read(user)).to.deep.equal(first);
    });

    it('rejects the views of an unknown user', async () => {
      const views = SavedViews.replace(SavedViews.initial(aUser().id), [UNPAID]);
      expect(await rejectionOf(save(views))).to.include({ kind: 'conflict' });
    });

    it('removes those of a user, if there are any', async () => {
      const [user, other] = [await join(), await join()];
      for (const { id } of [user, other]) await save(SavedViews.replace(SavedViews.initial(id), [UNPAID]));
      for (let time = 0; time < 2; time += 1) {
        await storage().unitOfWork.run((tx) => tx.savedViews.removeOf(user.id));
        expect(await read(user)).to.deep.equal(SavedViews.initial(user.id));
      }
      expect((await read(other)).views).to.deep.equal([UNPAID]);
    });

    it('keeps the former views if the transaction fails', async () => {
      const user = await join();
      const views = SavedViews.replace(SavedViews.initial(user.id), [UNPAID]);
      const failing = storage().unitOfWork.run(async (tx) => {
        await tx.savedViews.save(views);
        throw new RangeError('enough');
      });
      await failing.catch((error: unknown) => expect(error).to.be.instanceOf(RangeError));
      expect(await read(user)).to.deep.equal(SavedViews.initial(user.id));
    });
  });
};
