import { expect } from 'chai';
import { MAX_QUANTITY, Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { productView, publicProductView } from '#core/catalog/product-view.ts';
import type { SafeHtml } from '#core/catalog/safe-html.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { aProduct, ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const WHOLE: ProductFields = {
  name: 'Linen shirt',
  price: 19.99,
  currency: 'EUR',
  description: 'Woven in Portugal.',
  description_html: '<p>Woven in Portugal.</p>' as SafeHtml,
  category: 'Shirts',
  slug: 'shirt',
  compare_at_price: 24.99,
  cost: 8.5,
  vendor: 'Casa Linho',
  sku: 'SHIRT-M',
  barcode: '4006381333931',
  tax_category: 'clothing',
  withdrawal_exemption: 'custom_made',
  status: 'draft',
  stock: 3,
  low_stock_threshold: 5,
  weight: 0.25,
  weight_unit: 'kg',
  images: ['https://example.com/shirt.jpg'],
  tags: ['summer', 'Sale'],
  attributes: { size: 'M' },
  metadata: { supplier: '42' },
  seo_title: 'Shirts of linen',
  seo_description: 'Light and airy.',
  parent_id: ids.next('prod'),
  options: { size: 'M' },
};

const SHIRTS = { id: ids.next('cat'), name: 'Shirts' };

const stringMap = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, 'value']));

describe('Product', () => {
  it('has defaults for all but its name and price', () => {
    const id = ids.next('prod');
    const placing = { category: null, storeCurrency: 'JPY' as Currency, at: NOON };
    expect(Product.create(id, { name: 'Linen shirt', price: 1500 }, placing)).to.deep.equal({
      id,
      version: 1,
      name: 'Linen shirt',
      slug: 'linen-shirt',
      slugDerivedBy: null,
      price: Money.ofMinor(1500n, 'JPY' as Currency),
      compareAtPrice: null,
      cost: null,
      lowestPrice30d: null,
      description: null,
      descriptionHtml: null,
      category: null,
      vendor: null,
      sku: null,
      barcode: null,
      taxCategory: null,
      withdrawalExemption: null,
      status: 'active',
      stock: null,
      lowStockThreshold: null,
      weight: null,
      weightUnit: 'g',
      media: [],
      tags: [],
      attributes: {},
      metadata: {},
      seoTitle: null,
      seoDescription: null,
      parentId: null,
      isParentActive: true,
      inherited: [],
      options: {},
      variants: [],
      createdAt: NOON,
      updatedAt: NOON,
    });
  });

  it('keeps the given fields, and the category by its id', () => {
    const product = aProduct(WHOLE, { category: SHIRTS });
    const { category: _label, images, ...others } = WHOLE;
    const media = images?.map((url) => ({ url, alt: null }));
    expect(Product.fieldsOf(product)).to.deep.equal({ ...others, media, category_id: SHIRTS.id });
    expect(product.category).to.deep.equal(SHIRTS);
    expect(product.price).to.deep.equal(Money.ofMinor(1999n, 'EUR' as Currency));
  });

  it('resets omitted fields when it is replaced', () => {
    const product = aProduct(WHOLE, { category: SHIRTS });
    const placing = { category: null, storeCurrency: USD, at: noonPlus(60) };
    const replaced = Product.replace(product, { name: 'Cotton shirt', price: 5 }, placing);
    const fresh = aProduct({ name: 'Cotton shirt', price: 5, slug: 'cotton-shirt' });
    expect(replaced).to.deep.equal({ ...fresh, id: product.id, version: 2, createdAt: NOON, updatedAt: noonPlus(60) });
  });

  it('keeps a slug that was extended because another product had it', () => {
    const product = Product.withUniqueSlug(aProduct({ name: 'Linen shirt', slug: 'linen-shirt' }));
    expect(product.slug).to.equal(`linen-shirt-${product.id.slice(-8)}`);
    const placing = { category: null, storeCurrency: USD, at: noonPlus(60) };
    expect(Product.replace(product, { name: 'Linen shirt', price: 5 }, placing).slug).to.equal(product.slug);
    expect(Product.replace(product, { name: 'Crème brûlée №5', price: 5 }, placing).slug).to.equal('creme-brulee-no5');
  });

  it('changes only its version and update time when it is replaced by its own fields', () => {
    const product = aProduct(WHOLE, { category: SHIRTS });
    const placing = { category: SHIRTS, storeCurrency: USD, at: noonPlus(60) };
    const replaced = Product.replace(product, Product.fieldsOf(product), placing);
    expect(replaced).to.deep.equal({ ...product, version: 2, updatedAt: noonPlus(60) });
  });

  it('is not mutated by a replacement', () => {
    const product = aProduct(WHOLE, { category: SHIRTS });
    const before = structuredClone(Product.fieldsOf(product));
    Product.replace(
      product,
      { name: 'Cotton shirt', price: 5 },
      { category: null, storeCurrency: USD, at: noonPlus(1) },
    );
    expect(Product.fieldsOf(product)).to.deep.equal(before);
    expect(product.version).to.equal(1);
  });

  for (const [status, stock, isAvailable] of [
    ['active', null, true],
    ['active', 1, true],
    ['active', 0, false],
    ['draft', null, false],
    ['draft', 5, false],
    ['archived', null, false],
    ['archived', 5, false],
  ] as const) {
    it(`is ${isAvailable ? '' : 'not '}available when it is ${status} with stock ${stock ?? 'untracked'}`, () => {
      const product = aProduct({ status, stock });
      expect(Product.isAvailable(product)).to.equal(isAvailable);
      expect(Product.isAvailable({ ...product, isParentActive: false })).to.equal(false);
      expect(productView(product).available).to.equal(isAvailable);
    });
  }

  it('increases its version with a stock adjustment', () => {
    const product = aProduct({ stock: 3 });
    for (const [delta, stock] of [
      [2, 5],
      [-2, 1],
      [-3, 0],
    ] as const) {
      const after = Product.withStockAdjusted(product, delta, noonPlus(60));
      expect(after).to.deep.equal({ ...product, stock, version: 2, updatedAt: noonPlus(60) });
    }
    expect(product.stock).to.equal(3);
  });

  it('is unchanged when the stock would become negative or is untracked', () => {
    for (const [stock, delta] of [
      [3, -4],
      [0, -1],
      [null, -1],
      [null, 1],
    ] as const) {
      const product = aProduct({ stock });
      expect(Product.withStockAdjusted(product, delta, noonPlus(60))).to.equal(product);
    }
  });

  it('limits the stock to the maximum', () => {
    const product = aProduct({ stock: MAX_QUANTITY - 1 });
    expect(Product.withStockAdjusted(product, 10_000, NOON).stock).to.equal(2_147_483_647);
  });

  it('hides cost, stock, its threshold, metadata and version from the public', () => {
    const product = aProduct(WHOLE, { category: SHIRTS });
    const { cost, stock, low_stock_threshold, metadata, version, ...rest } = productView(product);
    const hidden = { cost: 8.5, stock: 3, low_stock_threshold: 5, metadata: { supplier: '42' }, version: 1 };
    expect({ cost, stock, low_stock_threshold, metadata, version }).to.deep.equal(hidden);
    expect(publicProductView(product)).to.deep.equal(rest);
  });

  it('accepts the largest price, a price of zero and fifty attributes', () => {
    for (const price of [0, 999_999_999_999.99]) {
      const product = aProduct({ price, attributes: stringMap(50), metadata: stringMap(50) });
      expect(product.price.toNumber()).to.equal(price);
    }
  });

  it('has a cost in the currency of the price', () => {
    const { cost } = aProduct({ price: 2, cost: 1.234, currency: 'KWD' });
    expect(cost).to.deep.equal(Money.ofMinor(1234n, 'KWD' as Currency));
  });

  it('tidies its tags, keeps their order and has none of them twice', async () => {
    expect(aProduct({ tags: [' Winter  sale ', 'b', 'A'] }).tags).to.deep.equal(['Winter sale', 'b', 'A']);
    const message = 'must be another tag than "Straße": neither case nor white space makes a difference';
    const { fieldErrors } = await thrownBy(() => aProduct({ tags: ['Straße', 'b', ' STRASSE', 'straße'] }));
    expect(fieldErrors).to.deep.equal(
      [2, 3].map((index) => ({ path: ['tags', index], code: 'array.unique', message })),
    );
  });

  it('checks a price without the other fields', () => {
    expect(Product.amountError('price', 19.99, 'USD')).to.equal(undefined);
    expect(Product.amountError('price', 19.99, 'JPY')).to.include({ code: 'number.precision' });
    expect(Product.amountError('price', 1, 'usd')).to.deep.include({ path: ['currency'] });
  });
});

describe('an invalid product', () => {
  for (const [title, fields, path, code] of [
    ['a price with too many decimals', { price: 19.999 }, ['price'], 'number.precision'],
    ['a price with decimals in a currency without', { price: 0.5, currency: 'JPY' }, ['price'], 'number.precision'],
    ['a negative price', { price: -0.01 }, ['price'], 'number.min'],
    ['a price beyond the limit', { price: 1e12 }, ['price'], 'number.max'],
    [
      'a price to compare with of too many decimals',
      { compare_at_price: 1.234 },
      ['compare_at_price'],
      'number.precision',
    ],
    ['a negative price to compare with', { compare_at_price: -1 }, ['compare_at_price'], 'number.min'],
    ['a cost of too many decimals', { cost: 1.234 }, ['cost'], 'number.precision'],
    ['a negative cost', { cost: -1 }, ['cost'], 'number.min'],
    ['a price that is no number', { price: Number.NaN }, ['price'], 'number.base'],
    ['a currency that there is not', { currency: 'XXX' }, ['currency'], 'any.only'],
    ['too many attributes', { attributes: stringMap(51) }, ['attributes'], 'object.max'],
    ['too much metadata', { metadata: stringMap(51) }, ['metadata'], 'object.max'],
  ] as const) {
    it(`is rejected for ${title}`, async () => {
      const error = await thrownBy(() => aProduct(fields));
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors.map((error) => ({ path: error.path, code: error.code }))).to.deep.equal([
        { path, code },
      ]);
    });
  }

  it('reports all errors at once, also in its message', async () => {
    const error = await thrownBy(() => aProduct({ price: 1.234, attributes: stringMap(51), metadata: stringMap(51) }));
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['price'], ['attributes'], ['metadata']]);
    expect(error.message).to.equal(
      'price must have at most 2 decimals in USD; attributes must have at most 50 keys; metadata must have at most 50 keys',
    );
  });

  it('is rejected as a replacement', async () => {
    const product = aProduct();
    const placing = { category: null, storeCurrency: USD, at: NOON };
    const error = await thrownBy(() => Product.replace(product, { name: 'x', price: 0.001 }, placing));
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['price']]);
  });
});
