import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the shop', ({ app }) => {
  const read = async () => (await app().call('/api/shop')).json;
  const patch = (body: object, headers: Record<string, string> = {}) =>
    app().call('/api/shop', { method: 'PATCH', body, headers });

  it('has defaults until it is changed', async () => {
    const nothing = {
      legal_name: null,
      address: null,
      tax_id: null,
      email: null,
      logo_url: null,
      withdrawal_notice: null,
    };
    expect(await read()).to.deep.include({ object: 'shop', name: 'Shop', time_zone: 'UTC', version: 1, ...nothing });
  });

  it('is changed by merge patches, and audited without personal data', async () => {
    const fields = {
      name: 'Linen & Co',
      legal_name: 'Linen & Co GmbH',
      tax_id: 'DE123456789',
      email: 'hello@shop.example',
      logo_url: 'https://shop.example/logo.png',
      time_zone: 'Europe/Berlin',
      withdrawal_notice: 'Right of withdrawal\n\nYou may withdraw within 14 days.',
    };
    const changed = await patch({ ...fields, address: { line1: 'Rua Augusta 1', country: 'PT' } });
    expect(changed.status, changed.text).to.equal(200);
    expect(changed.json).to.deep.include(fields);
    expect(await read()).to.deep.equal(changed.json);
    const moved = await patch({ address: { city: 'Lisboa' }, time_zone: null, name: null });
    expect(moved.json).to.include({ name: 'Shop', time_zone: 'UTC', version: changed.json.version + 1 });
    expect(moved.json.address).to.include({ line1: 'Rua Augusta 1', city: 'Lisboa' });
    const [entry] = (await app().call('/api/audit_log?action=shop.updated&limit=1')).json.data;
    expect(entry.before).to.include({ name: 'Linen & Co', address: '[withheld]' });
    expect(entry.after).to.include({ name: 'Shop', address: '[withheld]' });
    expect((await patch({ address: null })).json.address).to.equal(null);
  });

  it('is rejected with an error that says what would be right', async () => {
    for (const [body, path] of [
      [{ time_zone: 'Europe/Nowhere' }, '/time_zone'],
      [{ time_zone: '+01:00' }, '/time_zone'],
      [{ logo_url: 'http://shop.example/logo.png' }, '/logo_url'],
      [{ logo_url: 'javascript:alert(1)' }, '/logo_url'],
      [{ email: 'nobody' }, '/email'],
      [{ address: { line1: null } }, '/address/line1'],
      [{ name: 'two\nlines' }, '/name'],
      [{ withdrawal_notice: ' \n ' }, '/withdrawal_notice'],
      [{ withdrawal_notice: 'x'.repeat(10_001) }, '/withdrawal_notice'],
      [{ currency: 'EUR' }, '/currency'],
    ] as const) {
      const reply = await patch(body);
      expectProblem(reply, 422, 'validation_failed');
      expect(errorPathsOf(reply.json), JSON.stringify(body)).to.include(path);
    }
  });

  it('requires the expected version, and says which fields have changed since', async () => {
    const { version } = await read();
    await patch({ name: 'One' });
    await patch({ tax_id: 'PT1' });
    const reply = await patch({ name: 'Two' }, { 'If-Match': `"${version}"` });
    const problem = expectProblem(reply, 412, 'version_mismatch');
    expect(problem).to.deep.include({ current_version: version + 2, changed_fields: ['name', 'tax_id'] });
    const etag = (await app().call('/api/shop')).headers.get('etag') ?? '';
    expect((await patch({ name: 'Two' }, { 'If-Match': etag })).status).to.equal(200);
    const cached = await app().call('/api/shop', { headers: { 'If-None-Match': etag } });
    expect(cached.status).to.equal(200);
  });
});
