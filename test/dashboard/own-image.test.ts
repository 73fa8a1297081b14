import { expect } from 'chai';
import { hostOf, ownImage } from '../../src/dashboard/parts/own-image.ts';

const NAME = `${'0a'.repeat(32)}.png`;

describe('images of products in the dashboard', () => {
  it('are loaded from the service by the digest in their name, whatever its public origin', () => {
    for (const origin of ['https://api.shop.example', 'http://127.0.0.1:3000', ''])
      expect(ownImage(`${origin}/images/${NAME}`)).to.equal(`/images/${NAME}`);
  });

  it('are not loaded from elsewhere', () => {
    for (const url of [
      'https://cdn.example/images/shirt.png',
      `https://cdn.example/images/${NAME}?size=2`,
      'shirt.png',
      '',
    ])
      expect(ownImage(url), url).to.equal(undefined);
  });

  it('are named by their host, or as they are written', () => {
    expect(hostOf('https://cdn.example/images/shirt.png')).to.equal('cdn.example');
    expect(hostOf('no address')).to.equal('no address');
  });
});
