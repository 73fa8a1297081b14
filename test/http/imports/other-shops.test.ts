import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { CSV, countsOf, importFile, productOf } from '../../support/builders/imports.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import { startApp } from '../../support/servers/start-app.ts';

/** What a file of another shop becomes. */
type Expected = Readonly<{
  query?: string;
  preset: string;
  encoding?: string;
  separator?: string | null;
  /** How many products, and variants of them. */
  products: number;
  variants: number;
  images: number;
  /** The lines and fields of rows that are rejected. */
  errors?: readonly string[];
  /** How many warnings of each kind there are, by field and code. */
  warnings: Readonly<Record<string, number>>;
}>;

/** The formats are those of each shop; the goods are invented. */
const FILES: Readonly<Record<string, Expected>> = {
  'bigcommerce-bulk.csv': {
    preset: 'bigcommerce',
    products: 4,
    variants: 5,
    images: 1,
    warnings: {
      'price price.zero': 1,
      'category category.others': 2,
      'weight weight.unit': 3,
      'images images.relative': 3,
      'barcode barcode.zero': 1,
      'stock stock.negative': 1,
      'sku sku.blanks': 1,
      'barcode barcode.scientific': 1,
      'sku sku.duplicate': 1,
    },
  },
  'bigcommerce-v2.csv': {
    preset: 'bigcommerce',
    encoding: 'windows-1252',
    products: 8,
    variants: 0,
    images: 9,
    errors: ['11 name'],
    warnings: {
      'category category.others': 1,
      'weight weight.unit': 7,
      'stock stock.negative': 1,
      'slug slug.changed': 1,
      'sku sku.blanks': 1,
      'sku sku.duplicate': 1,
      'price number.mended': 1,
      'sku sku.made': 1,
      'price price.zero': 1,
    },
  },
  'bigcommerce-v3.csv': {
    preset: 'bigcommerce',
    products: 4,
    variants: 3,
    images: 4,
    errors: ['14 options'],
    warnings: {
      'weight weight.unit': 4,
      'images images.split': 1,
      'stock stock.negative': 1,
      'price number.mended': 1,
      'slug slug.changed': 1,
      'sku sku.blanks': 1,
      'sku sku.made': 1,
      'sku sku.duplicate': 1,
    },
  },
  'google-atom.xml': {
    preset: 'google',
    separator: null,
    products: 5,
    variants: 3,
    images: 25,
    errors: ['106 price'],
    warnings: {
      'slug slug.changed': 1,
      'sku sku.made': 1,
      'weight weight.rounded': 1,
      'price number.mended': 1,
      'images images.too_many': 1,
      'sku sku.blanks': 1,
    },
  },
  'google-rss.xml': {
    preset: 'google',
    separator: null,
    products: 5,
    variants: 3,
    images: 8,
    errors: ['97 sku'],
    warnings: {
      'slug slug.changed': 1,
      'sku sku.made': 2,
      'price lost.sale_price': 1,
      'price number.mended': 1,
      'stock lost.backorder': 2,
      'lost.unit_price': 1,
      'images images.relative': 1,
      'barcode barcode.check_digit': 1,
    },
  },
  'google.tsv': {
    preset: 'google',
    separator: '\t',
    products: 8,
    variants: 4,
    images: 12,
    errors: ['10 sku'],
    warnings: {
      'slug slug.changed': 1,
      'sku sku.made': 1,
      'price number.mended': 2,
      'stock lost.backorder': 2,
      'price lost.sale_price': 1,
      'barcode barcode.scientific': 1,
      'weight weight.rounded': 1,
      'price price.missing': 1,
      'sku sku.blanks': 1,
      'price price.zero': 1,
    },
  },
  'magento.csv': {
    query: '&weight_unit=kg',
    preset: 'magento',
    products: 8,
    variants: 4,
    images: 1,
    errors: ['8 sku', '13 price'],
    warnings: {
      'category category.others': 1,
      'images images.relative': 11,
      'lost.translation': 1,
      'weight weight.rounded': 2,
      'stock stock.negative': 1,
      'stock lost.backorder': 1,
      'price lost.sale_price': 1,
      'slug slug.changed': 1,
      'sku sku.blanks': 2,
      'lost.bundle': 3,
      'price price.missing': 2,
      'barcode barcode.scientific': 1,
      'stock stock.rounded': 1,
      'lost.custom_options': 1,
      'status product.orphan': 1,
    },
  },
  'medusa1.csv': {
    query: '&preset=medusa1_cents',
    preset: 'medusa1_cents',
    separator: ';',
    products: 4,
    variants: 5,
    images: 5,
    errors: ['9 price', '10 price', '12 handle'],
    warnings: {
      'sku sku.made': 5,
      'price lost.prices': 6,
      'stock stock.negative': 1,
      'stock lost.backorder': 1,
      'slug slug.changed': 1,
      'sku sku.blanks': 1,
      'images images.relative': 1,
      'sku sku.duplicate': 1,
    },
  },
  'medusa2-template.csv': {
    preset: 'medusa2',
    products: 3,
    variants: 5,
    images: 4,
    errors: ['7 options', '9 handle'],
    warnings: { 'sku sku.made': 2, 'price lost.prices': 8, 'images images.split': 1, 'price number.mended': 1 },
  },
  'medusa2.csv': {
    preset: 'medusa2',
    products: 5,
    variants: 5,
    images: 5,
    errors: ['6 price', '11 price'],
    warnings: {
      'sku sku.made': 6,
      'price lost.prices': 5,
      'weight weight.rounded': 2,
      'stock lost.backorder': 1,
      'price price.missing': 1,
      'slug slug.changed': 1,
      'sku sku.blanks': 2,
      'price number.mended': 1,
      'lost.gift_card': 1,
    },
  },
  'own-de.csv': {
    preset: 'generic',
    encoding: 'windows-1252',
    separator: ';',
    products: 3,
    variants: 3,
    images: 2,
    errors: ['8 stock', '11 sku', '12 parent_sku', '13 price', '14 name', '15 price'],
    warnings: {
      'weight number.mended': 7,
      'price number.mended': 7,
      'compare_at_price number.mended': 2,
      'slug slug.changed': 2,
      'category category.others': 1,
      'cost number.mended': 2,
      'images images.relative': 4,
      'stock lost.backorder': 1,
      'barcode barcode.scientific': 1,
      'weight weight.rounded': 2,
      'sale_price number.mended': 1,
      'price lost.sale_price': 1,
      'sku sku.blanks': 2,
    },
  },
  'prestashop-list.csv': {
    preset: 'prestashop',
    separator: ';',
    products: 8,
    variants: 0,
    images: 8,
    warnings: {
      'price price.zero': 1,
      'price number.mended': 1,
      'stock stock.negative': 1,
      'sku sku.blanks': 1,
      'sku sku.duplicate': 1,
    },
  },
  'prestashop.csv': {
    preset: 'prestashop',
    separator: ';',
    products: 8,
    variants: 0,
    images: 9,
    errors: ['8 name'],
    warnings: {
      'image_alt image_alt.unclear': 1,
      'lost.discount': 2,
      'price price.zero': 1,
      'category category.others': 5,
      'lost.net_price': 9,
      'slug slug.changed': 1,
      'barcode barcode.check_digit': 1,
      'weight weight.rounded': 1,
      'price number.mended': 2,
      'stock stock.negative': 1,
      'stock lost.backorder': 1,
      'images images.relative': 1,
      'sku sku.blanks': 1,
      'lost.unit_price': 1,
      'sku sku.duplicate': 1,
    },
  },
  'shopify-excel.txt': {
    preset: 'shopify',
    encoding: 'utf-16',
    separator: '\t',
    products: 4,
    variants: 6,
    images: 5,
    warnings: {
      'sku sku.made': 3,
      'barcode barcode.scientific': 3,
      'price number.mended': 3,
      'sku sku.scientific': 1,
      'weight weight.rounded': 1,
    },
  },
  'shopify-template.csv': {
    preset: 'shopify',
    products: 4,
    variants: 7,
    images: 7,
    errors: ['13 price'],
    warnings: {
      'sku sku.made': 3,
      'lost.unit_price': 1,
      'stock lost.backorder': 2,
      'slug slug.changed': 2,
      'weight weight.rounded': 1,
      'images images.relative': 1,
      'price number.mended': 1,
      'compare_at_price compare_at_price.lower': 1,
      'sku sku.blanks': 1,
    },
  },
  'shopify.csv': {
    preset: 'shopify',
    products: 6,
    variants: 14,
    images: 12,
    errors: ['27 options', '24 price', '25 parent_sku'],
    warnings: {
      'image_alt image_alt.unclear': 1,
      'tags tags.changed': 1,
      'slug slug.changed': 2,
      'sku sku.made': 7,
      'weight weight.rounded': 3,
      'stock stock.negative': 2,
      'stock lost.backorder': 1,
      'barcode barcode.scientific': 1,
      'price number.mended': 1,
      'compare_at_price number.mended': 1,
      'description_html lost.html': 1,
      'images images.split': 1,
      'lost.gift_card': 1,
      'sku sku.duplicate': 1,
      'sku sku.blanks': 4,
      'barcode barcode.zero': 1,
    },
  },
  'vendure-languages.csv': {
    preset: 'vendure',
    products: 5,
    variants: 5,
    images: 1,
    warnings: { 'lost.translation': 4, 'sku sku.made': 2, 'price number.mended': 1 },
  },
  'vendure.csv': {
    preset: 'vendure',
    products: 5,
    variants: 7,
    images: 2,
    errors: ['11 options'],
    warnings: {
      'sku sku.made': 3,
      'images images.relative': 4,
      'stock stock.negative': 1,
      'price number.mended': 1,
      'slug slug.changed': 2,
      'sku sku.duplicate': 1,
      'price price.zero': 1,
      'sku sku.blanks': 1,
      'price price.missing': 2,
    },
  },
  'woocommerce-de.csv': {
    preset: 'woocommerce',
    products: 5,
    variants: 3,
    images: 5,
    warnings: {
      'price number.mended': 5,
      'sale_price number.mended': 1,
      'price lost.sale_price': 1,
      'category category.others': 1,
      'sku sku.blanks': 1,
      'stock stock.negative': 1,
      'stock lost.backorder': 1,
      'sku sku.made': 1,
      'price price.missing': 1,
    },
  },
  'woocommerce.csv': {
    preset: 'woocommerce',
    products: 9,
    variants: 5,
    images: 29,
    errors: ['16 parent_sku'],
    warnings: {
      'weight number.mended': 1,
      'category category.others': 1,
      'weight weight.rounded': 3,
      'lost.shared_stock': 1,
      'price lost.sale_price': 1,
      'stock lost.backorder': 2,
      'images images.too_many': 1,
      'images images.relative': 2,
      'sku sku.made': 1,
      'stock stock.negative': 2,
      'sale_price number.mended': 1,
      'sku sku.blanks': 1,
      'lost.downloads': 1,
      'lost.bundle': 1,
      'price price.missing': 1,
      'lost.external': 1,
      'price number.mended': 1,
      'barcode barcode.check_digit': 1,
      'sku sku.duplicate': 1,
    },
  },
};

const XML = 'application/xml';

const fileOf = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, 'files', name));

const optionsOf = (name: string, query = '') => ({
  type: name.endsWith('.xml') ? XML : CSV,
  query: `?on_error=continue${query}`,
});

describe('files of other shops', () => {
  for (const [name, { query, preset, encoding = 'utf-8', separator = ',', ...expected }] of Object.entries(FILES)) {
    it(`become products: ${name}`, async () => {
      const app = await startApp({});
      try {
        const file = await fileOf(name);
        const tried = await importFile(app, file, optionsOf(name, `${query ?? ''}&dry_run=true`));
        const { json, text } = await importFile(app, file, optionsOf(name, query));
        expect(json.status, text).to.equal('completed');
        expect(json.file).to.include({ preset, encoding, separator });
        const { data } = (await app.call('/api/products?limit=100')).json;
        const variants = data.flatMap((product: { variants?: unknown[] }) => product.variants ?? []);
        const images = new Set(data.flatMap((product: { images: string[] }) => product.images));
        expect({
          products: data.length,
          variants: variants.length,
          images: images.size,
          errors: json.errors.map(({ line, field }: Record<string, unknown>) => `${line} ${field}`),
          warnings: countsByKind(json.warnings),
        }).to.deep.equal({ errors: [], ...expected });
        expect(countsOf(tried.json)).to.deep.equal(countsOf(json));
        expect(tried.json.warnings).to.deep.equal(json.warnings);
        const again = await importFile(app, file, optionsOf(name, query));
        const { created, unchanged, ...others } = countsOf(json);
        expect(countsOf(again.json)).to.deep.equal({ ...others, created: 0, unchanged: created + unchanged });
      } finally {
        await app.stop();
      }
    });
  }
});

const countsByKind = (warnings: readonly { field: string | null; code: string; count: number }[]) =>
  Object.fromEntries(
    warnings.map(({ field, code, count }) => [[field, code].filter((part) => part !== null).join(' '), count]),
  );

onService('imports of other shops', ({ app }) => {
  const importLines = (lines: readonly string[], query = '') =>
    importFile(app(), lines.join('\n'), { query: `?on_error=continue${query}` });

  it('keep variants, options, images and categories of Shopify', async () => {
    await importFile(app(), await fileOf('shopify.csv'), optionsOf('shopify.csv'));
    const beanie = await productOf(app(), 'merino-beanie');
    expect(beanie).to.deep.include({
      slug: 'merino-beanie',
      name: 'Merino Beanie',
      description: 'Soft merino beanie, knitted in one piece.',
      vendor: 'Nordkamm',
      category: 'Beanies',
      tags: ['merino', 'winter', 'Hats > Beanies'],
      status: 'active',
    });
    expect(beanie.images).to.have.length(4);
    expect(
      beanie.variants.map(({ sku, options, price }: Record<string, unknown>) => [sku, options, price]),
    ).to.deep.include(['NK-BEA-MOS', { Color: 'Moss' }, 29.9]);
    // a spreadsheet has moved one of its rows away from the others
    expect((await productOf(app(), 'wool-socks')).variants).to.have.length(3);
    expect(await productOf(app(), 'NK-TENT-2')).to.deep.include({
      price: 1_299,
      compare_at_price: 1_499,
      weight: 2_267.962,
    });
    const { data } = (await app().call('/api/categories/tree')).json;
    const apparel = data.find(({ name }: { name: string }) => name === 'Apparel & Accessories');
    expect(apparel.children[0].name).to.be.oneOf(['Clothing', 'Clothing Accessories']);
  });

  it('keep the markup of descriptions, as their shops show it', async () => {
    const rows = [
      'HTML-1,a,"<p class=""x"">Soft &amp; <b style=""color:red"">warm</b></p><script>f()</script>"',
      'HTML-2,a,"First <em>line</em>\nsecond\n\n<ul>\n<li>one</li>\n\n</ul>"',
      'HTML-3,a,&lt;p&gt;Encoded &amp;amp; twice&lt;/p&gt;',
      'HTML-4,a,"5 < 6\nand text"',
    ];
    const file = ['Artikelnummer,Bezeichnung,Beschreibung,Preis', ...rows.map((row) => `${row},1`)];
    const { json } = await importLines(file);
    expect(json.warnings).to.deep.equal([
      {
        ...{ code: 'lost.html', field: 'description_html', count: 1 },
        first: [{ line: 2, message: 'had script, left out' }],
      },
    ]);
    const descriptions = [];
    for (const sku of ['HTML-1', 'HTML-2', 'HTML-3', 'HTML-4']) {
      const { description, description_html: html } = await productOf(app(), sku);
      descriptions.push([html, description]);
    }
    expect(descriptions).to.deep.equal([
      ['<p>Soft &amp; <b>warm</b></p>', 'Soft & warm'],
      ['<p>First <em>line</em><br />second</p>\n<ul>\n<li>one</li>\n</ul>', 'First line\nsecond\n\n• one'],
      ['<p>Encoded &amp; twice</p>', 'Encoded & twice'],
      [null, '5 < 6\nand text'],
    ]);
    expect((await importLines(file)).json).to.include({ unchanged: 4 });
  });

  it('find the product of variants of WooCommerce by its SKU or its id, also if it comes later', async () => {
    await importFile(app(), await fileOf('woocommerce.csv'), optionsOf('woocommerce.csv'));
    expect((await productOf(app(), 'HOOD')).variants).to.have.length(3);
    const board = await productOf(app(), 'serving-board');
    expect(board.variants.map(({ options }: { options: unknown }) => options)).to.deep.include({
      Wood: 'Oak, oiled',
      Engraving: 'No',
      Length: '30 cm',
    });
  });

  it('join a variant to its product of thousands of rows before', async () => {
    const rows = Array.from({ length: 2_500 }, (_, index) => `far-${index},Far ${index},1,far-sku-${index},M,Size`);
    const header = 'Handle,Title,Variant Price,Variant SKU,Option1 Value,Option1 Name';
    const { json } = await importLines([header, ...rows, 'Far-0,,2,far-sku-L,L,'], '&preset=shopify');
    expect(json.errors).to.deep.equal([]);
    expect(countsOf(json)).to.deep.equal({ rows: 5_001, created: 5_001, updated: 0, unchanged: 0, failed: 0 });
    const [, far] = (await productOf(app(), 'far-0')).variants;
    expect(far).to.deep.include({ sku: 'far-sku-L', options: { Size: 'L' } });
    expect((await app().call(`/api/products/${far.id}`)).json).to.include({ name: 'Far 0' });
  });

  it('ask for the decimal mark where both are possible, and take it from other cells where it is proven', async () => {
    const asked = await importLines(['Artikelnummer;Name;Preis', 'M-1;a;1.299']);
    expect(asked.json.errors).to.deep.equal([
      {
        line: 2,
        field: 'price',
        code: 'number.ambiguous',
        message: 'may be 1299 or 1.299: say which mark is before the decimals',
      },
    ]);
    const said = await importLines(['Artikelnummer;Name;Preis', 'M-1;a;1.299'], '&decimal=,');
    expect(said.json.errors).to.deep.equal([]);
    expect(await productOf(app(), 'M-1')).to.include({ price: 1_299 });
    await importLines(['Artikelnummer;Name;Preis', 'M-2;a;1.299', 'M-3;b;"12,50 €"']);
    expect(await productOf(app(), 'M-2')).to.include({ price: 1_299 });
    expect(await productOf(app(), 'M-3')).to.include({ price: 12.5, currency: 'EUR' });
  });

  it('leave out weights whose unit nobody says', async () => {
    const lines = ['Item number,Name,Price,Weight', 'W-1,a,1,2.5'];
    const { json } = await importLines(lines);
    expect(countsByKind(json.warnings)).to.deep.equal({ 'weight weight.unit': 1 });
    expect(await productOf(app(), 'W-1')).to.include({ weight: null });
    await importLines(lines, '&weight_unit=kg');
    expect(await productOf(app(), 'W-1')).to.include({ weight: 2.5, weight_unit: 'kg' });
  });

  it('ask whether a file of Medusa 1 has cents', async () => {
    const file = await fileOf('medusa1.csv');
    const problem = expectProblem(await importFile(app(), file), 422, 'validation_failed');
    expect(problem.detail).to.match(/^preset must be said: .*medusa1_cents/);
    await importFile(app(), file, optionsOf('medusa1.csv', '&preset=medusa1_cents'));
    const mug = await productOf(app(), 'stone-mug');
    // the shop's currency is USD
    expect(mug.variants.map(({ price }: { price: number }) => price)).to.deep.equal([16, 20, 17]);
  });

  it('follow a mapping of columns to fields', async () => {
    const mapping = JSON.stringify({
      'Item no.': 'sku',
      What: 'name',
      Amount: 'price',
      Colour: 'attributes.colour',
      Note: null,
    });
    const lines = ['Item no.|What|Amount|Colour|Note', 'MAP-1|Hat|12|red|x'];
    const { json } = await importLines(lines, `&mapping=${encodeURIComponent(mapping)}`);
    expect(json.file).to.deep.equal({
      preset: 'generic',
      encoding: 'utf-8',
      separator: '|',
      columns: [
        { column: 'Item no.', field: 'sku' },
        { column: 'What', field: 'name' },
        { column: 'Amount', field: 'price' },
        { column: 'Colour', field: 'attributes.colour' },
        { column: 'Note', field: null },
      ],
    });
    expect(await productOf(app(), 'MAP-1')).to.deep.include({ name: 'Hat', price: 12, attributes: { colour: 'red' } });
  });

  it('reject a mapping that no file has', async () => {
    const lines = ['sku,name,price', 'X-1,a,1'];
    for (const [mapping, detail] of [
      [{ nome: 'name' }, /^mapping\.nome is not a column of the file/],
      [{ name: 'title' }, /^mapping\.name title is not a field of a product/],
      [{ sku: 'name', name: 'name' }, /gives name, which another column gives already/],
    ] as const) {
      const reply = await importLines(lines, `&mapping=${encodeURIComponent(JSON.stringify(mapping))}`);
      expect(expectProblem(reply, 422, 'validation_failed').detail).to.match(detail);
    }
    for (const query of ['&mapping=[]', '&mapping=x', '&preset=etsy', '&decimal=x', '&weight_unit=t']) {
      expectProblem(await importLines(lines, query), 400, 'invalid_parameter');
    }
    expect(await productOf(app(), 'X-1')).to.equal(undefined);
  });

  it('say which numbers of PrestaShop name products of another file', async () => {
    const problem = expectProblem(
      await importFile(app(), await fileOf('prestashop-combinations.csv')),
      422,
      'validation_failed',
    );
    expect(problem.detail).to.match(/^line 1: is of combinations/);
  });

  it('are refused if they are no feed', async () => {
    const { json } = await importFile(app(), '<html><body>Not found</body></html>', { type: XML });
    expect(json).to.include({ status: 'failed' });
    expect(json.errors).to.deep.equal([
      { line: 1, field: null, code: 'xml.items', message: 'must be a feed of products with elements item or entry' },
    ]);
  });

  it('keep a product off sale that the file gives no price, until the shop gives it one', async () => {
    const lines = ['Artikelnummer;Name;Preis', 'N-1;a;'];
    await importLines(lines);
    const { id } = await productOf(app(), 'N-1');
    expect(await productOf(app(), 'N-1')).to.include({ price: 0, status: 'draft' });
    await app().call(`/api/products/${id}`, { method: 'PATCH', body: { price: 5, status: 'active' } });
    const { json } = await importLines(lines);
    expect(countsOf(json)).to.include({ unchanged: 1 });
    expect(await productOf(app(), 'N-1')).to.include({ price: 5, status: 'active' });
  });

  it('never merge two products, whatever name, SKU or place they share', async () => {
    const woo = await importLines([
      'ID,Type,SKU,Name,Regular price,Parent,Attribute 1 name,Attribute 1 value(s)',
      '1,simple,PLAIN,Hoodie-X,10,,,',
      '2,variable,HOODIE-X,Warm,,,,',
      '3,variation,V-1,Warm M,12,HOODIE-X,Size,M',
      '4,simple,,Twin,5,,,',
      '5,simple,,Twin,6,,,',
    ]);
    expect(countsOf(woo.json)).to.include({ created: 4, failed: 1 });
    expect(woo.json.errors[0]).to.include({ line: 6, field: 'sku', message: 'twin is the SKU of line 5, too' });
    expect((await productOf(app(), 'HOODIE-X')).variants).to.have.length(1);
    expect((await productOf(app(), 'PLAIN')).variants).to.equal(undefined);
    expect(await productOf(app(), 'twin')).to.include({ price: 5 });
    const bigcommerce = await importLines([
      'Item,ID,Name,SKU,Options,Inventory Tracking,Price,Image URL (Import)',
      'Product,1,First,DUP,,,1,',
      'Product,2,Second,DUP,,,2,',
      'Variant,,,DUP-M,Type=Rectangle|Name=Size|Value=M,,,',
    ]);
    expect(countsOf(bigcommerce.json)).to.include({ created: 3, failed: 0 });
    expect((await productOf(app(), 'DUP')).variants).to.equal(undefined);
    expect((await productOf(app(), 'second')).variants).to.have.length(1);
    const feed = await importLines([
      'id,title,link,image_link,availability,price,item_group_id,size',
      'g1,Belt,,,in_stock,9,g1,S',
      'g2,Belt,,,in_stock,9,g1,M',
    ]);
    expect(feed.json.errors).to.deep.equal([]);
    expect((await productOf(app(), 'g1-group')).variants).to.have.length(2);
  });

  it('offer nothing for free, and nothing whose status they do not know', async () => {
    await importLines([
      'Product Handle,Variant Id,Product Title,Product Status,Variant SKU,Variant Option 1 Name,Variant Option 1 Value,Variant Price USD',
      'free,v1,Free,published,FREE-S,Size,S,0',
      'free,v2,Free,published,FREE-M,Size,M,4',
      'odd,v3,Odd,on hold,ODD-1,,,3',
    ]);
    expect(await productOf(app(), 'free')).to.include({ status: 'active' });
    const { variants } = await productOf(app(), 'free');
    expect(variants.map(({ sku, status, price }: Record<string, unknown>) => [sku, status, price])).to.deep.equal([
      ['FREE-S', 'draft', 0],
      ['FREE-M', 'active', 4],
    ]);
    expect(await productOf(app(), 'ODD-1')).to.include({ status: 'draft' });
  });

  it('reject a row with a cell that is too long, whatever its shop', async () => {
    const long = 'x'.repeat(10_001);
    const message = 'must have at most 10000 characters, not 10001';
    for (const [lines, field] of [
      [['id,title,link,image_link,availability,price,color', `L-1,a,,,in_stock,1,${long}`], 'color'],
      [
        [
          'name,slug,assets,optionGroups,optionValues,sku,price,variantAssets',
          `a,,,,,L-2,1,,`.replace('a,', `${long},`),
        ],
        'name',
      ],
    ] as const) {
      const { json } = await importLines([...lines]);
      expect(json.errors[0], field).to.include({ line: 2, field, message });
    }
  });

  it('tell all columns of a feed, also those of its last item, and take it as text/xml', async () => {
    const item = (index: number, more = '') =>
      `<item><g:id>LATE-${index}</g:id><title>Late ${index}</title><g:price>1 USD</g:price>${more}</item>`;
    const items = Array.from({ length: 3_000 }, (_, index) => item(index));
    const feed = `<rss><channel>${items.join('\n')}${item(3_000, '<g:late_column>x</g:late_column>')}</channel></rss>`;
    const { json } = await importFile(app(), feed, { type: 'text/xml' });
    const late = { column: 'late column', field: null };
    expect(json).to.include({ status: 'completed', format: 'xml', created: 3_001 });
    expect(json.file.columns).to.deep.include(late);
    expect((await app().call(`/api/imports/${json.id}`)).json.file.columns).to.deep.include(late);
  });

  it('say of a feed that it ends too early, and take any name of an element', async () => {
    const item = '<item><g:id>P-1</g:id><title>a</title><__proto__>x</__proto__><g:price>1</g:price></item>';
    const whole = await importFile(app(), `<rss><channel>${item}</channel></rss>`, { type: XML });
    expect(countsOf(whole.json)).to.include({ created: 1, failed: 0 });
    const { json } = await importFile(app(), `<rss><channel>${item}<item><g:id>P-2`, { type: XML });
    expect(json).to.include({ status: 'failed' });
    expect(json.errors.at(-1)).to.include({ code: 'xml.end', message: 'ends before its elements do' });
  });

  it('find the category of a path among many of its name', async () => {
    const paths = Array.from({ length: 25 }, (_, index) => `Shelf ${index} > Same name`);
    const rows = paths.map((each, index) => `P-CAT-${index};a;1;${each}`);
    const lines = ['Artikelnummer;Name;Preis;Kategorie', ...rows];
    expect(countsOf((await importLines(lines)).json)).to.include({ created: 25, failed: 0 });
    expect(countsOf((await importLines(lines)).json)).to.include({ unchanged: 25, failed: 0 });
  });

  it('tell of tags that they changed', async () => {
    const { json } = await importLines([
      'Artikelnummer;Name;Preis;Tags',
      `T-1;a;1;"new, ""3,000 mm"", ${'y'.repeat(61)}"`,
    ]);
    expect(countsByKind(json.warnings)).to.deep.equal({ 'tags tags.changed': 2 });
    expect((await productOf(app(), 'T-1')).tags).to.deep.equal(['new', '3 000 mm', 'y'.repeat(60)]);
  });

  it('leave a category path of too many levels to its row', async () => {
    const path = Array.from({ length: 12 }, (_, level) => `L${level}`).join(' > ');
    const { json } = await importLines(['Artikelnummer;Name;Preis;Kategorie', `D-1;a;1;${path}`, 'D-2;b;1;L1']);
    expect(countsOf(json)).to.include({ created: 1, failed: 1 });
    expect(json.errors[0]).to.include({ line: 2, field: 'category' });
  });
});
