import { Payable } from '#core/payments/payable.ts';
import type { BeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import type { StoreAndBegin } from '#core/payments/use-cases/create-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Lease } from '#core/shared/lease.ts';
import { StalePreparationError, type UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { NextBillContext } from '../bill-context.ts';
import { stillOutOfStock } from '../period-goods.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { type EmptyBill, NO_BILL, type PriceBill, type PricedBill, totalOf } from '../price-bill.ts';
import { billWaitingUsage, renewSubscription } from '../renew-subscription.ts';
import { draftStep, finalizeStep, storeStep, storeSubscription } from '../steps/store-step.ts';
import { type BilledStep, type Subscription, stepped } from '../subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from '../subscription-schedule.ts';
import type { ChargeSubscription } from './charge-subscription.ts';
import type { ExpireIncomplete } from './expire-incomplete.ts';

/**
 * Runs the due step of a subscription that its caller has leased, and charges at once what the step bills. Several
 * processes may run it: a step is stored once, and a charge has one payment at a time.
 * @returns `waiting` while the outcome of a charge is unknown: reconciliation records it.
 */
export type RunDueSubscription = (
  leased: Readonly<{ subscription: Subscription; lease: Lease; context: NextBillContext }>,
) => Promise<StepResult>;

/** What a run did: its step, if one was due, and whether its charge waits for an outcome. */
export type StepResult = Readonly<{ step: DueStep['step'] | 'none'; outcome: 'done' | 'waiting' }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  clock: BusinessClock;
  ids: IdGenerator;
  priceBill: PriceBill;
  beginPayment: BeginPayment;
  charge: ChargeSubscription;
  expire: ExpireIncomplete;
}>;

export const makeRunDueSubscription =
  (deps: Deps): RunDueSubscription =>
  async ({ subscription: before, lease, context }) => {
    const { charge, expire } = deps;
    const at = deps.clock.now();
    const due = nextStepOf(before);
    if (due === undefined || due.at > at) return { step: 'none', outcome: 'done' };
    switch (due.step) {
      case 'expire':
        return { step: due.step, outcome: await expire(before) };
      case 'announce_trial_end': {
        const step = { subscription: trialEndAnnounced(before, at), bill: [] };
        await store(deps, { before, step, priced: NO_BILL, lease, at });
        return { step: due.step, outcome: 'done' };
      }
      case 'renew': {
        const { usageGraceHours = 0 } = context.plans.get(before.plan.planId) ?? {};
        const step = renewSubscription(before, { at, usageGraceHours });
        return { step: due.step, outcome: await bill(deps, { before, step, lease, at }, context) };
      }
      case 'bill_usage': {
        const step = billWaitingUsage(before, at);
        return { step: due.step, outcome: await bill(deps, { before, step, lease, at }, context) };
      }
      case 'charge':
      case 'retry':
        return { step: due.step, outcome: await charge.chargeOwed(before) };
    }
  };

type Run = Readonly<{ before: Subscription; step: BilledStep; lease: Lease; at: Date }>;

type PricedRun = Run & Readonly<{ priced: PricedBill | EmptyBill }>;

/** Prices and stores what a step bills, and charges it. */
const bill = async (deps: Deps, run: Run, context: NextBillContext): Promise<'done' | 'waiting'> => {
  const priced = await deps.priceBill({ ...run.step, at: run.at, context });
  const methodId = methodForNewInvoice(run.before, context);
  const isCharged = priced.content !== null && priced.goods.length === 0 && totalOf(priced).minor > 0n;
  const charged = isCharged && methodId !== null ? await storeAndCharge(deps, { ...run, priced }, methodId) : undefined;
  return charged ?? storeThenCharge(deps, { ...run, priced });
};

/** Stores the step with the payment of its invoice. @returns undefined if nothing was stored. */
const storeAndCharge = (
  { charge, beginPayment, ids, clock }: Deps,
  run: Run & Readonly<{ priced: PricedBill }>,
  methodId: Id<'pm'>,
): Promise<'done' | 'waiting' | undefined> => {
  const invoiceId = ids.next('inv');
  const billed = { ...run, invoiceId, clock, ids };
  const storeAndBegin: StoreAndBegin = async (tx: SubscriptionsTx, prepared) => {
    await lockUnchanged(tx, run.before, methodId);
    const drafted = await draftStep(tx, Actor.system, billed);
    const started = await beginPayment(tx, Payable.ofInvoice(drafted.draft), prepared);
    const invoice = await finalizeStep(tx, Actor.system, billed, drafted);
    return { ...started, payable: Payable.ofInvoice(invoice) };
  };
  return charge.storeAndCharge({ after: run.step.subscription, invoiceId, methodId, storeAndBegin });
};

/** Locks a subscription and the method it is charged to. @throws StalePreparationError if it has changed since it was priced. */
const lockUnchanged = async (tx: SubscriptionsTx, before: Subscription, methodId: Id<'pm'>): Promise<void> => {
  // lock order: payment methods, then subscriptions
  const locked = [tx.paymentMethods.lockForShare(methodId), tx.subscriptions.get(before.id)] as const;
  const [, { version }] = await Promise.all(locked);
  if (version !== before.version) throw new StalePreparationError(`The subscription ${before.id} has changed.`);
};

const storeThenCharge = async (deps: Deps, run: PricedRun): Promise<'done' | 'waiting'> => {
  const after = await store(deps, run).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'insufficient_stock') return waitForStock(deps, run);
    throw error;
  });
  return after?.chargeAt == null || after.chargeAt > run.at ? 'done' : deps.charge.chargeOwed(after);
};

/** @returns the stored subscription; undefined if another process was faster. */
const store = ({ unitOfWork, clock, ids }: Deps, run: PricedRun): Promise<Subscription | undefined> =>
  unitOfWork.run(async (tx) => {
    const { version } = await tx.subscriptions.get(run.before.id);
    if (version !== run.before.version) return undefined;
    return storeStep(tx, Actor.system, { ...run, invoiceId: ids.next('inv'), clock, ids });
  });

/** Nothing is billed while stock is short: the step is tried again. */
const waitForStock = ({ unitOfWork }: Deps, { before, at }: Run): Promise<undefined> =>
  unitOfWork.run(async (tx) => {
    const { version } = await tx.subscriptions.get(before.id);
    const after = stepped(before, { outOfStock: stillOutOfStock(before.outOfStock, at) }, at);
    if (version === before.version) await storeSubscription(tx, Actor.system, { before, after });
    return undefined;
  });

/** The method that a new invoice is charged to at once; null where older ones are owed, which are charged first. */
const methodForNewInvoice = (
  { collection, chargeAt, dunning }: Subscription,
  { methodId }: NextBillContext,
): Id<'pm'> | null => (collection === 'charge' && chargeAt === null && dunning === null ? methodId : null);
