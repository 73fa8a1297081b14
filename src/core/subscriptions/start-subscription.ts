import type { Id } from '#core/shared/id.ts';
import { newResource } from '#core/shared/resource.ts';
import { periodAt } from './period.ts';
import { Plan } from './plan.ts';
import { SubscribedPlan } from './subscribed-plan.ts';
import { type BilledStep, type Collection, ended, type Subscription, stepped } from './subscription.ts';

type Start = Pick<
  Subscription,
  'id' | 'userId' | 'client' | 'paymentMethodId' | 'discountCodes' | 'taxId' | 'billingAddress' | 'metadata'
> &
  Readonly<{
    plan: Plan;
    quantity: number;
    collection: Collection;
    /** 0: none. */
    trialDays: number;
    at: Date;
  }>;

const MS_PER_DAY = 86_400_000;

/**
 * A new subscription and what its first invoice bills: nothing during a trial, which needs no payment method. Periods are
 * counted from the end of the trial, or from now.
 * @throws DomainError `validation_failed` for an archived plan or an impossible quantity.
 */
export const startSubscription = ({ id, plan: offered, quantity, trialDays, at, ...fields }: Start): BilledStep => {
  const plan = SubscribedPlan.of(offered, quantity);
  const trialEnd = trialDays === 0 ? null : new Date(at.getTime() + trialDays * MS_PER_DAY);
  const anchor = trialEnd ?? at;
  const first = periodAt(anchor, plan.interval, 0);
  const period = trialEnd === null ? { start: first.start, end: first.end } : { start: at, end: trialEnd };
  const isBilled = trialEnd === null && !plan.isMetered;
  const subscription: Subscription = {
    ...newResource(id, at),
    ...fields,
    status: trialEnd === null ? 'active' : 'trialing',
    isPending: false,
    redirectUrl: null,
    plan,
    currency: offered.currency,
    anchor,
    period,
    charges: [],
    usageSince: anchor,
    usageDueAt: null,
    usageCharges: [],
    unbilled: [],
    isSetupBilled: trialEnd === null,
    trialEnd,
    trialOf: trialEnd === null ? [] : [Plan.trialKey(offered)],
    isTrialEndAnnounced: false,
    next: 'renew',
    nextPlan: null,
    pause: null,
    dunning: null,
    latestInvoiceId: null,
    expiresAt: null,
    chargeAt: null,
    reservations: [],
    paidGoods: 0,
    goodsClient: null,
    outOfStock: null,
    endedAt: null,
  };
  const setup = { kind: 'setup', plan, span: period } as const;
  if (trialEnd !== null) return { subscription, bill: [] };
  return { subscription, bill: isBilled ? [setup, { kind: 'period', plan, span: period }] : [setup] };
};

/** A new subscription whose first invoice is being charged. */
export const awaitFirstCharge = (subscription: Subscription, latestInvoiceId: Id<'inv'>): Subscription => ({
  ...subscription,
  status: 'incomplete',
  isPending: true,
  latestInvoiceId,
});

/**
 * The first charge has begun and is not declined: it waits for the customer, or for the gateway.
 * @param redirectUrl Where the customer authenticates it; null if that is not required.
 */
export const awaitPayer = (subscription: Subscription, redirectUrl: string | null, at: Date): Subscription =>
  stepped(subscription, { redirectUrl }, at);

/** How long an incomplete subscription waits, as at Stripe. */
export const AUTHENTICATION_HOURS = 23;

/** Ends a subscription whose first charge was not authenticated in time. Another one stays as it is. */
export const expireSubscription = (subscription: Subscription, at: Date): Subscription =>
  subscription.status === 'incomplete' ? ended(subscription, at, at) : subscription;
