import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiResponse, Route } from '#adapters/http/routing/route.ts';
import { makeConnectionBursts } from '#adapters/http/server/connection-bursts.ts';
import { serveAlso } from '../../support/servers/second-server.ts';

const CONNECTIONS = 300;

describe('a burst of connections', () => {
  for (const [path, status] of [
    ['/api/early', 200],
    ['/api/missing', 404],
  ] as const) {
    it(`is accepted before its first request is answered with ${status}`, async () => {
      const read = async (): Promise<ApiResponse> => ({ status: 200, body: {} });
      const described = { operationId: 'x', tag: 'Orders', summary: 'x', description: 'x', responses: {} } as const;
      const route: Route = { ...described, method: 'get', path: '/api/early', access: { kind: 'optional' }, read };
      const { server } = await serveAlso(route, {});
      let accepted = 0;
      server.on('connection', () => {
        accepted += 1;
      });
      const { port } = server.address() as AddressInfo;
      const first = connect(port, '127.0.0.1');
      const others = Array.from({ length: CONNECTIONS - 1 }, () => connect(port, '127.0.0.1'));
      first.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      const [response] = await once(first, 'data');
      const acceptedBefore = accepted;
      for (const socket of [first, ...others]) socket.destroy();
      server.close().closeAllConnections();
      expect(`${response}`).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(acceptedBefore).to.equal(CONNECTIONS);
    });
  }

  it('pauses nothing before it and after it', async () => {
    const bursts = makeConnectionBursts();
    expect(bursts.pause()).to.equal(undefined);
    bursts.noteConnection();
    await bursts.pause();
    expect(bursts.pause()).to.equal(undefined);
  });

  it('pauses for half a second if it does not end, and then not again', async () => {
    const bursts = makeConnectionBursts();
    let isOver = false;
    const arrive = async (): Promise<void> => {
      while (!isOver) {
        bursts.noteConnection();
        await nextIteration();
      }
    };
    const arriving = arrive();
    const begin = performance.now();
    await bursts.pause();
    expect(performance.now() - begin).to.be.within(490, 10_000);
    await nextIteration();
    expect(bursts.pause()).to.equal(undefined);
    isOver = true;
    await arriving;
  });
});
