import { expect } from 'chai';
import fc from 'fast-check';
import { type FulfilledItem, fulfillmentStatusOf, itemsToFulfill, quantitiesIn } from '#core/orders/fulfillment.ts';
import { Order } from '#core/orders/order.ts';
import type { OrderItem } from '#core/orders/order-item.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { aFulfillment, anItem, anOrder, dollars, timingAt } from '../../support/builders/order-builders.ts';
import { thrownBy } from '../../support/rejection.ts';

const SHIRTS = anItem({ quantity: 3 });
const TIES = anItem({ name: 'Tie', quantity: 1 });

const of = ({ id: itemId }: OrderItem, quantity: number): FulfilledItem => ({ itemId, quantity });

const anOrderOfBoth = (): Order => anOrder({ items: [SHIRTS, TIES] });

const sent = (order: Order, ...fulfillments: readonly (readonly FulfilledItem[] | undefined)[]): Order =>
  fulfillments.reduce((current: Order, items) => Order.fulfill(current, aFulfillment(current, items)), order);

describe('a fulfillment', () => {
  it('contains all unfulfilled items unless items are given', () => {
    expect(itemsToFulfill(anOrderOfBoth(), undefined)).to.deep.equal([of(SHIRTS, 3), of(TIES, 1)]);
    const order = sent(anOrderOfBoth(), [of(SHIRTS, 2), of(TIES, 1)]);
    expect(itemsToFulfill(order, undefined)).to.deep.equal([of(SHIRTS, 1)]);
  });

  it('contains the requested quantities', () => {
    expect(itemsToFulfill(anOrderOfBoth(), [of(SHIRTS, 2)])).to.deep.equal([of(SHIRTS, 2)]);
  });

  it('is appended to earlier ones and stops expiry', () => {
    const order = anOrderOfBoth();
    const [first, second] = [aFulfillment(order, [of(SHIRTS, 2)]), aFulfillment(order, [of(TIES, 1)], noonPlus(60))];
    const after = Order.fulfill(Order.fulfill(order, first), second);
    expect(after.fulfillments).to.deep.equal([first, second]);
    expect(after).to.deep.include({ version: 3, updatedAt: noonPlus(60), expiresAt: null });
    expect(order.fulfillments).to.deep.equal([]);
  });

  it('makes the order partially fulfilled until all items are fulfilled', () => {
    const order = anOrderOfBoth();
    const statusAfter = (...fulfillments: FulfilledItem[][]) => sent(order, ...fulfillments).state.fulfillment;
    expect(statusAfter()).to.equal('unfulfilled');
    expect(statusAfter([of(SHIRTS, 3)])).to.equal('partially_fulfilled');
    expect(statusAfter([of(SHIRTS, 2)], [of(TIES, 1)])).to.equal('partially_fulfilled');
    expect(statusAfter([of(SHIRTS, 2)], [of(TIES, 1)], [of(SHIRTS, 1)])).to.equal('fulfilled');
    expect(sent(order, undefined).state.fulfillment).to.equal('fulfilled');
  });

  it('completes a paid order with its last item', () => {
    const order = OrderMoney.pay(anOrderOfBoth(), dollars(79.96), timingAt(NOON));
    expect(sent(order, [of(SHIRTS, 3)]).state.status).to.equal('open');
    expect(sent(order, [of(SHIRTS, 3)], undefined).state.status).to.equal('completed');
    expect(sent(OrderMoney.authorize(anOrderOfBoth(), NOON), undefined).state.status).to.equal('open');
  });

  it('reports the position of each item that is not part of the order', async () => {
    const [foreign, another] = [anItem(), anItem({ id: ids.next('item') })];
    const requested = [of(foreign, 1), of(SHIRTS, 99), of(another, 1)];
    const error = await thrownBy(() => itemsToFulfill(anOrderOfBoth(), requested));
    expect(error).to.include({ kind: 'invalid', code: 'unknown_reference' });
    const fieldError = { code: 'any.only', message: 'must be an item of the order' };
    expect(error.fieldErrors).to.deep.equal([
      { path: ['items', 0, 'item_id'], ...fieldError },
      { path: ['items', 2, 'item_id'], ...fieldError },
    ]);
  });

  it('reports each item whose quantity exceeds the unfulfilled quantity', async () => {
    const order = sent(anOrderOfBoth(), [of(SHIRTS, 1), of(TIES, 1)]);
    const error = await thrownBy(() => itemsToFulfill(order, [of(SHIRTS, 3), of(TIES, 1)]));
    expect(error).to.include({ kind: 'invalid', code: 'validation_failed' });
    expect(error.fieldErrors).to.deep.equal([
      { path: ['items', 0, 'quantity'], code: 'number.max', message: 'must be at most 2, the unfulfilled quantity' },
      { path: ['items', 1, 'quantity'], code: 'number.max', message: 'must be at most 0, the unfulfilled quantity' },
    ]);
  });

  it('is rejected when it is empty or when duplicate items exceed the unfulfilled quantity', async () => {
    const order = anOrderOfBoth();
    expect((await thrownBy(() => itemsToFulfill(order, []))).fieldErrors).to.have.length(1);
    const doubled = await thrownBy(() => itemsToFulfill(order, [of(SHIRTS, 2), of(SHIRTS, 2)]));
    expect(doubled.fieldErrors.map(({ path }) => path)).to.deep.equal([
      ['items', 0, 'quantity'],
      ['items', 1, 'quantity'],
    ]);
  });

  it('may be the hundredth only when it contains everything that is left', async () => {
    const item = anItem({ quantity: 200 });
    let order = anOrder({ items: [item] });
    for (let fulfillment = 1; fulfillment < 100; fulfillment += 1) order = sent(order, [of(item, 1)]);
    const error = await thrownBy(() => sent(order, [of(item, 100)]));
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['items']]);
    expect(sent(order, [of(item, 101)]).state.fulfillment).to.equal('fulfilled');
  });

  it('is rejected when everything is fulfilled', async () => {
    const order = sent(anOrderOfBoth(), undefined);
    const error = await thrownBy(() => Order.fulfill(order, aFulfillment(order)));
    expect(error).to.include({ code: 'invalid_state' });
    expect(error.details).to.include({ current_state: 'fulfilled' });
  });

  it('never exceeds the ordered quantity', () => {
    const bought = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });
    const anyFulfillments = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 4, maxLength: 4 }), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(bought, anyFulfillments, (quantities, fulfillments) => {
        const [first, ...rest] = quantities.map((quantity) => anItem({ quantity }));
        if (first === undefined) throw new Error('Something is bought.');
        const items = [first, ...rest] as const;
        const left = quantities.slice();
        let order = anOrder({ items });
        for (const fulfillment of fulfillments) {
          const fulfilledItems = items
            .map((item, index) => of(item, fulfillment[index] ?? 0))
            .filter(({ quantity }) => quantity > 0);
          if (fulfilledItems.length === 0) continue;
          const fits = items.every((_, index) => (fulfillment[index] ?? 0) <= (left[index] ?? 0));
          const after = fulfilled(order, fulfilledItems);
          expect(after !== undefined, `${fulfillment} of ${left}`).to.equal(fits);
          if (after === undefined) continue;
          order = after;
          for (const index of items.keys()) left[index] = (left[index] ?? 0) - (fulfillment[index] ?? 0);
        }
        const isWhole = left.every((count) => count === 0);
        const status = isWhole ? 'fulfilled' : order.fulfillments.length > 0 ? 'partially_fulfilled' : 'unfulfilled';
        expect(order.state.fulfillment).to.equal(status);
        expect(fulfillmentStatusOf({ items, fulfillments: order.fulfillments })).to.equal(status);
        expect(items.map((item) => item.quantity - (quantitiesIn(order.fulfillments).get(item.id) ?? 0))).to.deep.equal(
          left,
        );
      }),
    );
  });
});

const fulfilled = (order: Order, fulfilledItems: readonly FulfilledItem[]): Order | undefined => {
  try {
    return Order.fulfill(order, aFulfillment(order, fulfilledItems));
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
};
