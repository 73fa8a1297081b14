import { expect } from 'chai';
import { productCreated, productUpdated } from '#core/catalog/events.ts';
import type { Product } from '#core/catalog/product.ts';
import type { EventView } from '#core/events/event-view.ts';
import type { DomainEvent } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import { userCreated } from '#core/users/events.ts';
import { allAfter, assignAllPositions } from '../support/assign-positions.ts';
import { aProduct, aUser, changed, ids, NOON, noonPlus } from '../support/builders.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const eventFeedContract = (name: string, open: OpenStorage): void => {
  describe(`EventFeed on ${name}`, () => {
    const storage = useStorage(open);
    const feed = () => storage().eventFeed;
    const append = async (...events: readonly DomainEvent[]): Promise<void> => {
      await storage().unitOfWork.run((tx) => tx.events.append(...events));
      await assignAllPositions(feed());
    };
    const made = (at = NOON): Product => aProduct({}, { at });
    const idsOf = async (product: Product) => (await storage().eventsOf(product.id)).map(({ id }) => id);

    it('is empty at first', async () => {
      expect(await feed().end()).to.equal(0);
      expect(await feed().after(0, { limit: 10 })).to.deep.equal([]);
      expect(await feed().positionOf(ids.next('evt'))).to.equal(undefined);
      expect(await feed().assignPositions()).to.equal(0);
    });

    it('returns the events after a position in commit order, as the API shows them', async () => {
      const before = await feed().end();
      const [first, second] = [made(noonPlus(5)), made()];
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
      await append(...Array.from({ length: 5 }, () => productCreated(made())));
      const [first, second, ...none] = await feed().after(before, { limit: 2 });
      expect(none).to.deep.equal([]);
      expect(await feed().after(first?.position ?? 0, { limit: 1 })).to.deep.equal([second]);
      expect(await allAfter(feed(), before)).to.have.length(5);
    });

    it('filters by type', async () => {
      const before = await feed().end();
      await append(productCreated(made()), userCreated(aUser()), productCreated(made()));
      const ofUsers = await feed().after(before, { limit: 10, types: ['user.created', 'user.deleted'] });
      expect(ofUsers.map(({ type }) => type)).to.deep.equal(['user.created']);
      const ofBoth = await feed().after(before, { limit: 2, types: ['user.created', 'product.created'] });
      expect(ofBoth.map(({ type }) => type)).to.deep.equal(['product.created', 'user.created']);
      expect(await feed().after(before, { limit: 10, types: [] })).to.deep.equal([]);
    });

    it('finds the position of an event', async () => {
      const product = made();
      await append(productCreated(product));
      const [id] = await idsOf(product);
      expect(await feed().positionOf(id as Id<'evt'>)).to.equal(await feed().end());
    });

    it('returns current events by id', async () => {
      const [one, other] = [aUser({ name: 'Ada' }), made()];
      await append(userCreated(one), productCreated(other));
      await storage().unitOfWork.run((tx) => tx.events.erase([one.id], { name: null }));
      const [event] = await storage().eventsOf(one.id);
      const id = event?.id as Id<'evt'>;
      const views = await feed().views([id, ids.next('evt')]);
      expect([...views.keys()]).to.deep.equal([id]);
      expect((JSON.parse(views.get(id) ?? '') as EventView).data).to.deep.include({ id: one.id, name: null });
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
      await storage().unitOfWork.dryRun((tx) => tx.events.append(productCreated(made())));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.events.append(productCreated(made()));
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
      const [old, still] = [aProduct({}, { at: noonPlus(-100) }), aProduct({}, { at: noonPlus(-100) })];
      const renamed = changed(old, { name: 'Cotton shirt' }, { at: noonPlus(-50) });
      const young = changed(renamed, { name: 'Silk shirt' }, { at: noonPlus(50) });
      await unitOfWork.run((tx) => tx.events.append(productCreated(old), productCreated(still)));
      await unitOfWork.run((tx) => tx.events.append(productUpdated(old, renamed), productUpdated(renamed, young)));
      await assignAllPositions(feed);
      const [first] = await eventsOf(old.id);
      expect(await feed.removeBefore(NOON)).to.equal(2);
      expect(await feed.removeBefore(NOON)).to.equal(0);
      expect((await eventsOf(old.id)).map(({ sequence }) => sequence)).to.deep.equal([3]);
      expect((await eventsOf(still.id)).map(({ sequence }) => sequence)).to.deep.equal([1]);
      expect(await feed.positionOf(first?.id as Id<'evt'>)).to.equal(undefined);
      expect((await allAfter(feed)).map(({ resourceId }) => resourceId)).to.have.members([still.id, old.id]);
      await unitOfWork.run((tx) => tx.events.append(productUpdated(young, changed(young, { price: 1 }))));
      expect((await eventsOf(old.id)).map(({ sequence }) => sequence)).to.deep.equal([3, 4]);
    });

    /** Appends changes of a product at these seconds with positions. @returns the sequences that are still stored. */
    const changes = (from: number) => {
      const product = aProduct({}, { at: noonPlus(from) });
      const appended = async (...seconds: readonly number[]): Promise<void> => {
        const { unitOfWork, eventFeed: feed } = storage();
        for (const second of seconds) {
          const after = changed(product, { price: second }, { at: noonPlus(from + second) });
          await unitOfWork.run((tx) => tx.events.append(productUpdated(product, after)));
        }
        await assignAllPositions(feed);
      };
      const storedSequences = async () => (await storage().eventsOf(product.id)).map(({ sequence }) => sequence);
      return { appended, storedSequences };
    };

    const removedAll = async (before: number): Promise<void> => {
      while ((await storage().eventFeed.removeBefore(noonPlus(before))) > 0);
    };

    it('removes a former last event once its successor is old too', async () => {
      const { appended, storedSequences } = changes(10_000);
      await appended(1);
      await removedAll(10_010);
      expect(await storedSequences()).to.deep.equal([1]);
      await appended(20);
      await removedAll(10_030);
      expect(await storedSequences()).to.deep.equal([2]);
      await appended(40, 41, 60);
      await removedAll(10_050);
      expect(await storedSequences()).to.deep.equal([5]);
    });

    it('skips no event that was recent when its successors were old', async () => {
      const [late, early] = [changes(20_000), changes(20_000)];
      await late.appended(50);
      await early.appended(1, 2);
      await removedAll(20_010);
      expect(await late.storedSequences()).to.deep.equal([1]);
      await late.appended(60);
      await removedAll(20_100);
      expect([await late.storedSequences(), await early.storedSequences()]).to.deep.equal([[2], [2]]);
    });
  });
};
