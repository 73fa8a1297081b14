import type { Address } from '#core/shared/address.ts';
import type { TimeSpan } from '#core/shared/clock.ts';
import type { Currency } from '#core/shared/currency.ts';
import { invalidState } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { nextVersion, type Resource } from '#core/shared/resource.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { BillPart, ChargePart } from './bill.ts';
import type { PeriodCharge } from './period-charge.ts';
import type { OutOfStock, Reservation } from './period-goods.ts';
import type { TrialKey } from './plan.ts';
import type { SubscribedPlan } from './subscribed-plan.ts';
import type { UsageCharge } from './usage-charge.ts';

/**
 * - `incomplete`: the first charge waits for its outcome, or for the customer’s authentication.
 * - `trialing`: nothing is billed yet.
 * - `active`: the current period is billed.
 * - `past_due`: it is billed and not paid; the payment is retried, and periods go on, but for one
 *   after goods that are owed. A paused one stays paused.
 * - `unpaid`: no retry succeeded; nothing more is billed or held until a payment succeeds.
 * - `paused`: nothing is billed until it is resumed, or until a skipped period ends.
 * - `cancelled`: it has ended.
 */
export const SUBSCRIPTION_STATUSES = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'cancelled',
] as const;

type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** How invoices are paid: by charging the payment method, or by the customer, who gets them sent. */
export const COLLECTIONS = ['charge', 'send'] as const;

export type Collection = (typeof COLLECTIONS)[number];

/** What happens at the end of the current period. The last request counts. */
export const PERIOD_ENDS = ['renew', 'cancel', 'pause', 'skip'] as const;

type PeriodEnd = (typeof PERIOD_ENDS)[number];

/** The time in which nothing is billed. */
type Pause = Readonly<{
  since: Date;
  /** The end of a skipped period; null: until it is resumed. */
  until: Date | null;
}>;

/** Retries of failed payments. */
type Dunning = Readonly<{
  /** When a payment failed first. */
  since: Date;
  /** Null: no more. */
  nextAttemptAt: Date | null;
}>;

export type SubscriptionId = Id<'sub'>;

/** What a customer has subscribed to. */
export type Subscription = Resource<'sub'> &
  Readonly<{
    userId: Id<'usr'>;
    /** A keyed digest of the network from which the customer has started it; null if the staff has. */
    client: string | null;
    status: SubscriptionStatus;
    /** Whether the outcome of its first charge is unknown: it is removed if the charge is declined, and has no event yet. */
    isPending: boolean;
    /** Where the customer authenticates the first charge; null if that is not required. */
    redirectUrl: string | null;
    plan: SubscribedPlan;
    /** Of every plan that it can change to. */
    currency: Currency;
    collection: Collection;
    /** Null: the user’s default is charged. */
    paymentMethodId: Id<'pm'> | null;
    /** What the bounds of all periods are counted from: the start, or the end of the trial. */
    anchor: Date;
    /** The current period, trials and skipped periods included. It is moved by the length of a pause. */
    period: TimeSpan;
    /** What was charged in advance for the current period, and for former ones of which a part is credited. */
    charges: readonly PeriodCharge[];
    /** From when on usage is not billed yet. */
    usageSince: Date;
    /** When the usage of a period that has ended is billed, with all that is unbilled; null: nothing waits for late records. */
    usageDueAt: Date | null;
    /** Of the last spans whose usage was billed. */
    usageCharges: readonly UsageCharge[];
    /** For the next invoice, besides what is credited. */
    unbilled: readonly ChargePart[];
    isSetupBilled: boolean;
    trialEnd: Date | null;
    /** What its trial was of: more than one after a change of the plan in it. */
    trialOf: readonly TrialKey[];
    isTrialEndAnnounced: boolean;
    next: PeriodEnd;
    /** Replaces the plan at the end of the current period. */
    nextPlan: SubscribedPlan | null;
    /** Not null while it is paused, also where it became unpaid meanwhile. */
    pause: Pause | null;
    dunning: Dunning | null;
    /** Of every invoice, as long as they are valid. */
    discountCodes: readonly string[];
    /** On every invoice; null for none. */
    taxId: string | null;
    /** Of every invoice; null: the user’s first address. */
    billingAddress: Address | null;
    latestInvoiceId: Id<'inv'> | null;
    /** Until when its first charge may hold goods; null: as long as one without goods waits. */
    expiresAt: Date | null;
    /** From when on its invoices wait for a charge; null: nothing waits. */
    chargeAt: Date | null;
    /** Goods of periods whose invoices are not paid yet. */
    reservations: readonly Reservation[];
    /** The largest quantity of goods that an invoice with an amount has paid. */
    paidGoods: number;
    /**
     * From where its customer has asked for goods last, a keyed digest of the network address; null if the staff has, or
     * without goods that count.
     */
    goodsClient: string | null;
    /** Not null while the next period waits for stock. */
    outOfStock: OutOfStock | null;
    endedAt: Date | null;
    metadata: StringMap;
  }>;

/** A subscription after a step, and what an invoice bills now, if anything. */
export type BilledStep = Readonly<{ subscription: Subscription; bill: readonly BillPart[] }>;

export const SUBSCRIPTION_ACTIONS = ['cancel', 'undo_cancel', 'pause', 'resume', 'skip'] as const;

export type SubscriptionAction = (typeof SUBSCRIPTION_ACTIONS)[number];

const ACTIONS: Readonly<Record<SubscriptionStatus, readonly SubscriptionAction[]>> = {
  incomplete: ['cancel'],
  trialing: ['cancel', 'pause', 'skip'],
  active: ['cancel', 'pause', 'skip'],
  past_due: ['cancel'],
  unpaid: ['cancel'],
  paused: ['cancel', 'resume'],
  cancelled: [],
};

/** The steps that a subscription allows now. */
export const actionsOf = ({ status, next }: Pick<Subscription, 'status' | 'next'>): SubscriptionAction[] => {
  const isStopping = next === 'pause' || next === 'skip';
  return [
    ...ACTIONS[status],
    ...(next === 'cancel' && status !== 'cancelled' ? (['undo_cancel'] as const) : []),
    ...(isStopping && status !== 'paused' && status !== 'cancelled' ? (['resume'] as const) : []),
  ];
};

/** @throws DomainError `invalid_state` unless the step is allowed now. */
export const requireAction = (subscription: Subscription, action: SubscriptionAction): void => {
  const actions = actionsOf(subscription);
  if (actions.includes(action)) return;
  throw invalidState(
    `A subscription that is ${subscription.status} does not allow the action ${action} now.`,
    subscription.status,
    actions,
  );
};

/** Ends a subscription. What is unbilled stays: callers bill it or drop it. */
export const ended = (subscription: Subscription, endedAt: Date, at: Date): Subscription => {
  const nothing = { next: 'renew', nextPlan: null, pause: null, dunning: null, usageDueAt: null } as const;
  return stepped(subscription, { ...nothing, redirectUrl: null, outOfStock: null, status: 'cancelled', endedAt }, at);
};

/** Whether its trial waits for the end of a pause. */
export const isTrialPaused = ({ status, trialEnd, pause }: Subscription): boolean =>
  status === 'paused' && trialEnd !== null && pause !== null && pause.since < trialEnd;

/** Records the invoice that a step has made. A charge of it is due at a time, unless the customer gets it sent. */
export const invoiced = (
  subscription: Subscription,
  { invoiceId, at }: Readonly<{ invoiceId: Id<'inv'>; at: Date }>,
): Subscription => ({
  ...subscription,
  latestInvoiceId: invoiceId,
  chargeAt: subscription.collection === 'charge' ? at : null,
});

/** The next version of a subscription. */
export const stepped = (subscription: Subscription, changes: Partial<Subscription>, at: Date): Subscription =>
  nextVersion(subscription, { isPending: false, ...changes }, at);
