import { expect } from 'chai';
import { countsOf, csvOf, importFile, NDJSON } from '../../support/builders/imports.ts';
import { createProduct } from '../../support/builders/resources.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { emptyStorage, onService } from '../../support/servers/on-service.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

type Json = Reply['json'];

/** What another shop gives a product itself. */
const OF_THE_SHOP = [
  'id',
  'category_id',
  'parent_id',
  'version',
  'created_at',
  'updated_at',
  // prices of the past are not in the file
  'lowest_price_30d',
];

const FORMULA = '=HYPERLINK("http://a.example";"+1")';
const LINES = 'first line\r\nsecond, "quoted"\n\tthird 😀 Ελληνικά';

const everyKindOfProduct = async (app: TestApp): Promise<void> => {
  const create = (fields: object): Promise<Json> => createProduct(app, fields);
  const category = async (name: string, parent: string | null): Promise<string> =>
    (await app.call('/api/categories', { method: 'POST', body: { name, parent_id: parent } })).json.id;
  const men = await category('Men', null);
  const menShirts = await category('Shirts', men);
  const women = await category('Women > "Ladies"', null);
  const womenShirts = await category('Shirts', women);
  const topShirts = await category('Shirts', null);
  const deep = await category('=Linen', womenShirts);
  await create({
    ...{ name: FORMULA, slug: 'everything', price: 19.9, compare_at_price: 29.9, cost: 8.05, currency: 'EUR' },
    ...{ description: LINES, category_id: deep, vendor: `@${FORMULA}`, sku: "'-1", barcode: '4006381333931' },
    ...{ tax_category: 'reduced', withdrawal_exemption: 'perishable', status: 'archived', stock: 0 },
    ...{ low_stock_threshold: 3, weight: 0.001, weight_unit: 'lb', tags: ['+summer', 'Größe', "it's"] },
    ...{ images: ['https://a.example/1?a=b&c', 'https://a.example/2'], seo_title: '-1', seo_description: LINES },
    attributes: { colour: 'blue', '=key': LINES, empty: '', category_id: 'cat_00000000000000000000000001' },
    metadata: { '2': 'two', '1': 'one', [FORMULA]: FORMULA },
  });
  await create({ name: 'Yen', price: 1500, currency: 'JPY', cost: 900, category_id: menShirts, weight_unit: 'kg' });
  await create({ name: 'Dinar', price: 12.345, currency: 'KWD', category_id: womenShirts, status: 'draft' });
  await create({ name: 'Unidad', price: 38_402.0001, currency: 'CLF', category_id: topShirts, description: '' });
  await create({ name: 'Yen', price: 0, sku: 'second-yen', stock: 2_147_483_647 });
  const reduced = await create({ name: 'Reduced', sku: 'reduced', price: 20 });
  const reduction = { price: 15, compare_at_price: 20 };
  await app.call(`/api/products/${reduced.id}`, { method: 'PATCH', body: reduction });
  for (const sku of ['family', null]) {
    const parent = await create({
      ...{
        name: 'Family',
        sku,
        price: 10,
        category_id: menShirts,
        tax_category: 'books',
        weight: 2,
        weight_unit: 'oz',
      },
      ...{
        images: ['https://a.example/parent'],
        withdrawal_exemption: 'sealed_media',
        status: sku ? 'active' : 'draft',
      },
    });
    const variant = (size: string, fields: object): Promise<Json> =>
      create({ name: parent.name, price: 10, parent_id: parent.id, options: { size, cut: LINES }, ...fields });
    await variant('inherits', {});
    await variant('has a SKU', { sku: sku && `${sku}-1`, stock: 4, cost: 1 });
    await variant('is its own', {
      ...{ category_id: womenShirts, tax_category: 'food', weight: 1, weight_unit: 'kg', status: 'archived' },
      ...{ images: ['https://a.example/own'], withdrawal_exemption: 'perishable', name: 'Another', tags: ['x'] },
    });
    await variant('has the same', { category_id: menShirts, tax_category: 'books', weight: 2, weight_unit: 'oz' });
  }
};

onService('the export of a shop', ({ app }) => {
  const others: TestApp[] = [];
  before(() => everyKindOfProduct(app()));
  after(() => Promise.all(others.map((other) => other.stop())));

  const openShop = async (): Promise<TestApp> => {
    const other = await startApp(await emptyStorage());
    others.push(other);
    return other;
  };

  const exported = async (shop: TestApp, type: string): Promise<string> =>
    (await shop.call('/api/products/export?sort=created_at', { headers: { Accept: type } })).text;

  /** The products of a shop, each as another shop may have it, too. */
  const productsOf = async (shop: TestApp): Promise<Json[]> =>
    (await exported(shop, NDJSON))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line, (name, value) => (OF_THE_SHOP.includes(name) ? undefined : value)));

  for (const type of ['text/csv', NDJSON]) {
    it(`makes the same products of an empty shop, as ${type}, and changes nothing there again`, async () => {
      const shop = await openShop();
      const before = await productsOf(app());
      const file = await exported(app(), type);
      const counts = { rows: before.length, created: before.length, updated: 0, unchanged: 0, failed: 0 };
      const { json: tried } = await importFile(shop, file, { type, query: '?dry_run=true' });
      expect(countsOf(tried), JSON.stringify(tried)).to.deep.equal(counts);
      const { json } = await importFile(shop, file, { type });
      expect(json.status, JSON.stringify(json)).to.equal('completed');
      expect(countsOf(json)).to.deep.equal(counts);
      expect(await productsOf(shop)).to.deep.equal(before);
      const again = await importFile(shop, await exported(shop, type), { type });
      expect(again.json.status, JSON.stringify(again.json)).to.equal('completed');
      expect(countsOf(again.json)).to.deep.equal({ ...counts, created: 0, unchanged: before.length });
    });
  }

  it('names its categories by their paths, which must be those of the ids', async () => {
    const line = (await exported(app(), NDJSON)).split('\n').find((each) => each.includes('"Dinar"')) ?? '';
    const product = JSON.parse(line);
    expect(product.category_path).to.deep.equal(['Women > "Ladies"', 'Shirts']);
    const moved = JSON.stringify({
      id: product.id,
      category_id: product.category_id,
      category_path: ['Men', 'Shirts'],
    });
    const { json } = await importFile(app(), `${moved}\n`, { type: NDJSON });
    expect(json.errors[0]).to.include({ line: 1, field: 'category_path', code: 'any.only' });
    const row = [product.id, '"[""Men"",""Shirts""]"'].join(',');
    const { json: applied } = await importFile(app(), csvOf('id,category_path', row));
    expect(countsOf(applied), JSON.stringify(applied)).to.include({ updated: 1 });
    const unknown = await importFile(app(), csvOf('id,category_path', `${product.id},Men`));
    expect(unknown.json.errors[0]).to.include({ field: 'category_path', code: 'array.base' });
  });

  it('names parents without a SKU by their slugs, which must exist', async () => {
    const row = { name: 'Orphan', price: 1, sku: 'orphan', parent_slug: 'nobody', options: { size: 'M' } };
    const { json } = await importFile(app(), `${JSON.stringify(row)}\n`, { type: NDJSON });
    expect(json.errors[0]).to.include({ line: 1, field: 'parent_slug', code: 'any.exists' });
  });
});
