// Why: docs/decisions/0063-goods-of-subscriptions.md

import { isSameSpan, type TimeSpan } from '#core/shared/clock.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { ChargePart, PeriodPart } from './bill.ts';
import { PeriodCharge } from './period-charge.ts';
import { SubscribedPlan } from './subscribed-plan.ts';
import { actionsOf, type Subscription } from './subscription.ts';

/** By what the time of the current period is billed: a charge of an invoice, or what waits for the next one. */
type BilledTime = Pick<Subscription, 'charges' | 'unbilled'>;

/** Every step reads all parts. */
const MAX_PARTS = 2_000;

/**
 * Requires room for another part of a period that is charged or not used, which a change or a pause within a period adds.
 * @throws DomainError `invalid_state`.
 */
export const requireFewParts = (subscription: Subscription): void => {
  const { charges, unbilled, status } = subscription;
  const count = charges.reduce((sum, { unused }) => sum + unused.length, unbilled.length);
  if (count < MAX_PARTS) return;
  const message =
    'The subscription was changed or paused too often within its periods. Change or pause it at the end of the period.';
  throw invalidState(message, status, actionsOf(subscription));
};

/** Whether goods were ordered for the current period, also if a credit pays them. */
export const hasOrderedGoods = ({ charges, unbilled, period }: Subscription): boolean =>
  charges.some((charge) => charge.hasGoods && PeriodCharge.isOf(charge, period)) ||
  unbilled.some((part) => isSent(part) && isSameSpan(part.span, period));

const isSent = (part: ChargePart): boolean => part.kind === 'period' && part.isSent === true;

/**
 * The rest of the current period is billed by nothing any more: what was charged for it is unused, and what is not on an
 * invoice yet ends. Goods that were ordered are for the whole period.
 */
export const stopBilling = ({ charges, unbilled, period }: Subscription, at: Date): BilledTime => {
  const rest = { span: { start: at, end: period.end }, period };
  return {
    charges: charges.map((charge) =>
      isRunning(charge, period) && !charge.hasGoods ? unusedFrom(charge, rest) : charge,
    ),
    unbilled: unbilled.flatMap((part) => (coversRest(part, period) ? endedAt(part, at) : [part])),
  };
};

/**
 * The rest of the current period is billed by a plan; not by one with goods, which are ordered by whole periods. What was
 * charged for it is used again, at what it was charged, so
 * that changing back and forth costs the time of each plan and nothing else.
 */
export const beginBilling = (
  { charges, unbilled, period }: Pick<Subscription, 'charges' | 'unbilled' | 'period'>,
  { plan, hasGoods, at }: Readonly<{ plan: SubscribedPlan; hasGoods: boolean; at: Date }>,
): BilledTime => {
  const charged = charges.find((charge) => PeriodCharge.isOf(charge, period) && isOfPlan(charge, plan));
  if (charged !== undefined) {
    return { charges: charges.map((charge) => (charge === charged ? usedFrom(charge, at) : charge)), unbilled };
  }
  const rest = { span: { start: at, end: period.end }, period };
  return plan.isMetered || hasGoods || isEmpty(rest)
    ? { charges, unbilled }
    : { charges, unbilled: appended(unbilled, plan, rest) };
};

/** Moves what is left of the current period at a pause behind the pause. */
export const moveBilling = (
  { charges, unbilled, period }: Subscription,
  { since, length }: Readonly<{ since: Date; length: number }>,
): BilledTime => {
  if (since >= period.end) return { charges, unbilled };
  const moved = (part: PeriodPart): PeriodPart[] => splitBy(part, { since, length });
  return {
    charges: charges.map((charge) =>
      PeriodCharge.isOf(charge, period)
        ? {
            ...charge,
            period: later(period, length),
            unused: charge.unused.flatMap((part) => (isSameSpan(part.period, period) ? moved(part) : [part])),
          }
        : charge,
    ),
    unbilled: unbilled.flatMap((part): readonly ChargePart[] => {
      if (isSent(part) && isSameSpan(part.span, period)) return [{ ...part, span: later(part.span, length) }];
      if (!coversRest(part, period)) return [part];
      return moved(partOf(part)).map((rest) => ({ kind: 'charge', plan: part.plan, ...rest }));
    }),
  };
};

const isEmpty = ({ span: { start, end } }: PeriodPart): boolean => start >= end;

/** Whether a charge is for what is left of a period, so that none of that is unused. */
const isRunning = (charge: PeriodCharge, period: TimeSpan): boolean =>
  PeriodCharge.isOf(charge, period) && charge.unused.at(-1)?.span.end.getTime() !== period.end.getTime();

const isOfPlan = (charge: PeriodCharge, plan: SubscribedPlan): boolean => SubscribedPlan.isSame(charge.plan, plan);

const unusedFrom = (charge: PeriodCharge, rest: PeriodPart): PeriodCharge =>
  isEmpty(rest) ? charge : { ...charge, unused: [...charge.unused, rest] };

const usedFrom = (charge: PeriodCharge, at: Date): PeriodCharge => {
  const last = charge.unused.at(-1);
  if (last === undefined || last.span.end <= at) return charge;
  const ended = { ...last, span: { start: last.span.start, end: at } };
  return { ...charge, unused: [...charge.unused.slice(0, -1), ...(isEmpty(ended) ? [] : [ended])] };
};

/** Whether a part of a bill is for what is left of a period. Goods that were sent are for all of it. */
const coversRest = (part: ChargePart, period: TimeSpan): boolean => {
  if (part.kind === 'period') return isSameSpan(part.span, period) && !isSent(part);
  return part.kind === 'charge' && isSameSpan(part.period, period) && part.span.end.getTime() === period.end.getTime();
};

const partOf = (part: ChargePart): PeriodPart =>
  part.kind === 'charge' ? { span: part.span, period: part.period } : { span: part.span, period: part.span };

const endedAt = (part: ChargePart, at: Date): readonly ChargePart[] => {
  const { span, period } = partOf(part);
  const ended = { span: { start: span.start, end: at }, period };
  if (at >= span.end) return [part];
  return isEmpty(ended) ? [] : [{ kind: 'charge', plan: part.plan, ...ended }];
};

/** A charge that follows one of the same plan prolongs it. */
const appended = (unbilled: readonly ChargePart[], plan: SubscribedPlan, rest: PeriodPart): readonly ChargePart[] => {
  const last = unbilled.at(-1);
  const isProlonged =
    last?.kind === 'charge' &&
    SubscribedPlan.isSame(last.plan, plan) &&
    isSameSpan(last.period, rest.period) &&
    last.span.end.getTime() === rest.span.start.getTime();
  if (!isProlonged) return [...unbilled, { kind: 'charge', plan, ...rest }];
  return [...unbilled.slice(0, -1), { ...last, span: { start: last.span.start, end: rest.span.end } }];
};

/** A part of a period, of which what follows a time is later. */
const splitBy = (
  { span, period }: PeriodPart,
  { since, length }: Readonly<{ since: Date; length: number }>,
): PeriodPart[] => {
  if (span.end <= since) return [{ span, period }];
  const before = { span: { start: span.start, end: since }, period };
  const after = { span: { start: since > span.start ? since : span.start, end: span.end }, period };
  const moved = { span: later(after.span, length), period: later(period, length) };
  return isEmpty(before) ? [moved] : [before, moved];
};

const later = ({ start, end }: TimeSpan, ms: number): TimeSpan => ({
  start: new Date(start.getTime() + ms),
  end: new Date(end.getTime() + ms),
});
