import { expect } from 'chai';
import {
  FULFILLMENT_STATUSES,
  ORDER_PAYMENT_STATUSES,
  ORDER_STATUSES,
  OrderState,
  type OrderStep,
  TRANSITIONS,
} from '#core/orders/order-states.ts';
import { thrownBy } from '../../support/rejection.ts';

/** The steps allowed in each state. */
const ALLOWED = `
  open       unpaid              unfulfilled          update authorize pay refund fulfill cancel expire reverse_refund
  open       unpaid              partially_fulfilled  update authorize pay refund fulfill reverse_refund
  open       unpaid              fulfilled            update authorize pay refund reverse_refund
  open       authorized          unfulfilled          update void pay refund fulfill cancel reverse_refund
  open       authorized          partially_fulfilled  update void pay refund fulfill reverse_refund
  open       authorized          fulfilled            update void pay refund reverse_refund
  open       partially_paid      unfulfilled          update authorize pay refund fulfill cancel expire reverse_refund
  open       partially_paid      partially_fulfilled  update authorize pay refund fulfill reverse_refund
  open       partially_paid      fulfilled            update authorize pay refund reverse_refund
  open       paid                unfulfilled          update refund fulfill cancel reverse_refund
  open       paid                partially_fulfilled  update refund fulfill reverse_refund
  open       paid                fulfilled            update refund reverse_refund
  open       partially_refunded  unfulfilled          update refund fulfill cancel reverse_refund
  open       partially_refunded  partially_fulfilled  update refund fulfill reverse_refund
  open       partially_refunded  fulfilled            update refund reverse_refund
  open       refunded            unfulfilled          update cancel reverse_refund
  open       refunded            partially_fulfilled  update cancel reverse_refund
  open       refunded            fulfilled            update reverse_refund
  completed  unpaid              unfulfilled          refund reverse_refund
  completed  unpaid              partially_fulfilled  refund reverse_refund
  completed  unpaid              fulfilled            refund reverse_refund
  completed  partially_paid      unfulfilled          refund reverse_refund
  completed  partially_paid      partially_fulfilled  refund reverse_refund
  completed  partially_paid      fulfilled            refund reverse_refund
  completed  authorized          unfulfilled          refund reverse_refund
  completed  authorized          partially_fulfilled  refund reverse_refund
  completed  authorized          fulfilled            refund reverse_refund
  completed  paid                unfulfilled          refund reverse_refund
  completed  paid                partially_fulfilled  refund reverse_refund
  completed  paid                fulfilled            refund reverse_refund
  completed  partially_refunded  unfulfilled          refund reverse_refund
  completed  partially_refunded  partially_fulfilled  refund reverse_refund
  completed  partially_refunded  fulfilled            refund reverse_refund
  completed  refunded            unfulfilled          reverse_refund
  completed  refunded            partially_fulfilled  reverse_refund
  completed  refunded            fulfilled            reverse_refund
  cancelled  unpaid              unfulfilled          reverse_refund
  cancelled  unpaid              partially_fulfilled  reverse_refund
  cancelled  unpaid              fulfilled            reverse_refund
  cancelled  partially_paid      unfulfilled          refund reverse_refund
  cancelled  partially_paid      partially_fulfilled  refund reverse_refund
  cancelled  partially_paid      fulfilled            refund reverse_refund
  cancelled  authorized          unfulfilled          reverse_refund
  cancelled  authorized          partially_fulfilled  reverse_refund
  cancelled  authorized          fulfilled            reverse_refund
  cancelled  paid                unfulfilled          refund reverse_refund
  cancelled  paid                partially_fulfilled  refund reverse_refund
  cancelled  paid                fulfilled            refund reverse_refund
  cancelled  partially_refunded  unfulfilled          refund reverse_refund
  cancelled  partially_refunded  partially_fulfilled  refund reverse_refund
  cancelled  partially_refunded  fulfilled            refund reverse_refund
  cancelled  refunded            unfulfilled          reverse_refund
  cancelled  refunded            partially_fulfilled  reverse_refund
  cancelled  refunded            fulfilled            reverse_refund
`
  .trim()
  .split('\n')
  .map((line) => {
    const [status, payment, fulfillment, ...steps] = line.trim().split(/ +/);
    return { state: { status, payment, fulfillment } as OrderState, steps: new Set(steps) };
  });

const STEPS: readonly OrderStep[] = [
  'update',
  'authorize',
  'void',
  'pay',
  'refund',
  'reverse_refund',
  'fulfill',
  'cancel',
  'expire',
];

const STATES: readonly OrderState[] = ORDER_STATUSES.flatMap((status) =>
  ORDER_PAYMENT_STATUSES.flatMap((payment) =>
    FULFILLMENT_STATUSES.map((fulfillment) => ({ status, payment, fulfillment })),
  ),
);

const nameOf = ({ status, payment, fulfillment }: OrderState): string => `${status} ${payment} ${fulfillment}`;

/** Whether this status forbids the step for any value of the other statuses. */
const forbids = (status: string, step: OrderStep): boolean =>
  ALLOWED.every(
    ({ state, steps }) =>
      !Object.values(state).includes(status as never) ||
      !steps.has(step) ||
      // the steps that depend on two statuses
      (step === 'cancel' && state.payment === 'refunded') ||
      (step === 'refund' && state.status === 'cancelled'),
  );

describe('order states', () => {
  it('cover every combination', () => {
    expect(ALLOWED.map(({ state }) => nameOf(state))).to.have.members(STATES.map(nameOf));
    expect(STATES).to.have.lengthOf(54);
  });

  for (const step of STEPS) {
    it(`allow the step "${step}" only in its documented states`, () => {
      for (const { state, steps } of ALLOWED) {
        expect(OrderState.allows(state, step), nameOf(state)).to.equal(steps.has(step));
        if (steps.has(step)) expect(() => OrderState.require(state, step), nameOf(state)).to.not.throw();
      }
    });

    it(`report the current state and the allowed actions when they forbid "${step}"`, async () => {
      for (const { state, steps } of ALLOWED.filter((row) => !row.steps.has(step))) {
        const error = await thrownBy(() => OrderState.require(state, step));
        expect(error, nameOf(state)).to.include({ kind: 'conflict', code: 'invalid_state' });
        const { current_state: forbidding, actions, ...others } = error.details;
        expect(Object.values(state), nameOf(state)).to.include(forbidding);
        expect(forbids(String(forbidding), step), `${forbidding} forbids ${step}`).to.equal(true);
        expect(actions, nameOf(state)).to.deep.equal(['cancel', 'fulfill'].filter((action) => steps.has(action)));
        expect(others).to.deep.equal({});
      }
    });
  }

  it('explain a forbidden step in a sentence, and list the remaining actions', async () => {
    const sent = { status: 'open', payment: 'paid', fulfillment: 'partially_fulfilled' } as const;
    const cancelled = { status: 'cancelled', payment: 'unpaid', fulfillment: 'unfulfilled' } as const;
    expect((await thrownBy(() => OrderState.require(sent, 'cancel'))).message).to.equal(
      'The order is partially fulfilled: it cannot be cancelled.',
    );
    expect((await thrownBy(() => OrderState.require(cancelled, 'cancel'))).message).to.equal(
      'The order is cancelled: it cannot be cancelled.',
    );
  });

  it('expose the client’s actions', () => {
    for (const { state, steps } of ALLOWED) {
      const actions = ['cancel', 'fulfill'].filter((action) => steps.has(action));
      expect(OrderState.actions(state), nameOf(state)).to.deep.equal(actions);
    }
  });

  it('follow the documented transitions and throw on any other', () => {
    const follows = (table: Readonly<Record<string, readonly string[]>>, from: string, to: string): boolean =>
      from === to || (table[from] ?? []).includes(to);
    for (const from of STATES) {
      for (const to of STATES) {
        const isFollowing =
          follows(TRANSITIONS.status, from.status, to.status) &&
          follows(TRANSITIONS.payment, from.payment, to.payment) &&
          follows(TRANSITIONS.fulfillment, from.fulfillment, to.fulfillment);
        const advance = () => OrderState.advance(from, to);
        if (isFollowing) expect(advance()).to.equal(to);
        else expect(advance, `${nameOf(from)} to ${nameOf(to)}`).to.throw(TypeError);
      }
    }
  });
});
