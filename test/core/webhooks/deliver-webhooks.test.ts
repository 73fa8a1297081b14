import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import { Actor } from '#core/shared/actor.ts';
import type { Id } from '#core/shared/id.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aDelivery, anEvent } from '../../support/builders/webhook-builders.ts';
import { aGate } from '../../support/gate.ts';
import { type Delivering, openDelivering } from './delivering-under-test.ts';

describe('deliverWebhooks', () => {
  let delivering: Delivering;

  beforeEach(async () => {
    delivering = await openDelivering();
  });

  const respondToAll = async (...args: Parameters<Delivering['open'][number]['respond']>): Promise<void> => {
    for (const item of [...delivering.open]) await item.respond(...args);
  };

  it('sends due deliveries and records their results', async () => {
    const { withDeliveries, run, sent, open, viewsOf, outcomes } = delivering;
    const { endpoint, deliveries } = await withDeliveries(2);
    await run();
    expect(sent).to.deep.equal(
      deliveries.map(({ eventId }, index) => ({
        ...{ url: endpoint.url, id: eventId, sequence: index + 1, body: '{}', secrets: ['sealed'], traceParent: null },
      })),
    );
    await open[1]?.respond({ status: 202, body: 'thanks', durationMs: 7 });
    const [first, second] = await viewsOf(endpoint);
    expect(first).to.include({ status: 'pending' });
    expect(second).to.deep.include({ status: 'succeeded', next_attempt_at: null });
    const attempt = { status: 'succeeded', duration_ms: 7, response_code: 202, response_body: 'thanks', error: null };
    expect(second?.attempts).to.deep.equal([{ at: NOON.toISOString(), ...attempt }]);
    expect(outcomes).to.deep.equal(['succeeded']);
  });

  it('sends sixteen at once to an endpoint, and four while it fails', async () => {
    const { withDeliveries, run, open, sent } = delivering;
    await withDeliveries(60);
    await run();
    expect(open).to.have.length(16);
    for (let count = 0; count < 5; count += 1) await open[0]?.respond();
    expect(open).to.have.length(16);
    for (let count = 0; count < 12; count += 1) await open[0]?.respond({ status: 500 });
    expect(open).to.have.length(4);
    const before = sent.length;
    for (let count = 0; count < 8; count += 1) await open[0]?.respond({ error: 'timeout' });
    expect([open.length, sent.length]).to.deep.equal([4, before + 8]);
    await open[0]?.respond();
    expect(open).to.have.length(16);
  });

  it('records event_removed when the event no longer exists', async () => {
    const { withDeliveries, run, sent, removed, viewsOf } = delivering;
    const { endpoint, first } = await withDeliveries(1);
    removed.add(first.eventId);
    await run();
    expect(sent).to.deep.equal([]);
    const [view] = await viewsOf(endpoint);
    expect(view).to.include({ status: 'failed', next_attempt_at: null });
    expect(view?.attempts[0]).to.include({ status: 'failed', error: 'event_removed', response_code: null });
  });

  it('records not_permitted when the owner may no longer read the event', async () => {
    const { withDeliveries, run, sent, viewsOf, unitOfWork } = delivering;
    const { endpoint } = await withDeliveries(2, (index) => ({
      eventType: index === 0 ? 'user.updated' : 'product.updated',
    }));
    await unitOfWork.run(async (tx) => {
      const owner = await tx.users.get(endpoint.ownerId as Id<'usr'>);
      await tx.users.save({ ...owner, version: 2, role: 'customer', permissions: ['products:read'] });
    });
    await run();
    expect(sent).to.have.length(1);
    const [view] = await viewsOf(endpoint);
    expect(view).to.include({ event_type: 'user.updated', status: 'failed', next_attempt_at: null });
    expect(view?.attempts[0]).to.include({ status: 'failed', error: 'not_permitted', response_code: null });
  });

  it('retries by the schedule and then fails the delivery', async () => {
    const { withDeliveries, run, pass, sent, script, viewOf, outcomes } = delivering;
    script.respond = () => ({ status: 503, body: 'busy' });
    const { first } = await withDeliveries(1);
    await run();
    expect(await viewOf(first)).to.include({ status: 'pending', next_attempt_at: noonPlus(5).toISOString() });
    await pass(4.999);
    expect(sent).to.have.length(1);
    await pass(0.001);
    expect(sent).to.have.length(2);
    await pass(299.999);
    expect(sent).to.have.length(2);
    await pass(0.001);
    const view = await viewOf(first);
    expect(view).to.include({ status: 'failed', next_attempt_at: null });
    const times = [0, 5, 305].map((second) => noonPlus(second).toISOString());
    expect(view.attempts.map(({ at }) => at)).to.deep.equal(times);
    expect(outcomes).to.deep.equal(['failed', 'failed', 'given_up']);
    await pass(86_400);
    expect(sent.map(({ id, sequence }) => [id, sequence])).to.deep.equal([1, 2, 3].map(() => [first.eventId, 1]));
  });

  it('honours Retry-After', async () => {
    const { withDeliveries, run, pass, sent, script } = delivering;
    script.respond = () => ({ status: 429, retryAfterMs: 60_000 });
    await withDeliveries(1);
    await run();
    await pass(59);
    expect(sent).to.have.length(1);
    await pass(1);
    expect(sent).to.have.length(2);
  });

  it('sends to other endpoints while one hangs', async () => {
    const { withDeliveries, run, script, statusesOf, clock } = delivering;
    const hanging = await Promise.all(Array.from({ length: 120 }, () => withDeliveries(20)));
    const { endpoint } = await withDeliveries(40);
    await delivering.change(endpoint, { url: 'https://quick.example/' });
    script.respond = ({ url }) => (url === 'https://quick.example/' ? {} : 'later');
    clock.advance(1);
    await run();
    expect(new Set(await statusesOf(endpoint))).to.deep.equal(new Set(['succeeded']));
    expect(delivering.open).to.have.length(hanging.length * 16);
  });

  it('sends the events of a resource one after the other for an ordered endpoint', async () => {
    const { added, queue, run, pass, open, sent, statusesOf } = delivering;
    const endpoint = await added({ ordering: 'resource' });
    const [one, other] = [ids.next('prod'), ids.next('prod')];
    const deliveries = [one, one, other, one].map((resourceId) => aDelivery(endpoint, { resourceId }));
    await queue().add(deliveries);
    const order = (): (number | undefined)[] => sent.map(({ sequence }) => sequence);
    await run();
    expect(order()).to.deep.equal([1, 3]);
    await open[0]?.respond();
    expect(order()).to.deep.equal([1, 3, 2]);
    await open[1]?.respond({ status: 500 });
    expect(order()).to.deep.equal([1, 3, 2]);
    await respondToAll();
    await pass(5);
    expect(order()).to.deep.equal([1, 3, 2, 2]);
    await respondToAll();
    expect(order()).to.deep.equal([1, 3, 2, 2, 4]);
    await respondToAll();
    expect(await statusesOf(endpoint)).to.deep.equal(deliveries.map(() => 'succeeded'));
  });

  it('sends new deliveries at once while it leases the endpoint', async () => {
    const { withDeliveries, queue, run, open, sent } = delivering;
    const { endpoint } = await withDeliveries(1);
    await run();
    await queue().add([aDelivery(endpoint)]);
    await run();
    expect(sent.map(({ sequence }) => sequence)).to.deep.equal([1, 2]);
    await respondToAll();
    await queue().add([aDelivery(endpoint)]);
    await run();
    expect(open.map(({ message }) => message.sequence)).to.deep.equal([3]);
  });

  it('sends the current body of an event, without data erased while it waited', async () => {
    const { added, queue, unitOfWork, feed, run, clock, open, sent } = delivering;
    const endpoint = await added();
    const events = Array.from({ length: 17 }, () => anEvent({ type: 'user.updated', data: { name: 'Ada' } }));
    await unitOfWork.run((tx) => tx.events.append(Actor.system, ...events));
    const placed = await feed.after(0, { limit: 20 });
    await queue().add(placed.map(({ id: eventId, resourceId }) => aDelivery(endpoint, { eventId, resourceId })));
    await run();
    expect(sent.map(({ body }) => body)).to.deep.equal(placed.slice(0, 16).map(({ view }) => view));
    await unitOfWork.run((tx) => tx.events.erase([placed[16]?.resourceId as Id], { name: null }));
    clock.advance(1);
    await open[0]?.respond();
    expect(sent).to.have.length(17);
    expect(JSON.parse(sent[16]?.body ?? '')).to.deep.include({ id: placed[16]?.id, data: { name: null } });
  });

  it('sends waiting deliveries to the endpoint’s current URL', async () => {
    const { withDeliveries, change, run, clock, open, sent } = delivering;
    const { endpoint } = await withDeliveries(17);
    await run();
    await change(endpoint, { url: 'https://moved.example/' });
    clock.advance(1);
    await open[0]?.respond();
    expect(sent[16]?.url).to.equal('https://moved.example/');
  });

  it('applies a change of the endpoint to waiting deliveries, and sends none once it is deleted', async () => {
    const { withDeliveries, change, remove, run, open, sent } = delivering;
    const { endpoint } = await withDeliveries(20);
    await run();
    await change(endpoint, { url: 'https://moved.example/' });
    await run();
    await open[0]?.respond();
    await open[0]?.respond();
    expect(sent.slice(16).map(({ url }) => url)).to.deep.equal(['https://moved.example/', 'https://moved.example/']);
    await remove(endpoint);
    await run();
    for (const item of [...open]) await item.respond();
    expect(sent).to.have.length(18);
  });

  it('notices a change when it reads the next deliveries', async () => {
    const { withDeliveries, change, run, open, sent } = delivering;
    const { endpoint } = await withDeliveries(120);
    await run();
    await change(endpoint, { url: 'https://moved.example/' });
    while (sent.length < 120) {
      await open[0]?.respond();
      await nextIteration();
    }
    const urls = sent.map(({ url }) => url);
    const moved = urls.indexOf('https://moved.example/');
    expect(moved).to.be.within(16, 60);
    expect(new Set(urls.slice(moved))).to.deep.equal(new Set(['https://moved.example/']));
  });

  it('starts no delivery while it reloads the endpoint', async () => {
    const { withDeliveries, change, run, script, open, sent } = delivering;
    const { endpoint } = await withDeliveries(20);
    await run();
    const gate = aGate();
    script.look = () => gate.opened;
    await change(endpoint, { url: 'https://moved.example/' });
    await run();
    await open[0]?.respond();
    await change(endpoint, { url: 'https://moved-on.example/' });
    await run();
    expect(sent).to.have.length(16);
    script.look = async () => {};
    gate.open();
    await open[0]?.respond();
    const urls = sent.slice(16).map(({ url }) => url);
    expect(urls).to.deep.equal(['https://moved-on.example/', 'https://moved-on.example/']);
  });

  it('is notified of every change of an endpoint that it leases', async () => {
    const { withDeliveries, change, rotate, remove, run, queue } = delivering;
    const { endpoint } = await withDeliveries(1);
    await run();
    const wakeUps = async () => (await queue().states([endpoint.id])).get(endpoint.id)?.wakeUps ?? Number.NaN;
    for (const step of [
      () => change(endpoint, { description: 'moved' }),
      () => rotate(endpoint),
      () => remove(endpoint),
    ]) {
      const before = await wakeUps();
      await step();
      expect(await wakeUps()).to.equal(before + 1);
    }
  });

  it('dispatches at once an endpoint that it claimed during its own release', async () => {
    const { withDeliveries, run, pass, queue, script, sent } = delivering;
    script.respond = () => ({});
    const { endpoint } = await withDeliveries(1);
    await run();
    const gate = aGate();
    script.released = () => gate.opened;
    await pass(1);
    await queue().add([aDelivery(endpoint)]);
    await run();
    expect(sent).to.have.length(1);
    script.released = async () => {};
    gate.open();
    await run();
    expect(sent).to.have.length(2);
  });

  it('dispatches more endpoints than one claim returns', async () => {
    const { withDeliveries, run, sent, script } = delivering;
    script.respond = () => ({});
    for (let index = 0; index < 120; index += 1) await withDeliveries(1);
    await run();
    expect(sent).to.have.length(120);
  });

  it('sends a backlog of thousands without a pause', async () => {
    const { withDeliveries, run, sent, script, statusesOf } = delivering;
    script.respond = () => ({});
    const { endpoint } = await withDeliveries(1_050);
    for (let runs = 0; sent.length < 1_050 && runs < 100; runs += 1) await run();
    expect(new Set(sent.map(({ id }) => id)).size).to.equal(1_050);
    expect(sent).to.have.length(1_050);
    expect(new Set(await statusesOf(endpoint))).to.deep.equal(new Set(['succeeded']));
  });
});
