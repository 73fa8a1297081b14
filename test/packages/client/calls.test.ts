import { expect } from 'chai';
import { API_VERSION } from '../../../packages/client/src/api-version.ts';
import { ApiError, ConnectionError, createClient, isProblem } from '../../../packages/client/src/index.ts';
import { PNG } from '../../support/builders/images.ts';
import { createInvoice, createKey, createProduct } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { caughtFrom } from './caught-from.ts';

onService('the client of the API', ({ app }) => {
  const client = (options: object = {}) => createClient({ url: app().url, key: app().ownerKey, ...options });

  it('creates, reads, changes and deletes a product', async () => {
    const created = await client().post('/api/products', { body: { name: 'Typed shirt', price: 19.99 } });
    const at = { path: { id: created.id } };
    expect((await client().get('/api/products/{id}', at)).name).to.equal('Typed shirt');
    const header = { 'If-Match': `"${created.version}"` };
    const changed = await client().patch('/api/products/{id}', { ...at, header, body: { price: 24.5 } });
    expect(changed.price).to.equal(24.5);
    expect((await client().put('/api/products/{id}', { ...at, body: { name: 'Shirt', price: 3 } })).price).to.equal(3);
    expect(await client().delete('/api/products/{id}', at)).to.equal(undefined);
  });

  it('has the types of dry runs, which change nothing', async () => {
    const { id } = await createProduct(app(), { stock: 3, price: 10 });
    const body = { items: [{ product_id: id, quantity: 2 }], email: 'dry@example.com' };
    const quote = await client().post('/api/orders', { query: { dry_run: true }, body });
    expect([quote.dry_run, quote.total, quote.emits?.includes('order.created')]).to.deep.equal([true, 20, true]);
    const deletion = await client().delete('/api/products/{id}', { path: { id }, query: { dry_run: true } });
    expect(deletion?.emits).to.deep.equal(['product.deleted']);
    expect((await client().get('/api/products/{id}', { path: { id } })).stock).to.equal(3);
  });

  it('throws problems that a code narrows, with the errors of fields and the request id', async () => {
    const { id } = await createProduct(app(), { stock: 1 });
    const items = [{ product_id: id, quantity: 9 }];
    const short = await caughtFrom(client().post('/api/orders', { body: { items, email: 'a@example.com' } }));
    if (!isProblem(short, 'insufficient_stock', 'total_changed')) throw short;
    const code: 'insufficient_stock' | 'total_changed' = short.code;
    expect([code, short.status]).to.deep.equal(['insufficient_stock', 409]);
    expect(short.problem.items).to.deep.equal([{ product_id: id, requested: 9, available: 1 }]);
    const invalid = await caughtFrom(client().post('/api/products', { body: { name: '', price: -1 } }));
    expect(isProblem(invalid, 'insufficient_stock')).to.equal(false);
    if (!isProblem(invalid)) throw invalid;
    expect(invalid.errors.map(({ pointer }) => pointer)).to.have.members(['/name', '/price']);
    expect(invalid.requestId).to.equal(invalid.headers.get('X-Request-Id'));
    expect(invalid.message).to.equal(invalid.problem.detail);
  });

  it('throws a 304, which has no body', async () => {
    const { id } = await createProduct(app());
    const etags: (string | null)[] = [];
    const seeing = client({ onResponse: ({ headers }: Response) => etags.push(headers.get('ETag')) });
    await seeing.get('/api/products/{id}', { path: { id } });
    const header = { 'If-None-Match': String(etags[0]) };
    const error = await caughtFrom(client().get('/api/products/{id}', { path: { id }, header }));
    expect(error).to.be.instanceOf(ApiError).and.include({ status: 304, code: undefined });
  });

  it('iterates over all items of a list, or as many as the caller wants', async () => {
    const category = `Listed ${Math.random()}`;
    for (const name of ['a', 'b', 'c', 'd', 'e']) await createProduct(app(), { name, category });
    const pages: string[] = [];
    const counting = client({ onResponse: ({ status }: Response) => void pages.push(String(status)) });
    const init = { query: { category: [category, 'Another'], sort: 'name' as const, limit: 2 } };
    const read = async (limits: object) => {
      const names: string[] = [];
      for await (const { name } of counting.list('/api/products', { ...init, ...limits })) names.push(name);
      return { names: names.join(''), pages: pages.splice(0).length };
    };
    expect(await read({})).to.deep.equal({ names: 'abcde', pages: 3 });
    expect(await read({ maxItems: 3 })).to.deep.equal({ names: 'abc', pages: 2 });
    for await (const _ of counting.list('/api/products', init)) break;
    expect(pages).to.have.length(1);
  });

  it('encodes parameters of paths', async () => {
    const { id } = await createProduct(app());
    const error = await caughtFrom(client().get('/api/products/{id}', { path: { id: `../products/${id}` } }));
    expect(isProblem(error, 'not_found')).to.equal(true);
  });

  it('imports a stream and exports as a stream', async () => {
    const rows = ['sku,name,price', ...Array.from({ length: 500 }, (_, index) => `S-${index},Streamed ${index},5`)];
    const body = ReadableStream.from(rows.map((row) => new TextEncoder().encode(`${row}\r\n`)));
    const imported = await client().upload('/api/products/import', { type: 'text/csv', body });
    expect([imported.status, imported.created]).to.deep.equal(['completed', 500]);
    const { signal } = new AbortController();
    const stream = await client().get('/api/products/export', { parseAs: 'stream', signal });
    let text = '';
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
    expect(text).to.include('Streamed 499').and.include('Streamed 0');
  });

  it('uploads an image, and downloads the PDF of an invoice', async () => {
    const image = await client().upload('/api/images', { type: 'image/png', body: new Blob([PNG]) });
    expect(image.object).to.equal('image');
    const { id } = await createInvoice(app());
    const pdf = await client().get('/api/invoices/{id}/pdf', { path: { id }, parseAs: 'arrayBuffer' });
    expect(Buffer.from(pdf).subarray(0, 5).toString()).to.equal('%PDF-');
  });

  it('opens the order of a guest by its token', async () => {
    const { id } = await createProduct(app());
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const visitor = client({ key });
    const body = { items: [{ product_id: id, quantity: 1 }], email: 'guest@example.com' };
    const placed = await visitor.post('/api/orders', { body });
    const at = { path: { id: placed.id } };
    expect(isProblem(await caughtFrom(visitor.get('/api/orders/{id}', at)))).to.equal(true);
    const guest = client({ key, orderToken: placed.client_secret });
    expect((await guest.get('/api/orders/{id}', at)).number).to.equal(placed.number);
  });

  it('signs in, and calls by the token of the session', async () => {
    const credentials = { email: 'owner@example.com', password: app().ownerPassword };
    const { token } = await client({ key: undefined }).post('/api/auth', { body: credentials });
    expect((await client({ key: undefined, token }).get('/api/users/me')).email).to.equal(credentials.email);
  });

  it('asks for the version of its types, which is that of the document', async () => {
    expect((await app().call('/api/openapi.json')).json.info.version).to.equal(API_VERSION);
    const error = await caughtFrom(client({ apiVersion: '2020-01-01' }).get('/api/products'));
    expect(isProblem(error, 'unsupported_api_version')).to.equal(true);
  });
});

describe('the client', () => {
  it('takes no secret key in a browser, and no key beside a token', () => {
    const create = (options: object) => () => createClient({ url: 'http://127.0.0.1', ...options });
    expect(create({ key: 'a', token: 'b' })).to.throw(TypeError, 'either key or token');
    Object.assign(globalThis, { document: {} });
    try {
      expect(create({ key: 'cpk_secret' })).to.throw(TypeError, 'publishable key (cpk_pub_…)');
      for (const options of [{ key: 'cpk_pub_a' }, { token: 'cps_a' }, {}]) create(options)();
    } finally {
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  it('throws an error for a response that is not the API’s, whatever its status', async () => {
    for (const [status, body] of [
      [502, '<html>Bad gateway'],
      [200, '<html>Sign in to the network'],
      [404, '""'],
    ] as const) {
      const server = await startReceiver((_request, response) => {
        response.writeHead(status, { 'Content-Type': 'text/html', 'X-Request-Id': 'r1' }).end(body);
      });
      const client = createClient({ url: new URL(server.url).origin, retries: 0 });
      const error = await caughtFrom(client.get('/api/products'));
      expect(error).to.be.instanceOf(ApiError).and.include({ status, code: undefined, requestId: 'r1' });
      expect(isProblem(error)).to.equal(false);
      server.close();
    }
  });

  it('returns nothing for a response without a body', async () => {
    const server = await startReceiver((_request, response) => void response.writeHead(200).end());
    const client = createClient({ url: new URL(server.url).origin });
    expect(await client.delete('/api/auth')).to.equal(undefined);
    server.close();
  });

  it('sends a file again after a broken connection, and a stream once', async () => {
    const send = async (body: string | Blob | ReadableStream<Uint8Array>) => {
      const server = await startReceiver((request, response) => {
        if (server.received.length < 2) request.socket.destroy();
        else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
      });
      const client = createClient({ url: new URL(server.url).origin });
      const outcome = await client.upload('/api/products/import', { type: 'text/csv', body }).catch((error) => error);
      server.close();
      expect(server.received[0]?.headers['content-type']).to.equal('text/csv');
      return { outcome, bodies: server.received.map((each) => each.body) };
    };
    for (const body of ['sku,name', new Blob(['sku,name'])]) {
      expect(await send(body)).to.deep.equal({ outcome: {}, bodies: ['sku,name', 'sku,name'] });
    }
    const { outcome, bodies } = await send(new Blob(['sku,name']).stream());
    expect(outcome).to.be.instanceOf(ConnectionError);
    expect(bodies).to.deep.equal(['sku,name']);
  });
});
