import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import { makeConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import { makeHttpServer } from '#adapters/http/server/http-server.ts';
import { BACKLOG } from '#adapters/http/server/listener.ts';

const CONNECTIONS = 300;

describe('a burst of connections', () => {
  for (const [path, waits] of [
    ['/api/products', true],
    ['/health/live', false],
  ] as const) {
    it(`is accepted ${waits ? 'before' : 'beside'} its first request, of ${path}`, async () => {
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
      const first = connect(port, '127.0.0.1');
      const others = Array.from({ length: CONNECTIONS - 1 }, () => connect(port, '127.0.0.1'));
      first.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      await once(first, 'data');
      for (const socket of [first, ...others]) socket.destroy();
      server.close().closeAllConnections();
      expect(acceptedBefore === CONNECTIONS, `after ${acceptedBefore} connections`).to.equal(waits);
    });
  }

  it('pauses nothing before it and after it', async () => {
    const bursts = makeConnectionBursts();
    expect(bursts.pause()).to.equal(undefined);
    bursts.noteConnection();
    await bursts.pause();
    expect(bursts.pause()).to.equal(undefined);
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
    const begin = performance.now();
    await bursts.pause();
    const paused = performance.now() - begin;
    expect(accepted).to.be.within(BACKLOG, BACKLOG + 2);
    while (performance.now() - begin < 1.5 * paused) {
      expect(bursts.pause()).to.equal(undefined);
      await nextIteration();
    }
    while (performance.now() - begin < 2.5 * paused) await nextIteration();
    expect(bursts.pause()).to.be.instanceOf(Promise);
    isOver = true;
    await arriving;
  });

  it('is followed by what it has held, in its order and a part in each iteration', async () => {
    const bursts = makeConnectionBursts();
    const ran: number[] = [];
    bursts.runAfter(() => ran.push(0));
    expect(ran).to.deep.equal([0]);
    bursts.noteConnection();
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
