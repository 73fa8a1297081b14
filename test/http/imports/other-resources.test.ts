import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { CSV, countsOf, csvOf, NDJSON, ndjsonOf } from '../../support/builders/imports.ts';
import { createKey } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';

type Resource = 'users' | 'discounts' | 'redirects';

onService('imports of other resources', ({ app }) => {
  const send = (
    resource: Resource,
    body: string | Uint8Array,
    { query = '', type = CSV, key = '' } = {},
  ): Promise<Reply> =>
    app().call(`/api/${resource}/import${query}`, {
      method: 'POST',
      body,
      headers: { 'Content-Type': type, ...(key !== '' && { 'Idempotency-Key': key }) },
    });

  const fileOf = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'files', name));

  const warningsOf = ({ warnings }: Reply['json']) =>
    Object.fromEntries(
      warnings.map(({ code, field, count }: { code: string; field: string | null; count: number }) => [
        `${field} ${code}`,
        count,
      ]),
    );

  const errorsOf = ({ errors }: Reply['json']): string[] =>
    errors.map(({ line, field }: { line: number; field: string }) => `${line} ${field}`);

  /** Tries a file, imports it, and imports it again. */
  const importTwice = async (resource: Resource, name: string): Promise<Reply['json']> => {
    const file = await fileOf(name);
    const tried = await send(resource, file, { query: '?on_error=continue&dry_run=true' });
    expect(tried.status, tried.text).to.equal(200);
    const first = await send(resource, file, { query: '?on_error=continue' });
    expect(first.status, first.text).to.equal(200);
    expect(countsOf(tried.json)).to.deep.equal(countsOf(first.json));
    expect(tried.json.warnings).to.deep.equal(first.json.warnings);
    const { rows, failed } = first.json;
    const again = await send(resource, file, { query: '?on_error=continue' });
    expect(countsOf(again.json)).to.deep.equal({ rows, created: 0, updated: 0, unchanged: rows - failed, failed });
    return first.json;
  };

  const userOf = async (email: string): Promise<Reply['json']> =>
    (await app().call(`/api/users?email=${encodeURIComponent(email)}`)).json.data[0];

  const discountOf = async (code: string): Promise<Reply['json']> =>
    (await app().call(`/api/discounts?code=${code}`)).json.data[0];

  it('take customers of Shopify, with consents and without what is missing', async () => {
    const ended = await importTwice('users', 'shopify-customers.csv');
    expect(ended).to.deep.include({ resource: 'users', status: 'completed' });
    expect(ended.file).to.include({ preset: 'shopify' });
    expect(errorsOf(ended)).to.deep.equal(['4 email', '6 email', '7 email', '8 email']);
    expect(warningsOf(ended)).to.deep.equal({
      'note lost.note': 1,
      'tags lost.tags': 1,
      'tax_exempt lost.tax_exempt': 1,
      'phone phone.unknown': 1,
      'addresses address.incomplete': 1,
    });
    const ada = await userOf('ada@example.com');
    expect(ada).to.deep.include({
      email: 'Ada@Example.com',
      name: 'Ada Lovelace',
      phone: '+351912345678',
      role: 'customer',
    });
    expect(ada.addresses).to.have.length(1);
    expect(ada.addresses[0]).to.include({ line1: 'Rua Augusta 1', postal_code: '1100-048', country: 'PT' });
    expect(ada.consents.email_marketing).to.deep.include({ granted: true, source: 'import from shopify' });
    expect(ada.consents.sms_marketing).to.equal(null);
    const zoe = await userOf('zoe@example.com');
    expect(zoe.consents.email_marketing).to.equal(null);
    expect(zoe.consents.sms_marketing).to.deep.include({ granted: true });
    expect(zoe.addresses[0]).to.include({ postal_code: '01067' });
  });

  it('never let a customer’s own word be replaced by a file that was written before', async () => {
    const row = (granted: string) => csvOf('email,email_marketing', `ada@example.com,${granted}`);
    await send('users', row('yes'));
    const { id } = await userOf('ada@example.com');
    await app().call(`/api/users/${id}`, {
      method: 'PATCH',
      body: { consents: { email_marketing: { granted: false, source: 'phone call' } } },
    });
    const kept = await send('users', row('yes'));
    expect(countsOf(kept.json)).to.include({ unchanged: 1 });
    expect(warningsOf(kept.json)).to.deep.equal({ 'email_marketing consent.kept': 1 });
    expect((await userOf('ada@example.com')).consents.email_marketing).to.deep.include({ granted: false });
  });

  it('take customers of WooCommerce, without passwords and accounts of the staff', async () => {
    const ended = await importTwice('users', 'woocommerce-customers.csv');
    expect(ended.file).to.include({ preset: 'woocommerce' });
    expect(errorsOf(ended)).to.deep.equal(['3 email']);
    expect(warningsOf(ended)).to.include({ 'password lost.password': 2 });
    const grace = await userOf('grace@example.com');
    expect(grace.addresses.map(({ line1 }: { line1: string }) => line1)).to.deep.equal(['1 Main St', '2 Side St']);
    expect((await userOf('linus@example.com')).addresses[0]).to.include({ country: 'FI' });
  });

  it('take customers of any CSV, with the time of a consent', async () => {
    const ended = await importTwice('users', 'own-customers-de.csv');
    expect(ended.file).to.include({ preset: 'generic', separator: ';' });
    expect(ended.file.columns.at(-1)).to.deep.equal({ column: 'Geburtstag', field: null });
    const anna = await userOf('anna@example.com');
    expect(anna).to.include({ name: 'Anna Schmidt' });
    expect(anna.consents.email_marketing).to.deep.equal({
      granted: true,
      at: '2024-05-01T08:00:00.000Z',
      source: 'import',
    });
    expect((await userOf('otto@example.com')).consents.email_marketing).to.include({ granted: false });
  });

  it('take discounts of Shopify, inactive where they are for some only', async () => {
    const ended = await importTwice('discounts', 'shopify-discounts.csv');
    expect(ended.file).to.include({ preset: 'shopify' });
    expect(errorsOf(ended)).to.deep.equal(['8 kind', '9 valid_from']);
    expect(warningsOf(ended)).to.deep.equal({
      'max_uses uses.former': 1,
      'product_ids discount.products': 1,
      'active discount.customers': 1,
      'max_uses uses.used_up': 1,
    });
    expect(await discountOf('SUMMER10')).to.deep.include({
      kind: 'percent',
      percent: 10,
      active: true,
      max_uses_per_customer: 1,
      valid_from: '2026-06-21T21:24:35.000Z',
    });
    expect(await discountOf('FIVER')).to.deep.include({
      kind: 'amount',
      amount: 5,
      min_total: 50,
      max_uses: 60,
      combinable: true,
    });
    expect(await discountOf('SHIPFREE')).to.include({ kind: 'free_shipping', active: true });
    for (const code of ['SHIRTS20', 'VIPS', 'GONE']) expect(await discountOf(code)).to.include({ active: false });
  });

  it('leave what the shop has decided of discounts that came inactive', async () => {
    await send('discounts', await fileOf('shopify-discounts.csv'), { query: '?on_error=continue' });
    for (const code of ['SHIRTS20', 'GONE']) {
      const { id } = await discountOf(code);
      await app().call(`/api/discounts/${id}`, { method: 'PATCH', body: { active: true } });
    }
    await send('discounts', await fileOf('shopify-discounts.csv'), { query: '?on_error=continue' });
    for (const code of ['SHIRTS20', 'GONE']) expect(await discountOf(code), code).to.include({ active: true });
  });

  it('take the currency and the percent sign of a value, and refuse a part of the shipping', async () => {
    const file = csvOf(
      'code,type,value,minimum',
      'EUROS,fixed,5 EUR,',
      'LEAST,percentage,10,50 EUR',
      'TENTH,,10 %,',
      'HALF,shipping,50,',
    );
    const ended = await send('discounts', file, { query: '?on_error=continue' });
    expect(errorsOf(ended.json)).to.deep.equal(['5 kind']);
    expect(await discountOf('EUROS')).to.include({ kind: 'amount', amount: 5, currency: 'EUR' });
    expect(await discountOf('LEAST')).to.include({ percent: 10, min_total: 50, currency: 'EUR' });
    expect(await discountOf('TENTH')).to.include({ kind: 'percent', percent: 10, currency: null });
  });

  it('take coupons of WooCommerce', async () => {
    const ended = await importTwice('discounts', 'woocommerce-coupons.csv');
    expect(ended.file).to.include({ preset: 'woocommerce' });
    expect(errorsOf(ended)).to.deep.equal(['4 kind']);
    expect(warningsOf(ended)).to.deep.equal({ 'kind lost.free_shipping': 1, 'product_ids discount.products': 1 });
    expect(await discountOf('WELCOME')).to.deep.include({
      name: 'First order',
      percent: 10,
      combinable: false,
      max_uses_per_customer: 1,
      valid_to: '2027-06-30T00:00:00.000Z',
    });
    expect(await discountOf('TENNER')).to.deep.include({ amount: 10.5, min_total: 40, max_uses: null });
    expect(await discountOf('SOMEONLY')).to.include({ active: false });
    expect(await discountOf('HIDDEN')).to.include({ active: false });
    expect(await discountOf('FREESHIP')).to.include({ kind: 'free_shipping' });
  });

  it('take redirects of Shopify and Yoast', async () => {
    const shopify = await importTwice('redirects', 'shopify-redirects.csv');
    expect(errorsOf(shopify)).to.deep.equal(['6 target', '7 target']);
    expect(countsOf(shopify)).to.include({ created: 3, unchanged: 1 });
    const yoast = await importTwice('redirects', 'yoast-redirects.csv');
    expect(errorsOf(yoast)).to.deep.equal(['3 path', '4 target']);
    const { json } = await app().call('/api/redirects?path=/OLD-page/');
    expect(json.data[0]).to.include({ path: '/old-page', target: '/new-page' });
  });

  it('take a JSON object per line', async () => {
    const rows = ndjsonOf({ email: 'ndjson@example.com', name: 'Ada' }, { email: 'bob@example.com', role: 'owner' });
    const ended = await send('users', rows, { type: NDJSON, query: '?on_error=continue' });
    expect(countsOf(ended.json), ended.text).to.include({ created: 1, failed: 1 });
    expect(ended.json.errors[0]).to.include({ line: 2, field: 'role' });
  });

  it('refuse a file that names no resource, a preset that is not known for it, and one sent as another resource', async () => {
    const nameless = await send('users', csvOf('name,city', 'Ada,Lisboa'));
    expectProblem(nameless, 422, 'validation_failed');
    expect(nameless.json.errors[0].message).to.equal(
      'must be a header with a column for the e-mail of a customer, not name, city',
    );
    expectProblem(
      await send('users', csvOf('email', 'a@example.com'), { query: '?preset=magento' }),
      400,
      'invalid_parameter',
    );
    await send('redirects', csvOf('path,target', '/a,/b'), { key: 'one-file' });
    expectProblem(await send('discounts', csvOf('code', 'A'), { key: 'one-file' }), 422, 'idempotency_key_reused');
  });

  it('need the scope of their resource', async () => {
    const { key } = await createKey(app(), { scopes: ['products:write', 'products:read'] });
    const other = { method: 'POST', key, body: csvOf('email', 'a@example.com'), headers: { 'Content-Type': CSV } };
    expectProblem(await app().call('/api/users/import', other), 403, 'insufficient_scope');
    const ended = await send('users', csvOf('email,name', 'a@example.com'), { query: '?on_error=stop' });
    expectProblem(
      await app().call(`/api/imports/${ended.json.id}/cancel`, { method: 'POST', key }),
      403,
      'insufficient_scope',
    );
  });
});
