import { expect } from 'chai';
import { productCreated, productDeleted } from '#core/catalog/records.ts';
import type { EventFilter } from '#core/events/event-view.ts';
import { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { Json, type PageRequest } from '#core/shared/page.ts';
import { userCreated } from '#core/users/records.ts';
import { aProduct, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const eventQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`EventQueries on ${name}`, () => {
    const storage = useStorage(open);
    const products = [1, 2, 3].map((seconds) => aProduct({}, { at: noonPlus(seconds) }));
    const user = aUser({ createdAt: noonPlus(2.5) });

    before(async () => {
      // out of time order, and without positions
      const appended = [...products].reverse().map(productCreated);
      await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, ...appended, userCreated(user)));
      const [first] = products;
      if (first)
        await storage().unitOfWork.run((tx) => tx.events.append(Actor.system, productDeleted(first, noonPlus(4))));
    });

    const list = async (filter: EventFilter, page: Partial<PageRequest> = {}) => {
      const { items, ...rest } = await storage().eventQueries.list({ filter, page: { limit: 10, ...page } });
      const events = items.map(Json.parse);
      return { events, times: events.map(({ created_at }) => (Date.parse(created_at) - +noonPlus(0)) / 1000), ...rest };
    };

    it('lists committed events, the newest first', async () => {
      const { times, next } = await list({});
      expect(times).to.deep.equal([4, 3, 2.5, 2, 1]);
      expect(next).to.equal(null);
    });

    it('filters by resource and by ids', async () => {
      const { events } = await list({});
      const ofFirst = events.filter(({ resource_id }) => resource_id === products[0]?.id);
      expect(ofFirst).to.have.length(2);
      const resource_id = `${products[0]?.id}`;
      expect((await list({ resource_id })).events).to.deep.equal(ofFirst);
      const first = await list({ resource_id }, { limit: 1, includeTotal: true });
      expect([first.events, first.total]).to.deep.equal([ofFirst.slice(0, 1), 2]);
      const second = await list({ resource_id }, { limit: 1, after: first.next ?? undefined });
      expect([second.events, second.next]).to.deep.equal([ofFirst.slice(1), null]);
      expect((await list({ resource_id, type: ['product.deleted'] })).times).to.deep.equal([4]);
      expect((await list({ resource_id: ids.next('prod') })).events).to.deep.equal([]);
      const [newest, , third] = events.map(({ id }) => id);
      if (newest === undefined || third === undefined) throw new TypeError('There are five events.');
      expect((await list({ ids: [third, newest, ids.next('evt')] })).times).to.deep.equal([4, 2.5]);
    });

    it('filters by type and creation time, both bounds included', async () => {
      expect((await list({ type: ['user.created'] })).times).to.deep.equal([2.5]);
      expect((await list({ type: ['user.created', 'product.deleted'] })).times).to.deep.equal([4, 2.5]);
      expect((await list({ type: ['order.paid'] })).times).to.deep.equal([]);
      expect((await list({ created_from: noonPlus(2), created_to: noonPlus(3) })).times).to.deep.equal([3, 2.5, 2]);
    });

    it('pages, with a total on request', async () => {
      const first = await list({ type: ['product.created'] }, { limit: 2, includeTotal: true });
      expect([first.times, first.total]).to.deep.equal([[3, 2], 3]);
      const second = await list({ type: ['product.created'] }, { limit: 2, after: first.next ?? undefined });
      expect([second.times, second.next]).to.deep.equal([[1], null]);
    });

    it('finds an event as it is listed', async () => {
      const [newest] = (await list({})).events;
      const found = await storage().eventQueries.find(newest?.id as Id<'evt'>);
      expect(JSON.parse(found ?? '')).to.deep.equal(newest);
      expect(await storage().eventQueries.find(ids.next('evt'))).to.equal(undefined);
    });
  });
};
