import { expect } from 'chai';
import { Medium } from '#core/catalog/media.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { openCatalogue } from './catalogue-under-test.ts';

const SHA = '0a'.repeat(32);
const OWN = `https://api.shop.example/images/${SHA}-800x600.png`;
const ELSEWHERE = 'https://example.com/a.jpg';
const OTHER = 'https://example.com/b.jpg';

/** No version is expected. */
const ANY = undefined;

const withoutDimensions = (url: string, alt: string | null = null): Medium => {
  return { url, alt, width: null, height: null, sizes: [] };
};

describe('the media of a product', () => {
  it('have dimensions and smaller copies if they were uploaded here', () => {
    const folder = `https://api.shop.example/images/${SHA}-800x600-png`;
    expect(Medium.of({ url: OWN, alt: 'A shirt' })).to.deep.equal({
      url: OWN,
      alt: 'A shirt',
      width: 800,
      height: 600,
      sizes: [
        { width: 320, webp: `${folder}-320.webp`, avif: `${folder}-320.avif` },
        { width: 640, webp: `${folder}-640.webp`, avif: `${folder}-640.avif` },
      ],
    });
    expect(Medium.of({ url: ELSEWHERE })).to.deep.equal(withoutDimensions(ELSEWHERE));
    const withoutName = `https://api.shop.example/images/${SHA}.png`;
    expect(Medium.of({ url: withoutName })).to.deep.equal(withoutDimensions(withoutName));
  });

  it('are given with texts, or without by images', async () => {
    const { create } = await openCatalogue();
    const media = [{ url: ELSEWHERE, alt: 'From the front' }, { url: OTHER }];
    const withTexts = await create({ name: 'a', price: 1, media });
    expect(withTexts.media).to.deep.equal([withoutDimensions(ELSEWHERE, 'From the front'), withoutDimensions(OTHER)]);
    const without = await create({ name: 'b', price: 1, images: [OTHER] });
    expect(without.media).to.deep.equal([withoutDimensions(OTHER)]);
    const both = await create({ name: 'c', price: 1, media, images: [ELSEWHERE, OTHER] });
    expect(both.media).to.deep.equal(withTexts.media);
  });

  it('must be those of images, if both are given', async () => {
    const { create } = await openCatalogue();
    const product = { name: 'a', price: 1, media: [{ url: ELSEWHERE }] };
    for (const images of [[OTHER], [], [ELSEWHERE, OTHER]]) {
      const error = await create({ ...product, images }).catch((thrown: unknown) => thrown);
      expect((error as DomainError).fieldErrors).to.deep.include({
        path: ['media'],
        code: 'any.only',
        message: 'must have the URLs of images in their order: omit one of both',
      });
      expect(error).to.be.instanceOf(DomainError);
    }
  });

  it('keep their texts when only the URLs change', async () => {
    const { create, change } = await openCatalogue();
    const { id } = await create({ name: 'a', price: 1, media: [{ url: ELSEWHERE, alt: 'Front' }] });
    const moved = await change({ id, patch: { images: [OTHER, ELSEWHERE] }, expected: ANY });
    expect(moved.media).to.deep.equal([withoutDimensions(OTHER), withoutDimensions(ELSEWHERE, 'Front')]);
    expect((await change({ id, patch: { name: 'b' }, expected: ANY })).media).to.deep.equal(moved.media);
    expect((await change({ id, patch: { media: null, images: [ELSEWHERE] }, expected: ANY })).media).to.deep.equal([
      withoutDimensions(ELSEWHERE, 'Front'),
    ]);
    expect((await change({ id, patch: { media: [{ url: ELSEWHERE }] }, expected: ANY })).media).to.deep.equal([
      withoutDimensions(ELSEWHERE),
    ]);
    expect((await change({ id, patch: { images: null }, expected: ANY })).media).to.deep.equal([]);
  });

  it('are those of its parent with their texts, of a variant without its own', async () => {
    const { create, change, get } = await openCatalogue();
    const parent = await create({ name: 'a', price: 1, media: [{ url: ELSEWHERE, alt: 'Front' }] });
    const { id } = await create({ name: 'b', price: 1, parent_id: parent.id, options: { size: 'M' } });
    expect((await get(id)).media).to.deep.equal(parent.media);
    const own = await change({ id, patch: { media: [{ url: OTHER, alt: 'M' }] }, expected: ANY });
    expect(own.media).to.deep.equal([withoutDimensions(OTHER, 'M')]);
    expect(own.inherited).to.not.include('images');
    expect((await change({ id, patch: { images: null }, expected: ANY })).media).to.deep.equal(parent.media);
  });
});
