import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { Route } from '#adapters/http/routing/route.ts';
import { unavailable } from '#core/shared/domain-error.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { serveAlso } from '../../support/servers/second-server.ts';

const PIECE = 'x'.repeat(60_000);

describe('a download', () => {
  let servers: Server[] = [];

  afterEach(() => {
    for (const server of servers) server.close().closeAllConnections();
    servers = [];
  });

  const serve = async (download: () => AsyncIterable<string>) => {
    const route = {
      method: 'get',
      path: '/api/streams',
      operationId: 'x',
      summary: 'x',
      description: 'x',
      access: { kind: 'open' },
      responses: {},
      files: [{ type: 'text/csv', name: 'x.csv' }] as const,
      download,
    };
    const served = await serveAlso(route as Route);
    servers.push(served.server);
    return served;
  };

  it('is complete at any length', async () => {
    const { call } = await serve(async function* () {
      for (let piece = 0; piece < 100; piece += 1) yield piece === 50 ? '' : PIECE;
    });
    expect((await call('/api/streams')).text).to.have.length(99 * PIECE.length);
  });

  it('is a problem when nothing could be read', async () => {
    const next = () => Promise.reject(unavailable('The storage cannot be reached right now.'));
    const { call } = await serve(() => ({ [Symbol.asyncIterator]: () => ({ next }) }));
    expectProblem(await call('/api/streams'), 503, 'unavailable');
  });

  it('is aborted and logged when it fails midway', async () => {
    const { call, lines } = await serve(async function* () {
      yield PIECE;
      await sleep(20);
      throw new Error('in the middle');
    });
    const outcome = await call('/api/streams').then(
      () => 'whole',
      () => 'cut',
    );
    expect(outcome).to.equal('cut');
    expect(lines.filter(({ level }) => level === 'error')).to.have.length(1);
  });

  it('is read no further once the client has left', async () => {
    let count = 0;
    let hasEnded = false;
    const { url, lines } = await serve(async function* () {
      try {
        for (; count < 10_000; count += 1) yield PIECE;
      } finally {
        hasEnded = true;
      }
    });
    const going = new AbortController();
    const reply = await fetch(`${url}/api/streams`, { signal: going.signal });
    await reply.body?.getReader().read();
    going.abort();
    await eventually('the reading has ended', async () => hasEnded);
    expect(count).to.be.lessThan(10_000);
    expect(lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});
