import { heldQuantity } from './period-goods.ts';
import { renewalAt } from './renew-subscription.ts';
import { AUTHENTICATION_HOURS } from './start-subscription.ts';
import { type Subscription, stepped } from './subscription.ts';

/** How long before the end of a trial it is announced, as at Stripe; a shorter trial at once. */
const TRIAL_NOTICE_DAYS = 3;

const MS_PER_HOUR = 3_600_000;

/** What a worker does with a subscription, and when it is due. */
export type DueStep = Readonly<{
  step: 'expire' | 'announce_trial_end' | 'charge' | 'retry' | 'bill_usage' | 'renew';
  at: Date;
}>;

/** Whether no period begins since the goods of one before are to be paid. Who gets invoices sent may owe several. */
export const awaitsPayment = ({ collection, next, reservations }: Subscription): boolean =>
  collection === 'charge' && next === 'renew' && heldQuantity(reservations) > 0;

/** The next step that is due without a request; undefined if there is none. */
export const nextStepOf = (subscription: Subscription): DueStep | undefined => {
  const { status, createdAt, expiresAt, dunning, trialEnd, isTrialEndAnnounced, chargeAt, usageDueAt } = subscription;
  const steps: readonly (readonly [DueStep['step'], Date | null])[] = [
    ['expire', status === 'incomplete' ? earliest(hoursAfter(createdAt, AUTHENTICATION_HOURS), expiresAt) : null],
    [
      'announce_trial_end',
      status === 'trialing' && trialEnd !== null && !isTrialEndAnnounced
        ? latest(createdAt, hoursAfter(trialEnd, -24 * TRIAL_NOTICE_DAYS))
        : null,
    ],
    ['charge', chargeAt],
    ['retry', status === 'cancelled' ? null : (dunning?.nextAttemptAt ?? null)],
    ['bill_usage', status === 'unpaid' ? null : usageDueAt],
    [
      'renew',
      awaitsPayment(subscription)
        ? null
        : renewalAt(subscription) && (subscription.outOfStock?.nextAttemptAt ?? renewalAt(subscription)),
    ],
  ];
  return steps
    .flatMap(([step, at]) => (at === null ? [] : [{ step, at }]))
    .reduce<DueStep | undefined>((first, due) => (first === undefined || due.at < first.at ? due : first), undefined);
};

/** Records that the end of the trial was announced. */
export const trialEndAnnounced = (subscription: Subscription, at: Date): Subscription =>
  stepped(subscription, { isTrialEndAnnounced: true }, at);

const hoursAfter = (time: Date, hours: number): Date => new Date(time.getTime() + hours * MS_PER_HOUR);

const earliest = (one: Date, other: Date | null): Date => (other === null || one < other ? one : other);

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
