import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { productView } from '#core/catalog/product-view.ts';
import { productCreated, productDeleted, productUpdated, stockAdjusted } from '#core/catalog/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { aProduct, changed, ids, noonPlus } from '../../support/builders/builders.ts';
import { shuffled } from '../../support/shuffled.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `EventLog` with several resources in one call. */
export const eventsOfSeveralContract = (name: string, open: OpenStorage): void => {
  describe(`EventLog: events of several resources on ${name}`, () => {
    const storage = useStorage(open);

    it('numbers several resources in one call', async () => {
      const [one, two] = [aProduct(), aProduct()];
      const [one2, one3, two2] = [changed(one, { price: 1 }), changed(one, { price: 2 }), changed(two, { price: 3 })];
      const { unitOfWork, eventsOf } = storage();
      await unitOfWork.run((tx) => tx.events.append(Actor.system, productCreated(one)));
      await unitOfWork.run(async (tx) => {
        await tx.events.append(
          Actor.system,
          productUpdated(one, one2),
          productCreated(two),
          productUpdated(one2, one3),
        );
        await tx.events.append(
          Actor.system,
          productUpdated(two, two2),
          productDeleted(one3, noonPlus(3)),
          productCreated(aProduct()),
        );
      });
      const stored = async (id: Product['id']) => (await eventsOf(id)).map(({ sequence, type }) => [sequence, type]);
      expect(await stored(one.id)).to.deep.equal([
        [1, 'product.created'],
        [2, 'product.updated'],
        [3, 'product.updated'],
        [4, 'product.deleted'],
      ]);
      const data = (await eventsOf(one.id)).map((event) => event.data);
      expect(data).to.deep.equal([one, one2, one3, one3].map(productView));
      expect(await stored(two.id)).to.deep.equal([
        [1, 'product.created'],
        [2, 'product.updated'],
      ]);
    });

    it('does nothing without events', async () => {
      const appended = await storage().unitOfWork.run(async (tx) => {
        await tx.events.append(Actor.system);
        return tx.events.appendedTypes;
      });
      expect(appended).to.deep.equal([]);
    });

    it('continues numbering within a transaction, whatever it reads or erases in between', async () => {
      const one = aProduct({ sku: 'first' });
      const two = changed(one, { price: 1, sku: 'second' });
      const three = changed(two, { price: 2, sku: 'third' });
      const { unitOfWork, eventsOf } = storage();
      await unitOfWork.run(async (tx) => {
        await tx.events.append(Actor.system, productCreated(one));
        await tx.events.append(Actor.system, productUpdated(one, two));
        expect(await tx.events.changedFields(one.id, 1)).to.have.members(['price', 'sku']);
        await tx.events.erase([one.id], { sku: null });
        await tx.events.append(Actor.system, productUpdated(two, three));
        expect(tx.events.appendedTypes).to.have.length(3);
      });
      const events = await eventsOf(one.id);
      expect(events.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3]);
      const shown = [one, two].map((product) => ({ ...productView(product), sku: null }));
      expect(events.map(({ data }) => data)).to.deep.equal([...shown, productView(three)]);
    });

    it('numbers without gaps under concurrent changes of several resources', async () => {
      const products = Array.from({ length: 4 }, () => aProduct({ stock: 1000 }));
      const { unitOfWork, eventsOf } = storage();
      await unitOfWork.run(async (tx) => {
        for (const product of products) await tx.products.add(product);
        await tx.events.append(Actor.system, ...products.map(productCreated));
      });
      const carts = Array.from({ length: 30 }, () => shuffled(products).slice(0, 3));
      await Promise.all(
        carts.map((cart) =>
          unitOfWork.run(async (tx) => {
            const moves = cart.map(({ id }) => ({ productId: id, delta: -1 }));
            const events = stockAdjusted(await tx.products.adjustStock(moves, noonPlus(1)));
            // twice in one call
            await tx.events.append(Actor.system, ...events, ...events);
          }),
        ),
      );
      for (const { id } of products) {
        const events = await eventsOf(id);
        const moves = carts.filter((cart) => cart.some((product) => product.id === id)).length;
        expect(events.map(({ sequence }) => sequence)).to.deep.equal(events.map((_, index) => index + 1));
        const versions = Array.from({ length: moves }, (_, index) => [index + 2, index + 2]).flat();
        expect(events.map(({ resourceVersion }) => resourceVersion)).to.deep.equal([1, ...versions]);
      }
    });

    it('erases fields of several resources and keeps others', async () => {
      const [one, two, other] = [aProduct({ sku: 'one' }), aProduct({ sku: 'two' }), aProduct({ sku: 'other' })];
      const next = changed(two, { sku: 'next', price: 1 });
      const { unitOfWork, eventsOf } = storage();
      await unitOfWork.run((tx) =>
        tx.events.append(
          Actor.system,
          productCreated(one),
          productCreated(two),
          productCreated(other),
          productUpdated(two, next),
        ),
      );
      await unitOfWork.run((tx) =>
        tx.events.erase([two.id, ids.next('prod'), one.id], { sku: null, description: null }),
      );
      await unitOfWork.run((tx) => tx.events.erase([], { sku: null }));
      const dataOf = async (id: Product['id']) => (await eventsOf(id)).map(({ data }) => data);
      const nothing = { sku: null, description: null };
      expect(await dataOf(one.id)).to.deep.equal([{ ...productView(one), ...nothing }]);
      expect(await dataOf(two.id)).to.deep.equal([
        { ...productView(two), ...nothing },
        { ...productView(next), ...nothing },
      ]);
      expect((await eventsOf(two.id))[1]?.previous).to.deep.equal({ sku: null, price: 19.99 });
      expect(await dataOf(other.id)).to.deep.equal([productView(other)]);
    });

    it('erases events of the same transaction, and nothing in a dry run', async () => {
      const [one, other] = [aProduct({ sku: 'mine' }), aProduct({ sku: 'yours' })];
      const { unitOfWork, eventsOf } = storage();
      await unitOfWork.run(async (tx) => {
        await tx.events.append(Actor.system, productCreated(one), productCreated(other));
        await tx.events.erase([one.id], { sku: null });
      });
      await unitOfWork.dryRun((tx) => tx.events.erase([other.id], { sku: null }));
      expect((await eventsOf(one.id))[0]?.data).to.include({ sku: null });
      expect((await eventsOf(other.id))[0]?.data).to.include({ sku: 'yours' });
    });
  });
};
