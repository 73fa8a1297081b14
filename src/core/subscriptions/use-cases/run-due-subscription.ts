import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Lease } from '#core/shared/lease.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { BillContext } from '../bill-context.ts';
import { stillOutOfStock } from '../period-goods.ts';
import type { PriceBill } from '../price-bill.ts';
import { renewSubscription } from '../renew-subscription.ts';
import { type BilledStep, type Subscription, stepped } from '../subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from '../subscription-schedule.ts';
import type { ChargeSubscription } from './charge-subscription.ts';
import type { ExpireIncomplete } from './expire-incomplete.ts';
import { storeStep, storeSubscription } from './store-step.ts';

/**
 * Runs the due step of a subscription that its caller has leased, and charges at once what the step bills. Several
 * processes may run it: a step is stored once, and a charge has one payment at a time.
 * @returns `waiting` while the outcome of a charge is unknown: reconciliation records it.
 */
export type RunDueSubscription = (
  leased: Readonly<{ subscription: Subscription; lease: Lease; context?: BillContext }>,
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
  type Run = Readonly<{
    before: Subscription;
    step: BilledStep;
    lease: Lease;
    at: Date;
    context: BillContext | undefined;
  }>;

  /** Nothing is billed while stock is short: the step is tried again. */
  const waitForStock = ({ before, at }: Run): Promise<undefined> =>
    unitOfWork.run(async (tx) => {
      const { version } = await tx.subscriptions.get(before.id);
      const after = stepped(before, { outOfStock: stillOutOfStock(before.outOfStock, at) }, at);
      if (version === before.version) await storeSubscription(tx, Actor.system, { before, after });
      return undefined;
    });

  /** @returns the stored subscription; undefined if another process was faster, or stock is short. */
  const bill = async ({ before, step, lease, at, context }: Run): Promise<Subscription | undefined> => {
    const priced = await priceBill({ subscription: before, bill: step.bill, at, context });
    const invoiceId = ids.next('inv');
    return unitOfWork.run(async (tx) => {
      const { version } = await tx.subscriptions.get(before.id);
      if (version !== before.version) return undefined;
      return storeStep(tx, Actor.system, { before, step, priced, invoiceId, clock, ids, at, lease });
    });
  };

  const renew = async (run: Run): Promise<'done' | 'waiting'> => {
    const after = await bill(run).catch((error: unknown) => {
      if (error instanceof DomainError && error.code === 'insufficient_stock') return waitForStock(run);
      throw error;
    });
    if (after?.chargeAt == null || after.chargeAt > run.at) return 'done';
    const { chargeAt, dunning } = run.before;
    // where nothing was owed before, the new invoice is all that is charged, and no other is searched
    return charge(after, chargeAt === null && dunning === null ? after.latestInvoiceId : null);
  };

  return async ({ subscription: before, lease, context }) => {
    const at = clock.now();
    const due = nextStepOf(before);
    if (due === undefined || due.at > at) return { step: 'none', outcome: 'done' };
    const run = (step: BilledStep): Run => ({ before, step, lease, at, context });
    switch (due.step) {
      case 'expire':
        return { step: due.step, outcome: await expire(before) };
      case 'announce_trial_end':
        await bill(run({ subscription: trialEndAnnounced(before, at), bill: [] }));
        return { step: due.step, outcome: 'done' };
      case 'renew':
        return { step: due.step, outcome: await renew(run(renewSubscription(before, at))) };
      case 'charge':
      case 'retry':
        return { step: due.step, outcome: await charge(before) };
    }
  };
};
