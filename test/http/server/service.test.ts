import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { createKey, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { runSql, whileLocked } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { createDatabase, duringOutage } from '../../support/servers/postgres.ts';
import { startApp } from '../../support/servers/start-app.ts';

onStorage('memory', 'the service', ({ app }) => {
  it('is live and ready without a key', async () => {
    for (const path of ['/health/live', '/health/ready']) {
      const { status, json, headers } = await app().call(path, { key: null });
      expect([status, json.status], path).to.deep.equal([200, 'ok']);
      expect(headers.get('cache-control')).to.equal('no-store');
      expect((await app().call(path, { key: 'bad' })).status, path).to.equal(200);
    }
  });

  it('counts requests by route, never by path', async () => {
    const { id } = await createProduct(app(), { sku: 'COUNTED' });
    await app().call(`/api/products/${id}`);
    await app().call('/api/products?sku=COUNTED');
    await app().call('/nothing/at/all');
    await app().call(`/api/products/${id}`, { method: 'PROPFIND' });
    const { status, headers, text } = await app().call('/metrics', { key: null });
    expect(status).to.equal(200);
    expect(headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4; charset=utf-8$/);
    const count = (labels: string): string => `http_request_duration_seconds_count{${labels}}`;
    expect(text).to.include(count('method="GET",route="/api/products/{id}",status="200"'));
    expect(text).to.include(count('method="GET",route="/api/products",status="200"'));
    expect(text).to.include(count('method="POST",route="/api/products",status="201"'));
    expect(text).to.include(count('method="GET",route="none",status="404"'));
    expect(text).to.include(count('method="other",route="none",status="405"'));
    expect(text).to.not.match(new RegExp(`${id}|COUNTED|nothing/at/all|PROPFIND`));
    for (const line of text.split('\n').filter((each) => each !== ''))
      expect(line).to.match(/^(# (HELP|TYPE) |[a-z_0-9]+(\{.*\})? \S+$)/);
  });
});

describe('the service on postgres', () => {
  it('is not ready while its database is down, returns 503, and recovers', async () => {
    const databaseUrl = await createDatabase();
    const app = await startApp({ DATABASE_URL: databaseUrl });
    try {
      await duringOutage(databaseUrl, async () => {
        for (const [path, key] of [
          ['/health/ready', null],
          ['/api/products', null],
          ['/api/auth', app.ownerKey],
        ] as const) {
          const reply = await app.call(path, { key });
          expectProblem(reply, 503, 'unavailable');
          expect(reply.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
          expect(reply.text).to.not.match(/postgres|connect|database/i);
        }
        expect((await app.call('/health/live')).status).to.equal(200);
      });
      expect((await app.call('/health/ready')).status).to.equal(200);
      expect((await app.call('/api/auth')).status).to.equal(200);
    } finally {
      await app.stop();
    }
  });

  it('reveals only the request id of an unexpected error', async () => {
    const databaseUrl = await createDatabase();
    const lines: string[] = [];
    const error = (fields: { request_id?: string }): void => void lines.push(String(fields.request_id));
    const app = await startApp({ DATABASE_URL: databaseUrl }, { log: { debug() {}, info() {}, warn() {}, error } });
    try {
      await runSql(databaseUrl, 'alter table products rename to hidden');
      const problem = expectProblem(await app.call('/api/products'), 500, 'internal_error');
      expect(Object.keys(problem)).to.have.members([
        'type',
        'title',
        'status',
        'code',
        'detail',
        'instance',
        'request_id',
        'doc_url',
      ]);
      expect(problem.detail).to.not.match(/products|relation|exist/);
      expect(lines).to.deep.equal([problem.request_id]);
    } finally {
      await app.stop();
    }
  });

  it('ends requests of clients that left before their body was read', async () => {
    const databaseUrl = await createDatabase();
    const lines: string[] = [];
    const info = (fields: { request_id?: string }): void => void lines.push(String(fields.request_id));
    const app = await startApp({ DATABASE_URL: databaseUrl }, { log: { debug() {}, info, warn() {}, error() {} } });
    try {
      const { key } = await createKey(app);
      await whileLocked(databaseUrl, 'lock table api_keys in access exclusive mode', async (untilBlocked) => {
        const { hostname, port } = new URL(app.url);
        const socket = connect(Number(port), hostname);
        socket.write(
          `POST /api/products HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nX-Request-Id: gone\r\n`,
        );
        socket.write('Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{');
        await untilBlocked();
        socket.resetAndDestroy();
        await sleep(50);
      });
      await eventually('the request ends', async () => lines.includes('gone'));
    } finally {
      await app.stop();
    }
  });

  it('finishes running requests on stop, reports not ready, and then closes', async () => {
    const databaseUrl = await createDatabase();
    const app = await startApp({ DATABASE_URL: databaseUrl }, { shutdownNoticeMs: 500 });
    let stopped: Promise<void> | undefined;
    try {
      const { id } = await createProduct(app);
      const lock = `select 1 from products where id = '${id}' for update`;
      const { pending } = await whileLocked(databaseUrl, lock, async (untilBlocked) => {
        const slow = patchProduct(app, id, { name: 'slow' });
        await untilBlocked();
        stopped = app.stop();
        const [ready, live] = await Promise.all([app.call('/health/ready'), app.call('/health/live')]);
        expectProblem(ready, 503, 'unavailable');
        expect(ready.headers.get('connection')).to.equal('close');
        expect(live.status).to.equal(200);
        return { pending: slow };
      });
      expect((await pending).json).to.include({ name: 'slow', version: 2 });
    } finally {
      await (stopped ?? app.stop());
    }
    const error = await app.call('/health/live').catch((reason: Error) => reason);
    expect(String((error as Error).cause)).to.include('ECONNREFUSED');
  });
});
