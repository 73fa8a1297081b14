import { expect } from 'chai';
import type { DeliveryStatus, DeliveryView, NewDelivery } from '#core/webhooks/delivery.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import { type DeliveriesOn, deliveriesOn, idsOf } from '../../support/builders/deliveries-on.ts';
import { AT, eventsOn } from '../../support/builders/replayed-events.ts';
import { aDelivery, anEvent, aResult, FAILED } from '../../support/builders/webhook-builders.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

/** `DeliveryRepository`: replays. */
export const deliveryReplayContract = (name: string, open: OpenStorage): void => {
  describe(`DeliveryRepository: replay on ${name}`, () => {
    describe('of past events', () => replayContract(deliveriesOn(useStorage(open))));
    describe('of past events, ordered', () => orderedReplayContract(deliveriesOn(useStorage(open))));
  });
};

const LATER = noonPlus(3600);

const replayContract = ({ storage, queue, added, viewsOf, claimedIds }: DeliveriesOn): void => {
  const { record, replay } = eventsOn(storage);

  /** Ten seconds used by this test only, and their events. */
  let turn = 0;
  const inTurn = async (seconds: readonly number[], types: readonly string[] = []) => {
    turn += 1;
    const at = (second: number): Date => noonPlus(turn * 10_000 + second);
    const events = seconds.map((second, index) =>
      anEvent({ occurredAt: at(second), type: types[index] ?? 'product.updated' }),
    );
    return { events, eventIds: await record(...events), at, range: { from: at(0), to: at(9) } };
  };

  const eventIdsOf = (views: readonly DeliveryView[]): string[] => views.map(({ event_id: id }) => id);

  it('delivers the events of a period, both ends included, in order', async () => {
    const endpoint = await added();
    const { eventIds, at } = await inTurn([0, 1, 1.001, 3, 5, 5.001]);
    expect(await replay(endpoint, { from: at(1), to: at(5) })).to.deep.equal({ count: 4, last: null });
    const views = await viewsOf(endpoint);
    expect(eventIdsOf(views)).to.deep.equal(eventIds.slice(1, 5));
    expect(views.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4]);
    for (const view of views) {
      const times = { created_at: AT.toISOString(), next_attempt_at: AT.toISOString() };
      expect(view).to.deep.include({ status: 'pending', event_type: 'product.updated', attempts: [], ...times });
    }
    expect(await claimedIds(AT)).to.deep.equal([endpoint.id]);
  });

  it('renumbers existing deliveries and orders them with new ones', async () => {
    const endpoint = await added();
    const { eventIds, range } = await inTurn([1, 2, 3]);
    const known = [2, 0].map((index) => aDelivery(endpoint, { eventId: eventIds[index] as NewDelivery['eventId'] }));
    await queue().add(known);
    await queue().record(
      endpoint.id,
      known.map((delivery) => aResult(delivery)),
      NOON,
    );
    expect((await replay(endpoint, range)).count).to.equal(3);
    const views = await viewsOf(endpoint);
    expect(eventIdsOf(views)).to.deep.equal(eventIds);
    expect(idsOf([views[2], views[0]] as DeliveryView[])).to.deep.equal(idsOf(known));
    expect(views.map(({ status, sequence, attempts }) => [status, sequence, attempts.length])).to.deep.equal([
      ['pending', 3, 1],
      ['pending', 4, 0],
      ['pending', 5, 1],
    ]);
    const versions = views.map(({ version }) => version);
    expect([versions[1], versions[0] === versions[2] && (versions[0] ?? 0) > 2]).to.deep.equal([1, true]);
    expect(views.map((view) => view.created_at)).to.deep.equal([NOON, AT, NOON].map((time) => time.toISOString()));
    const due = await queue().due(endpoint.id, { at: AT, except: [], limit: 10 });
    expect(due.map(({ sequence, attemptCount }) => [sequence, attemptCount])).to.deep.equal(
      [3, 4, 5].map((index) => [index, 0]),
    );
  });

  it('delivers the requested event types', async () => {
    const [endpoint, other, none] = [await added(), await added(), await added()];
    const { eventIds, range } = await inTurn(
      [1, 2, 3, 4],
      ['order.paid', 'product.updated', 'user.created', 'order.paid'],
    );
    expect((await replay(endpoint, { ...range, types: ['order.paid'] })).count).to.equal(2);
    expect((await replay(other, { ...range, types: ['user.created', 'product.updated'] })).count).to.equal(2);
    expect((await replay(none, { ...range, types: [] })).count).to.equal(0);
    expect(eventIdsOf(await viewsOf(endpoint))).to.deep.equal([eventIds[0], eventIds[3]]);
    expect(eventIdsOf(await viewsOf(other))).to.deep.equal([eventIds[1], eventIds[2]]);
    expect(await viewsOf(none)).to.deep.equal([]);
  });

  for (const status of ['pending', 'succeeded', 'failed'] as const satisfies readonly DeliveryStatus[]) {
    it(`delivers only deliveries that are ${status} on request`, async () => {
      const [endpoint, other] = [await added(), await added()];
      const { eventIds, range } = await inTurn([1, 2, 3, 4], ['product.updated', 'order.paid']);
      const deliveries = eventIds
        .slice(0, 3)
        .map((eventId) => aDelivery(endpoint, { eventId, eventType: 'order.paid' }));
      await queue().add([...deliveries, ...eventIds.map((eventId) => aDelivery(other, { eventId }))]);
      const [received, failed] = deliveries as [NewDelivery, NewDelivery, NewDelivery];
      await queue().record(endpoint.id, [aResult(received), aResult(failed, FAILED)], NOON);
      const position = ['succeeded', 'failed', 'pending'].indexOf(status);
      expect((await replay(endpoint, { ...range, status })).count).to.equal(1);
      const replayed = (await viewsOf(endpoint)).filter(({ updated_at: at }) => at === AT.toISOString());
      expect(idsOf(replayed)).to.deep.equal([deliveries[position]?.id]);
      expect(await viewsOf(endpoint)).to.have.length(3);
      expect((await replay(endpoint, { from: LATER, to: LATER, status })).count).to.equal(0);
    });
  }

  it('stops at a limit and reports where to continue', async () => {
    const endpoint = await added();
    const { eventIds, at, range } = await inTurn([1, 2, 3, 4, 5]);
    expect(await replay(endpoint, { ...range, limit: 2 })).to.deep.equal({ count: 2, last: at(2) });
    expect(eventIdsOf(await viewsOf(endpoint))).to.deep.equal(eventIds.slice(0, 2));
    expect(await replay(endpoint, { ...range, from: at(2.001), limit: 4 })).to.deep.equal({ count: 3, last: null });
    expect(eventIdsOf(await viewsOf(endpoint))).to.deep.equal(eventIds);
  });

  it('changes nothing in a failed transaction or dry run', async () => {
    const endpoint = await added();
    const { range } = await inTurn([1, 2]);
    const full = { ...range, types: ['product.updated'], limit: 10 };
    await storage().unitOfWork.dryRun((tx) => tx.deliveries.replay(endpoint, full, AT));
    const attempt = storage().unitOfWork.run(async (tx) => {
      await tx.deliveries.replay(endpoint, full, AT);
      throw new Error('changed my mind');
    });
    await attempt.catch(() => {});
    expect(await viewsOf(endpoint)).to.deep.equal([]);
    await replay(endpoint, range);
    expect((await viewsOf(endpoint)).map(({ sequence }) => sequence)).to.deep.equal([1, 2]);
  });

  it('gives every delivery a distinct number while more are added', async () => {
    const endpoint = await added();
    const { range } = await inTurn([1, 2, 3]);
    const full = { ...range, types: ['product.updated'], limit: 10 };
    await storage().unitOfWork.run(async (tx) => {
      await tx.webhooks.get(endpoint.id);
      await queue().add([aDelivery(endpoint), aDelivery(endpoint)]);
      await tx.deliveries.replay(endpoint, full, AT);
    });
    await queue().add([aDelivery(endpoint)]);
    expect((await viewsOf(endpoint)).map(({ sequence }) => sequence)).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });
};

const orderedReplayContract = ({ storage, queue, added, dueIds, viewsOf }: DeliveriesOn): void => {
  const { record, replay } = eventsOn(storage);

  it('delivers the events of a resource one after the other, whether they were delivered before or not', async () => {
    const endpoint = await added({ ordering: 'resource' });
    const { resourceId } = anEvent();
    const events = [1, 2, 3, 4].map((second) => anEvent({ resourceId, occurredAt: noonPlus(second) }));
    const eventIds = await record(...events, anEvent({ occurredAt: noonPlus(5) }));
    const known = [0, 2].map((index) => ({ eventId: eventIds[index] as NewDelivery['eventId'], resourceId }));
    await queue().add(known.map((event) => aDelivery(endpoint, event)));
    for (const { id } of await viewsOf(endpoint)) {
      await queue().record(endpoint.id, [aResult({ id: id as NewDelivery['id'] })], NOON);
    }
    expect((await replay(endpoint)).count).to.equal(5);
    const sent: (string | undefined)[] = [];
    for (let due = await dueIds(endpoint, LATER); due.length > 0; due = await dueIds(endpoint, LATER)) {
      const views = await viewsOf(endpoint);
      sent.push(...due.map((id) => views.find((view) => view.id === id)?.event_id));
      await queue().record(
        endpoint.id,
        due.map((id) => aResult({ id })),
        AT,
      );
    }
    expect(sent).to.have.members(eventIds);
    const ofResource = eventIds.slice(0, 4);
    expect(sent.filter((id) => ofResource.includes(id as NewDelivery['eventId']))).to.deep.equal(ofResource);
  });

  it('delivers a missing event before a later delivered one', async () => {
    const endpoint = await added({ ordering: 'resource' });
    const { resourceId } = anEvent();
    const range = { from: noonPlus(1001), to: noonPlus(1002) };
    const [early, late] = await record(
      ...[range.from, range.to].map((occurredAt) => anEvent({ resourceId, occurredAt })),
    );
    const known = aDelivery(endpoint, { eventId: late as NewDelivery['eventId'], resourceId });
    await queue().add([known]);
    await queue().record(endpoint.id, [aResult(known)], NOON);
    expect((await replay(endpoint, range)).count).to.equal(2);
    const views = await viewsOf(endpoint);
    expect(views.map(({ event_id: id }) => id)).to.deep.equal([early, late]);
    expect(views.map(({ next_attempt_at: at }) => at)).to.deep.equal([AT.toISOString(), null]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([views[0]?.id]);
  });

  it('unblocks deliveries that waited for a renumbered one', async () => {
    const endpoint = await added({ ordering: 'resource' });
    const { resourceId } = anEvent();
    const at = noonPlus(2001);
    const [eventId] = await record(anEvent({ resourceId, occurredAt: at }));
    const first = aDelivery(endpoint, { eventId: eventId as NewDelivery['eventId'], resourceId });
    const second = aDelivery(endpoint, { resourceId });
    await queue().add([first, second]);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([first.id]);
    expect((await replay(endpoint, { from: at, to: at })).count).to.equal(1);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([second.id]);
    await queue().record(endpoint.id, [aResult(second)], AT);
    expect(await dueIds(endpoint, LATER)).to.deep.equal([first.id]);
  });
};
