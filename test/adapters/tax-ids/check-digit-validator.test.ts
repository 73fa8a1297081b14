import { expect } from 'chai';
import { checkDigitValidator } from '#adapters/tax-ids/check-digit-validator.ts';

/** A number of a business in each country. */
const NUMBERS =
  'ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ESB58378431 ' +
  'FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LU15027442 LV40003521600 ' +
  'MT11679112 NL004495445B01 PL8567346215 PT501442600 RO18547290 SE123456789701 SI50223054 SK2022749619';

/** Whether a number stays valid with another of its digits is rare. */
const MAX_PASSING = 0.1;

describe('the check digits of VAT numbers', () => {
  for (const number of NUMBERS.split(' ')) {
    it(`are right of ${number}, and wrong of nearly all that differ in a digit`, async () => {
      expect(await checkDigitValidator.isValid(number)).to.equal(true);
      // those after the B of a Dutch number are counted up
      const digits = [...number.replace(/B\d\d$/, '')].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
      const others = digits.flatMap((at) =>
        [1, 2, 3, 4, 5, 6, 7, 8, 9].map(
          (step) => `${number.slice(0, at)}${(Number(number[at]) + step) % 10}${number.slice(at + 1)}`,
        ),
      );
      const valid = await Promise.all(others.map((other) => checkDigitValidator.isValid(other)));
      expect(valid.filter(Boolean).length / others.length).to.be.below(MAX_PASSING);
    });

    it(`are none of ${number.slice(0, 2)} with zeros alone`, async () => {
      const zeros = number.slice(0, 2) + number.slice(2).replace(/\d/g, '0');
      expect(await checkDigitValidator.isValid(zeros)).to.equal(false);
    });
  }

  it('are those of its own country only', async () => {
    for (const number of ['PT136695976', 'GR094259216X', 'XX136695976', '136695976', '', 'DE']) {
      expect(await checkDigitValidator.isValid(number), number).to.equal(false);
    }
  });
});
