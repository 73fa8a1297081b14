import { expect } from 'chai';
import fc from 'fast-check';
import { countsOf, csvOf, importFile, NDJSON, ndjsonOf } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const FORMULAS = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  "'＝1",
  '\tx',
  '\rx',
  "'",
  "'=1",
  "''+1",
  '"quoted", and\r\nbroken',
  "O'Hara",
  ' ',
];

onService('the export of products', ({ app }) => {
  const exported = async (accept: string, query = ''): Promise<string> =>
    (await app().call(`/api/products/export${query}`, { headers: { Accept: accept } })).text;

  const listed = async (): Promise<unknown[]> => (await app().call('/api/products?limit=100')).json.data;

  it('has a header and the columns of an import, in CSV by default', async () => {
    await createProduct(app(), {
      name: 'Linen shirt',
      price: 19.9,
      sku: 'X-1',
      category: 'Shirts',
      stock: 3,
      withdrawal_exemption: 'perishable',
      cost: 8.5,
      vendor: 'Casa Linho',
      tags: ['summer', 'Sale'],
      seo_title: 'Shirts of linen',
      attributes: { colour: 'blue' },
      images: ['https://a.example/1', 'https://a.example/2'],
    });
    const reply = await app().call('/api/products/export?category=Shirts');
    expect(reply.headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(reply.headers.get('content-disposition')).to.equal('attachment; filename="products.csv"');
    const [header = '', line = ''] = reply.text.split('\r\n');
    expect(header).to.match(
      /^id,sku,name,slug,price,compare_at_price,cost,currency,description,description_html,category,category_id,category_path,vendor,/,
    );
    expect(line).to.match(
      /^prod_\w+,X-1,Linen shirt,linen-shirt,19.9,,8.5,USD,,,Shirts,cat_\w+,"\[""Shirts""\]",Casa Linho,,,perishable,active,3,/,
    );
    expect(line).to.contain(
      ',https://a.example/1 https://a.example/2,,"summer, Sale","{""colour"":""blue""}",,Shirts of linen,,',
    );
  });

  it('keeps the texts of images, in CSV in a column of their own', async () => {
    const media = [
      { url: 'https://a.example/1', alt: 'From "the" front' },
      { url: 'https://a.example/2', alt: null },
    ];
    const { id } = await createProduct(app(), { sku: 'ALTS-1', media });
    const before = (await app().call(`/api/products/${id}`)).json;
    for (const type of ['text/csv', NDJSON]) {
      const file = await exported(type, '?sku=ALTS-1');
      await app().call(`/api/products/${id}`, { method: 'PATCH', body: { media: null } });
      const { json } = await importFile(app(), file, { type });
      expect(json, JSON.stringify(json)).to.deep.include({ updated: 1, failed: 0 });
      expect((await app().call(`/api/products/${id}`)).json.media).to.deep.equal(before.media);
      expect((await importFile(app(), file, { type })).json).to.include({ unchanged: 1 });
    }
    // the texts of the images that are left stay, and an empty cell resets them
    const rows = (cells: string) => csvOf('sku,images,image_alts', `ALTS-1,${cells}`);
    await importFile(app(), csvOf('sku,images', 'ALTS-1,https://a.example/1'));
    expect((await app().call(`/api/products/${id}`)).json.media[0].alt).to.equal(media[0]?.alt);
    await importFile(app(), rows('https://a.example/1,'));
    expect((await app().call(`/api/products/${id}`)).json.media[0].alt).to.equal(null);
  });

  it('is NDJSON if the client prefers it, and nothing else', async () => {
    const [first = ''] = (await exported(NDJSON, '?sku=X-1')).split('\n');
    const { category_path: path, ...product } = JSON.parse(first);
    expect(await listed()).to.deep.include(product);
    expect(path).to.deep.equal(['Shirts']);
    const refused = await app().call('/api/products/export', { headers: { Accept: 'application/json' } });
    expectProblem(refused, 406, 'not_acceptable');
    expectProblem(await app().call('/api/products/export', { key: null }), 401, 'authentication_required');
  });

  it('guards cells that a spreadsheet would run', async () => {
    await createProduct(app(), { name: '=HYPERLINK("https://a.example")', price: 1, sku: '-1+1' });
    const line = (await exported('text/csv')).split('\r\n').find((each) => each.includes('HYPERLINK')) ?? '';
    expect(line).to.contain(`,'-1+1,"'=HYPERLINK(""https://a.example"")",`);
  });

  it('separates tags by commas, of which an import takes those that are not blank', async () => {
    const file = csvOf('sku,name,price,tags', 'TAGGED,Tagged,1,"a ,b c,, D,"', "GUARDED,Guarded,1,'=1");
    expect((await importFile(app(), file)).json).to.include({ status: 'completed', created: 2 });
    const tagsOf = async (sku: string) => (await app().call(`/api/products?sku=${sku}`)).json.data[0].tags;
    expect(await tagsOf('TAGGED')).to.deep.equal(['a', 'b c', 'D']);
    expect(await tagsOf('GUARDED')).to.deep.equal(['=1']);
    expect(await exported('text/csv', '?sku=TAGGED')).to.contain(',"a, b c, D",');
    expect(await exported('text/csv', '?sku=GUARDED')).to.contain(",'=1,");
    await importFile(app(), csvOf('sku,tags', 'TAGGED,'));
    expect(await tagsOf('TAGGED')).to.deep.equal([]);
  });

  it('has fields that an import checks', async () => {
    const rows = ['F-1,a,1,"x,X",,', 'F-2,a,1,\u0000,,', 'F-3,a,1,,0.555,', `F-4,a,1,,,${'v'.repeat(101)}`];
    const file = csvOf('sku,name,price,tags,cost,vendor', ...rows);
    const { errors } = (await importFile(app(), file, { query: '?on_error=continue' })).json;
    expect(errors.map(({ line, field }: { line: number; field: string }) => [line, field])).to.deep.equal([
      [2, 'tags.1'],
      [3, 'tags'],
      [4, 'cost'],
      [5, 'vendor'],
    ]);
  });

  it('is imported without any change, in both formats', async () => {
    for (const [index, text] of FORMULAS.entries()) {
      const seo = { seo_title: `${text}x`, seo_description: `x${text}`, cost: index };
      const labels = { vendor: `${text}x`, tags: [`${text.replaceAll(',', '')} tag`, 'x', `${index}`] };
      const fields = {
        description: text,
        category: `${text}x`,
        attributes: { [text]: text, empty: '' },
        ...seo,
        ...labels,
      };
      await createProduct(app(), {
        name: `${text}x`,
        price: index,
        sku: `${text}x`,
        ...fields,
        metadata: { [text]: text },
      });
    }
    await createProduct(app(), { name: 'a', price: 1, description: '', stock: 0, status: 'draft' });
    const before = await listed();
    for (const type of ['text/csv', NDJSON]) {
      const { json } = await importFile(app(), await exported(type), { type });
      expect(json.status, JSON.stringify(json.errors)).to.equal('completed');
      expect(countsOf(json)).to.include({ rows: before.length, unchanged: before.length });
    }
    expect(await listed()).to.deep.equal(before);
  });

  it('has all variants after their parent, however many there are', async () => {
    const families = Array.from({ length: 6 }, (_, family) => [
      { sku: `MANY-${family}`, name: 'Parent', price: 1, category: 'Many' },
      ...Array.from({ length: 210 }, (_, index) => ({
        ...{ sku: `MANY-${family}-${index}`, name: 'Variant', price: 1, parent_sku: `MANY-${family}` },
        options: { number: String(index) },
      })),
    ]);
    await importFile(app(), ndjsonOf(...families.flat()), { type: NDJSON });
    const lines = (await exported(NDJSON, '?category=Many&sort=created_at')).trim().split('\n');
    const found = Map.groupBy(
      lines.map((line) => JSON.parse(line)),
      ({ sku, parent_sku }) => parent_sku ?? sku,
    );
    for (const family of families) {
      const skus = found.get(family[0]?.sku)?.map(({ sku }) => sku);
      expect(skus).to.have.members(family.map(({ sku }) => sku));
      expect(skus?.[0]).to.equal(family[0]?.sku);
    }
    expect(found.size).to.equal(6);
  });

  it('restores any texts', async () => {
    const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '@', '"', ',', '\r', '\n', ' ', 'é', '𝒜', 'a') });
    await fc.assert(
      fc.asyncProperty(text, text, async (description, value) => {
        const { id, version } = await createProduct(app(), { name: 'a', price: 1, description, attributes: { value } });
        const file = await exported('text/csv', `?ids=${id}`);
        await app().call(`/api/products/${id}`, { method: 'PATCH', body: { description: 'other', attributes: null } });
        expect((await importFile(app(), file)).json).to.include({ status: 'completed', updated: 1 });
        const { json } = await app().call(`/api/products/${id}`);
        expect(json).to.deep.include({ description, attributes: { value }, version: version + 2 });
      }),
      { numRuns: 30 },
    );
  });
});
