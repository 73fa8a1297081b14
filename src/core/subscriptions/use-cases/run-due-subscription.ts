import type { Invoice } from '#core/invoices/invoice.ts';
import { Payable } from '#core/payments/payable.ts';
import type { AddPayable } from '#core/payments/use-cases/create-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Lease } from '#core/shared/lease.ts';
import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { NextBillContext } from '../bill-context.ts';
import { stillOutOfStock } from '../period-goods.ts';
import { type EmptyBill, NO_BILL, type PriceBill, type PricedBill, totalOf } from '../price-bill.ts';
import { renewSubscription } from '../renew-subscription.ts';
import { type BilledStep, type Subscription, stepped } from '../subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from '../subscription-schedule.ts';
import type { ChargeSubscription } from './charge-subscription.ts';
import type { ExpireIncomplete } from './expire-incomplete.ts';
import { storeInvoiced, storeStep, storeSubscription } from './store-step.ts';

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
  unitOfWork: UnitOfWork;
  clock: BusinessClock;
  ids: IdGenerator;
  priceBill: PriceBill;
  charge: ChargeSubscription;
  expire: ExpireIncomplete;
}>;

export const makeRunDueSubscription = ({
  unitOfWork,
  clock,
  ids,
  priceBill,
  charge,
  expire,
}: Deps): RunDueSubscription => {
  type Run = Readonly<{ before: Subscription; step: BilledStep; lease: Lease; at: Date }>;

  type PricedRun = Run & Readonly<{ priced: PricedBill | EmptyBill }>;

  /** Nothing is billed while stock is short: the step is tried again. */
  const waitForStock = ({ before, at }: Run): Promise<undefined> =>
    unitOfWork.run(async (tx) => {
      const { version } = await tx.subscriptions.get(before.id);
      const after = stepped(before, { outOfStock: stillOutOfStock(before.outOfStock, at) }, at);
      if (version === before.version) await storeSubscription(tx, Actor.system, { before, after });
      return undefined;
    });

  /** @returns the stored subscription; undefined if another process was faster. */
  const store = (run: PricedRun): Promise<Subscription | undefined> =>
    unitOfWork.run(async (tx) => {
      const { version } = await tx.subscriptions.get(run.before.id);
      if (version !== run.before.version) return undefined;
      return storeStep(tx, Actor.system, { ...run, invoiceId: ids.next('inv'), clock, ids });
    });

  /** Stores the step with the payment of its invoice. @returns undefined if nothing was stored. */
  const storeWithPayment = (run: Run, priced: PricedBill, methodId: Id<'pm'>) => {
    const invoiceId = ids.next('inv');
    const { before, step } = run;
    const addPayable: AddPayable = async (tx, begin) => {
      // lock order: payment methods, then subscriptions
      const locked = [tx.paymentMethods.lockForShare(methodId), tx.subscriptions.get(before.id)] as const;
      const [, { version }] = await Promise.all(locked);
      if (version !== before.version) throw new StalePreparationError(`The subscription ${before.id} has changed.`);
      const beginPayment = (draft: Invoice) => begin(Payable.ofInvoice(draft));
      const billed = { ...run, priced, invoiceId, clock, ids };
      const { invoice, payment } = await storeInvoiced(tx, Actor.system, billed, beginPayment);
      return { ...payment, payable: Payable.ofInvoice(invoice) };
    };
    return charge.storeAndCharge({ after: step.subscription, invoiceId, methodId, addPayable });
  };

  const storeThenCharge = async (run: PricedRun): Promise<'done' | 'waiting'> => {
    const after = await store(run).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'insufficient_stock') return waitForStock(run);
      throw error;
    });
    return after?.chargeAt == null || after.chargeAt > run.at ? 'done' : charge.chargeOwed(after);
  };

  const renew = async (run: Run, context: NextBillContext): Promise<'done' | 'waiting'> => {
    const priced = await priceBill({ ...run.step, at: run.at, context });
    const methodId = methodForNewInvoice(run.before, context);
    const isCharged = priced.content !== null && priced.goods.length === 0 && totalOf(priced).minor > 0n;
    const charged = isCharged && methodId !== null ? await storeWithPayment(run, priced, methodId) : undefined;
    return charged ?? storeThenCharge({ ...run, priced });
  };

  return async ({ subscription: before, lease, context }) => {
    const at = clock.now();
    const due = nextStepOf(before);
    if (due === undefined || due.at > at) return { step: 'none', outcome: 'done' };
    switch (due.step) {
      case 'expire':
        return { step: due.step, outcome: await expire(before) };
      case 'announce_trial_end': {
        const step = { subscription: trialEndAnnounced(before, at), bill: [] };
        await store({ before, step, priced: NO_BILL, lease, at });
        return { step: due.step, outcome: 'done' };
      }
      case 'renew': {
        const step = renewSubscription(before, at);
        return { step: due.step, outcome: await renew({ before, step, lease, at }, context) };
      }
      case 'charge':
      case 'retry':
        return { step: due.step, outcome: await charge.chargeOwed(before) };
    }
  };
};

/** The method that a new invoice is charged to at once; null where older ones are owed, which are charged first. */
const methodForNewInvoice = (
  { collection, chargeAt, dunning }: Subscription,
  { methodId }: NextBillContext,
): Id<'pm'> | null => (collection === 'charge' && chargeAt === null && dunning === null ? methodId : null);
