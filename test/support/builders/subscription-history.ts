import fc from 'fast-check';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import { plainRate } from '../models/plain-rate.ts';
import { ids } from './builders.ts';
import { aTime, CURRENCIES } from './sales-history.ts';

/** A subscription's MRR over time, in minor units, and what became of its trial. */
export const aSubscriptionHistory = fc.record({
  at: aTime,
  currency: fc.constantFrom(...CURRENCIES),
  trial: fc.constantFrom(null, 'converted', 'ended', 'open'),
  changes: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 60 * 86_400_000 }),
      mrr: fc.constantFrom(0, 0, 1, 990, 4_999, 120_000),
    }),
    { maxLength: 5 },
  ),
});

type SubscriptionHistory = typeof aSubscriptionHistory extends fc.Arbitrary<infer T> ? T : never;

export const movementsOf = (history: SubscriptionHistory): readonly SubscriptionMovement[] => {
  const subscriptionId = ids.next('sub');
  const money = (minor: number): Money => Money.ofMinor(BigInt(minor), history.currency);
  const movements: SubscriptionMovement[] = [];
  let [at, mrr] = [history.at, 0];
  const move = (kind: SubscriptionMovement['kind'], next: number): void => {
    const version = movements.length + 1;
    movements.push({ subscriptionId, version, kind, amount: money(next - mrr), mrr: money(next), at });
    mrr = next;
  };
  const { trial } = history;
  if (trial !== null) move('trial_started', 0);
  if (trial === 'ended' || trial === 'open') {
    at = new Date(at.getTime() + 86_400_000);
    if (trial === 'ended') move('trial_ended', 0);
    return movements;
  }
  for (const [index, change] of history.changes.entries()) {
    at = new Date(at.getTime() + change.after);
    if (index === 0 && trial === 'converted') move('trial_converted', 0);
    if (change.mrr !== mrr) move(kindOf(movements, { from: mrr, to: change.mrr }), change.mrr);
  }
  return movements;
};

const kindOf = (
  before: readonly SubscriptionMovement[],
  { from, to }: Readonly<{ from: number; to: number }>,
): SubscriptionMovement['kind'] => {
  if (to === 0) return 'churn';
  if (from > 0) return to > from ? 'expansion' : 'contraction';
  return before.some(({ kind }) => kind === 'churn') ? 'reactivation' : 'new';
};

type Asked = Readonly<{ currency: Currency; from: Date; to: Date }>;

/** The figures of a range from the state of each subscription at its ends, and the movements in it. */
export const plainSubscriptionFigures = (
  histories: readonly (readonly SubscriptionMovement[])[],
  { currency, from, to }: Asked,
) => {
  const asked = histories.filter(([first]) => first?.amount.currency === currency);
  const mrrBefore = (time: Date): bigint[] =>
    asked.map((movements) => movements.findLast(({ at }) => at < time)?.mrr.minor ?? 0n);
  const active = (mrrs: readonly bigint[]): number => mrrs.filter((mrr) => mrr > 0n).length;
  const [opening, closing] = [mrrBefore(from), mrrBefore(to)];
  const moved = asked.flat().filter(({ at }) => at >= from && at < to);
  const count = (name: SubscriptionMovement['kind']): number => moved.filter(({ kind }) => kind === name).length;
  const major = (minor: bigint): number => Money.ofMinor(minor, currency).toNumber();
  const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
  const sum = (name: SubscriptionMovement['kind']): number =>
    major(total(moved.filter(({ kind }) => kind === name).map(({ amount }) => amount.minor)));
  return {
    mrr: major(total(closing)),
    arr: major(total(closing) * 12n),
    mrr_new: sum('new'),
    mrr_expansion: sum('expansion'),
    mrr_contraction: sum('contraction'),
    mrr_churn: sum('churn'),
    mrr_reactivation: sum('reactivation'),
    active_subscriptions: active(closing),
    subscriptions_started: count('new'),
    subscriptions_churned: count('churn'),
    subscriptions_reactivated: count('reactivation'),
    churn_rate: plainRate(count('churn'), active(opening)),
    trials_started: count('trial_started'),
    trials_converted: count('trial_converted'),
    trials_ended: count('trial_ended'),
    trial_conversion_rate: plainRate(count('trial_converted'), count('trial_converted') + count('trial_ended')),
  };
};
