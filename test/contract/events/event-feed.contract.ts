import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import { productCreated, productUpdated } from '#core/catalog/records.ts';
import type { EventView } from '#core/events/event-view.ts';
import { Actor } from '#core/shared/actor.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import { userCreated } from '#core/users/records.ts';
import { allAfter, assignAllPositions } from '../../support/builders/assign-positions.ts';
import { aProduct, aUser, changed, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const eventFeedContract = (name: string, open: OpenStorage): void => {
  describe(`EventFeed on ${name}`, () => {
    const storage = useStorage(open);
    const feed = () => storage().eventFeed;
    const append = async (...events: readonly DomainEvent[]): Promise<void> => {
      await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, ...events));
      await assignAllPositions(feed());
    };
    const newProduct = (at = NOON): Product => aProduct({}, { at });
    const idsOf = async (product: Product) => (await storage().eventsOf(product.id)).map(({ id }) => id);

    it('is empty at first', async () => {
      expect(await feed().end()).to.equal(0);
      expect(await feed().after(0, { limit: 10 })).to.deep.equal([]);
      expect(await feed().positionOf(ids.next('evt'))).to.equal(undefined);
      expect(await feed().assignPositions()).to.equal(0);
    });

    it('returns the events after a position in commit order, as the API shows them', async () => {
      const before = await feed().end();
      const [first, second] = [newProduct(noonPlus(5)), newProduct()];
      const renamed = changed(first, { name: 'Cotton shirt' });
      await append(productCreated(first));
      await append(productCreated(second), productUpdated(first, renamed));
      const events = await feed().after(before, { limit: 10 });
      expect(events.map(({ type, resourceId }) => [type, resourceId])).to.deep.equal([
        ['product.created', first.id],
        ['product.created', second.id],
        ['product.updated', first.id],
      ]);
      const positions = events.map(({ position }) => position);
      expect(positions).to.deep.equal([...positions].sort((a, b) => a - b));
      expect(positions[0]).to.be.greaterThan(before);
      expect(positions.at(-1)).to.equal(await feed().end());
      const view = JSON.parse(events[2]?.view ?? '') as EventView;
      expect(view).to.deep.include({
        id: events[2]?.id,
        object: 'event',
        type: 'product.updated',
        created_at: noonPlus(1).toISOString(),
        resource_id: first.id,
        sequence: 2,
        previous: { name: 'Linen shirt' },
      });
      expect(view.data).to.include({ name: 'Cotton shirt' });
      expect(events[2]?.occurredAt).to.deep.equal(noonPlus(1));
    });

    it('returns at most the limit and continues after it', async () => {
      const before = await feed().end();
      await append(...Array.from({ length: 5 }, () => productCreated(newProduct())));
      const [first, second, ...none] = await feed().after(before, { limit: 2 });
      expect(none).to.deep.equal([]);
      expect(await feed().after(first?.position ?? 0, { limit: 1 })).to.deep.equal([second]);
      expect(await allAfter(feed(), before)).to.have.length(5);
    });

    it('filters by type', async () => {
      const before = await feed().end();
      await append(productCreated(newProduct()), userCreated(aUser()), productCreated(newProduct()));
      const ofUsers = await feed().after(before, { limit: 10, types: ['user.created', 'user.deleted'] });
      expect(ofUsers.map(({ type }) => type)).to.deep.equal(['user.created']);
      const ofBoth = await feed().after(before, { limit: 2, types: ['user.created', 'product.created'] });
      expect(ofBoth.map(({ type }) => type)).to.deep.equal(['product.created', 'user.created']);
      expect(await feed().after(before, { limit: 10, types: [] })).to.deep.equal([]);
    });

    it('finds the position of an event', async () => {
      const product = newProduct();
      await append(productCreated(product));
      const [id] = await idsOf(product);
      expect(await feed().positionOf(id as Id<'evt'>)).to.equal(await feed().end());
    });

    it('returns events by id as they are after an erasure', async () => {
      const [one, other] = [aUser({ name: 'Ada' }), newProduct()];
      await append(userCreated(one), productCreated(other));
      await storage().unitOfWork.run((tx) => tx.events.erase([one.id], { name: null }));
      const [event] = await storage().eventsOf(one.id);
      const id = event?.id as Id<'evt'>;
      const views = await feed().views([id, ids.next('evt')]);
      expect([...views.keys()]).to.deep.equal([id]);
      expect((JSON.parse(views.get(id)?.view ?? '') as EventView).data).to.deep.include({ id: one.id, name: null });
      expect(await feed().views([])).to.deep.equal(new Map());
    });

    it('shows erased fields in no event', async () => {
      const user = aUser({ name: 'Ada' });
      const before = await feed().end();
      await append(userCreated(user));
      await storage().unitOfWork.run((tx) => tx.events.erase([user.id], { name: null, email: null }));
      const [event] = await feed().after(before, { limit: 1 });
      expect(event?.view).to.not.match(/Ada|person-/);
    });

    it('contains nothing of a failed transaction or dry run', async () => {
      const before = await feed().end();
      await storage().unitOfWork.dryRun((tx) => tx.events.append(Actor.system, productCreated(newProduct())));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.events.append(Actor.system, productCreated(newProduct()));
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      await assignAllPositions(feed());
      expect(await feed().end()).to.equal(before);
    });
  });

  describe(`EventFeed retention on ${name}`, () => {
    const storage = useStorage(open);

    it('keeps recent events, and the last of each resource to continue its sequence', async () => {
      const { unitOfWork, eventFeed: feed, eventsOf } = storage();
      const [changedProduct, unchangedProduct] = [
        aProduct({}, { at: noonPlus(-100) }),
        aProduct({}, { at: noonPlus(-100) }),
      ];
      const renamed = changed(changedProduct, { name: 'Cotton shirt' }, { at: noonPlus(-50) });
      const recent = changed(renamed, { name: 'Silk shirt' }, { at: noonPlus(50) });
      await unitOfWork.run((tx) =>
        tx.events.append(Actor.system, productCreated(changedProduct), productCreated(unchangedProduct)),
      );
      await unitOfWork.run((tx) =>
        tx.events.append(Actor.system, productUpdated(changedProduct, renamed), productUpdated(renamed, recent)),
      );
      await assignAllPositions(feed);
      const [first] = await eventsOf(changedProduct.id);
      expect(await feed.removeBefore(NOON)).to.equal(3);
      expect(await feed.removeBefore(NOON)).to.equal(0);
      expect((await eventsOf(changedProduct.id)).map(({ sequence }) => sequence)).to.deep.equal([3]);
      expect((await eventsOf(unchangedProduct.id)).map(({ sequence }) => sequence)).to.deep.equal([1]);
      expect(await feed.positionOf(first?.id as Id<'evt'>)).to.equal(undefined);
      expect((await allAfter(feed)).map(({ resourceId }) => resourceId)).to.have.members([
        unchangedProduct.id,
        changedProduct.id,
      ]);
      await unitOfWork.run((tx) =>
        tx.events.append(Actor.system, productUpdated(recent, changed(recent, { price: 1 }))),
      );
      expect((await eventsOf(changedProduct.id)).map(({ sequence }) => sequence)).to.deep.equal([3, 4]);
    });

    /** A product whose update events are appended, with positions, at seconds after a start. */
    const productHistory = (from: number) => {
      const product = aProduct({}, { at: noonPlus(from) });
      const appendAt = async (...seconds: readonly number[]): Promise<void> => {
        const { unitOfWork, eventFeed: feed } = storage();
        for (const second of seconds) {
          const after = changed(product, { price: second }, { at: noonPlus(from + second) });
          await unitOfWork.run((tx) => tx.events.append(Actor.system, productUpdated(product, after)));
        }
        await assignAllPositions(feed);
      };
      const storedSequences = async () => (await storage().eventsOf(product.id)).map(({ sequence }) => sequence);
      return { appendAt, storedSequences };
    };

    /** Removes in batches until a batch is empty. */
    const removeAllBefore = async (second: number): Promise<void> => {
      while ((await storage().eventFeed.removeBefore(noonPlus(second))) > 0);
    };

    it('counts the old events of a batch that all stay, since it is not the end', async () => {
      const { appendAt, storedSequences } = productHistory(5_000);
      await assignAllPositions(storage().eventFeed);
      await removeAllBefore(5_000);
      await appendAt(1);
      expect(await storage().eventFeed.removeBefore(noonPlus(5_010))).to.equal(1);
      expect(await storage().eventFeed.removeBefore(noonPlus(5_010))).to.equal(0);
      expect(await storedSequences()).to.deep.equal([1]);
    });

    it('removes an old event once it is no longer the last of its product', async () => {
      const { appendAt, storedSequences } = productHistory(10_000);
      await appendAt(1);
      await removeAllBefore(10_010);
      expect(await storedSequences()).to.deep.equal([1]);
      await appendAt(20);
      await removeAllBefore(10_030);
      expect(await storedSequences()).to.deep.equal([2]);
      await appendAt(40, 41, 60);
      await removeAllBefore(10_050);
      expect(await storedSequences()).to.deep.equal([5]);
    });

    it('removes an old event although later events of another product were removed before it', async () => {
      const [first, second] = [productHistory(20_000), productHistory(20_000)];
      await first.appendAt(50);
      await second.appendAt(1, 2);
      await removeAllBefore(20_010);
      expect(await first.storedSequences()).to.deep.equal([1]);
      await first.appendAt(60);
      await removeAllBefore(20_100);
      expect([await first.storedSequences(), await second.storedSequences()]).to.deep.equal([[2], [2]]);
    });
  });
};
