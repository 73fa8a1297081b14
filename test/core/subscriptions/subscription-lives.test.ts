import { expect } from 'chai';
import fc from 'fast-check';
import type { TimeSpan } from '#core/shared/clock.ts';
import { changeSubscription, PRORATIONS } from '#core/subscriptions/change-subscription.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
  undoCancellation,
} from '#core/subscriptions/stop-subscription.ts';
import { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { actionsOf, type SubscriptionAction } from '#core/subscriptions/subscription.ts';
import { isRecurring, type SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { nextStepOf } from '#core/subscriptions/subscription-schedule.ts';
import { mrrOf, PLANS, Witness } from '../../support/builders/subscription-witness.ts';
import { runs } from '../../support/extent.ts';

const TEN_YEARS_DAYS = 3652;

const RUNS = runs(60);

const OPS = [
  'change',
  'cancel',
  'cancel_later',
  'undo_cancel',
  'pause',
  'pause_later',
  'resume',
  'skip',
  'pay',
] as const;

const op = fc.record({
  kind: fc.oneof(
    { weight: 40, arbitrary: fc.constantFrom(...OPS) },
    { weight: 20, arbitrary: fc.constant('change' as const) },
  ),
  days: fc.double({ min: 0, max: 120, noNaN: true }),
  plan: fc.constantFrom(...PLANS),
  quantity: fc.nat(5),
  proration: fc.constantFrom(...PRORATIONS),
});

type Op = typeof op extends fc.Arbitrary<infer T> ? T : never;

const life = fc.record({
  day: fc.nat(1500),
  plan: fc.constantFrom(...PLANS),
  quantity: fc.nat(5),
  trialDays: fc.constantFrom(0, 0, 14, 31),
  /** How many days the worker is late. */
  lateDays: fc.constantFrom(0, 0, 0.5, 200),
  /** The outcomes of payments, again and again. */
  payments: fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
  ops: fc.array(op, { minLength: 1, maxLength: 60 }),
});

type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

const act = (witness: Witness, op: Op): void => {
  const { status } = witness.subscription;
  const actions: readonly string[] = actionsOf(witness.subscription);
  const isChangeable = status === 'trialing' || status === 'active' || status === 'past_due';
  const isAllowed = op.kind === 'pay' || (op.kind === 'change' ? isChangeable : actions.includes(ACTION_OF[op.kind]));
  // most lives go on for some time
  const isTooEarly = ACTION_OF[op.kind] === 'cancel' && witness.bills.length < 20;
  if (isAllowed && !isTooEarly) TAKE[op.kind](witness, op);
};

const ACTION_OF = {
  pay: '',
  change: '',
  cancel: 'cancel',
  cancel_later: 'cancel',
  undo_cancel: 'undo_cancel',
  pause: 'pause',
  pause_later: 'pause',
  resume: 'resume',
  skip: 'skip',
} as const satisfies Record<Op['kind'], SubscriptionAction | ''>;

const cancel = (witness: Witness, atPeriodEnd: boolean): void =>
  witness.step((current, at) => cancelSubscription(current, { atPeriodEnd, at }), { mayLose: true });

const pause = (witness: Witness, atPeriodEnd: boolean): void =>
  witness.step((current, at) => ({ subscription: pauseSubscription(current, { atPeriodEnd, at }) }));

const TAKE: Readonly<Record<Op['kind'], (witness: Witness, op: Op) => void>> = {
  pay: (witness) => witness.pay(),
  change: (witness, { plan, quantity, proration }) => {
    const change = { plan: SubscribedPlan.of(plan, quantity), proration };
    const mayLose = proration === 'none';
    witness.step((current, at) => changeSubscription(current, { ...change, at }), { mayLose });
  },
  cancel: (witness) => cancel(witness, false),
  cancel_later: (witness) => cancel(witness, true),
  undo_cancel: (witness) => witness.step((current, at) => ({ subscription: undoCancellation(current, at) })),
  pause: (witness) => pause(witness, false),
  pause_later: (witness) => pause(witness, true),
  resume: (witness) => witness.step((current, at) => ({ subscription: resumeSubscription(current, at) })),
  skip: (witness) => witness.step((current, at) => ({ subscription: skipPeriod(current, at) })),
};

const lived = (shape: Life): Witness => {
  const witness = new Witness(shape);
  let days = 0;
  for (const each of shape.ops) {
    if (days + each.days > TEN_YEARS_DAYS) break;
    days += each.days;
    witness.pass(each.days);
    act(witness, each);
  }
  witness.pass(TEN_YEARS_DAYS - days);
  return witness;
};

/** Expects of movements of an MRR the kinds that follow from the amounts. */
const expectKinds = (moved: readonly SubscriptionMovement[]): void => {
  for (const [index, { kind, amount, mrr }] of moved.entries()) {
    const isFromZero = mrr.minor === amount.minor;
    const rise = isFromZero ? (index === 0 ? 'new' : 'reactivation') : 'expansion';
    const fall = mrr.minor === 0n ? 'churn' : 'contraction';
    expect(kind).to.equal(amount.isNegative ? fall : rise);
    expect(mrr.isNegative).to.equal(false);
  }
};

const contains = ({ start, end }: TimeSpan, time: Date): boolean => start <= time && time < end;

describe('ten years of a subscription', () => {
  it('bill each active instant once in advance, to the millisecond and to the cent', () => {
    fc.assert(
      fc.property(life, (shape) => void lived(shape)),
      { numRuns: RUNS },
    );
  });

  it('bill usage at any time once, in order', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const { parts, metered, subscription } = lived(shape);
        const spans = parts.filter(({ kind }) => kind === 'usage').map(({ span }) => span);
        for (const [index, { start, end }] of spans.entries()) {
          expect(start.getTime()).to.be.at.least(spans[index - 1]?.end.getTime() ?? 0);
          expect(start.getTime()).to.be.lessThan(end.getTime());
        }
        const unbilled = subscription.usageSince;
        for (const time of metered) {
          const count = spans.filter((span) => contains(span, time)).length;
          expect(count === 1 || (count === 0 && time >= unbilled), time.toISOString()).to.equal(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('bill the setup once, with the first period', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const kinds = lived(shape).bills.map(({ kind }) => kind);
        const first = kinds.find((kind) => kind === 'setup' || kind === 'period');
        expect(kinds.filter((kind) => kind === 'setup').length).to.be.at.most(1);
        expect(first ?? 'setup').to.equal('setup');
      }),
      { numRuns: RUNS },
    );
  });

  it('end for good', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const { subscription } = lived(shape);
        if (subscription.status !== 'cancelled') return;
        expect(subscription).to.include({
          pause: null,
          nextPlan: null,
          dunning: null,
          next: 'renew',
        });
        expect([nextStepOf(subscription), actionsOf(subscription)]).to.deep.equal([undefined, []]);
        expect(subscription.endedAt).to.be.instanceOf(Date);
      }),
      { numRuns: RUNS },
    );
  });

  it('move the MRR by each of its changes, and by nothing else', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const { versions, movements, subscription } = lived(shape);
        const amounts = versions.map((version) => mrrOf(version).minor);
        const changes = amounts.map((amount, index) => amount - (amounts[index - 1] ?? 0n));
        const moved = movements.filter(({ kind }) => !kind.startsWith('trial_'));
        expect(moved.map(({ amount }) => amount.minor)).to.deep.equal(changes.filter((change) => change !== 0n));
        const sum = moved.reduce((total, { amount }) => total + amount.minor, 0n);
        expect(sum).to.equal(mrrOf(subscription).minor);
        expectKinds(moved);
      }),
      { numRuns: RUNS },
    );
  });

  it('have a trial once, which is converted or ended once', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const { versions, movements } = lived(shape);
        const kinds = movements.map(({ kind }) => kind).filter((kind) => kind.startsWith('trial_'));
        const isConverted = versions.some(isRecurring);
        const isEnded = versions.at(-1)?.status === 'cancelled';
        const end = isConverted ? ['trial_converted'] : isEnded ? ['trial_ended'] : [];
        expect(kinds).to.deep.equal(shape.trialDays === 0 ? [] : ['trial_started', ...end]);
      }),
      { numRuns: RUNS },
    );
  });

  it('have movements in order, when they take effect', () => {
    fc.assert(
      fc.property(life, (shape) => {
        const { versions, movements } = lived(shape);
        for (const [index, { version, kind, at }] of movements.entries()) {
          const before = movements[index - 1];
          if (before?.version === version) expect(before.kind < kind).to.equal(true);
          else expect(version).to.be.greaterThan(before?.version ?? 0);
          expect(at).to.be.at.least(before?.at ?? at);
          const stored = versions.find((each) => each.version === version)?.updatedAt ?? new Date(0);
          if (shape.lateDays === 0) expect(at).to.deep.equal(stored);
          else expect(at).to.be.at.most(stored);
        }
      }),
      { numRuns: RUNS },
    );
  });
});
