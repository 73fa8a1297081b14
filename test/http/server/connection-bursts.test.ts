import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import { type ConnectionBursts, makeConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import { makeHttpServer } from '#adapters/http/server/http-server.ts';
import { BACKLOG } from '#adapters/http/server/listener.ts';

const CONNECTIONS = 300;

/** Connections in as many iterations, which make a burst. */
const begin = async (bursts: ConnectionBursts): Promise<void> => {
  for (let iteration = 0; iteration < 8; iteration += 1) {
    bursts.noteConnection();
    await nextIteration();
  }
};

describe('a burst of connections', () => {
  for (const [path, waits] of [
    ['/api/products', true],
    ['/health/live', false],
  ] as const) {
    it(`is accepted ${waits ? 'before' : 'beside'} a request of ${path}`, async () => {
      const bursts = makeConnectionBursts();
      let [accepted, acceptedBefore] = [0, 0];
      const server = makeHttpServer({
        handler: (_request, response) => {
          acceptedBefore = accepted;
          response.end();
        },
        problem: () => ({ body: '', headers: {} }),
        ...{ headersTimeoutMs: 60_000, bodyTimeoutMs: 60_000, clientTimeoutMs: 60_000 },
        ...{ maxConnections: CONNECTIONS, maxConnectionsPerAddress: CONNECTIONS, bursts },
      });
      server.on('connection', () => {
        accepted += 1;
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'));
      const requesting = sockets[CONNECTIONS / 10] ?? expect.fail();
      requesting.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(requesting, 'data');
      for (const socket of sockets) socket.destroy();
      server.close().closeAllConnections();
      expect(acceptedBefore === CONNECTIONS, `after ${acceptedBefore} connections`).to.equal(waits);
    });
  }

  it('pauses nothing before it and after it', async () => {
    const bursts = makeConnectionBursts();
    expect(bursts.pause()).to.equal(undefined);
    await begin(bursts);
    const pausing = bursts.pause();
    expect(pausing).to.be.instanceOf(Promise);
    await pausing;
    expect(bursts.pause()).to.equal(undefined);
  });

  it('does not begin by connections in fewer than eight iterations in a row', async () => {
    const bursts = makeConnectionBursts();
    for (let iteration = 0; iteration < 50; iteration += 1) {
      if (iteration % 5 > 0) bursts.noteConnection();
      expect(bursts.pause()).to.equal(undefined);
      await nextIteration();
    }
  });

  it('pauses until a full queue was accepted if it does not end, and then for as long not', async () => {
    const bursts = makeConnectionBursts();
    let [accepted, isOver] = [0, false];
    const arrive = async (): Promise<void> => {
      while (!isOver) {
        bursts.noteConnection();
        accepted += 1;
        await nextIteration();
      }
    };
    const arriving = arrive();
    while (bursts.pause() === undefined) await nextIteration();
    const [begun, acceptedBefore] = [performance.now(), accepted];
    await bursts.pause();
    const paused = performance.now() - begun;
    expect(accepted - acceptedBefore).to.be.within(BACKLOG, BACKLOG + 2);
    while (performance.now() - begun < 1.5 * paused) {
      expect(bursts.pause()).to.equal(undefined);
      await nextIteration();
    }
    while (performance.now() - begun < 2.5 * paused) await nextIteration();
    expect(bursts.pause()).to.be.instanceOf(Promise);
    isOver = true;
    await arriving;
  });

  it('is followed by what it has held, in its order and a part in each iteration', async () => {
    const bursts = makeConnectionBursts();
    const ran: number[] = [];
    bursts.runAfter(() => ran.push(0));
    expect(ran).to.deep.equal([0]);
    await begin(bursts);
    for (let number = 1; number <= 100; number += 1) bursts.runAfter(() => ran.push(number));
    expect(ran).to.have.length(1);
    const counts = new Set<number>();
    while (ran.length < 101) {
      counts.add(ran.length);
      await nextIteration();
    }
    expect(ran).to.deep.equal(Array.from({ length: 101 }, (_, number) => number));
    expect([...counts]).to.include.members([1, 33, 65, 97]);
    await nextIteration();
    bursts.runAfter(() => ran.push(101));
    expect(ran.at(-1)).to.equal(101);
  });
});
