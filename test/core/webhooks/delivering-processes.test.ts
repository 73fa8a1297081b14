import { expect } from 'chai';
import { aDelivery } from '../../support/builders/webhook-builders.ts';
import { aGate } from '../../support/gate.ts';
import { type Delivering, openDelivering } from './delivering-under-test.ts';

describe('several delivering processes', () => {
  let delivering: Delivering;

  beforeEach(async () => {
    delivering = await openDelivering();
  });

  it('dispatch an endpoint one at a time until nothing is due', async () => {
    const { withDeliveries, run, processOf, clock, sent } = delivering;
    await withDeliveries(1);
    const other = processOf('other');
    await run();
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1);
      await run();
      await other.run();
    }
    expect(sent).to.have.length(1);
  });

  it('take over the deliveries of a dead process after ten seconds', async () => {
    const { withDeliveries, run, processOf, clock, sent } = delivering;
    await withDeliveries(2);
    const other = processOf('other');
    await run();
    clock.advance(9.999);
    await other.run();
    expect(sent).to.have.length(2);
    clock.advance(0.001);
    await other.run();
    expect(sent.map(({ sequence }) => sequence)).to.deep.equal([1, 2, 1, 2]);
  });

  it('start nothing after losing the lease and keep recorded results', async () => {
    const { withDeliveries, run, processOf, clock, sent, open, viewsOf } = delivering;
    const { endpoint } = await withDeliveries(20);
    const other = processOf('other');
    await run();
    clock.advance(10);
    await other.run();
    const [late] = open;
    expect(sent).to.have.length(32);
    await late?.respond();
    await run();
    expect(sent).to.have.length(32);
    expect((await viewsOf(endpoint))[0]).to.include({ status: 'succeeded' });
  });

  it('start nothing in the last second of a lease that could not be renewed', async () => {
    const { withDeliveries, run, clock, sent, open } = delivering;
    await withDeliveries(20);
    await run();
    clock.advance(9);
    await open[0]?.respond();
    expect(sent).to.have.length(16);
    await run();
    expect(sent).to.have.length(17);
  });

  it('record received responses on stop, ignore aborted attempts, and release at once', async () => {
    const { withDeliveries, run, stop, processOf, open, sent, viewsOf, outcomes } = delivering;
    const { endpoint } = await withDeliveries(20);
    await run();
    const stopped = stop();
    await open[0]?.respond();
    await open[0]?.respond({ status: 500 });
    for (const item of [...open]) await item.respond({ error: 'connection_failed' });
    await stopped;
    expect(sent).to.have.length(16);
    const [received, failed, ...others] = await viewsOf(endpoint);
    expect(received).to.include({ status: 'succeeded' });
    expect(failed?.attempts).to.have.length(1);
    expect(others.every(({ status, attempts }) => status === 'pending' && attempts.length === 0)).to.equal(true);
    expect(outcomes).to.deep.equal(['succeeded', 'failed']);
    await processOf('other').run();
    expect(sent.slice(16).map(({ sequence }) => sequence)).to.deep.equal(
      Array.from({ length: 16 }, (_, index) => index + 3),
    );
  });

  it('start nothing after a stop', async () => {
    const { withDeliveries, run, stop, sent, queue } = delivering;
    const { endpoint } = await withDeliveries(1);
    await stop();
    await run();
    expect(sent).to.deep.equal([]);
    expect((await queue().states([endpoint.id])).size).to.equal(1);
  });

  it('release before they stop what they claimed during a release', async () => {
    const { withDeliveries, run, pass, stop, queue, script, sent } = delivering;
    script.respond = () => ({});
    const { endpoint } = await withDeliveries(1);
    await run();
    const gates = [aGate(), aGate()];
    let released = 0;
    script.released = () => gates[released++]?.opened ?? Promise.resolve();
    await pass(1);
    await queue().add([aDelivery(endpoint)]);
    await run();
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    gates[0]?.open();
    await run();
    expect([released, isStopped]).to.deep.equal([2, false]);
    gates[1]?.open();
    await stopped;
    await delivering.processOf('other').run();
    expect(sent).to.have.length(2);
  });

  it('neither stop nor spin on an exception: they log it and retry later', async () => {
    const { withDeliveries, run, pass, script, sent, lines, viewsOf, clock } = delivering;
    const other = await withDeliveries(1);
    const { endpoint } = await withDeliveries(3);
    const error = new Error('The secret cannot be opened.');
    await delivering.change(endpoint, { url: 'https://sealed.example/' });
    script.respond = ({ url }) => {
      if (url === 'https://sealed.example/') throw error;
      return {};
    };
    for (let second = 0; second < 9; second += 1) {
      await run();
      clock.advance(1);
    }
    const toBroken = () => sent.filter(({ url }) => url === 'https://sealed.example/').length;
    expect(toBroken()).to.equal(3);
    const message = 'webhook dispatch failed; retrying after the lease expires';
    expect(lines).to.deep.equal([{ level: 'warn', fields: { err: error, webhook: endpoint.id }, message }]);
    expect((await viewsOf(other.endpoint))[0]).to.include({ status: 'succeeded' });
    await pass(1);
    expect(toBroken()).to.equal(6);
    expect(lines).to.have.length(2);
    script.respond = () => ({});
    await pass(10);
    const views = await viewsOf(endpoint);
    expect(views.map(({ status, attempts }) => [status, attempts.length])).to.deep.equal(
      [1, 2, 3].map(() => ['succeeded', 1]),
    );
  });

  it('wait for pending attempts before another process may send, after an exception', async () => {
    const { withDeliveries, run, script, open, sent, clock, processOf, viewsOf } = delivering;
    const { endpoint } = await withDeliveries(2);
    script.respond = ({ sequence }) => {
      if (sequence === 2) throw new Error('The secret cannot be opened.');
      return 'later';
    };
    await run();
    const other = processOf('other');
    for (let second = 0; second < 14; second += 1) {
      clock.advance(1);
      await run();
      await other.run();
    }
    expect(sent).to.have.length(2);
    await open[0]?.respond();
    expect((await viewsOf(endpoint)).map(({ attempts }) => attempts.length)).to.deep.equal([1, 0]);
  });
});
