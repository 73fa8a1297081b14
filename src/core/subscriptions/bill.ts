import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { LineTax } from '#core/pricing/priced-line.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import { Money, roundedQuotient } from '#core/shared/money.ts';
import type { Plan, PlanId } from './plan.ts';
import { PlanPrice } from './plan-price.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';

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

/** A part of a period. */
export type PeriodPart = Readonly<{ span: TimeSpan /** The whole period. */; period: TimeSpan }>;

/** What a part of a period is worth of an amount for the whole. */
export const worthOf = (amount: Money, { span, period }: PeriodPart): Money =>
  remainingOf(amount, period, span.start).subtract(remainingOf(amount, period, span.end));

/** An amount without tax, and its tax. */
export type ChargedAmount = Readonly<{ net: Money; tax: LineTax | null }>;

/**
 * What an invoice of a subscription charges:
 * - `setup`: the plan's setup, once.
 * - `period`: a whole period, in advance.
 * - `usage`: what was used in a span, afterwards.
 * - `charge`: a part of a period whose plan or quantity changed.
 */
export type ChargePart =
  | Readonly<{
      kind: 'setup' | 'period' | 'usage';
      plan: SubscribedPlan;
      span: TimeSpan;
      /** Whether the goods of a period were sent already, since a credit pays it. It is charged whole. */
      isSent?: boolean;
    }>
  | (Readonly<{ kind: 'charge'; plan: SubscribedPlan }> & PeriodPart);

/**
 * What an invoice of a subscription credits:
 * - `credit`: what an earlier invoice has charged for time that is not used, since the plan or the quantity changed.
 * - `reversal`: a credit is charged again, since what it credited was refunded or is not paid.
 */
export type CreditPart = Readonly<{
  kind: 'credit' | 'reversal';
  /** The earlier invoice. */
  invoiceId: InvoiceId;
  plan: SubscribedPlan;
  planName: string;
  span: TimeSpan;
  /** What the customer gets, one amount for each tax rate; negative for a reversal. */
  amounts: readonly ChargedAmount[];
}>;

export type BillPart = ChargePart | CreditPart;

export const isCredit = (part: BillPart): part is CreditPart => part.kind === 'credit' || part.kind === 'reversal';

export const isCharge = (part: BillPart): part is ChargePart => !isCredit(part);

/** A line of an invoice; its amount is the product of the quantity and the unit amount. Credits are negative. */
export type BillLine = Readonly<{
  kind: BillPart['kind'] | 'late_usage';
  planId: PlanId;
  quantity: number;
  unitAmount: Money;
  amount: Money;
  span: TimeSpan;
}>;

/** A line of a credit: without its tax, which is given. */
export type CreditLine = BillLine & Readonly<{ kind: CreditPart['kind']; charged: ChargedAmount }>;

type Context = Readonly<{
  plan: (id: PlanId) => Plan;
  /** The quantity that was used in a span, as the plan aggregates it. */
  usage: (part: BillPart) => number;
  /** Of usage: what the span was billed with before. */
  billed?: Money | undefined;
}>;

/** The lines of a part, none for a setup without a price. @throws DomainError as `PlanPrice.lines` does. */
export const linesOf = (part: BillPart, context: Context): BillLine[] =>
  isCredit(part) ? creditLines(part) : chargeLines(part, context);

/** The lines of a credit, one for each tax rate. */
export const creditLines = ({ kind, plan: { planId }, span, amounts }: CreditPart): CreditLine[] =>
  amounts.map(({ net, tax }) => {
    const charged = { net: net.times(-1n), tax: tax && { ...tax, amount: tax.amount.times(-1n) } };
    return { kind, planId, quantity: 1, unitAmount: charged.net, amount: charged.net, span, charged };
  });

/** The lines of what is charged. @throws DomainError as `PlanPrice.lines` does. */
export const chargeLines = (part: ChargePart, { plan: planOf, usage, billed }: Context): BillLine[] => {
  const { kind, span } = part;
  const { id: planId, price, setupAmount } = planOf(part.plan.planId);
  const once = (amount: Money): BillLine => ({ kind, planId, quantity: 1, unitAmount: amount, amount, span });
  switch (part.kind) {
    case 'setup':
      return setupAmount.minor === 0n ? [] : [once(setupAmount)];
    case 'charge':
      return [once(worthOf(PlanPrice.total(price, part.plan.quantity), part))];
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
