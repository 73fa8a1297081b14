import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { commaSeparated } from '#adapters/http/responses/response-text.ts';
import type { PageResponse, Route } from '#adapters/http/routing/route.ts';
import { serveAlso } from '../../support/servers/second-server.ts';

const ITEMS = Array.from({ length: 100 }, (_, index) => JSON.stringify({ index, name: '日é'.repeat(20_000) }));

describe('large pages', () => {
  const serve = () => {
    const read = async (): Promise<PageResponse> => ({ parts: ['[', ...commaSeparated(ITEMS), ']'], next: null });
    const described = { operationId: 'x', tag: 'Orders', summary: 'x', description: 'x', responses: {} } as const;
    const route: Route = { ...described, method: 'get', path: '/api/large', access: { kind: 'optional' }, read };
    return serveAlso(route, {});
  };

  it('are sent whole, with their length', async () => {
    const { call, server } = await serve();
    const { text, headers, status } = await call('/api/large');
    expect(status).to.equal(200);
    expect(text === `[${ITEMS.join(',')}]`).to.equal(true);
    expect(headers.get('content-length')).to.equal(String(Buffer.byteLength(text)));
    expect(headers.get('content-type')).to.equal('application/json; charset=utf-8');
    const head = await call('/api/large', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).to.deep.equal([200, headers.get('content-length')]);
    server.close().closeAllConnections();
  });

  it('are dropped without an error when the client leaves', async () => {
    const { call, server, lines } = await serve();
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('GET /api/large HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(socket, 'data');
    socket.resetAndDestroy();
    await sleep(200);
    expect((await call('/api/large')).status).to.equal(200);
    expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).to.deep.equal([]);
    server.close().closeAllConnections();
  });
});
