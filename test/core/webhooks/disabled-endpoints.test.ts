import { expect } from 'chai';
import { noonPlus } from '../../support/builders/builders.ts';
import { aDelivery } from '../../support/builders/webhook-builders.ts';
import { type Delivering, openDelivering } from './delivering-under-test.ts';

const DAY = 86_400;

describe('an endpoint with deliveries', () => {
  let delivering: Delivering;

  beforeEach(async () => {
    delivering = await openDelivering([5_000, ...Array.from({ length: 12 }, () => DAY * 1000)]);
  });

  /** Lets days pass with attempts. */
  const passDays = async (days: number): Promise<void> => {
    for (let day = 0; day < days; day += 1) await delivering.pass(DAY);
  };

  it('is disabled by 410 with one event, and receives nothing more', async () => {
    const { withDeliveries, run, pass, open, sent, endpoint: read, statusesOf, typesOf, auditOf } = delivering;
    const { endpoint } = await withDeliveries(40);
    await run();
    await open[3]?.respond({ status: 410 });
    for (const item of [...open]) await item.respond({ status: 410 });
    await pass(1);
    expect(sent).to.have.length(16);
    expect(await read(endpoint)).to.include({ enabled: false, disabledReason: 'gone' });
    expect(new Set(await statusesOf(endpoint))).to.deep.equal(new Set(['failed']));
    expect(await typesOf(endpoint)).to.deep.equal(['webhook.endpoint_disabled']);
    const [entry, ...others] = await auditOf(endpoint);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({ action: 'webhook.disabled', after: { enabled: false, disabled_reason: 'gone' } });
  });

  it('keeps the recorded success of a delivery although a 410 disables the endpoint', async () => {
    const { withDeliveries, run, open, statusesOf } = delivering;
    const { endpoint } = await withDeliveries(3);
    await run();
    await open[0]?.respond({ status: 410 });
    await open[0]?.respond();
    expect(await statusesOf(endpoint)).to.deep.equal(['failed', 'succeeded', 'failed']);
  });

  it('is disabled after failing for five days', async () => {
    const { withDeliveries, queue, run, pass, script, endpoint: read, typesOf } = delivering;
    script.respond = () => ({ status: 500 });
    const { endpoint } = await withDeliveries(1);
    await run();
    await passDays(4);
    await pass(DAY - 1);
    expect(await read(endpoint)).to.include({ enabled: true });
    await queue().add([aDelivery(endpoint, { at: noonPlus(5 * DAY) })]);
    await pass(1);
    expect(await read(endpoint)).to.include({ enabled: false, disabledReason: 'failing' });
    expect(await typesOf(endpoint)).to.deep.equal(['webhook.endpoint_disabled']);
  });

  it('stays enabled when any delivery succeeded meanwhile', async () => {
    const { withDeliveries, queue, run, pass, script, endpoint: read } = delivering;
    script.respond = () => ({ status: 500 });
    const { endpoint } = await withDeliveries(1);
    await run();
    script.respond = () => ({});
    await queue().add([aDelivery(endpoint)]);
    await pass(1);
    script.respond = () => ({ status: 500 });
    await passDays(5);
    expect(await read(endpoint)).to.include({ enabled: true });
  });

  it('stays enabled when the failures precede its activation', async () => {
    const { withDeliveries, queue, run, pass, change, script, endpoint: read } = delivering;
    script.respond = () => ({ status: 500 });
    const { endpoint } = await withDeliveries(1);
    const fail = async (days: number): Promise<void> => {
      await queue().add([aDelivery(endpoint)]);
      await passDays(days);
    };
    await run();
    await fail(4);
    await change(endpoint, { enabled: false });
    await pass(1);
    await change(endpoint, { enabled: true });
    await fail(4);
    expect(await read(endpoint)).to.include({ enabled: true });
    await fail(1);
    expect(await read(endpoint)).to.include({ enabled: false, disabledReason: 'failing' });
  });

  it('stays enabled when the failures precede a change of URL or activation', async () => {
    const { withDeliveries, run, clock, change, open, endpoint: read } = delivering;
    const [moved, enabled] = [await withDeliveries(1), await withDeliveries(1)];
    await run();
    await change(moved.endpoint, { url: 'https://moved.example/' });
    await change(enabled.endpoint, { enabled: false });
    clock.advance(1);
    await change(enabled.endpoint, { enabled: true });
    for (const item of [...open]) await item.respond({ status: 410 });
    for (const { endpoint } of [moved, enabled]) expect(await read(endpoint)).to.include({ enabled: true });
  });

  it('has its pending deliveries failed at once when a user disables it', async () => {
    const { withDeliveries, run, pass, change, script, sent, statusesOf } = delivering;
    script.respond = () => ({ status: 500 });
    const { endpoint } = await withDeliveries(3);
    await run();
    await pass(1);
    await change(endpoint, { enabled: false });
    await run();
    expect(await statusesOf(endpoint)).to.deep.equal(['failed', 'failed', 'failed']);
    await change(endpoint, { enabled: true });
    await pass(6 * DAY);
    expect(sent).to.have.length(3);
  });

  it('has pending deliveries failed while one is in flight, whose success is recorded', async () => {
    const { withDeliveries, run, pass, change, script, open, statusesOf } = delivering;
    script.respond = ({ sequence }) => (sequence === 1 ? { status: 500 } : 'later');
    const { endpoint } = await withDeliveries(2);
    await run();
    await change(endpoint, { enabled: false });
    await run();
    await pass(1);
    expect(await statusesOf(endpoint)).to.deep.equal(['failed', 'failed']);
    await open[0]?.respond();
    expect(await statusesOf(endpoint)).to.deep.equal(['failed', 'succeeded']);
  });

  it('is released when it is deleted, with deliveries in flight', async () => {
    const { withDeliveries, unitOfWork, run, pass, open, sent, viewsOf, queue, clock } = delivering;
    const { endpoint } = await withDeliveries(20);
    await run();
    await unitOfWork.run((tx) => tx.webhooks.remove(endpoint.id));
    await pass(1);
    for (const item of [...open]) await item.respond({ status: 410 });
    await pass(11);
    expect(sent).to.have.length(16);
    await queue().removeBefore(clock.now());
    expect(await viewsOf(endpoint)).to.deep.equal([]);
  });
});
