import { expect } from 'chai';
import type { TokenHash } from '#core/access/bearer-tokens.ts';
import { CartContents } from '#core/carts/cart-contents.ts';
import { Checkout } from '#core/checkouts/checkout.ts';
import type { Work } from '#core/storage.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aCheckout, largestContents } from '../../support/builders/cart-builders.ts';
import { aGuestOrder } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

type Fields = Parameters<typeof aCheckout>[0];

export const checkoutsContract = (name: string, open: OpenStorage): void => {
  describe(`CheckoutRepository and CheckoutQueries on ${name}`, () => {
    const storage = useStorage(open);
    const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
    const get = ({ id }: Checkout) => run((tx) => tx.checkouts.get(id));
    const added = async (fields: Fields = {}): Promise<Checkout> => {
      const checkout = aCheckout(fields);
      await run((tx) => tx.checkouts.add(checkout));
      return checkout;
    };
    const ordered = async (fields: Fields = {}): Promise<Checkout> => {
      const order = { orderId: ids.next('ord'), paymentLinkId: ids.next('plink') };
      const checkout = Checkout.order(await added(fields), order, noonPlus(1));
      await run((tx) => tx.checkouts.save(checkout));
      return checkout;
    };

    it('round-trip a smallest checkout and a largest one through its changes', async () => {
      const smallest = await added();
      expect(await get(smallest)).to.deep.equal(smallest);
      const accepted = { terms: true, withdrawal_waiver: true };
      const largest = await added({
        ...{
          userId: ids.next('usr'),
          cartId: ids.next('cart'),
          cartOrderId: ids.next('ord'),
          contents: largestContents(),
          accepted,
        },
        returnUrl: 'https://shop.example/thanks?of=checkout',
      });
      expect(await get(largest)).to.deep.equal(largest);
      const order = { orderId: ids.next('ord'), paymentLinkId: ids.next('plink') };
      const completed = Checkout.order(largest, order, noonPlus(1));
      await run((tx) => tx.checkouts.save(completed));
      expect(await run((tx) => tx.checkouts.find(largest.id))).to.deep.equal(completed);
      expect(await storage().checkoutQueries.find(largest.id)).to.deep.equal(completed);
      const cancelled = Checkout.cancel(smallest, noonPlus(1));
      await run((tx) => tx.checkouts.save(cancelled));
      expect(await get(smallest)).to.deep.equal(cancelled);
    });

    it('report what is absent, and a version that is not the previous one', async () => {
      const absent = aCheckout();
      expect((await rejectionOf(get(absent))).kind).to.equal('not_found');
      expect(await run((tx) => tx.checkouts.find(absent.id))).to.equal(undefined);
      expect(await storage().checkoutQueries.find(absent.id)).to.equal(undefined);
      const cancelled = Checkout.cancel(await added(), noonPlus(1));
      await run((tx) => tx.checkouts.save(cancelled));
      expect((await rejectionOf(run((tx) => tx.checkouts.save(cancelled)))).kind).to.equal('conflict');
    });

    it('are erased with their user and by a guest’s e-mail, but for the page that one with an order leads back to', async () => {
      const userId = ids.next('usr');
      const contents = CartContents.of({ email: 'Erased@Example.com' });
      const erased = [await added({ userId }), await added({ contents })];
      const sold = await ordered({ userId, returnUrl: 'https://shop.example/thanks/ada' });
      const orderIds = [sold.orderId ?? expect.fail()];
      const kept = [
        await ordered({ userId }),
        await ordered({ contents }),
        await added({ userId: ids.next('usr'), contents }),
        await added({ contents: CartContents.of({ email: 'kept@example.com' }) }),
        await added(),
      ];
      const erase = (emailKey: string | undefined) => run((tx) => tx.checkouts.erase({ userId, emailKey, orderIds }));
      const first = await erase('erased@example.com');
      expect(first.removed).to.have.members(erased.map(({ id }) => id));
      expect(first.ordered).to.deep.equal([sold.id]);
      expect(await get(sold)).to.deep.equal({ ...sold, version: sold.version + 1, returnUrl: null });
      for (const { id } of erased) expect(await storage().checkoutQueries.find(id)).to.equal(undefined);
      for (const checkout of kept) expect(await get(checkout)).to.deep.equal(checkout);
      expect(await erase(undefined)).to.deep.equal({ removed: [], ordered: [sold.id] });
    });

    it('are removed once they have expired, unless they have an order', async () => {
      const at = new Date(NOON.getTime() - 1_000 * 24 * 3_600_000);
      const [expired, cancelled] = [await added({ at }), await added({ at })];
      await run((tx) => tx.checkouts.save(Checkout.cancel(cancelled, at)));
      const kept = [await ordered({ at }), await added({ at: new Date(at.getTime() + 1) })];
      const { checkoutQueries } = storage();
      expect(await checkoutQueries.removeExpired(expired.expiresAt)).to.equal(0);
      expect(await checkoutQueries.removeExpired(new Date(expired.expiresAt.getTime() + 1))).to.equal(2);
      for (const { id } of [expired, cancelled]) expect(await checkoutQueries.find(id)).to.equal(undefined);
      for (const checkout of kept) expect(await checkoutQueries.find(checkout.id)).to.deep.equal(checkout);
    });

    it('have one order each, which is found by them if it is that of a guest', async () => {
      const [checkoutId, ofUser] = [ids.next('chk'), ids.next('chk')];
      const guest = { secretHash: `hash ${checkoutId}` as TokenHash };
      const order = { ...aGuestOrder(), guest, checkoutId };
      await run((tx) => tx.orders.add(order, []));
      await run((tx) => tx.orders.add({ ...aGuestOrder(), guest: null, checkoutId: ofUser }, []));
      expect((await run((tx) => tx.orders.get(order.id))).checkoutId).to.equal(checkoutId);
      const find = (id: Checkout['id']) => storage().orderQueries.findOfCheckout(id);
      expect(await find(checkoutId)).to.equal(order.id);
      for (const other of [ofUser, ids.next('chk')]) expect(await find(other)).to.equal(undefined);
      const second = { ...aGuestOrder(), guest: null, checkoutId };
      expect((await rejectionOf(run((tx) => tx.orders.add(second, [])))).kind).to.equal('conflict');
    });
  });
};
