import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import type { ApiResponse, Route } from '#adapters/http/routing/route.ts';
import type { Limits } from '#composition/limits.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { serveAlso } from '../../support/servers/second-server.ts';

/** Of an address, before one has ended. */
const FIRST_READS = 4;

type Served = Readonly<{ body?: string; settings?: Record<string, string> }>;

const BEHIND_PROXY: Served = { settings: { TRUST_PROXY: 'true' } };

describe('requests in flight', () => {
  let server: Server;
  let sockets: Socket[] = [];
  let started: number;
  let gate: PromiseWithResolvers<void>;

  beforeEach(() => {
    started = 0;
    gate = Promise.withResolvers();
  });
  afterEach(() => {
    gate.resolve();
    for (const socket of sockets) socket.destroy();
    sockets = [];
    server.close().closeAllConnections();
  });

  /** A service with a read that waits for the gate. */
  const serve = async (limits: Partial<Limits['inFlight']>, { body = '{}', settings = {} }: Served = {}) => {
    const read = async (): Promise<ApiResponse> => {
      started += 1;
      await gate.promise;
      return { status: 200, body: body as never };
    };
    const described = { operationId: 'x', tag: 'Orders', summary: 'x', description: 'x', responses: {} } as const;
    const route: Route = { ...described, method: 'get', path: '/api/waiting', access: { kind: 'optional' }, read };
    const served = await serveAlso(route, settings, limits);
    server = served.server;
    return served;
  };

  const untilStarted = (count: number) => eventually(`${count} requests run`, async () => started === count);

  const expectRefused = (reply: Reply): void => {
    expectProblem(reply, 503, 'unavailable');
    expect(reply.headers.get('retry-after')).to.equal('1');
  };

  const dial = (request: string): Socket => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    sockets.push(socket);
    socket.write(request);
    return socket;
  };

  it('are limited for an address, and health still responds', async () => {
    const { call, lines } = await serve({ maxRequestsPerClient: 2 });
    const waiting = [call('/api/waiting'), call('/api/waiting', { key: null })];
    await untilStarted(2);
    expectRefused(await call('/api/waiting', { key: null }));
    expect((await call('/health/live', { key: null })).status).to.equal(200);
    expect((await call('/health/ready', { key: null })).status).to.equal(200);
    expectRefused(await call('/health/other', { key: null }));
    gate.resolve();
    expect((await Promise.all(waiting)).map(({ status }) => status)).to.deep.equal([200, 200]);
    expect((await call('/api/waiting')).status).to.equal(200);
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).to.deep.equal([]);
  });

  it('are limited for a credential at several addresses', async () => {
    const { call } = await serve({ maxRequestsPerClient: 2 }, BEHIND_PROXY);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
    const waiting = [call('/api/waiting', from('192.0.2.1')), call('/api/waiting', from('192.0.2.2'))];
    await untilStarted(2);
    expectRefused(await call('/api/waiting', from('192.0.2.3')));
    const other = call('/api/waiting', { ...from('192.0.2.3'), key: null });
    await untilStarted(3);
    gate.resolve();
    for (const reply of await Promise.all([...waiting, other])) expect(reply.status).to.equal(200);
  });

  it('are limited for all clients together', async () => {
    const { call } = await serve({ maxRequests: 2 }, BEHIND_PROXY);
    const from = (address: string) => ({ headers: { 'X-Forwarded-For': address }, key: null });
    const waiting = [call('/api/waiting', from('192.0.2.1')), call('/api/waiting', from('192.0.2.2'))];
    await untilStarted(2);
    expectRefused(await call('/api/waiting', from('192.0.2.3')));
    gate.resolve();
    await Promise.all(waiting);
  });

  it('are not begun for clients that have left', async () => {
    const { call } = await serve({});
    const request = 'GET /api/waiting HTTP/1.1\r\nHost: a\r\n\r\n';
    for (let count = 0; count < FIRST_READS; count += 1) dial(request);
    await untilStarted(FIRST_READS);
    const left = [dial(request), dial(request), dial(request)];
    const waiting = call('/api/waiting', { key: null });
    await sleep(50);
    for (const socket of left) socket.resetAndDestroy();
    await sleep(50);
    // a caller with a key does not wait behind anonymous ones
    const keyed = call('/api/waiting');
    await untilStarted(FIRST_READS + 1);
    gate.resolve();
    expect([(await waiting).status, (await keyed).status]).to.deep.equal([200, 200]);
    expect(started).to.equal(FIRST_READS + 2);
  });

  it('are refused when responses are not read, whose connections are closed under pressure', async () => {
    const large = JSON.stringify('x'.repeat(16_000_000));
    const { call } = await serve({ maxBytes: 20_000_000 }, { body: large });
    gate.resolve();
    const unread = dial('GET /api/waiting HTTP/1.1\r\nHost: a\r\n\r\n').pause();
    await untilStarted(1);
    await sleep(100);
    expectRefused(await call('/api/waiting', { key: null }));
    await sleep(2_000);
    expect((await call('/api/waiting', { key: null })).text).to.equal(large);
    const closed = new Promise((resolve) => unread.once('close', resolve));
    unread.resume();
    await closed;
    expect(unread.bytesRead).to.be.below(large.length);
  });

  it('are refused when the bytes of their responses exceed the limit, although the characters do not', async () => {
    const large = JSON.stringify('日'.repeat(4_000_000));
    const { call } = await serve({ maxBytes: 32_000_000 }, { body: large });
    gate.resolve();
    dial('GET /api/waiting HTTP/1.1\r\nHost: a\r\n\r\n').pause();
    await untilStarted(1);
    await sleep(100);
    expectRefused(await call('/api/waiting', { key: null }));
  });

  it('are refused when unfinished bodies use all bytes, except small ones', async () => {
    const { call, ownerKey } = await serve({ maxBytes: 2_000_000 });
    const head = `POST /api/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ownerKey}\r\n`;
    const unfinished = dial(`${head}Content-Type: application/json\r\nContent-Length: 600000\r\n\r\n{`);
    const product = '{"name":"a","price":1}';
    const post = (length: number) => call('/api/products', { method: 'POST', body: product.padEnd(length) });
    await sleep(200);
    const refused = await post(600_000);
    expectRefused(refused);
    expect(refused.headers.get('connection')).to.equal('close');
    expect((await post(16_384)).status).to.equal(201);
    await sleep(2_000);
    expect((await post(600_000)).status).to.equal(201);
    await eventually('the slow client is closed', async () => unfinished.destroyed);
  });

  it('leave half of the places to requests whose bodies have arrived', async () => {
    const { call, ownerKey } = await serve({ maxRequestsPerClient: 8 });
    gate.resolve();
    const head = `POST /api/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${ownerKey}\r\n`;
    const slow = Array.from({ length: 8 }, () =>
      dial(`${head}Content-Type: application/json\r\nContent-Length: 600\r\n\r\n{`).resume(),
    );
    await sleep(300);
    expect((await call('/api/waiting')).status).to.equal(200);
    const post = () => call('/api/products', { method: 'POST', body: { name: 'a', price: 1 } });
    expectRefused(await post());
    await sleep(2_000);
    expect((await post()).status).to.equal(201);
    await eventually('the slow ones are closed', async () => slow.every(({ destroyed }) => destroyed));
  });

  it('include event streams, limited for a client', async () => {
    const { call, url, ownerKey } = await serve({ maxStreamsPerClient: 1 });
    const closing = new AbortController();
    const headers = { Authorization: `Bearer ${ownerKey}`, Accept: 'text/event-stream' };
    const stream = await fetch(`${url}/api/events/stream`, { headers, signal: closing.signal });
    expect(stream.status).to.equal(200);
    expectRefused(await call('/api/events/stream', { headers: { Accept: 'text/event-stream' } }));
    expectRefused(await call('/api/orders/export', { headers: { Accept: 'text/csv' } }));
    closing.abort();
    const isFree = async () => (await call('/api/orders/export', { headers: { Accept: 'text/csv' } })).status === 200;
    await eventually('the stream is closed', isFree);
  });
});
