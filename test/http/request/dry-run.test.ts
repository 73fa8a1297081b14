import { expect } from 'chai';
import { createKey, createProduct, patchProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('dry runs', ({ app }) => {
  const dryRun = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> =>
    app().call(`${path}?dry_run=true`, { method, headers, ...(body === undefined ? {} : { body }) });

  it('return the result of a creation and create nothing', async () => {
    const body = { name: 'a', price: 1.5, category: 'dry run', attributes: { colour: 'blue' } };
    const dryRunResult = await dryRun('POST', '/api/products', body);
    const made = await app().call('/api/products', { method: 'POST', body: { ...body, category: 'real' } });
    expect(dryRunResult.status).to.equal(201);
    const { id, created_at, updated_at, dry_run, emits, ...rest } = dryRunResult.json;
    expect([dry_run, emits]).to.deep.equal([true, ['category.created', 'product.created']]);
    const { category_id: _real, ...others } = { ...made.json, category: 'dry run' };
    const { category_id: _tried, ...tried } = rest;
    expect(others).to.deep.include(tried);
    expect(Object.keys(dryRunResult.json)).to.have.members([...Object.keys(made.json), 'dry_run', 'emits']);
    expectProblem(await app().call(`/api/products/${id}`), 404, 'not_found');
    const categories = (await app().call('/api/categories')).json.data;
    expect(categories.map(({ name }: { name: string }) => name)).to.deep.equal(['real']);
    expect([typeof created_at, updated_at]).to.deep.equal(['string', created_at]);
  });

  it('return the result of an update and change nothing', async () => {
    const { id } = await createProduct(app(), { metadata: { a: '1' } });
    const before = (await app().call(`/api/products/${id}`)).json;
    const patched = await dryRun('PATCH', `/api/products/${id}`, { price: 5, metadata: { a: null, b: '2' } });
    expect(patched.status).to.equal(200);
    const expected = { id, price: 5, name: before.name, metadata: { b: '2' }, version: 2 };
    expect(patched.json).to.deep.include({ ...expected, dry_run: true, emits: ['product.updated'] });
    const replaced = await dryRun('PUT', `/api/products/${id}`, { name: 'b', price: 1 });
    expect(replaced.json).to.deep.include({
      id,
      name: 'b',
      metadata: {},
      version: 2,
      dry_run: true,
      emits: ['product.updated'],
    });
    const reply = await app().call(`/api/products/${id}`);
    expect(reply.json).to.deep.equal(before);
  });

  it('return the events of a deletion and delete nothing', async () => {
    const { id } = await createProduct(app());
    const { status, json } = await dryRun('DELETE', `/api/products/${id}`);
    expect([status, json]).to.deep.equal([200, { dry_run: true, emits: ['product.deleted'] }]);
    expect((await app().call(`/api/products/${id}`)).status).to.equal(200);
  });

  it('return the same errors', async () => {
    const { id } = await createProduct(app(), { sku: 'TAKEN' });
    const { id: other } = await createProduct(app());
    const whole = { name: 'a', price: 1 };
    expectProblem(await dryRun('POST', '/api/products', { ...whole, sku: 'TAKEN' }), 409, 'already_exists');
    expectProblem(await dryRun('PATCH', `/api/products/${other}`, { sku: 'TAKEN' }), 409, 'already_exists');
    expectProblem(await dryRun('POST', '/api/products', { name: 'a' }), 422, 'validation_failed');
    expectProblem(await dryRun('POST', '/api/products', '{'), 400, 'malformed_json');
    expectProblem(await dryRun('PATCH', `/api/products/${id}`, {}, { 'If-Match': '"9"' }), 412, 'version_mismatch');
    expectProblem(await dryRun('DELETE', '/api/products/prod_01h455vb4pex5vsknk084sn02q'), 404, 'not_found');
    const { key } = await createKey(app(), { scopes: ['products:read'] });
    const call = (caller: string | null) =>
      app().call('/api/products?dry_run=true', { method: 'POST', body: whole, key: caller });
    expectProblem(await call(null), 401, 'authentication_required');
    expectProblem(await call(key), 403, 'insufficient_scope');
  });

  it('leave unique values free', async () => {
    const body = { name: 'a', price: 1, sku: 'FREE' };
    for (const path of ['/api/products?dry_run=true', '/api/products?dry_run=true', '/api/products?dry_run=false']) {
      expect((await app().call(path, { method: 'POST', body })).status, path).to.equal(201);
    }
    expect((await app().call('/api/products?sku=FREE')).json.data).to.have.length(1);
  });

  it('return no key or session and end none', async () => {
    const { id, key } = await createKey(app());
    const created = await dryRun('POST', '/api/auth/keys', { name: 'b' });
    const rotated = await dryRun('POST', `/api/auth/keys/${id}/rotate`, { overlap_seconds: 0 });
    for (const { status, json } of [created, rotated]) {
      expect([status, json.dry_run]).to.deep.equal([201, true]);
      expect(json).to.not.have.property('key');
      expectProblem(await app().call(`/api/auth/keys/${json.id}`), 404, 'not_found');
    }
    expect((await dryRun('DELETE', `/api/auth/keys/${id}`)).json.dry_run).to.equal(true);
    expect((await app().call('/api/auth', { key })).json.key).to.include({ id, version: 1, revoked_at: null });

    const credentials = { email: 'owner@example.com', password: app().ownerPassword };
    const session = await dryRun('POST', '/api/auth', credentials);
    expect([session.status, session.json.dry_run]).to.deep.equal([201, true]);
    expect(session.json).to.not.have.property('token');
    const { token } = (await app().call('/api/auth', { method: 'POST', body: credentials })).json;
    const signedOut = await app().call('/api/auth?dry_run=true', { method: 'DELETE', key: token });
    expect(signedOut.json.dry_run).to.equal(true);
    expect((await app().call('/api/auth', { key: token })).status).to.equal(200);
  });

  it('do not affect the next change', async () => {
    const { id } = await createProduct(app());
    await dryRun('PATCH', `/api/products/${id}`, { name: 'b' });
    expect((await patchProduct(app(), id, { name: 'c' }, { 'If-Match': '"1"' })).json).to.include({
      name: 'c',
      version: 2,
    });
  });
});
