import { expect } from 'chai';
import { CartContents, type CartItem } from '#core/carts/cart-contents.ts';
import { SavedCart } from '#core/carts/saved-cart.ts';
import type { ProductId } from '#core/catalog/product.ts';
import { Money } from '#core/shared/money.ts';
import { aProduct, ids, noonPlus, USD } from '../../support/builders/builders.ts';
import { aCart, largestContents } from '../../support/builders/cart-builders.ts';

const dollars = (minor: bigint): Money => Money.ofMinor(minor, USD);

const [A, B, C] = [ids.next('prod'), ids.next('prod'), ids.next('prod')] as const;

const item = (productId: ProductId, quantity: number, seenPrice: Money | null = null): CartItem => ({
  ...{ productId, quantity, seenPrice },
});

const withItems = (...items: CartItem[]): CartContents => ({ ...CartContents.of({}), items });

describe('the contents of a cart', () => {
  it('are the same as the fields that they show', () => {
    const contents = largestContents();
    const unseen = contents.items.map((each) => ({ ...each, seenPrice: null }));
    expect(CartContents.of(CartContents.fieldsOf(contents))).to.deep.equal({ ...contents, items: unseen });
  });

  it('keep the prices that were seen until the items are written again', () => {
    const before = withItems(item(A, 2, dollars(500n)));
    const noted = CartContents.patched(before, { note: 'Ring twice.', metadata: { a: '1' } });
    expect(noted).to.deep.equal({ ...before, note: 'Ring twice.', metadata: { a: '1' } });
    expect(CartContents.patched(noted, { note: null, metadata: { a: null } })).to.deep.equal(before);
    const items = [{ product_id: A, quantity: 3 }];
    expect(CartContents.patched(before, { items }).items).to.deep.equal([item(A, 3)]);
  });

  it('record the price of what was not priced before, and of nothing else', () => {
    const [first, second] = [aProduct({ price: 5 }), aProduct({ price: 7 })];
    const before = withItems(item(first.id, 1, dollars(400n)), item(second.id, 1), item(C, 1));
    expect(CartContents.withSeenPrices(before, [first, second]).items).to.deep.equal([
      item(first.id, 1, dollars(400n)),
      item(second.id, 1, dollars(700n)),
      item(C, 1),
    ]);
  });

  it('that are merged have the larger quantity with its price, and the fields of the first', () => {
    const own = { ...withItems(item(A, 2, dollars(1n)), item(B, 5, dollars(2n))), note: 'mine', discountCodes: ['X'] };
    const added = {
      ...withItems(item(C, 1), item(B, 4, dollars(3n)), item(A, 3, dollars(4n))),
      ...{ note: 'yours', taxId: 'DE1', email: 'guest@example.com', discountCodes: ['Y', 'X'] },
    };
    const merged = CartContents.merged(own, added);
    expect(merged).to.deep.equal({
      ...own,
      items: [item(A, 3, dollars(4n)), item(B, 5, dollars(2n)), item(C, 1)],
      taxId: 'DE1',
    });
    expect(CartContents.merged(merged, added)).to.deep.equal(merged);
  });

  it('that are merged have no more items than an order, and codes of one cart, since others might not combine', () => {
    const many = (count: number) => withItems(...Array.from({ length: count }, () => item(ids.next('prod'), 1)));
    const [own, added] = [many(99), { ...many(5), discountCodes: ['TEN'] }];
    const merged = CartContents.merged(own, added);
    expect(merged.items).to.deep.equal([...own.items, added.items[0]]);
    expect(merged.discountCodes).to.deep.equal(['TEN']);
  });

  it('without what was ordered have the rest of each quantity', () => {
    const contents = withItems(item(A, 5, dollars(1n)), item(B, 2), item(C, 1));
    const left = CartContents.without(contents, withItems(item(A, 2), item(B, 2), item(ids.next('prod'), 9)));
    expect(left.items).to.deep.equal([item(A, 3, dollars(1n)), item(C, 1)]);
  });
});

describe('a saved cart', () => {
  it('was written when its buyer did, and not when it was announced as abandoned', () => {
    const cart = SavedCart.change(aCart(), withItems(item(A, 2)), noonPlus(60));
    expect(SavedCart.writtenAt(SavedCart.abandon(cart, noonPlus(9_000)))).to.deep.equal(noonPlus(60));
  });

  it('ends with the order of all of it, and stays open with what was added meanwhile', () => {
    const cart = aCart({ contents: withItems(item(A, 2)) });
    const order = { orderId: ids.next('ord'), at: noonPlus(60) };
    const ended = SavedCart.order(cart, withItems(item(A, 3)), order);
    expect(ended).to.include({ orderId: order.orderId, version: 2 });
    expect(ended.contents).to.equal(cart.contents);
    const left = SavedCart.order(cart, withItems(item(A, 1)), order);
    expect(left.orderId).to.equal(order.orderId);
    expect(left.contents.items).to.deep.equal([item(A, 1)]);
    expect(() => SavedCart.change(ended, left.contents, noonPlus(61)))
      .to.throw()
      .that.includes({ code: 'invalid_state' });
  });

  it('expires thirty days after the last change', () => {
    const cart = aCart();
    const days = (count: number): Date => noonPlus(count * 24 * 3_600);
    expect([29.999, 30].map((count) => SavedCart.isExpired(cart, days(count)))).to.deep.equal([false, true]);
    const changed = SavedCart.change(cart, cart.contents, days(10));
    expect([39.999, 40].map((count) => SavedCart.isExpired(changed, days(count)))).to.deep.equal([false, true]);
  });
});
