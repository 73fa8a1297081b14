import { expect } from 'chai';
import { addAccount } from '../../support/builders/accounts.ts';
import { createKey, createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { dumpOf } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

const HEADER = 'Idempotency-Key';

onService('idempotency', ({ app }) => {
  const post = (name: string, body: unknown, path = '/api/products'): Promise<Reply> =>
    app().call(path, { method: 'POST', body, headers: { [HEADER]: name } });
  const countOf = async (category: string): Promise<number> =>
    (await app().call(`/api/products?category=${category}&limit=1&include_total=true`)).json.total;

  /** The replayed part of a response; the rest belongs to the request. */
  const replayedParts = ({ status, headers, text }: Reply) => [
    status,
    headers.get('etag'),
    headers.get('location'),
    headers.get('content-type'),
    text,
  ];

  const expectReplay = (again: Reply, first: Reply): void => {
    expect(first.headers.get('idempotency-replayed')).to.equal(null);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expect(replayedParts(again)).to.deep.equal(replayedParts(first));
  };

  it('replays the first response byte for byte', async () => {
    const body = { name: 'Größe 🙂', price: 1.1, category: 'once', attributes: { b: '1', a: '2' } };
    const first = await post('once', body);
    expect(first.status).to.equal(201);
    expectReplay(await post('once', body), first);
    expectReplay(await post('once', body), first);
    expect(await countOf('once')).to.equal(1);
  });

  it('replays it after the resource was changed or deleted', async () => {
    const first = await post('gone', { name: 'a', price: 1 });
    await app().call(first.headers.get('location') ?? '', { method: 'DELETE' });
    expectReplay(await post('gone', { name: 'a', price: 1 }), first);
    expectProblem(await app().call(first.headers.get('location') ?? ''), 404, 'not_found');
  });

  it('rejects the key with another body or other parameters', async () => {
    await post('other', { name: 'a', price: 1, category: 'other' });
    for (const body of [
      { name: 'a', price: 2, category: 'other' },
      { name: 'a', price: 1, category: 'other', stock: null },
    ]) {
      const { errors } = expectProblem(await post('other', body), 422, 'idempotency_key_reused');
      expect(errors[0].header).to.equal(HEADER);
    }
    expect(await countOf('other')).to.equal(1);
  });

  it('keeps keys of different paths apart', async () => {
    expect((await post('paths', { name: 'a', price: 1 })).status).to.equal(201);
    const [one, two] = [await createKey(app()), await createKey(app())];
    for (const path of ['/api/auth/keys', `/api/auth/keys/${one.id}/rotate`, `/api/auth/keys/${two.id}/rotate`]) {
      const reply = await post('paths', path.endsWith('rotate') ? {} : { name: 'a' }, path);
      expect([reply.status, reply.headers.get('idempotency-replayed')], path).to.deep.equal([201, null]);
    }
  });

  it('creates one product for twenty concurrent requests', async () => {
    const body = { name: 'a', price: 1, category: 'twenty' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => post('twenty', body)));
    const made = replies.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ text }) => text)).size).to.equal(1);
    for (const reply of replies.filter(({ status }) => status !== 201)) {
      expectProblem(reply, 409, 'idempotency_in_progress');
      expect(reply.headers.get('retry-after')).to.match(/^[1-9]\d*$/);
    }
    expect(made.filter(({ headers }) => headers.get('idempotency-replayed') === null)).to.have.length(1);
    expect((await post('twenty', body)).text).to.equal(made[0]?.text);
    expect(await countOf('twenty')).to.equal(1);
  });

  it('replays errors of the transaction', async () => {
    const { id } = await createProduct(app(), { sku: 'TAKEN' });
    const first = await post('taken', { name: 'b', price: 1, sku: 'TAKEN' });
    expectProblem(first, 409, 'already_exists');
    await app().call(`/api/products/${id}`, { method: 'DELETE' });
    expectReplay(await post('taken', { name: 'b', price: 1, sku: 'TAKEN' }), first);
    const changed = { name: 'b', price: 2, sku: 'FREE' };
    expectProblem(await post('taken', changed), 422, 'idempotency_key_reused');
    expect((await post('taken-again', { name: 'b', price: 1, sku: 'TAKEN' })).status).to.equal(201);

    const unknown = '/api/auth/keys/key_01h455vb4pex5vsknk084sn02q/rotate';
    const missing = await post('missing', {}, unknown);
    expectProblem(missing, 404, 'not_found');
    expectReplay(await post('missing', {}, unknown), missing);
  });

  it('replays no error from before the transaction', async () => {
    const { key } = await createKey(app(), { scopes: ['keys:write'] });
    const attempt = (options: object) =>
      app().call('/api/products', { method: 'POST', headers: { [HEADER]: 'early' }, ...options });
    expectProblem(await attempt({ body: {}, key: null }), 401, 'authentication_required');
    expectProblem(await attempt({ body: {}, key }), 403, 'insufficient_scope');
    expectProblem(await attempt({ body: '{' }), 400, 'malformed_json');
    expectProblem(await attempt({ body: {} }), 422, 'validation_failed');
    const made = await attempt({ body: { name: 'a', price: 1 } });
    expect([made.status, made.headers.get('idempotency-replayed')]).to.deep.equal([201, null]);
  });

  it('stores nothing of a dry run', async () => {
    const body = { name: 'a', price: 1, category: 'dry run' };
    expect((await post('dry-run', body, '/api/products?dry_run=true')).json.dry_run).to.equal(true);
    expect((await post('dry-run', body)).headers.get('idempotency-replayed')).to.equal(null);
    expect(await countOf('dry run')).to.equal(1);
  });

  it('accepts keys of 1 to 255 visible ASCII characters', async () => {
    for (const name of ['!', '~', 'x'.repeat(255), '"quoted"', 'a,b']) {
      expect((await post(name, { name: 'a', price: 1 })).status, name).to.equal(201);
    }
    for (const name of ['', ' ', 'a b', 'x'.repeat(256), 'é', 'a\tb']) {
      const { errors } = expectProblem(await post(name, { name: 'a', price: 1, category: 'bad' }), 400, 'bad_request');
      expect(errors[0].header).to.equal(HEADER);
    }
    expect(await countOf('bad')).to.equal(0);
  });

  it('replays a created API key, which still works', async () => {
    const first = await post('key', { name: 'a', scopes: ['products:read'] }, '/api/auth/keys');
    expectReplay(await post('key', { name: 'a', scopes: ['products:read'] }, '/api/auth/keys'), first);
    expect((await app().call('/api/auth', { key: first.json.key })).json.key.id).to.equal(first.json.id);
  });

  it('is ignored for other methods', async () => {
    const { id } = await createProduct(app());
    for (const name of ['a', 'b']) {
      const reply = await app().call(`/api/products/${id}`, {
        method: 'PATCH',
        body: { name },
        headers: { [HEADER]: 'patch' },
      });
      expect(reply.json.name).to.equal(name);
    }
  });
});

onStorage('postgres', 'idempotency and secrets', ({ app, databaseUrl }) => {
  it('keeps accounts apart', async () => {
    const { key } = await addAccount(databaseUrl(), { role: 'admin', scopes: ['products:write'] });
    const post = (name: string, caller: string) =>
      app().call('/api/products', {
        method: 'POST',
        body: { name, price: 1 },
        key: caller,
        headers: { [HEADER]: 'mine' },
      });
    const first = await post('a', app().ownerKey);
    const other = await post('b', key);
    expect([other.status, other.headers.get('idempotency-replayed')]).to.deep.equal([201, null]);
    expect((await post('a', app().ownerKey)).text).to.equal(first.text);
    const { key: second } = await createKey(app());
    expect((await post('a', second)).text, 'another key of one account').to.equal(first.text);
  });

  it('stores no readable key, token or password', async () => {
    const secrets = [app().ownerPassword];
    const keep = async (path: string, body: object) => {
      for (let count = 0; count < 2; count += 1) {
        const reply = await app().call(path, { method: 'POST', body, headers: { [HEADER]: 'secret' } });
        expect(reply.status).to.equal(201);
        secrets.push(reply.json.key ?? reply.json.token);
      }
      return secrets.at(-1);
    };
    const { id } = await createKey(app());
    const key = await keep('/api/auth/keys', { name: 'a' });
    await keep(`/api/auth/keys/${id}/rotate`, {});
    const token = await keep('/api/auth', { email: 'owner@example.com', password: app().ownerPassword });
    for (const caller of [key, token])
      expect((await app().call('/api/auth', { key: caller ?? null })).status).to.equal(200);
    const dump = await dumpOf(databaseUrl());
    expect(dump).to.include(id);
    for (const secret of secrets) expect(dump).to.not.include(secret);
  });
});
