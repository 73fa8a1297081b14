import { expect } from 'chai';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { googleItem } from '#core/catalog/publishing/google-item.ts';
import { aProduct } from '../../../support/builders/builders.ts';

const CONTEXT = { pageUrl: 'https://shop.example/p/{slug}?ref=feed', categoryPath: () => ['Clothing', 'Shirts'] };
const CATEGORY = { id: 'cat_00000000000000000000000001', name: 'Shirts' } as const;

const itemOf = (fields: Partial<ProductFields>, parent: Product | null = null) =>
  googleItem(aProduct(fields, { category: CATEGORY }), parent, CONTEXT);

const valuesOf = (item: ReturnType<typeof googleItem>, name: string): string[] =>
  item.filter(([each]) => each === name).map(([, value]) => value);

describe('an item for Google', () => {
  it('has what the specification asks for', () => {
    const fields = {
      ...{
        name: 'Linen shirt',
        slug: 'linen-shirt',
        description: '<p>Woven&nbsp; &amp; &lt;washed&gt;</p>',
        price: 19.9,
        stock: 2,
      },
      ...{
        compare_at_price: 29.9,
        vendor: 'Casa Linho',
        barcode: '4006381333931',
        weight: 0.25,
        weight_unit: 'kg' as const,
      },
      ...{ images: ['https://a.example/1', 'https://a.example/2'], attributes: { Colour: 'blue', washable: 'yes' } },
    };
    const product = aProduct(fields, { category: CATEGORY });
    expect(Object.fromEntries(googleItem(product, null, CONTEXT))).to.deep.equal({
      id: product.id,
      title: 'Linen shirt',
      description: 'Woven & <washed>',
      link: 'https://shop.example/p/linen-shirt?ref=feed',
      image_link: 'https://a.example/1',
      additional_image_link: 'https://a.example/2',
      availability: 'in_stock',
      price: '29.90 USD',
      sale_price: '19.90 USD',
      condition: 'new',
      brand: 'Casa Linho',
      gtin: '4006381333931',
      color: 'blue',
      product_type: 'Clothing > Shirts',
      shipping_weight: '0.25 kg',
    });
  });

  it('says that there are no identifiers without a valid GTIN', () => {
    const item = itemOf({ barcode: '4006381333930' });
    expect([valuesOf(item, 'gtin'), valuesOf(item, 'identifier_exists')]).to.deep.equal([[], ['no']]);
  });

  it('is cut to the lengths of the specification, between characters', () => {
    const images = Array.from({ length: 20 }, (_, index) => `https://a.example/${index}`);
    const item = itemOf({ name: '😀'.repeat(200), description: '😀'.repeat(6_000), images });
    expect(valuesOf(item, 'title')).to.deep.equal(['😀'.repeat(150)]);
    expect(valuesOf(item, 'description')).to.deep.equal(['😀'.repeat(5_000)]);
    expect(valuesOf(item, 'additional_image_link')).to.deep.equal(images.slice(1, 11));
  });

  it('has the decimals of its currency, and its name for a description', () => {
    const item = itemOf({ name: 'Sake', price: 1500, currency: 'JPY', stock: 0, compare_at_price: 1000 });
    expect(valuesOf(item, 'price')).to.deep.equal(['1500 JPY']);
    expect(valuesOf(item, 'sale_price')).to.deep.equal([]);
    expect(valuesOf(item, 'description')).to.deep.equal(['Sake']);
    expect(valuesOf(item, 'availability')).to.deep.equal(['out_of_stock']);
  });

  it('of a variant names its parent, and has its texts and its brand', () => {
    const parent = aProduct({ name: 'Shirt', description: 'Of linen', vendor: 'Casa' });
    const item = itemOf({ name: 'Shirt', parent_id: parent.id, options: { Größe: 'M', sleeve: 'long' } }, parent);
    expect(valuesOf(item, 'item_group_id')).to.deep.equal([parent.id]);
    expect(valuesOf(item, 'title')).to.deep.equal(['Shirt – M – long']);
    expect(valuesOf(item, 'description')).to.deep.equal(['Of linen']);
    expect(valuesOf(item, 'brand')).to.deep.equal(['Casa']);
    expect(valuesOf(item, 'size')).to.deep.equal(['M']);
  });
});
