import type { InvoiceId } from '#core/invoices/invoice.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Rate } from '#core/shared/rate-limiter.ts';
import type { ChargedAmount, ChargePart, PeriodPart } from '#core/subscriptions/bill.ts';
import type { PeriodCharge } from '#core/subscriptions/period-charge.ts';
import type { SubscribedPlan } from '#core/subscriptions/subscribed-plan.ts';
import { amountOf } from './amount.ts';
import { toLineTax } from './priced-line.ts';

export type StoredSpan = Readonly<{ [Name in keyof TimeSpan]: string }>;

/** A part of a bill, with times as text. */
export type StoredPart = Readonly<{
  kind: ChargePart['kind'];
  plan: SubscribedPlan;
  span: StoredSpan;
  /** Of a charge. */
  period?: StoredSpan;
  /** Of a period whose goods were sent. */
  isSent?: boolean;
}>;

/** In major units, with the tax as the lines of an invoice have it. */
type StoredAmount = Readonly<{ net: number; tax_name: string | null; tax_rate: number | null; tax: number }>;

/** What was charged for a period, with times as text and amounts in major units. */
export type StoredCharge = Readonly<{
  invoiceId: InvoiceId;
  plan: SubscribedPlan;
  planName: string;
  period: StoredSpan;
  amounts: readonly StoredAmount[];
  /** Omitted where it is not so. */
  hasGoods?: true;
  isOwed?: true;
  unused: readonly Readonly<{ span: StoredSpan; period: StoredSpan }>[];
  lost: number;
  credits: readonly Readonly<{ invoiceId: InvoiceId; amounts: readonly StoredAmount[] }>[];
}>;

export const toStoredSpan = ({ start, end }: TimeSpan): StoredSpan => ({
  start: start.toISOString(),
  end: end.toISOString(),
});

export const toSpan = ({ start, end }: StoredSpan): TimeSpan => ({ start: new Date(start), end: new Date(end) });

export const toStoredPart = (part: ChargePart): StoredPart => ({
  kind: part.kind,
  plan: part.plan,
  span: toStoredSpan(part.span),
  ...('period' in part ? { period: toStoredSpan(part.period) } : {}),
  ...('isSent' in part && part.isSent ? { isSent: true } : {}),
});

export const toPart = ({ kind, plan, span, period, isSent }: StoredPart): ChargePart => {
  if (kind !== 'charge') return { kind, plan, span: toSpan(span), ...(isSent && { isSent }) };
  if (period === undefined) throw new TypeError(`A ${kind} has no period.`);
  return { kind, plan, span: toSpan(span), period: toSpan(period) };
};

const toStoredAmount = ({ net, tax }: ChargedAmount): StoredAmount => ({
  net: net.toNumber(),
  tax_name: tax?.name ?? null,
  tax_rate: tax && Rate.toPercent(tax.rate),
  tax: tax?.amount.toNumber() ?? 0,
});

const toAmount =
  (currency: Currency) =>
  ({ net, ...tax }: StoredAmount): ChargedAmount => ({ net: amountOf(net, currency), tax: toLineTax(tax, currency) });

export const toStoredCharge = ({ plan, planName, invoiceId, ...charge }: PeriodCharge): StoredCharge => ({
  invoiceId,
  plan,
  planName,
  period: toStoredSpan(charge.period),
  amounts: charge.amounts.map(toStoredAmount),
  ...(charge.hasGoods && { hasGoods: true }),
  ...(charge.isOwed && { isOwed: true }),
  unused: charge.unused.map(({ span, period }) => ({ span: toStoredSpan(span), period: toStoredSpan(period) })),
  lost: charge.lost.toNumber(),
  credits: charge.credits.map((credit) => ({ ...credit, amounts: credit.amounts.map(toStoredAmount) })),
});

export const toCharge =
  (currency: Currency) =>
  ({ plan, planName, invoiceId, ...charge }: StoredCharge): PeriodCharge => ({
    invoiceId,
    plan,
    planName,
    period: toSpan(charge.period),
    amounts: charge.amounts.map(toAmount(currency)),
    hasGoods: charge.hasGoods ?? false,
    isOwed: charge.isOwed ?? false,
    unused: charge.unused.map(({ span, period }): PeriodPart => ({ span: toSpan(span), period: toSpan(period) })),
    lost: amountOf(charge.lost, currency),
    credits: charge.credits.map((credit) => ({ ...credit, amounts: credit.amounts.map(toAmount(currency)) })),
  });
