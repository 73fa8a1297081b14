import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('tax rates', ({ app }) => {
  const create = (fields: object = {}) =>
    app().call('/api/tax_rates', { method: 'POST', body: { name: 'VAT', percent: 19, country: 'DE', ...fields } });
  const patch = (id: string, body: object, headers: Record<string, string> = {}) =>
    app().call(`/api/tax_rates/${id}`, { method: 'PATCH', body, headers });
  const remove = (id: string) => app().call(`/api/tax_rates/${id}`, { method: 'DELETE' });

  it('are created, shown under their location, changed and deleted', async () => {
    const reply = await create({ country: 'PT', percent: 8.8875, valid_from: '2027-01-01T00:00:00+01:00' });
    expect(reply.status, reply.text).to.equal(201);
    const { json } = reply;
    expect(reply.headers.get('location')).to.equal(`/api/tax_rates/${json.id}`);
    expect(json).to.include({ object: 'tax_rate', percent: 8.8875, region: null, version: 1 });
    expect(json).to.include({ valid_from: '2026-12-31T23:00:00.000Z', valid_to: null });
    expect((await app().call(`/api/tax_rates/${json.id}`)).json).to.deep.equal(json);
    const changed = await patch(json.id, { percent: 23, valid_from: null });
    expect(changed.json).to.include({ percent: 23, valid_from: null, version: 2 });
    expect((await patch(json.id, { percent: 23 })).json.version).to.equal(2);
    expect((await app().call(`/api/tax_rates/${json.id}`)).json).to.deep.equal(changed.json);
    expect((await remove(json.id)).status).to.equal(204);
    expectProblem(await app().call(`/api/tax_rates/${json.id}`), 404, 'not_found');
    expectProblem(await remove(json.id), 404, 'not_found');
    const entries = (await app().call(`/api/audit_log?resource_id=${json.id}`)).json.data;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions).to.deep.equal(['tax_rate.deleted', 'tax_rate.updated', 'tax_rate.created']);
    expect(entries[1].before).to.include({ percent: 8.8875 });
    expect(entries[1].after).to.include({ percent: 23 });
  });

  it('are rejected with errors that say what would be right', async () => {
    for (const [fields, path] of [
      [{ percent: -1 }, '/percent'],
      [{ percent: 100.1 }, '/percent'],
      [{ percent: 7.00001 }, '/percent'],
      [{ percent: '19' }, '/percent'],
      [{ country: 'XX' }, '/country'],
      [{ country: 'de' }, '/country'],
      [{ name: ' ' }, '/name'],
      [{ postal_prefix: '1'.repeat(21) }, '/postal_prefix'],
      [{ postal_prefix: ' - ' }, '/postal_prefix'],
      [{ valid_from: '2027-01-01T00:00:00Z', valid_to: '2027-01-01T00:00:00Z' }, '/valid_to'],
      [{ valid_from: 'tomorrow' }, '/valid_from'],
    ] as const) {
      const reply = await create(fields);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json)).to.deep.equal([path]);
    }
  });

  it('do not overlap others of the same place and category', async () => {
    const region = { country: 'US', region: 'New York', postal_prefix: '10-0' };
    const first = await create({ ...region, valid_to: '2027-01-01T00:00:00Z' });
    const { json: next } = await create({ ...region, valid_from: '2027-01-01T00:00:00Z' });
    for (const same of [region, { ...region, region: ' new york' }, { ...region, postal_prefix: '1 00' }]) {
      const reply = await create(same);
      expectProblem(reply, 409, 'already_exists');
      expect(reply.json.detail).to.include(first.json.id);
    }
    for (const other of [{ region: null }, { postal_prefix: '101' }, { tax_category: 'books' }]) {
      expect((await create({ ...region, ...other })).status).to.equal(201);
    }
    expectProblem(await patch(next.id, { valid_from: '2026-12-31T23:59:59Z' }), 409, 'already_exists');
    expect((await patch(next.id, { name: 'Sales tax' })).status).to.equal(200);
  });

  it('do not overlap when created at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => create({ country: 'AT' })));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('require the expected version, and say which fields have changed since', async () => {
    const { json } = await create({ country: 'FR' });
    await patch(json.id, { percent: 20 });
    await patch(json.id, { name: 'TVA' }, { 'If-Match': '"2"' });
    const problem = expectProblem(
      await patch(json.id, { percent: 21 }, { 'If-Match': '"1"' }),
      412,
      'version_mismatch',
    );
    expect(problem).to.deep.include({ current_version: 3, changed_fields: ['name', 'percent'] });
    const tried = await app().call(`/api/tax_rates/${json.id}?dry_run=true`, { method: 'PATCH', body: { percent: 5 } });
    expect(tried.json).to.deep.include({ percent: 5, dry_run: true, emits: [] });
    expect((await app().call(`/api/tax_rates/${json.id}`)).json.percent).to.equal(20);
  });

  it('are listed by country, the newest first', async () => {
    const [first, second] = [await create({ country: 'NZ' }), await create({ country: 'NZ', tax_category: 'books' })];
    const { json } = await app().call('/api/tax_rates?country=NZ&include_total=true');
    expect(json).to.deep.include({ data: [second.json, first.json], total: 2 });
    expectProblem(await app().call('/api/tax_rates?country=nz'), 400, 'invalid_parameter');
  });
});
