import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { type OrderState, TRANSITIONS } from '#core/orders/order-states.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import { NOON } from '../../support/builders.ts';
import { aFulfillment, anItem, anOrder, dollars, halfAnHourFrom } from '../../support/order-builders.ts';

type Step = (order: Order) => Order;

const ZERO_USD = dollars(0);

const oneItem: Step = (order) => {
  const [item] = order.items;
  return Order.fulfill(order, aFulfillment(order, item && [{ itemId: item.id, quantity: 1 }]));
};

const STEPS: Readonly<Record<string, Step>> = {
  change: (order) => Order.change(order, {}, NOON),
  authorize: (order) => Order.authorize(order, NOON),
  void: (order) => Order.void(order, halfAnHourFrom(NOON)),
  'pay a dollar': (order) => Order.pay(order, dollars(1), NOON),
  'pay the rest': (order) => Order.pay(order, Order.amountDue(order), NOON),
  'refund a dollar': (order) => Order.refund(order, dollars(1), halfAnHourFrom(NOON)),
  'refund everything': (order) => Order.refund(order, Order.amountHeld(order), halfAnHourFrom(NOON)),
  'fulfill one item': oneItem,
  'fulfill the rest': (order) => Order.fulfill(order, aFulfillment(order)),
  cancel: (order) => Order.cancel(order, null, NOON),
  expire: (order) => Order.expire(order, NOON),
};

type Move = Readonly<{ before: Order; step: string; after: Order }>;

/** The order after the step; undefined if it is rejected, or would cancel a paid order. */
const tryStep = (before: Order, step: Step): Order | undefined => {
  const isEnd = step === STEPS['cancel'] || step === STEPS['expire'];
  try {
    return step(before);
  } catch (error) {
    if (error instanceof DomainError || (isEnd && Order.isPaidFor(before))) return undefined;
    throw error;
  }
};

const stateOf = ({ state, amountPaid, amountRefunded, expiresAt }: Order): string =>
  JSON.stringify([state, String(amountPaid.minor), String(amountRefunded.minor), expiresAt]);

/** Every step on all paths of a given length from these orders. */
const movesFrom = (orders: readonly Order[], steps: number): Move[] => {
  const known = new Set(orders.map(stateOf));
  const moves: Move[] = [];
  let reached = orders;
  for (let count = 0; count < steps; count += 1) {
    const next: Order[] = [];
    for (const before of reached) {
      for (const [step, take] of Object.entries(STEPS)) {
        const after = tryStep(before, take);
        if (after === undefined) continue;
        moves.push({ before, step, after });
        if (!known.has(stateOf(after))) next.push(after);
        known.add(stateOf(after));
      }
    }
    reached = next;
  }
  return moves;
};

const describeMove = ({ before, step, after }: Move): string => `${stateOf(before)} ${step} ${stateOf(after)}`;

describe('the order lifecycle', () => {
  const dear = anOrder({ items: [anItem({ unitPrice: dollars(1), quantity: 3 })] });
  const free = anOrder({ items: [anItem({ unitPrice: ZERO_USD, quantity: 3 })] });
  const moves = movesFrom([dear, free], 8);

  it('uses only the documented transitions, and each of them', () => {
    for (const axis of ['status', 'payment', 'fulfillment'] as const) {
      const seen = moves.map(({ before, after }) => [before.state[axis], after.state[axis]]);
      const changes = seen.filter(([from, to]) => from !== to).map(([from, to]) => `${from} → ${to}`);
      const written = Object.entries(TRANSITIONS[axis] as Record<string, readonly string[]>);
      const expected = written.flatMap(([from, targets]) => targets.map((to) => `${from} → ${to}`));
      expect([...new Set(changes)], axis).to.have.members(expected);
    }
  });

  it('never refunds more than was paid and never captures more than the total', () => {
    for (const move of moves) {
      const { after } = move;
      const held = Order.amountHeld(after);
      expect(held.isNegative, describeMove(move)).to.equal(false);
      expect(held.compare(Order.total(after)), describeMove(move)).to.be.at.most(0);
      expect(Order.amountDue(after).isNegative, describeMove(move)).to.equal(false);
    }
  });

  it('is paid exactly when nothing is due', () => {
    const whole = (order: Order): boolean => Order.amountHeld(order).compare(Order.total(order)) === 0;
    for (const move of moves) {
      const isPaid = move.after.state.payment === 'paid';
      expect(isPaid, describeMove(move)).to.equal(whole(move.after) && move.after.state.payment !== 'refunded');
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

  it('expires only unpaid, unfulfilled orders', () => {
    for (const move of moves.filter(({ after }) => after.expiresAt !== null)) {
      const { state, fulfillments } = move.after;
      expect(state, describeMove(move)).to.deep.equal({
        status: 'open',
        payment: 'unpaid',
        fulfillment: 'unfulfilled',
      });
      expect(fulfillments, describeMove(move)).to.deep.equal([]);
      expect(Order.amountHeld(move.after).minor, describeMove(move)).to.equal(0n);
    }
  });
});
