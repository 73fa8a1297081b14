import { expect } from 'chai';
import { itemName } from '../../src/dashboard/parts/item-name.ts';

describe('names of items in the dashboard', () => {
  const EXPECTED = [
    ['Dress', { colour: 'navy', size: 'XL' }, 'Dress, navy, XL'],
    ['Dress, navy, XL', { colour: 'navy', size: 'XL' }, 'Dress, navy, XL'],
    ['Dress Navy (XL)', { colour: 'navy', size: 'xl' }, 'Dress Navy (XL)'],
    ['Dress, navy', { colour: 'navy', size: 'XL' }, 'Dress, navy, XL'],
    ['Linen dress', { size: 'L' }, 'Linen dress, L'],
    ['Navy-blue dress', { colour: 'navy blue' }, 'Navy-blue dress'],
    ['Ring 10,5', { size: '10' }, 'Ring 10,5, 10'],
    ['Größe Ü', { size: 'ü' }, 'Größe Ü'],
    ['Mug', { decor: '+' }, 'Mug, +'],
    ['Mug', {}, 'Mug'],
  ] as const;
  for (const [name, options, expected] of EXPECTED) {
    it(`shows ${name} with ${JSON.stringify(options)} as ${expected}`, () =>
      expect(itemName({ name, options })).to.equal(expected));
  }
});
