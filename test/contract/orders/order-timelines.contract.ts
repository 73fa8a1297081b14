import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import { type TimelineEntry, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { Actor } from '#core/shared/actor.ts';
import { Json, type PageRequest, type Position } from '#core/shared/page.ts';
import { anActor, aUser, ids, noonPlus } from '../../support/builders/builders.ts';
import { aGuestOrder, anEntry } from '../../support/builders/order-builders.ts';
import { longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** Timelines written by `OrderRepository` and read by `OrderQueries.timeline`. */
export const orderTimelinesContract = (name: string, open: OpenStorage): void => {
  describe(`OrderRepository: timelines on ${name}`, () => {
    const storage = useStorage(open);
    const [order, other] = [aGuestOrder(), aGuestOrder()];
    const somebody = anActor(aUser());
    const details = { text: TEXT, reason: null, amount: 999_999_999_999.99, fields: ['email'], ...longStringMap(3) };
    const added = [anEntry(order, 'created', { actor: somebody, details: { total: 39.98 } }), anEntry(order, 'paid')];
    const saved = [
      anEntry(order, 'updated', { actor: Actor.anonymous, at: noonPlus(1) }),
      anEntry(order, 'completed', { at: noonPlus(1) }),
    ];
    const notes = [
      anEntry(order, 'note', { actor: somebody, details, at: noonPlus(1) }),
      anEntry(order, 'note', { details: { text: '' }, at: noonPlus(0.5) }),
    ];
    const all = [...added, ...saved, ...notes];

    const newestFirst = (entries: readonly TimelineEntry[]): TimelineEntry[] =>
      [...entries].sort((a, b) => Number(b.at) - Number(a.at) || (a.id < b.id ? 1 : -1));

    before(async () => {
      const { unitOfWork } = storage();
      await unitOfWork.run((tx) => tx.orders.add(order, added));
      await unitOfWork.run((tx) => tx.orders.add(other, [anEntry(other)]));
      await unitOfWork.run((tx) => tx.orders.save(Order.change(order, {}, noonPlus(1)), saved));
      await unitOfWork.run(async (tx) => {
        for (const note of notes) await tx.orders.note(note);
      });
    });

    const read = async (visibility: TimelineVisibility, page: PageRequest = { limit: 100 }) => {
      const { items, ...rest } = await storage().orderQueries.timeline(order.id, page, visibility);
      return { ...rest, items: items.map(Json.parse) };
    };

    const walk = async (visibility: TimelineVisibility, limit: number, between = async () => {}): Promise<string[]> => {
      const visited: string[] = [];
      let after: Position | undefined;
      do {
        const page = await read(visibility, { limit, after });
        expect(page.items.length).to.be.within(1, limit);
        visited.push(...page.items.map(({ id }) => id));
        after = page.next ?? undefined;
        await between();
      } while (after !== undefined);
      return visited;
    };

    it('show all entries with actors, the newest first', async () => {
      const { items, next } = await read('full');
      expect(items).to.deep.equal(newestFirst(all).map((entry) => timelineEntryView(entry)));
      expect(items.map(({ actor }) => actor)).to.deep.include.members([
        { kind: 'session', user_id: somebody.userId, credential_id: somebody.credentialId },
        { kind: 'system', user_id: null, credential_id: null },
        { kind: 'anonymous', user_id: null, credential_id: null },
      ]);
      expect(next).to.equal(null);
    });

    it('hide notes and actors from the buyer', async () => {
      const { items } = await read('buyer');
      const seen = newestFirst([...added, ...saved]);
      expect(items).to.deep.equal(seen.map((entry) => timelineEntryView(entry, { withActor: false })));
      expect(items.map(({ actor }) => actor)).to.deep.equal([null, null, null, null]);
    });

    for (const limit of [1, 2, 3, 4, 100]) {
      it(`are paged once in order with a limit of ${limit}`, async () => {
        expect(await walk('full', limit)).to.deep.equal(newestFirst(all).map(({ id }) => id));
        const seen = newestFirst([...added, ...saved]).map(({ id }) => id);
        expect(await walk('buyer', limit)).to.deep.equal(seen);
      });
    }

    it('report the number of visible entries', async () => {
      expect((await read('full', { limit: 1, includeTotal: true })).total).to.equal(6);
      expect((await read('buyer', { limit: 1, includeTotal: true })).total).to.equal(4);
      expect(await read('buyer')).to.not.have.property('total');
    });

    it('are empty for an unknown order', async () => {
      for (const visibility of ['full', 'buyer'] as const) {
        const page = { limit: 10, includeTotal: true };
        const timeline = await storage().orderQueries.timeline(ids.next('ord'), page, visibility);
        expect(timeline).to.deep.equal({ items: [], next: null, total: 0 });
      }
    });

    it('skip and repeat nothing while entries are added', async () => {
      const expected = (await read('full')).items.map(({ id }) => id);
      let second = 10;
      const happen = (): Promise<void> => {
        second += 1;
        return storage().unitOfWork.run((tx) => tx.orders.note(anEntry(order, 'note', { at: noonPlus(second) })));
      };
      expect(await walk('full', 2, happen)).to.deep.equal(expected);
    });

    it('store nothing of a failed transaction or dry run', async () => {
      const before = await read('full');
      const note = (): TimelineEntry => anEntry(order, 'note', { at: noonPlus(100) });
      await storage().unitOfWork.dryRun((tx) => tx.orders.note(note()));
      const attempt = storage().unitOfWork.run(async (tx) => {
        await tx.orders.note(note());
        throw new Error('changed my mind');
      });
      await attempt.catch(() => {});
      expect(await read('full')).to.deep.equal(before);
    });
  });
};
