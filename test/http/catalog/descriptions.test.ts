import { expect } from 'chai';
import { ATTACKS } from '../../support/attacks.ts';
import { csvOf, importFile, NDJSON, ndjsonOf, productOf } from '../../support/builders/imports.ts';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const HTML = '<h2>Care</h2><ul><li>Wash&nbsp;cold</li></ul>';
const STORED = '<h2>Care</h2><ul><li>Wash\u00a0cold</li></ul>';
const TEXT = 'Care\n\n• Wash cold';

onService('descriptions in HTML', ({ app }) => {
  const stored = async ({ id }: { id: string }) => {
    const { description, description_html: html } = (await app().call(`/api/products/${id}`, { key: null })).json;
    return { description, html };
  };
  const write = (id: string, method: 'PUT' | 'PATCH', body: object) =>
    app().call(`/api/products/${id}`, { method, body });
  const find = async (q: string): Promise<number> =>
    (await app().call(`/api/products?${new URLSearchParams({ q })}`)).json.data.length;

  it('are sanitized, and the description without markup is made of them', async () => {
    const product = await createProduct(app(), { description_html: `${HTML}<script>f()</script>` });
    expect(product).to.include({ description_html: STORED, description: TEXT });
    expect(await stored(product)).to.deep.equal({ html: STORED, description: TEXT });
  });

  it('keep a description that is given with them', async () => {
    const product = await createProduct(app(), { description_html: HTML, description: 'Short.' });
    expect(await stored(product)).to.deep.equal({ html: STORED, description: 'Short.' });
    await patchProduct(app(), product.id, { description_html: '<p>New</p>' });
    expect(await stored(product)).to.deep.equal({ html: '<p>New</p>', description: 'New' });
  });

  it('are removed by another description alone, and not by the same one', async () => {
    const product = await createProduct(app(), { description_html: HTML });
    await patchProduct(app(), product.id, { description: TEXT, name: 'b' });
    expect(await stored(product)).to.deep.equal({ html: STORED, description: TEXT });
    await patchProduct(app(), product.id, { description: 'Other.' });
    expect(await stored(product)).to.deep.equal({ html: null, description: 'Other.' });
  });

  it('leave their words when they are removed, and nothing when the product is replaced', async () => {
    const product = await createProduct(app(), { description_html: HTML });
    await patchProduct(app(), product.id, { description_html: null });
    expect(await stored(product)).to.deep.equal({ html: null, description: TEXT });
    await write(product.id, 'PUT', { name: 'a', price: 1, description_html: HTML });
    expect(await stored(product)).to.deep.equal({ html: STORED, description: TEXT });
    await write(product.id, 'PUT', { name: 'a', price: 1 });
    expect(await stored(product)).to.deep.equal({ html: null, description: null });
  });

  it('are those of the product itself: a variant has its own or none', async () => {
    const parent = await createProduct(app(), { description_html: HTML });
    const variant = await createProduct(app(), { parent_id: parent.id, options: { size: 'M' } });
    expect(await stored(variant)).to.deep.equal({ html: null, description: null });
  });

  it('are found by their words, and by none of their markup', async () => {
    await createProduct(app(), { description_html: '<table><tr><td>oak&nbsp;wood</td></tr></table><span>pine</span>' });
    expect([await find('oak'), await find('wood'), await find('pine')]).to.deep.equal([1, 1, 1]);
    expect([await find('table'), await find('span'), await find('nbsp')]).to.deep.equal([0, 0, 0]);
  });

  it('change nothing when the same comes again', async () => {
    const { id, version } = await createProduct(app(), { description_html: `${HTML}<font>x</font>` });
    const { json } = await write(id, 'PATCH', { description_html: `${HTML}<font>x</font>` });
    expect(json.version).to.equal(version);
    const again = await write(id, 'PATCH', { description_html: json.description_html, description: json.description });
    expect(again.json.version).to.equal(version);
  });

  it('are refused if they are too long or too complex, and nothing is changed', async () => {
    const { id, version } = await createProduct(app());
    for (const html of [
      'x'.repeat(100_001),
      '<b>'.repeat(10_000),
      '>'.repeat(100_000),
      '&'.repeat(100_000),
      1,
      ['<p>'],
    ]) {
      const reply = await write(id, 'PATCH', { name: 'b', description_html: html });
      expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/description_html']);
    }
    expect((await app().call(`/api/products/${id}`)).json).to.include({ version, name: 'Linen shirt' });
  });

  it('never contain what a browser would run', async () => {
    const { id } = await createProduct(app());
    for (const attack of ATTACKS) {
      const html = (await write(id, 'PATCH', { description_html: attack })).json.description_html ?? '';
      const withoutText = html.replaceAll(/"[^"]*"/g, '""').replaceAll(/>[^<]*</g, '><');
      expect(withoutText, attack).not.to.match(/<(?:script|style|svg|math|iframe|form|x)\b|\son\w+=|style=/i);
      expect(html, attack).not.to.match(/(?:href|src)="\s*(?:javascript|data|vbscript):/i);
    }
  });

  it('are exported and imported without a change', async () => {
    await createProduct(app(), { sku: 'HTML-1', description_html: `<p>=1 "a", 'b'</p>\n${HTML}`, description: 'Own.' });
    const before = await productOf(app(), 'HTML-1');
    for (const type of ['text/csv', NDJSON]) {
      const file = await app().call('/api/products/export?sku=HTML-1', { headers: { Accept: type } });
      expect((await importFile(app(), file.text, { type })).json).to.include({ unchanged: 1, failed: 0 });
      expect(await productOf(app(), 'HTML-1')).to.deep.equal(before);
    }
  });

  it('are sanitized in files, with a warning of what a reader will miss', async () => {
    const rows = [
      {
        sku: 'ROW-1',
        name: 'a',
        price: 1,
        description_html: '<p class="x">a</p><iframe src="https://a.example"></iframe>',
      },
      { sku: 'ROW-2', name: 'a', price: 1, description_html: '<b>'.repeat(1_000) },
    ];
    const { json } = await importFile(app(), ndjsonOf(...rows), { type: NDJSON, query: '?on_error=continue' });
    expect(json).to.include({ created: 1, failed: 1 });
    expect(json.warnings).to.deep.equal([
      {
        ...{ code: 'lost.html', field: 'description_html', count: 1 },
        first: [{ line: 1, message: 'had iframe, left out' }],
      },
    ]);
    expect(json.errors).to.have.length(1);
    expect(json.errors[0]).to.include({ line: 2, field: 'description_html', code: 'html.too_complex' });
    expect(await productOf(app(), 'ROW-1')).to.include({ description_html: '<p>a</p>', description: 'a' });
    await importFile(app(), csvOf('sku,description', 'ROW-1,b'));
    expect(await productOf(app(), 'ROW-1')).to.include({ description_html: null, description: 'b' });
  });
});
