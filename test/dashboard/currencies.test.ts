import { expect } from 'chai';
import { Currency } from '#core/shared/currency.ts';
import { CURRENCIES } from '../../src/dashboard/text/currencies.ts';

describe('the currencies of the dashboard', () => {
  it('are those that the API takes', () => {
    expect(CURRENCIES.filter((code) => !Currency.is(code))).to.deep.equal([]);
    expect(
      Intl.supportedValuesOf('currency').filter((code) => Currency.is(code) && !CURRENCIES.includes(code)),
    ).to.deep.equal([]);
  });
});
