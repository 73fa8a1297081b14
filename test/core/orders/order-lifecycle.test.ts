import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { OrderChanges } from '#core/orders/order-changes.ts';
import { OrderMoney } from '#core/orders/order-money.ts';
import { type OrderState, TRANSITIONS } from '#core/orders/order-states.ts';
import { orderChanged } from '#core/orders/records.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { NOON } from '../../support/builders/builders.ts';
import { aFulfillment, anItem, anOrder, dollars, timingAt } from '../../support/builders/order-builders.ts';

type Step = (order: Order) => Order;

const ZERO_USD = dollars(0);

/**
 * Payments and refunds can repeat without end, so the paths need a limit. Every documented transition occurs within 3
 * steps; 8 also combine each with repeated payments and refunds.
 */
const MAX_STEPS = 8;

const AT_NOON = timingAt(NOON);

const fulfillOneItem: Step = (order) => {
  const [item] = order.items;
  return Order.fulfill(order, aFulfillment(order, item && [{ itemId: item.id, quantity: 1 }]));
};

/** An edit to some quantity of the first item, at a dollar each. */
const editTo =
  (quantity: number): Step =>
  (order) =>
    OrderChanges.edit(order, {
      ...AT_NOON,
      items: order.items.map((item) => ({ ...item, quantity, unitPrice: dollars(1) })),
      charges: order.charges,
      details: {},
    });

const cancelOneItem: Step = (order) => {
  const [item] = order.items;
  return item === undefined
    ? order
    : OrderChanges.cancelItem(order, { itemId: item.id, quantity: 1, isRefunded: true }, NOON);
};

const STEPS: Readonly<Record<string, Step>> = {
  'edit to five': editTo(5),
  'edit to two': editTo(2),
  'cancel one item': cancelOneItem,
  change: (order) => Order.change(order, {}, NOON),
  authorize: (order) => OrderMoney.authorize(order, NOON),
  void: (order) => OrderMoney.void(order, AT_NOON),
  'pay a dollar': (order) => OrderMoney.pay(order, dollars(1), timingAt(NOON)),
  'pay the rest': (order) => OrderMoney.pay(order, Order.amountDue(order), timingAt(NOON)),
  'refund a dollar': (order) => OrderMoney.refund(order, dollars(1), AT_NOON),
  'refund everything': (order) => OrderMoney.refund(order, Order.amountHeld(order), AT_NOON),
  'fulfill one item': fulfillOneItem,
  'fulfill the rest': (order) => Order.fulfill(order, aFulfillment(order)),
  cancel: (order) => Order.cancel(order, null, NOON),
  expire: (order) => Order.expire(order, NOON),
};

/** A gateway reports that refunds have failed. */
const FAILURES: Readonly<Record<string, Step>> = {
  'fail to refund a dollar': (order) => OrderMoney.reverseRefund(order, dollars(1), AT_NOON),
  'fail to refund everything': (order) => OrderMoney.reverseRefund(order, order.amountRefunded, AT_NOON),
};

type Move = Readonly<{ before: Order; step: string; after: Order }>;

/** The order after the step; undefined if the step is rejected. */
const tryStep = (before: Order, step: Step): Order | undefined => {
  const endsOrder = step === STEPS['cancel'] || step === STEPS['expire'];
  try {
    return step(before);
  } catch (error) {
    // use cases refund a paid order before they end it, so ending one is a TypeError and no DomainError
    const isUnrefunded = error instanceof TypeError && endsOrder && Order.isPaidFor(before);
    if (error instanceof DomainError || isUnrefunded) return undefined;
    throw error;
  }
};

const stateOf = ({ state, amountPaid, amountRefunded, expiresAt, items }: Order): string =>
  JSON.stringify([state, String(amountPaid.minor), String(amountRefunded.minor), expiresAt, items[0]?.quantity]);

/** Every step on all paths of up to some steps from these orders: breadth first, each state once. */
const movesFrom = (orders: readonly Order[], maxSteps: number, steps = STEPS): Move[] => {
  const visited = new Set(orders.map(stateOf));
  const moves: Move[] = [];
  let frontier = orders;
  for (let depth = 0; depth < maxSteps; depth += 1) {
    const next: Order[] = [];
    for (const before of frontier) {
      for (const [step, take] of Object.entries(steps)) {
        const after = tryStep(before, take);
        if (after === undefined) continue;
        moves.push({ before, step, after });
        if (!visited.has(stateOf(after))) next.push(after);
        visited.add(stateOf(after));
      }
    }
    frontier = next;
  }
  return moves;
};

const describeMove = ({ before, step, after }: Move): string => `${stateOf(before)} ${step} ${stateOf(after)}`;

describe('the order lifecycle', () => {
  const priced = anOrder({ items: [anItem({ unitPrice: dollars(1), quantity: 3 })] });
  const free = anOrder({ items: [anItem({ unitPrice: ZERO_USD, quantity: 3 })] });
  const moves = movesFrom([priced, free], MAX_STEPS);
  const movesWithFailures = movesFrom([priced, free], MAX_STEPS - 1, { ...STEPS, ...FAILURES });

  it('uses only the documented transitions, and each of them', () => {
    for (const axis of ['status', 'payment', 'fulfillment'] as const) {
      const seen = [...moves, ...movesWithFailures].map(({ before, after }) => [before.state[axis], after.state[axis]]);
      const changes = seen.filter(([from, to]) => from !== to).map(([from, to]) => `${from} → ${to}`);
      const documented = Object.entries(TRANSITIONS[axis] as Record<string, readonly string[]>);
      const expected = documented.flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
      expect([...new Set(changes)], axis).to.have.members(expected);
    }
  });

  it('is announced as paid once, and fits its amounts, when refunds fail', () => {
    for (const move of movesWithFailures) {
      const { before, after } = move;
      const held = Order.amountHeld(after);
      expect([held.isNegative, after.amountRefunded.isNegative], describeMove(move)).to.deep.equal([false, false]);
      const isCovered = held.compare(Order.total(after)) >= 0;
      if (isCovered || after.waived.minor === 0n)
        expect(after.state.payment === 'paid', describeMove(move)).to.equal(isCovered);
      const isAnnounced = orderChanged(before, after).type === 'order.paid';
      if (isAnnounced) expect(before.state.payment, describeMove(move)).to.not.match(/refunded$/);
    }
  });

  it('never holds less than zero or more than the total', () => {
    for (const move of moves) {
      const { after } = move;
      const held = Order.amountHeld(after);
      expect(held.isNegative, describeMove(move)).to.equal(false);
      expect(held.subtract(after.refundDue).compare(Order.total(after)), describeMove(move)).to.be.at.most(0);
      expect(Order.amountDue(after).isNegative, describeMove(move)).to.equal(false);
    }
  });

  it('is paid exactly when it holds its total, less what is waived, and what is due to be refunded', () => {
    // so a free order is paid from the start; nothing of it can be refunded
    const holdsTotal = (order: Order): boolean =>
      Order.amountHeld(order).subtract(order.refundDue).compare(Order.total(order)) === 0;
    for (const move of moves) {
      const { state, waived } = move.after;
      const isPaid = state.payment === 'paid';
      const isOwed = Order.amountDue(move.after).minor > 0n;
      if (isPaid && waived.minor > 0n) expect(isOwed, describeMove(move)).to.equal(false);
      else expect(isPaid, describeMove(move)).to.equal(holdsTotal(move.after));
    }
  });

  it('completes when the order is paid and fulfilled, in either order', () => {
    const isDone = ({ payment, fulfillment }: OrderState): boolean => fulfillment === 'fulfilled' && payment === 'paid';
    const done = moves.filter(({ after }) => isDone(after.state));
    expect(done.some(({ step }) => step === 'pay the rest')).to.equal(true);
    expect(done.some(({ step }) => step === 'fulfill the rest')).to.equal(true);
    for (const move of done) expect(move.after.state.status, describeMove(move)).to.equal('completed');
    for (const move of moves.filter(({ after }) => after.state.status === 'completed')) {
      expect(move.after.state.fulfillment, describeMove(move)).to.equal('fulfilled');
      expect(['unpaid', 'authorized'], describeMove(move)).to.not.include(move.after.state.payment);
    }
  });

  it('never cancels a paid or fulfilled order unless it is fully refunded', () => {
    for (const move of moves.filter(({ after }) => after.state.status === 'cancelled')) {
      expect(Order.isPaidFor(move.after), describeMove(move)).to.equal(false);
      if (move.after.state.payment !== 'refunded')
        expect(move.after.fulfillments, describeMove(move)).to.deep.equal([]);
    }
  });

  it('expires only orders that are unfulfilled and not paid in full, and only these have a deadline', () => {
    const expired = moves.filter(({ step }) => step === 'expire');
    expect(expired).to.not.deep.equal([]);
    const expiring = [
      ...expired.map((move) => ({ move, order: move.before })),
      ...moves.filter(({ after }) => after.expiresAt !== null).map((move) => ({ move, order: move.after })),
    ];
    for (const { move, order } of expiring) {
      expect(order.expiresAt, describeMove(move)).to.not.equal(null);
      const payment = Order.amountHeld(order).minor === 0n ? 'unpaid' : 'partially_paid';
      expect(order.state, describeMove(move)).to.deep.equal({ status: 'open', payment, fulfillment: 'unfulfilled' });
      expect(order.fulfillments, describeMove(move)).to.deep.equal([]);
    }
    for (const { after, ...move } of expired)
      expect(after.state.status, describeMove({ ...move, after })).to.equal('cancelled');
  });
});
