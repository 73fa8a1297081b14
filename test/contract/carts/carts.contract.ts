import { expect } from 'chai';
import { CartContents } from '#core/carts/cart-contents.ts';
import type { CartListQuery } from '#core/carts/ports.ts';
import { SavedCart } from '#core/carts/saved-cart.ts';
import { storedCartView } from '#core/carts/saved-cart-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCart, largestContents } from '../../support/builders/cart-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Fields = Parameters<typeof aCart>[0];

export const cartsContract = (name: string, open: OpenStorage): void => {
  describe(`CartRepository and CartQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: SavedCart) => run((tx) => tx.carts.get(id));
    const added = async (fields: Fields = {}): Promise<SavedCart> => {
      const cart = aCart(fields);
      await run((tx) => tx.carts.add(cart));
      return cart;
    };
    const ordered = (cart: SavedCart) =>
      SavedCart.order(cart, cart.contents, { orderId: ids.next('ord'), at: noonPlus(2) });

    it('round-trip an empty cart and a largest one through its changes', async () => {
      const smallest = await added();
      expect(await get(smallest)).to.deep.equal(smallest);
      const largest = await added({ contents: largestContents() });
      expect(await get(largest)).to.deep.equal(largest);
      const assigned = SavedCart.assign(largest, ids.next('usr'), noonPlus(1));
      await run((tx) => tx.carts.save(assigned));
      const after = { ...ordered(assigned), abandonedAt: noonPlus(1.5) };
      await run((tx) => tx.carts.save(after));
      expect(await get(largest)).to.deep.equal(after);
      expect(await run((tx) => tx.carts.lock(largest.id))).to.deep.equal(after);
      expect(await storage().cartQueries.find(largest.id)).to.deep.equal(after);
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aCart();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect((await rejectionOf(run((tx) => tx.carts.remove(absent.id)))).kind).to.equal('not_found');
      expect(await run((tx) => tx.carts.lock(absent.id))).to.equal(undefined);
      expect(await storage().cartQueries.find(absent.id)).to.equal(undefined);
      const cart = await added();
      const changed = SavedCart.change(cart, largestContents(), noonPlus(1));
      await run((tx) => tx.carts.save(changed));
      expect((await rejectionOf(run((tx) => tx.carts.save(changed)))).kind).to.equal('conflict');
    });

    it('keep one open cart of a user, and any number of others', async () => {
      const userId = ids.next('usr');
      const find = () => run((tx) => tx.carts.findOpenOf(userId));
      expect(await find()).to.equal(undefined);
      const first = await added({ userId });
      const [guests, other] = [await added(), await added({ userId: ids.next('usr') })];
      expect([await find(), await storage().cartQueries.findOpenOf(userId)]).to.deep.equal([first, first]);
      const duplicate = { kind: 'conflict', code: 'already_exists' };
      expect(await rejectionOf(added({ userId }))).to.include(duplicate);
      for (const cart of [guests, other]) {
        const assigned = SavedCart.assign(cart, userId, noonPlus(1));
        expect(await rejectionOf(run((tx) => tx.carts.save(assigned)))).to.include(duplicate);
      }
      await run((tx) => tx.carts.save(ordered(first)));
      expect([await find(), await storage().cartQueries.findOpenOf(userId)]).to.deep.equal([undefined, undefined]);
      const second = await added({ userId });
      expect(await find()).to.deep.equal(second);
      await run((tx) => tx.carts.save(SavedCart.assign(guests, ids.next('usr'), noonPlus(1))));
    });

    it('are removed', async () => {
      const [removed, kept] = [await added(), await added()];
      await run((tx) => tx.carts.remove(removed.id));
      expect((await rejectionOf(get(removed))).kind).to.equal('not_found');
      expect(await get(kept)).to.deep.equal(kept);
    });

    it('are erased with their user and, those of guests, by e-mail, and no others', async () => {
      const userId = ids.next('usr');
      const named = (email: string) => CartContents.of({ email });
      const orderedOnce = await added({ userId });
      await run((tx) => tx.carts.save(ordered(orderedOnce)));
      const erased = [orderedOnce, await added({ userId }), await added({ contents: named('Erased@Example.com') })];
      const kept = [
        await added({ userId: ids.next('usr'), contents: named('erased@example.com') }),
        await added({ contents: named('kept@example.com') }),
        await added(),
      ];
      const erase = (emailKey: string | undefined) => run((tx) => tx.carts.erase({ userId, emailKey }));
      expect(await erase('erased@example.com')).to.have.members(erased.map(({ id }) => id));
      for (const { id } of erased) expect(await storage().cartQueries.find(id)).to.equal(undefined);
      for (const cart of kept) expect(await get(cart)).to.deep.equal(cart);
      expect(await erase(undefined)).to.deep.equal([]);
    });

    it('are removed once they have expired, also those that were ordered', async () => {
      const longAgo = new Date(NOON.getTime() - 1_000 * 24 * 3_600_000);
      const [first, second] = [await added({ at: longAgo }), await added({ at: longAgo })];
      const { expiresAt } = first;
      await run((tx) => tx.carts.save({ ...second, orderId: ids.next('ord'), version: 2 }));
      const kept = await added({ at: new Date(longAgo.getTime() + 1) });
      const { cartQueries } = storage();
      expect(await cartQueries.removeExpired(expiresAt)).to.equal(0);
      expect(await cartQueries.removeExpired(new Date(expiresAt.getTime() + 1))).to.equal(2);
      expect(await cartQueries.find(first.id)).to.equal(undefined);
      expect(await cartQueries.find(kept.id)).to.deep.equal(kept);
    });

    it('are claimed once they are idle: open ones with items, of buyers who can be reached, not announced yet', async () => {
      const wasAt = (minutes: number) => new Date(NOON.getTime() - 10 * 24 * 3_600_000 + minutes * 60_000);
      const fields = { items: [{ product_id: ids.next('prod'), quantity: 1 }] };
      const filled = CartContents.of(fields);
      const reachable = CartContents.of({ ...fields, email: 'ada@example.com' });
      const ofGuest = await added({ contents: reachable, at: wasAt(2) });
      const ofUser = await added({ contents: filled, userId: ids.next('usr'), at: wasAt(1) });
      await added({ contents: filled, at: wasAt(0) });
      await added({ contents: CartContents.of({ email: 'ada@example.com' }), at: wasAt(0) });
      const ordered = await added({ contents: reachable, at: wasAt(0) });
      const order = { orderId: ids.next('ord'), at: wasAt(0) };
      await run((tx) => tx.carts.save(SavedCart.order(ordered, ordered.contents, order)));
      const { cartQueries } = storage();
      expect(await cartQueries.nextIdle(wasAt(0))).to.deep.equal(wasAt(1));
      expect(await cartQueries.nextIdle(wasAt(1))).to.deep.equal(wasAt(2));
      expect(await cartQueries.nextIdle(new Date('2100-01-01'))).to.equal(null);
      const announce = (before: Date) =>
        run(async (tx) => {
          const cart = await tx.carts.claimIdle(before);
          if (cart !== undefined) await tx.carts.save(SavedCart.abandon(cart, wasAt(3)));
          return cart?.id;
        });
      expect(await announce(wasAt(0.5))).to.equal(undefined);
      expect(await announce(wasAt(2))).to.equal(ofUser.id);
      expect(await announce(wasAt(2))).to.equal(ofGuest.id);
      expect(await announce(wasAt(9))).to.equal(undefined);
    });

    it('list the newest first, in pages, by filters and owner', async () => {
      const userId = ids.next('usr');
      const older = ordered(await added({ userId, contents: largestContents() }));
      await run((tx) => tx.carts.save(older));
      const newer = await added({ userId, at: noonPlus(1) });
      const guests = await added({ at: noonPlus(2) });
      const list = async (query: Partial<CartListQuery>) => {
        const page = { limit: 20, after: undefined };
        const sort = { by: 'created_at', descending: true } as const;
        const { items, next } = await storage().cartQueries.list({ filter: {}, sort, page, ...query });
        return { carts: items.map((item) => Json.parse(item)), next };
      };
      const shown = [newer, older].map(storedCartView);
      for (const query of [{ ownerId: userId }, { filter: { user_id: userId } }])
        expect((await list(query)).carts).to.deep.equal(shown);
      const open = { user_id: userId, status: 'open' } as const;
      expect((await list({ filter: open })).carts).to.deep.equal(shown.slice(0, 1));
      expect((await list({ filter: { ...open, status: 'ordered' } })).carts).to.deep.equal(shown.slice(1));
      expect((await list({ filter: { ids: [guests.id] } })).carts).to.deep.equal([storedCartView(guests)]);
      expect((await list({ filter: { user_id: userId }, ownerId: ids.next('usr') })).carts).to.deep.equal([]);
      const first = await list({ ownerId: userId, page: { limit: 1, after: undefined } });
      expect(first.carts).to.deep.equal(shown.slice(0, 1));
      const second = await list({ ownerId: userId, page: { limit: 1, after: first.next ?? undefined } });
      expect(second).to.deep.equal({ carts: shown.slice(1), next: null });
    });
  });
};
