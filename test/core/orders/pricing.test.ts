import { expect } from 'chai';
import { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { type OrderRequest, stockAdjustmentsOf } from '#core/orders/cart-of.ts';
import { requireChoices } from '#core/orders/price-order.ts';
import { takenItems } from '#core/orders/taken-items.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { StalePreparationError } from '#core/shared/unit-of-work.ts';
import { anActor, aProduct, aUser, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { priceOrderOf } from '../../support/builders/order-pricing.ts';
import { thrownBy } from '../../support/rejection.ts';

const aReader = anActor(aUser({ role: 'staff' }));

/** A quantity of an existing or unknown product. */
type Wish = readonly [product: Product | undefined, quantity: number];

const UNKNOWN_BUYER = { at: NOON, shippingAddress: null, billingAddress: null, customerKey: null, usedBy: null };

const priced = async (wishes: readonly Wish[], rest: Omit<OrderRequest, 'items'> = {}) => {
  const items = wishes.map(([product, quantity]) => ({ productId: product?.id ?? ids.next('prod'), quantity }));
  const moved = wishes.flatMap(([before, quantity]) =>
    before === undefined ? [] : [{ before, after: Product.withStockAdjusted(before, -quantity, noonPlus(60)) }],
  );
  // storages may return any order
  const products = moved.map(({ before }) => before).reverse();
  const request = { items, ...rest };
  const pricedRequest = await priceOrderOf(products)(request, UNKNOWN_BUYER);
  requireChoices(pricedRequest, { request, requiresShipping: false });
  return takenItems(pricedRequest, moved.reverse(), { actor: aReader, ids });
};

const a = (fields: Partial<ProductFields> = {}) => aProduct(fields);

const EUR = 'EUR' as Currency;

const LARGEST = 999_999_999_999.99;

const pricingError = (wishes: readonly Wish[], rest?: Omit<OrderRequest, 'items'>) =>
  thrownBy(() => priced(wishes, rest));

describe('pricing', () => {
  it('creates items in request order with the current name, slug, first image and price', async () => {
    const image = 'https://cdn.example.com/1.jpg';
    const [shirt, tie] = [
      a({ sku: 'SHIRT-M', stock: 5, images: [image, 'https://cdn.example.com/2.jpg'] }),
      a({ name: 'Tie', price: 9 }),
    ];
    const items = await priced([
      [shirt, 2],
      [tie, 1],
    ]);
    const [first, second] = items.map(({ id: _id, ...item }) => item);
    const shirts = {
      productId: shirt.id,
      parentId: null,
      name: 'Linen shirt',
      sku: 'SHIRT-M',
      slug: shirt.slug,
      image,
      options: {},
      category: null,
      withdrawalExemption: null,
      taxCategory: null,
    };
    const whole = { cancelledQuantity: 0, returnedQuantity: 0, discounts: [], tax: null, agreed: null };
    expect(first).to.deep.equal({
      ...shirts,
      unitPrice: dollars(19.99),
      quantity: 2,
      ...whole,
      isFromStock: true,
    });
    const ties = {
      productId: tie.id,
      parentId: null,
      name: 'Tie',
      sku: null,
      slug: tie.slug,
      image: null,
      options: {},
      category: null,
      withdrawalExemption: null,
      taxCategory: null,
    };
    expect(second).to.deep.equal({
      ...ties,
      unitPrice: dollars(9),
      quantity: 1,
      ...whole,
      isFromStock: false,
    });
    expect(new Set(items.map(({ id }) => id)).size).to.equal(2);
    for (const { id } of items) expect(id).to.match(/^item_/);
  });

  it('reduces the stock of each product by the ordered quantity', () => {
    const [one, other] = [ids.next('prod'), ids.next('prod')];
    const items = [
      { productId: one, quantity: 2 },
      { productId: other, quantity: 10_000 },
    ];
    expect(stockAdjustmentsOf({ items })).to.deep.equal([
      { productId: one, delta: -2 },
      { productId: other, delta: -10_000 },
    ]);
  });

  it('sells the last item, and any quantity of an untracked product', async () => {
    expect((await priced([[a({ stock: 3 }), 3]]))[0]).to.include({ quantity: 3, isFromStock: true });
    expect((await priced([[a({ stock: null }), 10_000]]))[0]).to.include({ quantity: 10_000, isFromStock: false });
  });

  it('reports each product that is not on sale, with its position', async () => {
    const wishes = [undefined, a(), a({ status: 'draft' }), a(), a({ status: 'archived' })].map((p) => [p, 1] as const);
    const error = await pricingError(wishes);
    expect(error).to.include({ kind: 'invalid', code: 'unknown_reference' });
    const fieldError = { code: 'any.only', message: 'must be a product that is on sale' };
    expect(error.fieldErrors).to.deep.equal(
      [0, 2, 4].map((index) => ({ path: ['items', index, 'product_id'], ...fieldError })),
    );
  });

  it('reports each product whose currency differs from the first', async () => {
    const wishes = [a({ currency: 'EUR' }), a(), a({ currency: 'EUR' }), a()].map((p) => [p, 1] as const);
    const error = await pricingError(wishes);
    expect(error).to.include({ kind: 'invalid', code: 'currency_mismatch' });
    const fieldError = { code: 'currency.mismatch', message: 'must be a product that is sold in EUR' };
    expect(error.fieldErrors).to.deep.equal(
      [1, 3].map((index) => ({ path: ['items', index, 'product_id'], ...fieldError })),
    );
  });

  it('reports each product whose currency differs from the requested one, the first included', async () => {
    const error = await pricingError([[a(), 1]], { currency: EUR });
    expect(error).to.include({ code: 'currency_mismatch' });
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['items', 0, 'product_id']]);
    const [item] = await priced([[a({ currency: 'EUR' }), 1]], { currency: EUR });
    expect(item.unitPrice.currency).to.equal('EUR');
  });

  it('rejects a total above the maximum and accepts the maximum', async () => {
    const dear = a({ price: LARGEST });
    const error = await pricingError([
      [dear, 1],
      [a({ price: 0.01 }), 1],
    ]);
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    const message = 'must cost at most 999999999999.99 together';
    expect(error.fieldErrors).to.deep.equal([{ path: ['items'], code: 'number.max', message }]);
    expect(await pricingError([[dear, 2]])).to.include({ code: 'validation_failed' });
    expect((await priced([[dear, 1]]))[0].unitPrice).to.deep.equal(
      Money.ofMinor(99_999_999_999_999n, dear.price.currency),
    );
  });

  it('accepts the expected total and otherwise reports the current one', async () => {
    const shirts = [[a(), 3]] as const;
    expect(await priced(shirts, { expectedTotal: 59.97 })).to.have.lengthOf(1);
    for (const expectedTotal of [59.96, 59.98, 0, 19.99]) {
      const error = await pricingError(shirts, { expectedTotal });
      expect(error).to.include({ kind: 'conflict', code: 'total_changed' });
      expect(error.details).to.deep.equal({ total: 59.97, currency: 'USD' });
    }
  });

  it('rejects an expected total that the currency cannot express', async () => {
    const yen = a({ price: 1500, currency: 'JPY' });
    for (const [product, expectedTotal, code] of [
      [a(), 19.999, 'number.precision'],
      [yen, 1500.5, 'number.precision'],
      [a(), 1e12, 'number.max'],
    ] as const) {
      const error = await pricingError([[product, 1]], { expectedTotal });
      expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
      expect(error.fieldErrors.map((fieldError) => [fieldError.path, fieldError.code])).to.deep.equal([
        [['expected_total'], code],
      ]);
    }
  });

  it('reports each product that is short, with requested and available quantities', async () => {
    const [few, enough, none] = [a({ stock: 2 }), a({ stock: 3 }), a({ stock: 0 })];
    const error = await pricingError([few, enough, none, a()].map((product) => [product, 3]));
    expect(error).to.include({ kind: 'conflict', code: 'insufficient_stock' });
    expect(error.details).to.deep.equal({
      items: [
        { product_id: few.id, requested: 3, available: 2 },
        { product_id: none.id, requested: 3, available: 0 },
      ],
    });
    const code = 'stock.insufficient';
    expect(error.fieldErrors).to.deep.equal([
      { path: ['items', 0, 'quantity'], code, message: 'must be at most 2, the quantity in stock' },
      { path: ['items', 2, 'quantity'], code, message: 'cannot be fulfilled: the product is out of stock' },
    ]);
  });

  it('reports products not on sale first, then the total, then the stock', async () => {
    const [draft, euros] = [a({ status: 'draft' }), a({ currency: 'EUR' })];
    const scarce = a({ price: LARGEST, stock: 1 });
    const codeOf = async (wishes: readonly Wish[], expectedTotal?: number) =>
      (await pricingError(wishes, { expectedTotal })).code;
    expect(
      await codeOf(
        [
          [scarce, 2],
          [euros, 1],
          [draft, 1],
        ],
        1,
      ),
    ).to.equal('unknown_reference');
    expect(
      await codeOf(
        [
          [scarce, 2],
          [euros, 1],
        ],
        1,
      ),
    ).to.equal('currency_mismatch');
    expect(await codeOf([[scarce, 2]], 1)).to.equal('validation_failed');
    expect(await codeOf([[a({ stock: 1 }), 2]], 1.001)).to.equal('validation_failed');
    expect(await codeOf([[a({ stock: 1 }), 2]], 1)).to.equal('total_changed');
    expect(await codeOf([[a({ stock: 1 }), 2]], 39.98)).to.equal('insufficient_stock');
  });

  it('is priced again when a product changed meanwhile', async () => {
    const product = a();
    const request = { items: [{ productId: product.id, quantity: 1 }] };
    const pricedRequest = await priceOrderOf([product])(request, UNKNOWN_BUYER);
    for (const change of [{ price: dollars(20) }, { status: 'draft' as const }]) {
      const changed = { ...product, ...change };
      expect(() => takenItems(pricedRequest, [{ before: changed, after: changed }], { actor: aReader, ids })).to.throw(
        StalePreparationError,
      );
    }
    expect(() => takenItems(pricedRequest, [], { actor: aReader, ids })).to.throw(StalePreparationError);
  });

  it('throws for a request without items', async () => {
    expect(await priced([]).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });
});
