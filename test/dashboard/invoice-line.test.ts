import { expect } from 'chai';
import { toValues } from '../../src/dashboard/form/field.ts';
import { isCompleteLine, linesField } from '../../src/dashboard/form/invoice-line.ts';

describe('a line of an invoice', () => {
  for (const [title, line, expected] of [
    ['is complete with a description and a price', { description: 'Advice', unit_price: 95 }, true],
    ['is complete at no charge', { description: 'Advice', unit_price: 0 }, true],
    ['is incomplete without a price', { description: 'Advice', quantity: 1 }, false],
    ['is incomplete without a description', { unit_price: 95 }, false],
    ['is incomplete with a blank description', { description: ' ', unit_price: 95 }, false],
  ] as const) {
    it(title, () => {
      const [typed] = toValues([linesField()], { lines: [line] })['lines'] as readonly string[];
      expect(isCompleteLine(typed ?? '')).to.equal(expected);
    });
  }
});
