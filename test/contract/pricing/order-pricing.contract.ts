import { expect } from 'chai';
import fc from 'fast-check';
import type { Cart, CartLine } from '#core/pricing/cart.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import { quoteErrors } from '#core/pricing/quote-errors.ts';
import type { Address } from '#core/shared/address.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { aCart, aCartLine } from '../../support/builders/pricing-builders.ts';

/** What the suite needs to know of a pricing. */
export type PricingUnderTest = Readonly<{
  open(): Promise<Readonly<{ pricing: OrderPricing; close(): Promise<void> }>>;
  /** The currency that it prices. */
  currency: Currency;
  /** Where it offers at least one shipping method for small carts; null if it never does. */
  shippedTo: Address | null;
  /** A code in upper case that reduces every cart; null if it has none. */
  code: string | null;
  /** How many carts are tried: fewer for a pricing over a network. */
  carts?: number;
}>;

/** The contract of pricings of orders. */
export const orderPricingContract = (name: string, subject: PricingUnderTest): void => {
  describe(`OrderPricing by ${name}`, () => {
    let pricing: OrderPricing;
    let close = async (): Promise<void> => {};

    before(async () => {
      ({ pricing, close } = await subject.open());
    });
    after(() => close());

    linesContract(() => pricing, subject);
    codesContract(() => pricing, subject);
    shippingContract(() => pricing, subject);
    repetitionContract(() => pricing, subject);
  });
};

type Pricing = () => OrderPricing;

const cartOf = ({ currency, shippedTo }: PricingUnderTest, fields: Partial<Cart> = {}): Cart => {
  const lines = [aCartLine({ unitPrice: Money.ofMinor(2_000n, currency) })];
  return aCart({ currency, lines, ...(shippedTo === null ? {} : { shippingAddress: shippedTo }), ...fields });
};

const anyCart = (subject: PricingUnderTest): fc.Arbitrary<Cart> => {
  const anyLine = fc
    .record({
      minor: fc.bigInt({ min: 0n, max: 500_000n }),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      taxCategory: fc.constantFrom(null, 'books'),
      milligrams: fc.constantFrom(0n, 1n, 250_000n),
      isPriceSet: fc.boolean(),
    })
    .map(({ minor, ...line }) => aCartLine({ ...line, unitPrice: Money.ofMinor(minor, subject.currency) }));
  return fc
    .record({
      lines: fc.array(anyLine, { minLength: 1, maxLength: 10 }),
      hasAddress: fc.boolean(),
      hasCode: fc.boolean(),
    })
    .map(({ lines, hasAddress, hasCode }) =>
      cartOf(subject, {
        lines,
        ...(hasAddress ? {} : { shippingAddress: null }),
        discountCodes: hasCode && subject.code !== null ? [subject.code] : [],
      }),
    );
};

/** As text, so that a reporter can show it as JSON. */
const unitPriceOf = ({ unitPrice }: Pick<CartLine, 'unitPrice'>): string => unitPrice.toDecimal();

const linesContract = (pricing: Pricing, subject: PricingUnderTest): void => {
  it('prices every line of a cart in its order, with amounts that add up', () =>
    fc.assert(
      fc.asyncProperty(anyCart(subject), async (cart) => {
        const quote = await pricing().quote(cart);
        expect(quoteErrors(cart, quote)).to.deep.equal([]);
        expect(quote.items.map(unitPriceOf)).to.deep.equal(cart.lines.map(unitPriceOf));
        if (quote.taxExemption !== null) expect(quote.items.every(({ tax }) => tax === null)).to.equal(true);
      }),
      { numRuns: subject.carts ?? 50 },
    ));

  it('prices a cart without addresses', async () => {
    const cart = cartOf(subject, { shippingAddress: null, billingAddress: null });
    expect(quoteErrors(cart, await pricing().quote(cart))).to.deep.equal([]);
  });

  it('leaves the cart as it is', async () => {
    const cart = cartOf(subject);
    for (const part of [cart, cart.lines, ...cart.lines, cart.discountCodes]) Object.freeze(part);
    expect(quoteErrors(cart, await pricing().quote(cart))).to.deep.equal([]);
  });
};

const codesContract = (pricing: Pricing, subject: PricingUnderTest): void => {
  it('says why it refuses an unknown code, and prices the cart without it', async () => {
    const cart = cartOf(subject);
    const unknown = 'NO CODE OF ANY SHOP';
    const [plain, quote] = [await pricing().quote(cart), await pricing().quote({ ...cart, discountCodes: [unknown] })];
    expect(quote.refusedCodes.map(({ code }) => code)).to.deep.equal([unknown]);
    expect(quote.refusedCodes[0]?.reason).to.match(/^[a-z_]{1,40}$/);
    expect(quote.items).to.deep.equal(plain.items);
  });

  const { code } = subject;
  if (code === null) return;

  it('reduces the lines by a code that applies', async () => {
    const quote = await pricing().quote(cartOf(subject, { discountCodes: [code] }));
    expect(quote.refusedCodes).to.deep.equal([]);
    expect(quote.discounts.map((discount) => discount.code)).to.include(code);
    const [line] = quote.items;
    expect(line?.discounts.some(({ discount }) => quote.discounts[discount]?.code === code)).to.equal(true);
  });
};

const shippingContract = (pricing: Pricing, subject: PricingUnderTest): void => {
  it('has no shipping line without a choice, or for a method that is none of its options', async () => {
    for (const shippingMethodId of [null, 'a method of another shop']) {
      const quote = await pricing().quote(cartOf(subject, { shippingMethodId }));
      expect(quote.shippingLines).to.deep.equal([]);
    }
  });

  if (subject.shippedTo === null) return;

  it('charges for the chosen option what it costs', async () => {
    const { shippingOptions } = await pricing().quote(cartOf(subject));
    expect(shippingOptions).to.not.be.empty;
    for (const option of shippingOptions) {
      const cart = cartOf(subject, { shippingMethodId: option.methodId });
      const quote = await pricing().quote(cart);
      expect(quoteErrors(cart, quote)).to.deep.equal([]);
      expect(quote.shippingLines.map(({ methodId, name, price }) => ({ methodId, name, price }))).to.deep.equal([
        option,
      ]);
      expect(quote.shippingOptions).to.deep.equal(shippingOptions);
    }
  });
};

const repetitionContract = (pricing: Pricing, subject: PricingUnderTest): void => {
  it('returns the same quote for the same cart each time', async () => {
    const cart = cartOf(subject, { discountCodes: subject.code === null ? [] : [subject.code] });
    const first = await pricing().quote(cart);
    expect(await pricing().quote(cart)).to.deep.equal(first);
    expect(await pricing().quote(copyOf(cart))).to.deep.equal(first);
  });

  it('quotes concurrent carts independently', async () => {
    const carts = [1n, 999n, 70_000n].map((minor, index) => {
      const line = aCartLine({ unitPrice: Money.ofMinor(minor, subject.currency), quantity: index + 1 });
      return cartOf(subject, { lines: [line] });
    });
    const alone = [];
    for (const cart of carts) alone.push(await pricing().quote(cart));
    expect(await Promise.all(carts.map((cart) => pricing().quote(cart)))).to.deep.equal(alone);
  });
};

/** An equal cart that shares no list with it. */
const copyOf = (cart: Cart): Cart => ({ ...cart, lines: cart.lines.map((line) => ({ ...line })) });
