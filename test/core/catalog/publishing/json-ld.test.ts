import { expect } from 'chai';
import { jsonLdText, productJsonLd } from '#core/catalog/publishing/json-ld.ts';
import { aProduct } from '../../../support/builders/builders.ts';

const PAGE = 'https://shop.example/p/{slug}';

const published = (family: Parameters<typeof productJsonLd>[0], page: string | null = PAGE) =>
  JSON.parse(jsonLdText(productJsonLd(family, page)));

describe('the JSON-LD of a product', () => {
  it('is a Product with its Offer', () => {
    const product = aProduct({
      ...{ name: 'Sake', slug: 'sake', price: 1500, compare_at_price: 2000, currency: 'JPY', sku: 'S-1', stock: 0 },
      ...{ vendor: 'Kura', barcode: '4006381333931', weight: 1, weight_unit: 'lb', images: ['https://a.example/1'] },
      attributes: { size: '0.7 l', grade: 'junmai' },
    });
    expect(published({ product, parent: null, variants: [] })).to.deep.equal({
      '@context': 'https://schema.org',
      '@type': 'Product',
      productID: product.id,
      name: 'Sake',
      url: 'https://shop.example/p/sake',
      image: ['https://a.example/1'],
      brand: { '@type': 'Brand', name: 'Kura' },
      sku: 'S-1',
      gtin: '4006381333931',
      weight: { '@type': 'QuantitativeValue', value: 1, unitCode: 'LBR' },
      size: '0.7 l',
      additionalProperty: [{ '@type': 'PropertyValue', name: 'grade', value: 'junmai' }],
      offers: {
        '@type': 'Offer',
        url: 'https://shop.example/p/sake',
        price: '1500',
        priceCurrency: 'JPY',
        availability: 'https://schema.org/OutOfStock',
        itemCondition: 'https://schema.org/NewCondition',
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          priceType: 'https://schema.org/StrikethroughPrice',
          price: '2000',
          priceCurrency: 'JPY',
        },
      },
    });
  });

  it('is a ProductGroup with its variants, which name what they differ by', () => {
    const product = aProduct({ name: 'Shirt', sku: 'SHIRT', price: 20 });
    const variants = ['M', 'L'].map((size) =>
      aProduct({ name: 'Shirt', price: 20.5, parent_id: product.id, options: { size, cut: 'slim' } }),
    );
    const group = published({ product, parent: null, variants });
    expect(group).to.include({ '@type': 'ProductGroup', productGroupID: 'SHIRT', name: 'Shirt' });
    expect(group).to.not.have.property('offers');
    expect(group.variesBy).to.deep.equal(['https://schema.org/size']);
    expect(group.hasVariant).to.have.length(2);
    expect(group.hasVariant[1]).to.include({ inProductGroupWithID: 'SHIRT', name: 'Shirt – L – slim', size: 'L' });
    expect(group.hasVariant[1].offers).to.include({ price: '20.50', availability: 'https://schema.org/InStock' });
    const [variant = product] = variants;
    expect(published({ product: variant, parent: product, variants: [] }).isVariantOf).to.include({
      '@type': 'ProductGroup',
      productGroupID: 'SHIRT',
    });
  });

  it('has no links without a template of them', () => {
    const node = published({ product: aProduct(), parent: null, variants: [] }, null);
    expect(node).to.not.have.property('url');
    expect(node.offers).to.not.have.property('url');
  });

  it('cannot end the script element that it stands in', () => {
    const product = aProduct({ name: '</script><!-- <script>', vendor: '</SCRIPT>' });
    const text = jsonLdText(productJsonLd({ product, parent: null, variants: [] }, null));
    expect(text).to.not.include('<');
    expect(JSON.parse(text).name).to.equal('</script><!-- <script>');
  });
});
