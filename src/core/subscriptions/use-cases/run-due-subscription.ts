import { Actor } from '#core/shared/actor.ts';
import { type Clocks, momentOf } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Lease } from '#core/shared/lease.ts';
import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { PriceBill } from '../price-bill.ts';
import { renewSubscription } from '../renew-subscription.ts';
import { expireSubscription } from '../start-subscription.ts';
import type { BilledStep, Subscription } from '../subscription.ts';
import { type DueStep, nextStepOf, trialEndAnnounced } from '../subscription-schedule.ts';
import type { ChargeSubscription } from './charge-subscription.ts';
import { storeStep } from './store-step.ts';

/**
 * Runs the due step of one subscription: the one that was due first. Several processes may run it. What is charged fails
 * without a step; the charge is due again when the lease ends. @returns the number of subscriptions: 0 or 1.
 */
export type RunDueSubscription = () => Promise<number>;

type Deps = Clocks &
  Readonly<{
    unitOfWork: UnitOfWork;
    ids: IdGenerator;
    priceBill: PriceBill;
    charge: ChargeSubscription;
    /** Identifies this process. */
    owner: string;
  }>;

export const makeRunDueSubscription = ({
  unitOfWork,
  ids,
  priceBill,
  charge,
  owner,
  ...clocks
}: Deps): RunDueSubscription => {
  const bill = async (before: Subscription, step: BilledStep, at: Date): Promise<void> => {
    const priced = await priceBill({ subscription: before, bill: step.bill, at });
    const invoiceId = ids.next('inv');
    await unitOfWork.run(async (tx) => {
      const { clock } = clocks;
      const { version } = await tx.subscriptions.get(before.id);
      if (version === before.version) await storeStep(tx, Actor.system, { before, step, priced, invoiceId, clock, at });
    });
  };

  const runStep = (subscription: Subscription, { step }: DueStep, at: Date): Promise<void> => {
    switch (step) {
      case 'expire':
        return bill(subscription, { subscription: expireSubscription(subscription, at), bill: [] }, at);
      case 'announce_trial_end':
        return bill(subscription, { subscription: trialEndAnnounced(subscription, at), bill: [] }, at);
      case 'renew':
        return bill(subscription, renewSubscription(subscription, at), at);
      case 'charge':
      case 'retry':
        return charge(subscription);
    }
  };

  return async () => {
    const { business: at, system } = momentOf(clocks);
    const claimed = await unitOfWork.run((tx) => tx.subscriptions.claimDue(at, Lease.request(owner, system)));
    if (claimed === undefined) return 0;
    const due = nextStepOf(claimed);
    if (due === undefined) return 0;
    await runStep(claimed, due, at).catch((error: unknown) => {
      // another process was faster, or usage came in between: it is due again
      const isStale =
        error instanceof StalePreparationError || (error instanceof DomainError && error.kind === 'conflict');
      if (!isStale) throw error;
    });
    return 1;
  };
};
