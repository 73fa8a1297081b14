import type { TimeSpan } from '#core/shared/clock.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { Plan, PlanId } from './plan.ts';
import { PlanPrice } from './plan-price.ts';
import type { BilledPlan, SubscribedPlan } from './subscribed-plan.ts';

/**
 * What an amount that is paid for a period is worth for the rest of it, by milliseconds, rounded half up. A part of the
 * period is worth the difference of what remains at its two ends, so the parts of any partition add up to the amount, and
 * each is less than a minor unit from its exact value.
 * @throws RangeError if the instant is not within the period.
 */
export const remainingOf = (amount: Money, { start, end }: TimeSpan, at: Date): Money => {
  if (at < start || at > end || start >= end) throw new RangeError('The instant must be within the period.');
  const rest = BigInt(end.getTime() - at.getTime());
  return Money.ofMinor(roundedQuotient(amount.minor * rest, BigInt(end.getTime() - start.getTime())), amount.currency);
};

/**
 * What an invoice of a subscription is for:
 * - `setup`: the plan's setup, once.
 * - `period`: a whole period, in advance.
 * - `usage`: what was used in a span, afterwards.
 * - `credit` and `charge`: the rest of a period whose plan or quantity changed at `span.start`.
 */
export type BillPart =
  | Readonly<{
      kind: 'setup' | 'period' | 'usage';
      plan: SubscribedPlan;
      span: TimeSpan;
      /** Whether the goods of a period were sent already, since a credit pays it. */
      isSent?: boolean;
    }>
  | Readonly<{
      kind: 'credit' | 'charge';
      plan: BilledPlan;
      /** The rest of the period. */
      span: TimeSpan;
      /** The whole period, which the plan's amount is for. */
      period: TimeSpan;
    }>;

/** A line of an invoice; its amount is the product of the quantity and the unit amount. Credits are negative. */
export type BillLine = Readonly<{
  kind: BillPart['kind'] | 'late_usage';
  planId: PlanId;
  quantity: number;
  unitAmount: Money;
  amount: Money;
  span: TimeSpan;
}>;

type Context = Readonly<{
  plan: (id: PlanId) => Plan;
  /** The quantity that was used in a span, as the plan aggregates it. */
  usage: (part: BillPart) => number;
  /** Of usage: what the span was billed with before. */
  billed?: Money | undefined;
  /** Of a credit: what the whole period has cost; the price if omitted. */
  cost?: Money | undefined;
}>;

/** The lines of a part, none for a setup without a price. @throws DomainError as `PlanPrice.lines` does. */
export const linesOf = (part: BillPart, { plan: planOf, usage, billed, cost }: Context): BillLine[] => {
  const { kind, span } = part;
  const { id: planId, price, setupAmount } = planOf(part.plan.planId);
  const once = (amount: Money): BillLine => ({ kind, planId, quantity: 1, unitAmount: amount, amount, span });
  switch (part.kind) {
    case 'setup':
      return setupAmount.minor === 0n ? [] : [once(setupAmount)];
    case 'credit':
    case 'charge': {
      const whole = cost ?? PlanPrice.total(price, part.plan.quantity);
      const rest = remainingOf(whole, part.period, span.start);
      return [once(part.kind === 'credit' ? rest.times(-1n) : rest)];
    }
    case 'period':
    case 'usage': {
      if (billed !== undefined) return lateLines(once(PlanPrice.total(price, usage(part)).subtract(billed)), price);
      const lines = PlanPrice.lines(price, part.kind === 'usage' ? usage(part) : part.plan.quantity);
      return lines.map(({ quantity, unitAmount, amount }) => ({ kind, planId, quantity, unitAmount, amount, span }));
    }
  }
};

/** What late usage adds to what its span was billed with. It never lowers that. */
const lateLines = (added: BillLine, price: PlanPrice): BillLine[] => {
  const { amount } = added;
  if (amount.minor <= 0n) return [];
  const line = { ...added, kind: 'late_usage' } as const;
  if (price.model !== 'per_unit') return [line];
  return [{ ...line, quantity: Number(amount.minor / price.amount.minor), unitAmount: price.amount }];
};
