import { expect } from 'chai';
import { divideMovements } from '#core/analytics/divided-movements.ts';
import { firstPaidAt, type SaleMovement, soldLines } from '#core/analytics/sale.ts';
import { Money } from '#core/shared/money.ts';
import type { Rate } from '#core/shared/rate-limiter.ts';
import { ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { anItem, anOrder } from '../../support/builders/order-builders.ts';

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

const aMovement = (movement: Partial<SaleMovement>): SaleMovement => ({
  id: ids.next('cap'),
  kind: 'capture',
  amount: Money.ofMinor(10_000n, USD),
  at: NOON,
  isOverpayment: false,
  items: null,
  shipping: null,
  ...movement,
});

describe('an order', () => {
  const order = { ...anOrder({ items: [anItem({ unitPrice: Money.ofMinor(10_000n, USD) })] }), guestKey: null };
  const overpayment = aMovement({ isOverpayment: true });

  it('counts at its first capture, whatever the order of its movements', () => {
    const captures = [aMovement({ at: noonPlus(2) }), aMovement({ at: noonPlus(1) })];
    expect(firstPaidAt(order, captures)).to.deep.equal(noonPlus(1));
  });

  it('does not count at the capture of an overpayment', () => {
    expect(firstPaidAt(order, [overpayment])).to.equal(null);
    expect(firstPaidAt(order, [overpayment, aMovement({ at: noonPlus(1) })])).to.deep.equal(noonPlus(1));
  });
});

describe('the movements of a sale', () => {
  const items = [100n, 300n].map((price) => anItem({ unitPrice: Money.ofMinor(price, USD), quantity: 1, tax: null }));
  const lines = soldLines({ ...anOrder({ items: [items[0] ?? anItem(), ...items.slice(1)] }), guestKey: null });

  it('have a capture before its refund in the same millisecond', () => {
    const [first] = items;
    if (first === undefined) throw new Error('The order has no item.');
    const refund = { id: ids.next('re'), kind: 'refund', amount: Money.ofMinor(20n, USD) } as const;
    const divided = divideMovements(
      [
        aMovement({ ...refund, items: [{ itemId: first.id, quantity: 1 }] }),
        aMovement({ amount: Money.ofMinor(100n, USD) }),
      ],
      lines,
    );
    const shares = divided.map(({ kind, shares }) => [kind, shares.map(({ amount }) => amount)]);
    expect(shares).to.deep.equal([
      ['gross', [25n, 75n]],
      ['refunds', [-20n]],
    ]);
  });

  it('have the tax of what was refunded: of the shipping, of an item, or of all lines', () => {
    const tax = (minor: bigint) => ({ name: 'VAT', rate: 190_000 as Rate, amount: Money.ofMinor(minor, USD) });
    const goods = anItem({ unitPrice: Money.ofMinor(10_000n, USD), quantity: 1, tax: tax(1_900n) });
    const shipping = {
      methodId: 'shm_1',
      name: 'Standard',
      price: Money.ofMinor(1_000n, USD),
      cheapest: null,
      discounts: [],
      tax: tax(190n),
    };
    const order = anOrder({ items: [goods] });
    const sold = soldLines({ ...order, charges: { ...order.charges, shippingLines: [shipping] }, guestKey: null });
    const amount = Money.ofMinor(1_190n, USD);
    const capture = aMovement({ amount: Money.ofMinor(13_090n, USD) });
    const refund = { id: ids.next('re'), kind: 'refund', amount, at: noonPlus(1) } as const;
    for (const parts of [{ items: [], shipping: amount }, { items: null }] as const) {
      const divided = divideMovements([capture, aMovement({ ...refund, ...parts })], sold);
      const taxes = divided.map(({ shares }) => shares.reduce((sum, share) => sum + share.tax, 0n));
      expect(taxes).to.deep.equal([2_090n, -190n]);
      if (parts.items !== null) expect(divided[1]?.shares.map(({ line }) => line.isShipping)).to.deep.equal([true]);
    }
  });
});
