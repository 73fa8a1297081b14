import { expect } from 'chai';
import fc from 'fast-check';
import { Order } from '#core/orders/order.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { runs } from '../../support/extent.ts';
import { anyCase, type Case, cents, orderOf, paidOf, shippingOf } from './any-order.ts';
import { openWithdrawals, type Withdrawals } from './withdrawals-under-test.ts';

/** Chooses by the digits of one number. */
const chooser = (choice: number) => {
  let left = choice;
  return (count: number): number => {
    const chosen = left % count;
    left = Math.floor(left / count);
    return chosen;
  };
};

type Choose = ReturnType<typeof chooser>;

/** Some of the items, at most as many as were ordered. */
const someItems = ({ items }: Order, choose: Choose) => {
  const first = choose(items.length);
  return items
    .slice(first, first + 1 + choose(2))
    .map(({ id, quantity }) => ({ itemId: id, quantity: 1 + choose(Math.max(quantity, 1)) }));
};

type Step = (shop: Withdrawals, order: Order, choose: Choose) => Promise<unknown>;

const fulfill: Step = (shop, order, choose) => shop.fulfill(order.id, someItems(order, choose));

const withdraw: Step = async (shop, order, choose) => {
  await shop.withdraw(order.id, choose(4) === 0 ? undefined : someItems(order, choose));
  // some are processed after other steps
  if (choose(4) > 0) await shop.processAll();
};

const cancelItem: Step = (shop, order, choose) => shop.cancelItem(order.id, someItems(order, choose)[0] as never);

/** A step with an open return, of a withdrawal or another. */
const onReturn =
  (
    act: (shop: Withdrawals, open: Awaited<ReturnType<Withdrawals['openReturns']>>[number], choose: Choose) => unknown,
  ): Step =>
  async (shop, { id }, choose) => {
    const open = await shop.openReturns(id);
    const chosen = open[choose(Math.max(open.length, 1))];
    if (chosen !== undefined) await act(shop, chosen, choose);
  };

const receivePart: Step = onReturn((shop, { id, items }, choose) =>
  shop.receive(
    id,
    items.map(({ itemId, quantity, receivedQuantity }) => ({
      itemId,
      quantity: choose(quantity - receivedQuantity + 1),
    })),
  ),
);

const BY_STAFF: readonly Step[] = [
  (shop, order, choose) => shop.requestReturn(order.id, someItems(order, choose)),
  onReturn((shop, { id }) => shop.decide(id, 'approve')),
  onReturn((shop, { id }) => shop.decide(id, 'close')),
  (shop, order, choose) => shop.refundAmount(order.id, cents(1 + choose(3_000))),
  (shop, order, choose) => shop.refundParts(order.id, someItems(order, choose), choose(2) === 0),
];

const decideOne: Step = async (shop, _order, choose) => {
  const all = await shop.withdrawals();
  const chosen = all[choose(Math.max(all.length, 1))];
  if (chosen === undefined) return;
  await (choose(3) === 0 ? shop.reject(chosen.id) : shop.accept(chosen.id));
};

const rejectReturn: Step = onReturn((shop, { id }) => shop.decide(id, 'reject'));

const refundDue: Step = (shop, { id }) => shop.refundDue(id);

const BY_LAW: readonly Step[] = [fulfill, withdraw, withdraw, cancelItem, receivePart, rejectReturn, refundDue];

const ALL: readonly Step[] = [...BY_LAW, withdraw, decideOne, ...BY_STAFF];

type Run = Readonly<{ steps: readonly Step[]; given: Case; ordered: Order }>;

/** A refused step changes nothing. */
const attempt = async (step: () => Promise<unknown>): Promise<void> => {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
};

const expectPossible = async (shop: Withdrawals, { steps, given, ordered }: Run): Promise<void> => {
  const order = await shop.get(ordered.id);
  const refunded = Number(order.amountRefunded.minor);
  const { cost, standard } = shippingOf(given);
  expect(refunded + Number(order.refundDue.minor), 'refunded and due').to.be.within(0, paidOf(given));
  const open = (await shop.openReturns(order.id)).flatMap(({ items }) => items);
  for (const { id, quantity, cancelledQuantity, returnedQuantity } of order.items) {
    const expected = open
      .filter(({ itemId }) => itemId === id)
      .reduce((sum, item) => sum + item.quantity - item.receivedQuantity, 0);
    const agreed = ordered.items.find((item) => item.id === id)?.quantity ?? 0;
    expect(quantity + cancelledQuantity, 'an item').to.equal(agreed);
    expect(returnedQuantity + expected, 'returned and expected').to.be.within(0, quantity);
  }
  // the shop may refund more of the shipping than the law demands
  expect(Number(order.shippingRefunded.minor), 'shipping').to.be.within(0, steps === BY_LAW ? standard : cost);
};

/** Every accepted unit is in the return of its withdrawal, or was cancelled. */
const expectNothingLost = async (shop: Withdrawals, ordered: Order): Promise<void> => {
  const order = await shop.get(ordered.id);
  const returns = await shop.returns();
  const cancelled = new Map(order.items.map(({ id, cancelledQuantity }) => [String(id), cancelledQuantity]));
  for (const { status, reason, accepted_items: accepted, return_id: returnId } of await shop.withdrawals()) {
    expect(`${status} ${reason}`).to.match(
      /^(received null|accepted null|completed null|rejected (nothing_left|rejected_by_shop))$/,
    );
    if (status !== 'accepted' && status !== 'completed') continue;
    const back = returns.find(({ id }) => id === returnId);
    for (const { item_id: itemId, quantity } of accepted ?? []) {
      const returned = back?.items.find((item: { item_id: string }) => item.item_id === itemId)?.quantity ?? 0;
      if (order.state.status === 'cancelled') continue;
      cancelled.set(itemId, (cancelled.get(itemId) ?? 0) - (quantity - returned));
      expect(cancelled.get(itemId), 'what was neither cancelled nor returned').to.be.at.least(0);
    }
  }
};

const keepsNothing = ({ items }: Order): boolean =>
  items.every(({ quantity, returnedQuantity }) => quantity === returnedQuantity);

type Outcome = Readonly<{
  shop: Withdrawals;
  order: Order;
  /** Whether the shop has cancelled what was left, which is no withdrawal from it. */
  isEndedByShop: boolean;
}>;

const run = async (steps: readonly Step[], given: Case): Promise<Outcome> => {
  const shop = await openWithdrawals();
  let isEndedByShop = false;
  const order = orderOf(given);
  await shop.add(order);
  for (const choice of given.choices) {
    const choose = chooser(choice);
    const step = steps[choose(steps.length)] as Step;
    const before = await shop.get(order.id);
    await attempt(async () => step(shop, before, choose));
    await expectPossible(shop, { steps, given, ordered: order });
    isEndedByShop ||= step === cancelItem && !keepsNothing(before) && keepsNothing(await shop.get(order.id));
  }
  await shop.processAll();
  await expectNothingLost(shop, order);
  expect(shop.errors()).to.deep.equal([]);
  return { shop, order, isEndedByShop };
};

/** Withdraws from everything, receives everything, and refunds what is due. */
const endAll = async (shop: Withdrawals, { id }: Order): Promise<Order> => {
  await shop.withdraw(id);
  await shop.processAll();
  for (const { id: returnId, status } of await shop.openReturns(id)) {
    if (status === 'requested') await shop.decide(returnId, 'approve');
    await shop.receive(returnId, []);
  }
  await shop.refundDue(id);
  return shop.get(id);
};

describe('withdrawals from orders', () => {
  it('refund at most what was paid and lose nothing, in any order with all that the shop does', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { shop, order } = await run(ALL, given);
        await endAll(shop, order);
        await expectPossible(shop, { steps: ALL, given, ordered: order });
        await expectNothingLost(shop, order);
        const open = (await shop.withdrawals()).filter(({ status }) => status === 'received' || status === 'accepted');
        expect(open, 'undecided').to.deep.equal([]);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('refund in the end what was paid, less what a dearer shipping cost more if something was sent', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(anyCase, async (given) => {
        const { shop, order, isEndedByShop } = await run(BY_LAW, given);
        const ended = await endAll(shop, order);
        const { cost, standard } = shippingOf(given);
        const shipping = isEndedByShop ? cost : cost - standard;
        const kept = ended.state.status === 'cancelled' ? 0 : Math.min(shipping, paidOf(given));
        expect(Number(ended.amountRefunded.minor)).to.equal(paidOf(given) - kept);
        expect(Order.amountHeld(ended).minor).to.equal(BigInt(kept));
      }),
      { numRuns: runs(2_000) },
    );
  });
});
