import { expect } from 'chai';
import { soldLines } from '#core/analytics/sale.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate.ts';
import { USD } from '../../support/builders.ts';
import { anItem, anOrder } from '../../support/order-builders.ts';

/** An order of three items at 100 with a tax of 19 %, of which some are cancelled. */
const linesWith = (cancelled: number, pricesIncludeTax: boolean) => {
  const left = BigInt(3 - cancelled);
  const amount = Money.ofMinor(left * (pricesIncludeTax ? 1597n : 1900n), USD);
  const tax = { name: 'VAT', rate: 190_000 as Rate, amount };
  const unitPrice = Money.ofMinor(10_000n, USD);
  const item = anItem({ unitPrice, quantity: Number(left), cancelledQuantity: cancelled, tax });
  const order = anOrder({ items: [item] });
  const charges = { ...order.charges, pricesIncludeTax };
  return soldLines({ ...order, charges, guestKey: null }).map(({ total, tax: part }) => [total, part]);
};

describe('the lines of a sale', () => {
  it('cost what they did before parts of them were cancelled', () => {
    expect(linesWith(1, false)).to.deep.equal([[35_700n, 5_700n]]);
    expect(linesWith(1, true)).to.deep.equal([[30_000n, 4_791n]]);
  });

  it('keep their tax when they are cancelled as a whole', () => {
    expect(linesWith(3, false)).to.deep.equal([[35_700n, 5_700n]]);
    expect(linesWith(3, true)).to.deep.equal([[30_000n, 4_790n]]);
  });
});
