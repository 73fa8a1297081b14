import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { recognizeImage } from '#core/images/image.ts';
import { type DemoProduct, demoProducts } from '#demo-shop/demo-products.ts';
import { picturesOf, variantPictures } from '#demo-shop/pictures.ts';
import { USD } from '../support/builders/builders.ts';

const FOLDER = path.join(import.meta.dirname, '../../src/demo-shop/pictures');

/** Large enough for a shop's page, and small enough for the repository. */
const MAX_BYTES = 8_000;

const shownBy = (product: DemoProduct) => [
  ...picturesOf(product),
  ...product.variants.flatMap((variant) => variantPictures(product.noun, variant)),
];

describe('the pictures of the demo shop', () => {
  const products = demoProducts({ seed: 1, currency: USD }, 2_000);

  it('are all small WebP files that products show', async () => {
    const files = await readdir(FOLDER);
    expect([...new Set(products.flatMap(shownBy).map(({ file }) => file))].sort()).to.deep.equal(files.sort());
    for (const file of files) {
      const bytes = await readFile(path.join(FOLDER, file));
      expect([file, recognizeImage(bytes)]).to.deep.equal([file, 'webp']);
      expect(bytes.byteLength).to.be.lessThan(MAX_BYTES);
    }
  });

  it('show each product once or twice, in the colours of its variants', () => {
    for (const product of products) expect(picturesOf(product)).to.have.length.within(1, 2);
    const shirt = products.find(({ noun, variants }) => noun === 'Oxford shirt' && variants.length > 1);
    for (const variant of shirt?.variants ?? []) {
      const colour = String(variant.options?.['colour']);
      const [picture] = variantPictures('Oxford shirt', variant);
      expect(picture?.alt).to.match(new RegExp(`^[A-Z][a-z]+ Oxford shirt, ${colour}$`));
      if (colour === 'sage') expect(picture?.file).to.equal('shirt-sage.webp');
    }
  });
});
