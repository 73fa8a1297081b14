import { expect } from 'chai';
import { createKey, createOrder, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('conditional requests', ({ app }) => {
  const versionOf = async (id: string): Promise<number> => (await app().call(`/api/products/${id}`)).json.version;

  describe('If-None-Match', () => {
    const get = (id: string, tags: string, method = 'GET') =>
      app().call(`/api/products/${id}`, { method, headers: { 'If-None-Match': tags } });

    const tagOf = async (id: string): Promise<string> =>
      (await app().call(`/api/products/${id}`)).headers.get('etag') ?? '';

    it('returns 304 for what is shown now, with headers and no body', async () => {
      const { id } = await createProduct(app());
      const tag = await tagOf(id);
      expect(tag).to.match(/^"[\w-]{22}"$/);
      for (const tags of [tag, `W/${tag}`, `"0", ${tag}`, `"a","b" , W/${tag}`, '*', ` ${tag} `]) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text, headers } = await get(id, tags, method);
          expect([status, text, headers.get('etag')], tags).to.deep.equal([304, '', tag]);
          expect(headers.get('content-type')).to.equal(null);
        }
      }
    });

    it('returns 200 for anything else, the version included', async () => {
      const { id } = await createProduct(app());
      const tag = await tagOf(id);
      for (const tags of ['"1"', '"11"', '""', '"x", W/"3"', '"*"', '"01"']) {
        expect((await get(id, tags)).json.version, tags).to.equal(1);
      }
      await patchProduct(app(), id, { name: 'b' });
      expect((await get(id, tag)).json).to.include({ name: 'b', version: 2 });
    });

    it('differs for what the public sees, which tells nothing about the version', async () => {
      const { id } = await createProduct(app(), { stock: 3 });
      const before = await app().call(`/api/products/${id}`, { key: null });
      expect(before.json).to.not.have.any.keys('version', 'stock', 'metadata');
      expect(before.headers.get('etag')).to.not.equal(await tagOf(id));
      const list = await app().call('/api/products?limit=1', { key: null });
      expect(list.headers.get('etag')).to.equal(null);
      expect(list.json.data[0]).to.include({ id }).and.not.have.property('version');
      const version = { key: null, headers: { 'If-None-Match': '"1"' } };
      expect((await app().call(`/api/products/${id}`, version)).status).to.equal(200);
    });

    it('is rejected when it is no list of tags', async () => {
      const { id } = await createProduct(app());
      for (const tags of ['1', '"1', '"1" "2"', '"1",', '*, "1"', 'w/"1"', "'1'"]) {
        const { errors } = expectProblem(await get(id, tags), 400, 'bad_request');
        expect(errors[0].header).to.equal('If-None-Match');
      }
    });

    it('does not hide a 404', async () => {
      expectProblem(await get('prod_01h455vb4pex5vsknk084sn02q', '*'), 404, 'not_found');
    });
  });

  describe('If-Match', () => {
    it('allows a write of the current version', async () => {
      const { id } = await createProduct(app());
      const headers = (tags: string) => ({ 'If-Match': tags });
      expect((await patchProduct(app(), id, { name: 'b' }, headers('"1"'))).json.version).to.equal(2);
      expect((await patchProduct(app(), id, { name: 'c' }, headers('"1", "2"'))).json.version).to.equal(3);
      expect((await patchProduct(app(), id, { name: 'd' }, headers('*'))).json.version).to.equal(4);
      const whole = { method: 'PUT', body: { name: 'e', price: 1 }, headers: headers('"4"') };
      const replaced = await app().call(`/api/products/${id}`, whole);
      expect(replaced.json.version).to.equal(5);
      const removed = await app().call(`/api/products/${id}`, { method: 'DELETE', headers: headers('"5"') });
      expect(removed.status).to.equal(204);
    });

    it('allows a write of what was read, until it changes', async () => {
      const { id } = await createProduct(app());
      const read = async () => {
        const { headers } = await app().call(`/api/products/${id}`);
        return { 'If-Match': `"x", ${headers.get('etag')}` };
      };
      const first = await read();
      expect((await patchProduct(app(), id, { name: 'b' }, first)).json.version).to.equal(2);
      expectProblem(await patchProduct(app(), id, { name: 'c' }, first), 412, 'version_mismatch');
      const second = await read();
      const removed = await app().call(`/api/products/${id}`, { method: 'DELETE', headers: second });
      expect(removed.status).to.equal(204);
    });

    it('allows a write of what the last write or step returned', async () => {
      const { id } = await createOrder(app());
      const write = async (method: string, path: string, body: object, tag: string | null) => {
        const headers = tag === null ? {} : { 'If-Match': tag };
        return app().call(`/api/orders/${id}${path}`, { method, body, headers });
      };
      const patched = await write('PATCH', '', { metadata: { a: '1' } }, null);
      const fulfilled = await write('POST', '/fulfillments', {}, patched.headers.get('etag'));
      expect([fulfilled.status, fulfilled.json.version], fulfilled.text).to.deep.equal([201, 3]);
      expectProblem(await write('PATCH', '', { metadata: {} }, patched.headers.get('etag')), 412, 'version_mismatch');
      const again = await write('PATCH', '', { metadata: { b: '2' } }, fulfilled.headers.get('etag'));
      expect(again.json.version, again.text).to.equal(4);
    });

    it('takes what a write returned to a caller who cannot read', async () => {
      for (const [scope, path, create] of [
        ['products:write', '/api/products', () => createProduct(app(), { status: 'draft' })],
        ['orders:write', '/api/orders', () => createOrder(app())],
      ] as const) {
        const { id } = await create();
        const { key } = await createKey(app(), { scopes: [scope] });
        const patch = (metadata: object, headers = {}) =>
          app().call(`${path}/${id}`, { method: 'PATCH', key, body: { metadata }, headers });
        const tag = (await patch({ a: '1' })).headers.get('etag') ?? '';
        expect((await patch({ a: '2' }, { 'If-Match': tag })).json.version).to.equal(3);
        expectProblem(await patch({ a: '3' }, { 'If-Match': tag }), 412, 'version_mismatch');
      }
    });

    it('accepts no tag of another visibility', async () => {
      const { id } = await createProduct(app());
      const { headers } = await app().call(`/api/products/${id}`, { key: null });
      const tag = { 'If-Match': headers.get('etag') ?? '' };
      expectProblem(await patchProduct(app(), id, { name: 'b' }, tag), 412, 'version_mismatch');
    });

    it('rejects any other and changes nothing', async () => {
      const { id } = await createProduct(app());
      await patchProduct(app(), id, { name: 'b' });
      const before = (await app().call(`/api/products/${id}`)).json;
      for (const tags of [
        '"1"',
        '"3"',
        'W/"2"',
        '""',
        '"x"',
        '"02"',
        '"2.0"',
        '"1", W/"2"',
        '"99999999999999999999"',
      ]) {
        for (const [method, body] of [
          ['PUT', { name: 'c', price: 1 }],
          ['PATCH', { name: 'c' }],
          ['DELETE', undefined],
        ] as const) {
          const reply = await app().call(`/api/products/${id}`, { method, body, headers: { 'If-Match': tags } });
          expect(expectProblem(reply, 412, 'version_mismatch').current_version, tags).to.equal(2);
        }
      }
      expect((await app().call(`/api/products/${id}`)).json).to.deep.equal(before);
    });

    it('reports the changed fields for a merge', async () => {
      const { id } = await createProduct(app());
      await patchProduct(app(), id, { price: 5 });
      await patchProduct(app(), id, { name: 'b', metadata: { a: '1' } });
      await patchProduct(app(), id, { stock: 0 });
      const changedSince = async (tags: string): Promise<string[]> =>
        expectProblem(await patchProduct(app(), id, { sku: 'x' }, { 'If-Match': tags }), 412, 'version_mismatch')
          .changed_fields;
      expect(await changedSince('"3"')).to.deep.equal(['available', 'stock']);
      expect(await changedSince('"2"')).to.deep.equal(['available', 'metadata', 'name', 'stock']);
      expect(await changedSince('"1"')).to.deep.equal(['available', 'metadata', 'name', 'price', 'stock']);
      expect(await changedSince('"1", "3"')).to.deep.equal(['available', 'stock']);
    });

    it('is rejected when it is no list of tags', async () => {
      const { id } = await createProduct(app());
      for (const tags of ['1', '"1', '"1" "2"', '*, "1"']) {
        const { errors } = expectProblem(
          await patchProduct(app(), id, { name: 'b' }, { 'If-Match': tags }),
          400,
          'bad_request',
        );
        expect(errors[0].header).to.equal('If-Match');
      }
      expect(await versionOf(id)).to.equal(1);
    });

    it('does not hide a 404', async () => {
      const reply = await patchProduct(app(), 'prod_01h455vb4pex5vsknk084sn02q', { name: 'b' }, { 'If-Match': '"1"' });
      expectProblem(reply, 404, 'not_found');
    });

    it('protects the revocation of a key too', async () => {
      const { id } = await createKey(app());
      const revoke = (tag: string) =>
        app().call(`/api/auth/keys/${id}`, { method: 'DELETE', headers: { 'If-Match': tag } });
      expectProblem(await revoke('"2"'), 412, 'version_mismatch');
      expect((await app().call(`/api/auth/keys/${id}`)).json.revoked_at).to.equal(null);
      expect((await revoke('"1"')).status).to.equal(204);
    });
  });

  it('allows one of ten concurrent writers with one ETag', async () => {
    const { id } = await createProduct(app());
    const names = Array.from({ length: 10 }, (_, index) => `name ${index}`);
    const replies = await Promise.all(names.map((name) => patchProduct(app(), id, { name }, { 'If-Match': '"1"' })));
    const winner = replies.findIndex(({ status }) => status === 200);
    expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, ...Array(9).fill(412)]);
    expect((await app().call(`/api/products/${id}`)).json).to.include({ name: names[winner], version: 2 });
  });

  it('is optional: without it the last writer wins', async () => {
    const { id } = await createProduct(app());
    const names = Array.from({ length: 10 }, (_, index) => `name ${index}`);
    const replies = await Promise.all(names.map((name) => patchProduct(app(), id, { name })));
    expect(replies.map(({ json }) => json.version).sort((a, b) => a - b)).to.deep.equal([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
    const last = replies.find(({ json }) => json.version === 11);
    expect((await app().call(`/api/products/${id}`)).json).to.deep.equal(last?.json);
  });
});
