import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { DunningSchedule } from '../dunning.ts';
import { findMethodToCharge } from '../method-to-charge.ts';
import type { Subscription } from '../subscription.ts';
import type { ChargeInvoice } from './charge-invoice.ts';
import { listOwed, recordUnpaid, settleCharge } from './follow-invoice.ts';

/** Charges a subscription. An unknown outcome is `waiting`: reconciliation records it. */
export type ChargeSubscription = Readonly<{
  /**
   * Charges the owed invoices of a subscription, the oldest first, until one is declined. The payments are recorded before
   * the gateway is called, and their outcome changes the subscription in the same transaction as the invoice.
   */
  owed(subscription: Subscription): Promise<'done' | 'waiting'>;
  /**
   * Charges an invoice that is stored, with the next version of its subscription, in the transaction in which its payment
   * begins. @returns undefined if nothing was stored.
   */
  added(charge: AddedCharge): Promise<'done' | 'waiting' | undefined>;
}>;

type AddedCharge = Parameters<ChargeInvoice>[0] & Readonly<{ after: Pick<Subscription, 'id' | 'version'> }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork;
  clock: BusinessClock;
  chargeInvoice: ChargeInvoice;
  schedule: DunningSchedule;
}>;

export const makeChargeSubscription = ({ unitOfWork, clock, chargeInvoice, schedule }: Deps): ChargeSubscription => {
  const recordFailure = async (subscription: AddedCharge['after']): Promise<'done'> => {
    // a decline was recorded with its payment, which gave the subscription another version
    await unitOfWork.run((tx) => recordUnpaid(tx, subscription, { schedule, at: clock.now() }));
    return 'done';
  };

  const isStored = async ({ id, version }: AddedCharge['after']): Promise<boolean> => {
    const current = await unitOfWork.run((tx) => tx.subscriptions.find(id));
    return current !== undefined && current.version >= version;
  };

  return {
    async owed(subscription) {
      const { open, methodId } = await unitOfWork.run(async (tx) => ({
        open: await listOwed(tx, subscription),
        methodId: await findMethodToCharge(tx, subscription),
      }));
      // what is sent is paid by the customer: its retries only count
      if (open.length > 0 && subscription.collection === 'send') return recordFailure(subscription);
      if (open.length === 0) {
        await unitOfWork.run((tx) => settleCharge(tx, subscription.id, clock.now()));
        return 'done';
      }
      let result: 'done' | 'waiting' = 'done';
      for (const { id: invoiceId } of open) {
        const outcome = methodId === null ? 'refused' : await chargeInvoice({ invoiceId, methodId });
        if (outcome === 'refused') return recordFailure(subscription);
        if (outcome === 'waiting') result = outcome;
      }
      return result;
    },

    async added({ after, ...charge }) {
      const outcome = await chargeInvoice(charge).catch(async (error: unknown) => {
        if (await isStored(after)) throw error;
        return undefined;
      });
      if (outcome !== 'refused') return outcome === 'charged' ? 'done' : outcome;
      return (await isStored(after)) ? recordFailure(after) : undefined;
    },
  };
};
