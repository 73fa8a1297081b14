import { chargesOf, type InvoiceChargesView, type InvoiceLineView, lineViews } from '#core/invoices/invoice-view.ts';
import type { Money } from '#core/shared/money.ts';
import type { BillPart } from './bill.ts';
import type { PriceBill } from './price-bill.ts';
import { renewSubscription } from './renew-subscription.ts';
import type { Subscription } from './subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from './subscription-schedule.ts';

/**
 * - `charge`: open invoices are charged.
 * - `retry`: a failed payment is tried again.
 * - `renew`: the next period begins.
 * - `pause` and `skip`: nothing is billed from then on, or for one period.
 * - `end`: it is cancelled.
 * - `expire`: the first charge was not authenticated in time.
 */
export const UPCOMING_TYPES = ['charge', 'retry', 'renew', 'pause', 'skip', 'end', 'expire'] as const;

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
const upcomingSteps = (subscription: Subscription, now: Date): UpcomingStep[] => {
  const steps: UpcomingStep[] = [];
  let current: Subscription | undefined = subscription;
  for (let count = 0; count < MAX_STEPS && current !== undefined; count += 1) {
    const due = nextStepOf(current);
    if (due === undefined) break;
    const { step, next } = afterDue(current, { step: due.step, at: due.at < now ? now : due.at });
    if (step !== undefined) steps.push(step);
    current = next;
  }
  return steps;
};

type Taken = Readonly<{ step?: UpcomingStep /** Undefined after the last step. */; next?: Subscription }>;

const afterDue = (current: Subscription, { step, at }: DueStep): Taken => {
  switch (step) {
    case 'announce_trial_end':
      return { next: trialEndAnnounced(current, at) };
    case 'charge':
      return { step: { type: 'charge', at, bill: [] }, next: { ...current, chargeAt: null } };
    case 'retry': {
      const { dunning } = current;
      return {
        step: { type: 'retry', at, bill: [] },
        next: { ...current, dunning: dunning && { ...dunning, nextAttemptAt: null } },
      };
    }
    case 'expire':
      return { step: { type: 'expire', at, bill: [] } };
    case 'renew': {
      const { subscription: next, bill } = renewSubscription(current, at);
      const type = RENEWALS[current.next];
      return { step: { type, at, bill }, ...(type === 'skip' && { next }) };
    }
  }
};

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

type Now = Readonly<{ at: Date /** Of the open invoices. */; due: Money }>;

/** What happens next, up to the next renewal or the end, priced outside of transactions. */
export const previewSteps = async (
  priceBill: PriceBill,
  subscription: Subscription,
  { at: now, due }: Now,
): Promise<readonly UpcomingStepView[]> => {
  const steps: UpcomingStepView[] = [];
  for (const { type, at, bill } of upcomingSteps(subscription, now)) {
    steps.push({
      type,
      at: at.toISOString(),
      amount_due: type === 'charge' || type === 'retry' ? due.toNumber() : null,
      invoice: await previewInvoice(priceBill, { subscription, bill, at }),
    });
  }
  return steps;
};
