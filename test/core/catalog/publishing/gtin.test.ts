import { expect } from 'chai';
import { gtinOf } from '#core/catalog/gtin.ts';

describe('gtinOf', () => {
  for (const barcode of ['96385074', '036000291452', '4006381333931', '10012345678902'])
    it(`is a barcode with its check digit: ${barcode}`, () => expect(gtinOf(barcode)).to.equal(barcode));

  it('is without blanks and hyphens', () => expect(gtinOf('4 006381-333931')).to.equal('4006381333931'));

  for (const [barcode, why] of [
    ['4006381333932', 'another check digit'],
    ['40063813339', 'another length'],
    ['ABC-123', 'letters'],
    ['0000000000000', 'zeros'],
    ['2000000000008', 'a number of a shop of its own'],
    ['9900000000004', 'a coupon'],
    ['', 'nothing'],
    [null, 'no barcode'],
  ] as const)
    it(`is null for ${why}`, () => expect(gtinOf(barcode)).to.equal(null));
});
