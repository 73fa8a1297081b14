import { expect } from 'chai';
import { createKey, createProduct, createUser, patchProduct, signIn } from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the audit log', ({ app }) => {
  const entries = async (query: string) => (await app().call(`/api/audit_log?${query}`)).json.data;

  it('records price and stock changes with old and new values and the request', async () => {
    const { id } = await createProduct(app(), { price: 20, stock: 3 });
    const { id: keyId, key, user_id } = await createKey(app());
    const headers = { 'X-Request-Id': 'the-request' };
    await app().call(`/api/products/${id}`, { method: 'PATCH', body: { price: 15.5, stock: null }, key, headers });
    const [entry, created, ...others] = await entries(`resource_id=${id}`);
    expect([created.action, others]).to.deep.equal(['product.created', []]);
    expect(entry).to.deep.include({
      object: 'audit_entry',
      actor: { kind: 'api_key', user_id, credential_id: keyId },
      action: 'product.updated',
      resource: { type: 'product', id },
      before: { price: 20, stock: 3 },
      after: { price: 15.5, stock: null },
      request_id: 'the-request',
    });
    expect(entry.id).to.match(/^aud_/);
  });

  it('records users without personal data', async () => {
    const fields = { name: 'Ada Lovelace', phone: '+351 912 345 678', metadata: { note: 'a secret note' } };
    const { id, email } = await createUser(app(), { ...fields, role: 'analyst' });
    await app().call(`/api/users/${id}`, { method: 'PATCH', body: { role: 'staff', name: 'Bob', phone: null } });
    const listed = await app().call(`/api/audit_log?resource_id=${id}`);
    const [updated, created] = listed.json.data;
    expect(updated).to.deep.include({
      action: 'user.updated',
      before: { role: 'analyst', name: '[withheld]', phone: '[withheld]' },
      after: { role: 'staff', name: '[withheld]', phone: null },
    });
    expect(created.after).to.include({ role: 'analyst', email: '[withheld]', password: '[withheld]' });
    expect(listed.text)
      .to.not.match(/Lovelace|912 345|secret note|argon2/)
      .and.not.include(email);
  });

  it('records sign-ins, failed sign-ins and sign-outs', async () => {
    const user = await createUser(app());
    const token = await signIn(app(), user);
    const [session] = (await app().call('/api/auth/sessions', { key: token })).json.data;
    await app().call('/api/auth', { method: 'POST', key: null, body: { email: user.email, password: 'a wrong one' } });
    await app().call('/api/auth', {
      method: 'POST',
      key: null,
      body: { email: 'nobody@x.org', password: 'a wrong one' },
    });
    await app().call('/api/auth', { method: 'DELETE', key: token });
    const actor = { kind: 'session', user_id: user.id, credential_id: session.id };
    const [ended, started] = await entries(`actor=${session.id}`);
    expect([ended.action, started.action]).to.deep.equal(['session.ended', 'session.started']);
    for (const entry of [ended, started]) {
      expect(entry).to.deep.include({ actor, resource: { type: 'session', id: session.id } });
    }
    const [unknown, wrong] = await entries('action=session.refused');
    const anonymous = { kind: 'anonymous', user_id: null, credential_id: null };
    expect(wrong).to.deep.include({ actor: anonymous, resource: { type: 'user', id: user.id } });
    expect(unknown).to.deep.include({ actor: anonymous, resource: null });
    expect(JSON.stringify([unknown, wrong])).to.not.match(/nobody@|wrong one/);
  });

  it('records a dry run of a sign-in, since it confirms a password', async () => {
    const user = await createUser(app());
    const body = { email: user.email, password: PASSWORD };
    const reply = await app().call('/api/auth?dry_run=true', { method: 'POST', key: null, body });
    expect([reply.status, reply.json.dry_run]).to.deep.equal([201, true]);
    const [entry] = await entries(`resource_id=${user.id}`);
    expect(entry).to.include({ action: 'session.rehearsed' });
  });

  it('records exports of orders by the names of their filters', async () => {
    const query = 'email=somebody@example.com&status=open';
    expect((await app().call(`/api/orders/export?${query}`)).status).to.equal(200);
    const [entry] = await entries('action=order.exported');
    expect(entry).to.deep.include({ resource: null, after: { filters: ['status', 'email'] } });
    expect(entry.actor.kind).to.equal('api_key');
  });

  it('records nothing for an empty change', async () => {
    const { id } = await createUser(app(), { name: 'Ada' });
    await app().call(`/api/users/${id}`, { method: 'PATCH', body: { name: 'Ada' } });
    expect((await entries(`resource_id=${id}`)).map(({ action }: { action: string }) => action)).to.deep.equal([
      'user.created',
    ]);
  });

  it('records denials for missing scopes, up to a limit', async () => {
    const { id, key } = await createKey(app(), { scopes: ['products:read'] });
    await app().call('/api/audit_log', { key });
    await app().call('/api/products', { method: 'POST', body: { name: 'x', price: 1 }, key });
    const [second, first] = await entries(`actor=${id}`);
    expect(first).to.deep.include({ action: 'access.refused', resource: null });
    expect(first.after).to.deep.equal({
      operation: 'GET /api/audit_log',
      code: 'insufficient_scope',
      required_scope: 'audit:read',
    });
    expect(second.after.operation).to.equal('POST /api/products');
    await Promise.all(Array.from({ length: 300 }, () => app().call('/api/audit_log', { key })));
    const { total } = (await app().call(`/api/audit_log?actor=${id}&include_total=true`)).json;
    expect(total).to.be.within(60, 130);
  });

  it('records created, rotated and revoked keys with their scopes', async () => {
    const { id } = await createKey(app(), { scopes: ['orders:read'], allowed_ips: ['203.0.113.7'] });
    const rotated = await app().call(`/api/auth/keys/${id}/rotate`, { method: 'POST', body: { overlap_seconds: 60 } });
    await app().call(`/api/auth/keys/${id}`, { method: 'DELETE' });
    const log = await entries(`resource_id=${id}`);
    expect(log.map(({ action }: { action: string }) => action)).to.deep.equal([
      'api_key.revoked',
      'api_key.rotated',
      'api_key.created',
    ]);
    expect(log[2].after).to.deep.include({ scopes: ['orders:read'], allowed_ips: ['203.0.113.7'] });
    expect(log[0].before).to.deep.equal({ revoked_at: null });
    expect((await entries(`resource_id=${rotated.json.id}`))[0].action).to.equal('api_key.created');
    expect(JSON.stringify(log)).to.not.include(rotated.json.key);
  });

  it('records known parts of a path and omits possible keys and personal data', async () => {
    const { id, key } = await createKey(app(), { scopes: [] });
    const product = 'prod_01h455vb4pex5vsknk084sn02q';
    for (const path of [`/api/products/${product}`, `/api/auth/keys/${key}`, '/api/users/ada%40example.com']) {
      await app().call(path, { method: 'DELETE', key });
    }
    const operations = (await entries(`actor=${id}`)).map(
      ({ after }: { after: { operation: string } }) => after.operation,
    );
    expect(operations).to.deep.equal([
      'DELETE /api/users/*',
      'DELETE /api/auth/keys/*',
      `DELETE /api/products/${product}`,
    ]);
  });

  it('records nothing of a dry run or a rejected request', async () => {
    const { id, version } = await createProduct(app(), { price: 20 });
    await app().call(`/api/products/${id}?dry_run=true`, { method: 'PATCH', body: { price: 1 } });
    const stale = { 'If-Match': `"${version + 7}"` };
    await patchProduct(app(), id, { price: 1 }, stale);
    expect((await entries(`resource_id=${id}`)).map(({ action }: { action: string }) => action)).to.deep.equal([
      'product.created',
    ]);
  });

  it('filters entries and rejects unknown filters', async () => {
    const from = new Date().toISOString();
    const { id } = await createUser(app());
    expect(await entries(`resource_id=${id}&created_from=${from}&action=user.created`)).to.have.length(1);
    expect(await entries(`resource_id=${id}&created_to=2020-01-01T00:00:00Z`)).to.deep.equal([]);
    const first = (await app().call('/api/audit_log?limit=1')).json;
    expect((await entries(`limit=1&cursor=${first.next_cursor}`))[0].id).to.not.equal(first.data[0].id);
    for (const query of [
      'actor=ada',
      'actor=prod_01h455vb4pex5vsknk084sn02q',
      'action=Nothing',
      'created_from=now',
      'x=1',
    ]) {
      expectProblem(await app().call(`/api/audit_log?${query}`), 400, 'invalid_parameter');
    }
    expectProblem(
      await app().call(`/api/audit_log?limit=1&action=user.created&cursor=${first.next_cursor}`),
      400,
      'invalid_cursor',
    );
  });
});
