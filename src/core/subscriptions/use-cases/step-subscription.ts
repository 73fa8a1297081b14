import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, orNotFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError, type UnitOfWork, type Work } from '#core/shared/unit-of-work.ts';
import type { PlanId } from '../plan.ts';
import { PlanPrice } from '../plan-price.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { NO_BILL, type PriceBill } from '../price-bill.ts';
import { abandonFirstInvoice } from '../steps/first-charge.ts';
import { storeStep } from '../steps/store-step.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  skipPeriod,
  undoCancellation,
} from '../stop-subscription.ts';
import type { BilledStep, Subscription, SubscriptionAction, SubscriptionId } from '../subscription.ts';

export type TakeRequest = Readonly<{
  id: SubscriptionId;
  expected: ExpectedVersions;
  /** The step, which is computed again for the locked subscription. It returns the same version if nothing changes. */
  take: (before: Subscription, at: Date) => BilledStep;
  /** What the request changes of the later invoices, none of which may fail: they are refused if they are not valid. */
  terms?: BillTerms;
  /** Locks what precedes the subscription. @returns the client to record with goods that are reserved. */
  lockBefore?: (tx: SubscriptionsTx) => Promise<string | null>;
}>;

type BillTerms = Readonly<{ isPriced: boolean; discountCodes: readonly string[]; taxId: string | null }>;

/**
 * Takes a requested step of a subscription: prices its bill outside of transactions, and returns the work that stores the
 * step and finalizes the invoice of its bill.
 * @throws DomainError `not_found`, also for another customer’s subscription; `validation_failed` for the terms.
 */
export type TakeStep = (actor: Actor, request: TakeRequest) => Promise<Work<Subscription, SubscriptionsTx>>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  priceBill: PriceBill;
  clock: BusinessClock;
  ids: IdGenerator;
}>;

export const makeTakeStep =
  ({ unitOfWork, priceBill, clock, ids }: Deps): TakeStep =>
  async (actor, { id, expected, take, terms, lockBefore }) => {
    const found = orNotFound(await unitOfWork.run((tx) => tx.subscriptions.find(id)), 'subscription', id);
    requireOwnership(actor, 'subscriptions:write', { kind: 'subscription', id, userId: found.userId });
    const at = clock.now();
    const planned = stepOf(() => take(found, at));
    if (planned && terms) await requireTerms({ unitOfWork, priceBill }, { ...planned, terms, at });
    const priced = planned ? await priceBill({ ...planned, at }) : NO_BILL;
    const invoiceId = ids.next('inv');
    return async (tx) => {
      const client = await lockBefore?.(tx);
      // lock order: invoice, then subscription
      if (found.status === 'incomplete' && found.latestInvoiceId !== null) await tx.invoices.get(found.latestInvoiceId);
      const before = await requireVersion(tx.events, await tx.subscriptions.get(id), expected);
      const step = take(before, at);
      if (before.version !== found.version)
        throw new StalePreparationError(`The subscription ${id} changed meanwhile.`);
      if (step.subscription.status === 'cancelled') await abandonFirstInvoice(tx, actor, { subscription: before, at });
      return storeStep(tx, actor, { before, step, priced, invoiceId, client, clock, ids, at });
    };
  };

/** Undefined for a refused step: the refusal is reported after the idempotency key, so that a repeat is replayed. */
export const stepOf = (take: () => BilledStep): BilledStep | undefined => {
  try {
    return take();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
};

type Planned = Pick<BilledStep, 'subscription'> & Readonly<{ terms: BillTerms; at: Date }>;

/** Prices the next period by what is to change. @throws DomainError `validation_failed`. */
const requireTerms = async (
  { unitOfWork, priceBill }: Pick<Deps, 'unitOfWork' | 'priceBill'>,
  { subscription, terms, at }: Planned,
): Promise<void> => {
  const { isPriced, ...data } = terms;
  const { period: span } = subscription;
  const next = subscription.nextPlan ?? subscription.plan;
  // usage is not known yet, and a quantity of 0 has nothing to discount
  const isKnown = !next.isMetered && next.quantity > 0;
  const plan = isKnown ? next : { ...next, quantity: await leastCharged(unitOfWork, next.planId) };
  await priceBill({
    subscription: { ...subscription, ...data },
    bill: [...(isPriced ? subscription.unbilled : []), { kind: 'period', plan, span }],
    at,
    requiresValid: true,
  });
};

const leastCharged = async (unitOfWork: UnitOfWork<SubscriptionsTx>, id: PlanId): Promise<number> => {
  const plan = await unitOfWork.run((tx) => tx.plans.find(id));
  return plan === undefined ? 1 : PlanPrice.leastCharged(plan.price);
};

type Stop = Readonly<{ atPeriodEnd: boolean; at: Date }>;

const unbilled = (subscription: Subscription): BilledStep => ({ subscription, bill: [] });

const STEPS: Readonly<Record<SubscriptionAction, (before: Subscription, stop: Stop) => BilledStep>> = {
  cancel: cancelSubscription,
  undo_cancel: (before, { at }) => unbilled(undoCancellation(before, at)),
  pause: (before, stop) => unbilled(pauseSubscription(before, stop)),
  resume: (before, { at }) => unbilled(resumeSubscription(before, at)),
  skip: (before, { at }) => unbilled(skipPeriod(before, at)),
};

type Command = Readonly<{
  id: SubscriptionId;
  action: SubscriptionAction;
  /** Of a cancellation and a pause: at the end of the current period instead of now. */
  atPeriodEnd: boolean;
  expected: ExpectedVersions;
}>;

/** Cancels, pauses, resumes or skips. Customers do it with their own. @throws DomainError `invalid_state`. */
export type StepSubscription = (actor: Actor, command: Command) => Promise<Work<Subscription, SubscriptionsTx>>;

export const makeStepSubscription =
  ({ takeStep }: Readonly<{ takeStep: TakeStep }>): StepSubscription =>
  (actor, { id, action, atPeriodEnd, expected }) =>
    takeStep(actor, { id, expected, take: (before, at) => STEPS[action](before, { atPeriodEnd, at }) });
