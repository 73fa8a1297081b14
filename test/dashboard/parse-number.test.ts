import { expect } from 'chai';
import { numberToText, parseNumber } from '../../src/dashboard/text/parse-number.ts';

describe('numbers in the inputs of the dashboard', () => {
  const EXPECTED = [
    ['en', '4.90', 4.9],
    ['en', '1,000', 1000],
    ['en', '1,234,567.89', 1_234_567.89],
    ['en', '4,90', 4.9],
    ['en', '-2', -2],
    ['en', '17.5', 17.5],
    ['en', '1.125', 1.125],
    ['de', '4,90', 4.9],
    ['de', '1.000', 1000],
    ['de', '1.234.567,89', 1_234_567.89],
    ['de', '4.90', 4.9],
    ['de', '1,125', 1.125],
    ['en', '1,00,000', '1,00,000'],
    ['en', '1.2.3', '1.2.3'],
    ['de', '1,2,3', '1,2,3'],
    ['en', 'ten', 'ten'],
    ['en', '1e3', '1e3'],
    ['en', '0x10', '0x10'],
  ] as const;
  for (const [language, text, value] of EXPECTED) {
    it(`reads ${text} in ${language} as ${value}`, () => expect(parseNumber(text, language)).to.equal(value));
  }

  for (const language of ['en', 'de']) {
    it(`writes numbers in ${language} as it reads them`, () => {
      for (const value of [0, 0.5, 1.125, 1000, 1234.567, -3.25]) {
        expect(parseNumber(numberToText(value, language), language)).to.equal(value);
      }
    });
  }
});
