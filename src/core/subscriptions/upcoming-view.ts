import { chargesOf, type InvoiceChargesView, type InvoiceLineView, lineViews } from '#core/invoices/invoice-view.ts';
import type { Money } from '#core/shared/money.ts';
import type { BillPart } from './bill.ts';
import type { PriceBill } from './price-bill.ts';
import { billWaitingUsage, renewSubscription } from './renew-subscription.ts';
import type { Subscription } from './subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from './subscription-schedule.ts';

/**
 * - `charge`: open invoices are charged.
 * - `retry`: a failed payment is tried again.
 * - `bill_usage`: usage is billed that has waited for late records.
 * - `renew`: the next period begins.
 * - `pause` and `skip`: nothing is billed from then on, or for one period.
 * - `end`: it is cancelled.
 * - `expire`: the first charge was not authenticated in time.
 */
export const UPCOMING_TYPES = ['charge', 'retry', 'bill_usage', 'renew', 'pause', 'skip', 'end', 'expire'] as const;

/** What happens to a subscription by itself. */
type UpcomingStep = Readonly<{
  type: (typeof UPCOMING_TYPES)[number];
  at: Date;
  /** What its invoice bills, if anything. */
  bill: readonly BillPart[];
}>;

/** More than a subscription has until the renewal after a skip. */
const MAX_STEPS = 8;

/** What happens next, up to the next renewal or the end, unless something changes. What is overdue is shown as due now. */
const upcomingSteps = (subscription: Subscription, { at: now, usageGraceHours }: Now): UpcomingStep[] => {
  const steps: UpcomingStep[] = [];
  let current: Subscription | undefined = subscription;
  for (let count = 0; count < MAX_STEPS && current !== undefined; count += 1) {
    const due = nextStepOf(current);
    if (due === undefined) break;
    const at = later(due.at, steps.at(-1)?.at ?? now);
    const taken: Taken = afterDue(current, { step: due.step, at }, usageGraceHours);
    steps.push(...taken.steps);
    current = taken.next;
  }
  return steps;
};

type Taken = Readonly<{ steps: readonly UpcomingStep[] /** Undefined after the last step. */; next?: Subscription }>;

const afterDue = (current: Subscription, { step, at }: DueStep, usageGraceHours: number): Taken => {
  switch (step) {
    case 'announce_trial_end':
      return { steps: [], next: trialEndAnnounced(current, at) };
    case 'charge':
      return { steps: [{ type: 'charge', at, bill: [] }], next: { ...current, chargeAt: null, reservations: [] } };
    case 'retry': {
      const { dunning } = current;
      return {
        steps: [{ type: 'retry', at, bill: [] }],
        next: { ...current, dunning: dunning && { ...dunning, nextAttemptAt: null }, reservations: [] },
      };
    }
    case 'expire':
      return { steps: [{ type: 'expire', at, bill: [] }] };
    case 'bill_usage': {
      const { subscription: next, bill } = billWaitingUsage(current, at);
      return { steps: [{ type: 'bill_usage', at, bill }], next };
    }
    case 'renew': {
      const { subscription: next, bill } = renewSubscription(current, { at, usageGraceHours });
      const type = RENEWALS[current.next];
      const renewal = { type, at, bill };
      // after a skip all steps follow, up to the next renewal
      return type === 'skip' ? { steps: [renewal], next } : { steps: [renewal, ...waitingUsage(next, at)] };
    }
  }
};

/** The usage of a period that a renewal has ended. */
const waitingUsage = (renewed: Subscription, at: Date): UpcomingStep[] => {
  const { usageDueAt } = renewed;
  if (usageDueAt === null) return [];
  const { bill } = billWaitingUsage(renewed, at);
  return [{ type: 'bill_usage', at: later(usageDueAt, at), bill }];
};

const later = (one: Date, other: Date): Date => (one > other ? one : other);

const RENEWALS = { renew: 'renew', cancel: 'end', pause: 'pause', skip: 'skip' } as const;

/** An invoice to come, at the prices and taxes of now. */
export type InvoicePreview = InvoiceChargesView & Readonly<{ currency: string; lines: readonly InvoiceLineView[] }>;

/** A step to come, as the API shows it. */
export type UpcomingStepView = Readonly<{
  type: UpcomingStep['type'];
  at: string;
  /** Of charges and retries: what is due of the open invoices, in major units. */
  amount_due: number | null;
  /** Usage is that of now. */
  invoice: InvoicePreview | null;
}>;

type Billed = Readonly<{ subscription: Subscription; bill: readonly BillPart[]; at: Date }>;

/** Prices an invoice to come, outside of transactions; null if it would have nothing to bill. */
export const previewInvoice = async (priceBill: PriceBill, billed: Billed): Promise<InvoicePreview | null> => {
  const { content } = await priceBill(billed);
  const { currency } = billed.subscription;
  return content === null ? null : { currency, lines: lineViews(content), ...chargesOf(content) };
};

type Now = Readonly<{
  at: Date;
  /** What is due of the open invoices. */
  due: Money;
  /** Of the subscription's plan. */
  usageGraceHours: number;
}>;

/** What happens next, up to the next renewal or the end, priced outside of transactions. */
export const previewSteps = async (
  priceBill: PriceBill,
  subscription: Subscription,
  now: Now,
): Promise<readonly UpcomingStepView[]> => {
  const steps: UpcomingStepView[] = [];
  for (const { type, at, bill } of upcomingSteps(subscription, now)) {
    steps.push({
      type,
      at: at.toISOString(),
      amount_due: type === 'charge' || type === 'retry' ? now.due.toNumber() : null,
      invoice: await previewInvoice(priceBill, { subscription, bill, at }),
    });
  }
  return steps;
};
