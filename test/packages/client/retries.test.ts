import { getEventListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { ApiError, ConnectionError, createClient, isProblem } from '../../../packages/client/src/index.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';
import { caughtFrom } from './caught-from.ts';

const NOW = { 'Retry-After': '0' };

type Respond = (...args: Parameters<RequestListener>) => void;

const respond =
  (status: number, headers: Record<string, string> = NOW, body: object | string = ''): Respond =>
  (_request, response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const problem = (code: string, status: number) => respond(status, NOW, { code, status, detail: code });

const cut: Respond = (request) => request.socket.destroy();

const ok = respond(200, { 'Content-Type': 'application/json' }, { id: 'x' });

const servers: Receiver[] = [];

/** A server that responds in turn, and in the last way from then on. */
const serverWith = async (...responses: readonly Respond[]): Promise<Receiver> => {
  let count = 0;
  const server = await startReceiver((request, response) => {
    responses[Math.min(count++, responses.length - 1)]?.(request, response);
  });
  servers.push(server);
  return server;
};

const clientOf = (server: Receiver, options: object = {}) =>
  createClient({ url: new URL(server.url).origin, ...options });

const product = { name: 'Shirt', price: 5 };
const one = { path: { id: 'prod_1' } };

describe('the retries of the client', () => {
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  const keysOf = ({ received }: Receiver) => received.map(({ headers }) => headers['idempotency-key']);

  it('send a POST again with the same key and body', async () => {
    const server = await serverWith(respond(503), cut, ok);
    await clientOf(server).post('/api/products', { body: product });
    expect(server.received).to.have.length(3);
    expect(new Set(server.received.map(({ body }) => body))).to.deep.equal(new Set([JSON.stringify(product)]));
    expect(new Set(keysOf(server))).to.have.length(1);
    expect(keysOf(server)[0]).to.match(/^[0-9a-f]{32}$/);
  });

  it('use another key for another call, and the key of the caller', async () => {
    const server = await serverWith(ok);
    for (const init of [{}, {}, { header: { 'Idempotency-Key': 'mine' } }]) {
      await clientOf(server).post('/api/products', { body: product, ...init });
    }
    expect(new Set(keysOf(server)))
      .to.have.length(3)
      .and.include('mine');
  });

  it('follow 429, 502, 503, 504, and concurrent changes', async () => {
    const passing = [...[429, 502, 503, 504].map((status) => respond(status)), problem('conflict', 409)];
    for (const response of passing) {
      const server = await serverWith(response, ok);
      await clientOf(server).get('/api/products/{id}', one);
      expect(server.received).to.have.length(2);
    }
  });

  it('do not follow other errors', async () => {
    for (const [status, code] of [
      [500, 'internal_error'],
      [409, 'already_exists'],
      [422, 'validation_failed'],
    ] as const) {
      const server = await serverWith(problem(code, status), ok);
      const error = await caughtFrom(clientOf(server).post('/api/products', { body: product }));
      expect(isProblem(error, code), code).to.equal(true);
      expect(server.received).to.have.length(1);
    }
  });

  it('wait for a request with the same key, without counting', async () => {
    const running = problem('idempotency_in_progress', 409);
    const server = await serverWith(running, running, running, running, ok);
    await clientOf(server, { retries: 0 }).post('/api/products', { body: product });
    expect(server.received).to.have.length(5);
  });

  it('send a PATCH without If-Match again only if the rate limit has refused it', async () => {
    const patch = (server: Receiver, header: object = {}) =>
      clientOf(server).patch('/api/products/{id}', { ...one, body: { price: 6 }, header });
    const refused = await serverWith(respond(429), ok);
    await patch(refused);
    for (const response of [cut, respond(503)]) {
      const lost = await serverWith(response, ok);
      expect(await caughtFrom(patch(lost))).to.be.instanceOf(Error);
      expect(lost.received).to.have.length(1);
      const versioned = await serverWith(response, ok);
      await patch(versioned, { 'If-Match': '"1"' });
      expect(versioned.received).to.have.length(2);
    }
  });

  it('end after as many as the client or the call allows, with the last error and the number of attempts', async () => {
    const server = await serverWith(respond(503));
    const error = await caughtFrom(clientOf(server, { retries: 1 }).get('/api/products'));
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 503, attempts: 2, code: undefined });
    await caughtFrom(clientOf(server, { retries: 1 }).get('/api/products', { retries: 0 }));
    expect(server.received).to.have.length(3);
  });

  it('leave a pause of more than a minute to the caller', async () => {
    const server = await serverWith(respond(429, { 'Retry-After': '3600' }));
    const error = await caughtFrom(clientOf(server).get('/api/products'));
    expect((error as ApiError).headers.get('Retry-After')).to.equal('3600');
    expect(server.received).to.have.length(1);
  });

  it('take a Retry-After that is a date', async () => {
    const server = await serverWith(respond(503, { 'Retry-After': new Date(Date.now() - 5_000).toUTCString() }), ok);
    const begin = performance.now();
    await clientOf(server).get('/api/products');
    expect(performance.now() - begin).to.be.below(200);
  });

  it('follow a connection that the server closes when it is used again', async () => {
    let requests = 0;
    const server = await serverWith((request, response) => {
      requests += 1;
      if (requests === 2) request.socket.resetAndDestroy();
      else ok(request, response);
    });
    for (let calls = 0; calls < 2; calls += 1) await clientOf(server).post('/api/products', { body: product });
    expect(requests).to.equal(3);
  });

  it('follow a response that breaks off', async () => {
    const server = await serverWith((request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"id":');
      setTimeout(() => request.socket.destroy(), 20);
    }, ok);
    expect(await clientOf(server).get('/api/products/{id}', one)).to.deep.equal({ id: 'x' });
  });

  it('follow a timeout, also one in the middle of a response', async () => {
    const silent: Respond = () => {};
    const slow: Respond = (_request, response) => void response.writeHead(200).write('{');
    const server = await serverWith(silent, slow, ok);
    await clientOf(server, { timeoutMs: 150 }).get('/api/products/{id}', one);
    const error = await caughtFrom(
      clientOf(await serverWith(silent), { timeoutMs: 100, retries: 0 }).get('/api/products'),
    );
    expect(error).to.be.instanceOf(ConnectionError).and.include({ isTimeout: true, attempts: 1 });
  });

  it('end with the signal of the caller, during a request and during a pause', async () => {
    for (const response of [() => {}, respond(503, { 'Retry-After': '30' })]) {
      const server = await serverWith(response);
      const aborting = new AbortController();
      setTimeout(() => aborting.abort(new Error('The page was left.')), 100);
      const error = await caughtFrom(clientOf(server).get('/api/products', { signal: aborting.signal }));
      expect(error).to.have.property('message', 'The page was left.');
      expect(getEventListeners(aborting.signal, 'abort')).to.deep.equal([]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(server.received).to.have.length(1);
    }
    const server = await serverWith(ok);
    await caughtFrom(clientOf(server).get('/api/products', { signal: AbortSignal.abort() }));
    expect(server.received).to.deep.equal([]);
  });

  it('leave no timer, and nothing on the signal of the caller', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const server = await serverWith(respond(503), ok);
    const { signal } = new AbortController();
    const client = clientOf(server);
    await client.get('/api/products/{id}', one);
    const before = timers();
    for (let calls = 0; calls < 20; calls += 1) await client.get('/api/products/{id}', { ...one, signal });
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    expect(timers()).to.be.at.most(before);
  });
});

onService('the client', ({ app }) => {
  /** Sends each request, and loses the first responses. */
  const losing = (count: number) => {
    let lost = 0;
    return async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      if (lost++ >= count) return response;
      await response.arrayBuffer();
      throw new TypeError('fetch failed');
    };
  };
  const client = (lost: number) => createClient({ url: app().url, key: app().ownerKey, fetch: losing(lost) });

  it('orders once though responses are lost', async () => {
    const { id } = await createProduct(app(), { stock: 5 });
    const body = { items: [{ product_id: id, quantity: 1 }], email: 'once@example.com' };
    const placed = await client(2).post('/api/orders', { body });
    const { data } = await client(0).get('/api/orders', { query: { email: 'once@example.com' } });
    expect(data.map((order) => order.id)).to.deep.equal([placed.id]);
    expect((await client(0).get('/api/products/{id}', { path: { id } })).stock).to.equal(4);
  });

  it('tells by the attempts that an earlier one may have had the effect', async () => {
    const { id, version } = await createProduct(app());
    const init = { path: { id }, header: { 'If-Match': `"${version}"` } };
    const error = await caughtFrom(client(1).patch('/api/products/{id}', { ...init, body: { price: 77 } }));
    expect(isProblem(error, 'version_mismatch') && error.attempts).to.equal(2);
    const gone = await caughtFrom(client(1).delete('/api/products/{id}', { path: { id } }));
    expect(isProblem(gone, 'not_found') && gone.attempts).to.equal(2);
  });
});
