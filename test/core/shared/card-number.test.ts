import { expect } from 'chai';
import fc from 'fast-check';
import { hasCardNumber } from '#core/shared/card-number.ts';

/** Test card numbers of gateways, by length. */
const NUMBERS: Readonly<Record<number, string>> = {
  13: '4222222222222',
  14: '30569309025904',
  15: '378282246310005',
  16: '4242424242424242',
  19: '6304000000000000000',
};

const wide = (text: string): string => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** The digits followed by their check digit. */
const checked = (digits: readonly number[]): string => {
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const weighted = index % 2 === 0 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return [...digits, (10 - (sum % 10)) % 10].join('');
};

const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

const anyNumber = fc.integer({ min: 12, max: 18 }).chain(digits).map(checked);

const grouped = (number: string, sizes: readonly number[], separator: string): string => {
  let index = 0;
  return sizes
    .map((size) => {
      index += size;
      return number.slice(index - size, index);
    })
    .join(separator);
};

const anyText = fc.string({ unit: fc.constantFrom(...'ab .,:/(é') });

describe('hasCardNumber', () => {
  for (const [length, number] of Object.entries(NUMBERS)) {
    it(`finds a number of ${length} digits, and none with a wrong digit`, () => {
      expect(hasCardNumber(number)).to.equal(true);
      expect(hasCardNumber(`${(Number(number[0]) + 1) % 10}${number.slice(1)}`)).to.equal(false);
    });
  }

  for (const text of [
    '4242 4242 4242 4242',
    '4242-4242-4242-4242',
    '6304 0000 0000 0000 000',
    '6304-0000-0000-0000-000',
    '6762 1234 5678 9012 007',
    '6762-1234-5678-9012-007',
    '4242 4242 4242 4242 123',
    '4242-4242-4242-4242 123',
    '4242424242424242 123',
    '4222 2222 2222 2 123',
    '3782 822463 10005 1234',
    'valid until 1228 6762 1234 5678 9012 007',
    '3782 822463 10005',
    '3782-822463-10005',
    '3056 930902 5904',
    '4242\u00a04242\u00a04242\u00a04242',
    wide('4242424242424242'),
    wide('4242-4242-4242-4242'),
    'my card is 4242424242424242.',
    'card:4242 4242 4242 4242, 12/28',
    'x4242424242424242x',
    'first 4242424242424241 then 4242424242424242',
    'valid until 1228 4242 4242 4242 4242',
    '1234 4242-4242-4242-4242',
    '4242 4242-4242 4242',
    '4242.4242.4242.4242',
    '4242–4242–4242–4242',
    '4242\u200b4242\u200b4242\u200b4242',
    '٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢',
    '𝟺𝟸𝟺𝟸𝟺𝟸𝟺𝟸𝟺𝟸𝟺𝟸𝟺𝟸𝟺𝟸',
    '⁴²⁴²⁴²⁴²⁴²⁴²⁴²⁴²',
    '４２４２ ４２４２ ４２４２ ４２４２',
  ]) {
    it(`finds a number in “${text}”`, () => {
      expect(hasCardNumber(text)).to.equal(true);
    });
  }

  for (const [why, text] of [
    ['there is none', 'a linen shirt'],
    ['it is empty', ''],
    ['twelve digits are too few', checked([4, 2, 4, 2, 4, 2, 4, 2, 4, 2, 4])],
    ['twenty digits are too many', checked(Array.from({ length: 19 }, () => 4))],
    ['it stands in a longer run', '94242424242424242424242'],
    ['its groups are of other sizes', '42424 24242 42424 2'],
    ['nothing checks it', '4242 4242 4242 4241'],
    ['an id has letters between', 'ord_01jd2b3c4d5e6f7g8h9j0k1m2n'],
    ['nothing checks its five groups', '6762 1234 5678 9012 000'],
    ['a time has groups of its own', '2026-11-20T12:00:00.000Z'],
    ['a telephone number is short', '+351 912 345 678'],
  ] as const) {
    it(`finds none in ${why}`, () => {
      expect(hasCardNumber(text)).to.equal(false);
    });
  }

  it('is fast for long runs of combining marks', () => {
    expect(hasCardNumber(`a${'\u0301\u0323'.repeat(250_000)}`)).to.equal(false);
  });

  for (const repeated of ['1', '1234 ', '1234-', '1234 123456 ', '٤', '𝟺']) {
    it(`is fast for a long run of “${repeated}”`, () => {
      const started = performance.now();
      hasCardNumber(repeated.repeat(100_000));
      expect(performance.now() - started).to.be.below(5_000);
    });
  }

  it('finds any valid number without separators, inside of any text', () => {
    fc.assert(
      fc.property(anyNumber, anyText, anyText, (number, before, after) => {
        expect(hasCardNumber(before + number + after)).to.equal(true);
        expect(hasCardNumber(before + wide(number) + after)).to.equal(true);
      }),
    );
  });

  it('finds any valid number in groups, inside of any text', () => {
    const groups: readonly (readonly number[])[] = [
      [4, 4, 4, 1],
      [4, 4, 4, 4],
      [4, 4, 4, 7],
      [4, 4, 4, 4, 1],
      [4, 4, 4, 4, 3],
      [4, 6, 4],
      [4, 6, 5],
    ];
    const anyGrouped = fc
      .constantFrom(...groups)
      .chain((sizes) =>
        fc.tuple(
          digits(sizes.reduce((sum, size) => sum + size, -1)).map(checked),
          fc.constant(sizes),
          fc.constantFrom(' ', '-'),
        ),
      )
      .map((parts) => grouped(...parts));
    fc.assert(
      fc.property(anyGrouped, anyText, anyText, (number, before, after) => {
        expect(hasCardNumber(before + number + after)).to.equal(true);
      }),
    );
  });

  it('finds none with a wrong check digit', () => {
    fc.assert(
      fc.property(anyNumber, fc.integer({ min: 1, max: 9 }), (number, more) => {
        const wrong = (Number(number.at(-1)) + more) % 10;
        expect(hasCardNumber(`${number.slice(0, -1)}${wrong}`)).to.equal(false);
      }),
    );
  });
});
