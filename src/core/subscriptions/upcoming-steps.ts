import type { BillPart } from './bill.ts';
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
export type UpcomingStep = Readonly<{
  type: (typeof UPCOMING_TYPES)[number];
  at: Date;
  /** What its invoice bills, if anything. */
  bill: readonly BillPart[];
}>;

/** More than a subscription has until the renewal after a skip. */
const MAX_STEPS = 8;

/** What happens next, up to the next renewal or the end, unless something changes. What is overdue is shown as due now. */
export const upcomingSteps = (subscription: Subscription, now: Date): UpcomingStep[] => {
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
