import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { limitsOf } from '#composition/limits.ts';
import { countsOf, csvOf, hasStoredRows, importFile, latestImport, productOf } from '../../support/builders/imports.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

/** Of the requests and of the clients. */
const TIMEOUT_MS = 1_500;

type Upload = Readonly<{
  request: ClientRequest;
  response: Promise<Readonly<{ status: number; headers: Headers; text: string }>>;
}>;

/** Sends a request whose body is written bit by bit. */
const openUpload = (app: TestApp, key?: string): Upload => {
  const request = httpRequest(`${app.url}/api/products/import`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${app.ownerKey}`,
      'Content-Type': 'text/csv',
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve).on('error', reject);
  const response = promise.then(async (reply) => ({
    status: reply.statusCode ?? 0,
    headers: new Headers(reply.headers as Record<string, string>),
    text: await text(reply),
  }));
  // a cut upload has no response
  response.catch(() => {});
  return { request, response };
};

const HEADER = 'sku,name,price,stock_delta';

const rowsOf = (sku: string, count: number, name = 'a'): string[] =>
  Array.from({ length: count }, (_, index) => `${sku}-${index},${name},1,1`);

onService('uploads', ({ app }) => {
  const latest = () => latestImport(app());

  it('that are cut keep whole rows and continue when they are sent again', async () => {
    const rows = rowsOf('CUT', 1_500);
    const file = csvOf(HEADER, ...rows);
    const upload = openUpload(app(), 'cut');
    upload.request.write(file.slice(0, -6));
    await eventually('a batch is stored', () => hasStoredRows(app()));
    upload.request.destroy();
    await eventually('it is interrupted', async () => (await latest()).status === 'interrupted');
    const { id, rows: stored } = await latest();
    expect(stored).to.be.within(1_000, 1_499);
    const { json } = await importFile(app(), file, { key: 'cut' });
    expect(json).to.include({ id, status: 'completed', rows: 1_500, created: 1_500 });
    expect((await productOf(app(), 'CUT-0')).stock).to.equal(1);
    expect((await productOf(app(), 'CUT-1499')).stock).to.equal(1);
  });

  it('run once at a time under a key', async () => {
    const upload = openUpload(app(), 'twice');
    const file = csvOf(HEADER, ...rowsOf('TWICE', 1_200));
    upload.request.write(file);
    await eventually('a batch is stored', () => hasStoredRows(app()));
    const second = await importFile(app(), file, { key: 'twice' });
    expectProblem(second, 409, 'idempotency_in_progress');
    expect(second.headers.get('retry-after')).to.match(/^\d+$/);
    upload.request.end();
    expect(JSON.parse((await upload.response).text)).to.include({ status: 'completed', created: 1_200 });
  });

  it('can be cancelled after whole rows, and do not continue', async () => {
    const upload = openUpload(app(), 'cancelled');
    const file = csvOf(HEADER, ...rowsOf('CANCEL', 1_200));
    upload.request.write(file);
    await eventually('a batch is stored', () => hasStoredRows(app()));
    const { id, rows } = await latest();
    const cancelled = await app().call(`/api/imports/${id}/cancel`, { method: 'POST' });
    expect(cancelled.json).to.include({ id, status: 'cancelled' });
    const more = csvOf(...rowsOf('MORE', 1_200));
    upload.request.write(more);
    const reply = await upload.response;
    expect(reply.status, reply.text).to.equal(200);
    expect(JSON.parse(reply.text)).to.include({ id, status: 'cancelled', rows: cancelled.json.rows });
    expect(cancelled.json.rows).to.be.at.least(rows);
    expect(await productOf(app(), 'MORE-0')).to.equal(undefined);
    const repeated = await importFile(app(), file, { key: 'cancelled' });
    expect(repeated.json).to.include({ id, status: 'cancelled' });
    expect(repeated.headers.get('idempotency-replayed')).to.equal('true');
    const again = await app().call(`/api/imports/${id}/cancel`, { method: 'POST' });
    expectProblem(again, 409, 'invalid_state');
    upload.request.destroy();
  });

  it('get their response before the rest of the file when they stop', async () => {
    const upload = openUpload(app());
    upload.request.write(csvOf(HEADER, 'STOP-1,a,x,1', ...rowsOf('STOP', 1_200)));
    const { status, text: body } = await upload.response;
    expect(status, body).to.equal(200);
    expect(JSON.parse(body)).to.include({ status: 'stopped', rows: 0 });
    upload.request.destroy();
  });

  it('are three of a client at one time', async () => {
    const uploads = Array.from({ length: 3 }, () => openUpload(app()));
    for (const [index, { request }] of uploads.entries())
      request.write(csvOf(HEADER, ...rowsOf(`FEW-${index}`, 3_000, 'a'.repeat(150))));
    await eventually('all three run', async () => {
      return (await app().call('/api/imports?status=running')).json.data.length === 3;
    });
    const refused = await importFile(app(), csvOf(HEADER));
    expectProblem(refused, 503, 'unavailable');
    expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
    for (const { request } of uploads) request.end();
    for (const { response } of uploads) expect((await response).status).to.equal(200);
  });

  it('give way to others while they send hardly anything', async () => {
    const slow = Array.from({ length: 3 }, () => openUpload(app()));
    for (const { request } of slow) request.write(csvOf(HEADER));
    await sleep(2_100);
    const { status, text: body } = await importFile(app(), csvOf(HEADER, ...rowsOf('QUICK', 1)));
    expect(status, body).to.equal(200);
    for (const { response } of slow) {
      const error = await response.catch((thrown: Error) => thrown);
      expect(error).to.have.property('code', 'ECONNRESET');
    }
  });
});

onService(
  'uploads with short timeouts',
  ({ app }) => {
    it('show their progress, and end in time when the client stops sending', async () => {
      const upload = openUpload(app(), 'stalled');
      upload.request.write(csvOf(HEADER, ...rowsOf('STALL', 3)));
      const reply = await upload.response;
      expectProblem(reply, 408, 'request_timeout');
      expect(await latestImport(app())).to.include({ status: 'interrupted' });
      upload.request.destroy();
    });

    it('may take longer than the timeout while they make progress', async () => {
      const upload = openUpload(app());
      const rows = rowsOf('SLOW', 400);
      upload.request.write(csvOf(HEADER));
      for (let at = 0; at < rows.length; at += 80) {
        upload.request.write(csvOf(...rows.slice(at, at + 80)));
        await sleep(TIMEOUT_MS / 2);
      }
      upload.request.end();
      const { status, text: body } = await upload.response;
      expect(status, body).to.equal(200);
      expect(countsOf(JSON.parse(body))).to.include({ rows: 400, created: 400 });
    });
  },
  { REQUEST_TIMEOUT_MS: String(TIMEOUT_MS) },
  { constants: { limits: { ...limitsOf(1, false), clientTimeoutMs: TIMEOUT_MS } } },
);
