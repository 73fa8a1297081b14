import { expect } from 'chai';
import { type DecimalMark, DecimalMarks, parseNumber } from '#core/imports/source/numbers.ts';

const numberIn = (cell: string, mark?: DecimalMark) => {
  const number = parseNumber(cell, mark);
  return typeof number === 'string' ? number : number.value;
};

describe('numbers of a file', () => {
  it('have the marks of any country', () => {
    for (const [cell, value] of [
      ['19.99', 19.99],
      ['19,99', 19.99],
      ['1,299.00', 1_299],
      ['1.299,00', 1_299],
      ['1 299,00', 1_299],
      ['1\u202f299,00', 1_299],
      ["1'299.50", 1_299.5],
      ['1.234.567', 1_234_567],
      ['1,00,000.00', 100_000],
      ['12.0000', 12],
      ['.3', 0.3],
      ['0,453', 0.453],
      ['12345.678', 12_345.678],
      ['-4', -4],
      ['−5', -5],
      ['12,-', 12],
      ['€ 12,50', 12.5],
      ['19.99 EUR', 19.99],
      ['CHF 1 299.–', 1_299],
    ] as const) {
      expect(numberIn(cell), cell).to.equal(value);
    }
  });

  it('are none where a text is', () => {
    for (const cell of ['', 'n/a', 'on request', '1.234.56', '4.00639E+12', '1,2,3', '12-13', '٣', '9'.repeat(16)]) {
      expect(numberIn(cell), cell).to.equal('invalid');
    }
  });

  it('are ambiguous with one mark before three digits, unless the mark is known', () => {
    for (const cell of ['1.299', '1,299', '999.000']) expect(numberIn(cell), cell).to.equal('ambiguous');
    expect([
      numberIn('1.299', '.'),
      numberIn('1.299', ','),
      numberIn('1,299', '.'),
      numberIn('1,299', ','),
    ]).to.deep.equal([1.299, 1_299, 1_299, 1.299]);
    // a mark that is proven otherwise stays
    expect(numberIn('7,95', '.')).to.equal(7.95);
  });

  it('prove their mark, amounts and weights apart', () => {
    const marks = new DecimalMarks(undefined);
    marks.note('price', '1.299');
    expect(marks.of('price')).to.equal(undefined);
    marks.note('price', '12,50');
    marks.note('weight_kg', '0.18');
    expect([marks.of('price'), marks.of('stock'), marks.of('weight_kg')]).to.deep.equal([',', ',', '.']);
    marks.note('cost', '12.50');
    expect(marks.of('price')).to.equal(undefined);
    expect(new DecimalMarks(',').of('price')).to.equal(',');
  });
});
