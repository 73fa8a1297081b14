import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { findMethodToCharge } from '../bill-context.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { Subscription } from '../subscription.ts';
import type { ChargeInvoice } from './charge-invoice.ts';
import { listOwed, recordUnpaid, settleCharge } from './follow-invoice.ts';

/** Charges a subscription. An unknown outcome is `waiting`: reconciliation records it. */
export type ChargeSubscription = Readonly<{
  /**
   * Charges the owed invoices of a subscription, the oldest first, until one is declined. The payments are recorded before
   * the gateway is called, and their outcome changes the subscription in the same transaction as the invoice.
   */
  chargeOwed(subscription: Subscription): Promise<'done' | 'waiting'>;
  /**
   * Charges an invoice that is stored, with the next version of its subscription, in the transaction in which its payment
   * begins.
   * @returns undefined if the payment cannot begin, as for a method that is gone: nothing is stored.
   */
  storeAndCharge(charge: StoredCharge): Promise<'done' | 'waiting' | undefined>;
}>;

type StoredCharge = Parameters<ChargeInvoice>[0] & Readonly<{ after: Pick<Subscription, 'id' | 'version'> }>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  clock: BusinessClock;
  /** Charges an invoice whose goods are sent once it is paid. */
  chargeInvoice: ChargeInvoice;
  /** Charges an invoice without goods: its transactions may be grouped with others. */
  chargeInGroups: ChargeInvoice;
}>;

export const makeChargeSubscription = ({
  unitOfWork,
  clock,
  chargeInvoice,
  chargeInGroups,
}: Deps): ChargeSubscription => {
  const recordFailure = async (subscription: StoredCharge['after']): Promise<'done'> => {
    // a decline was recorded with its payment, which gave the subscription another version
    await unitOfWork.run((tx) => recordUnpaid(tx, subscription, clock.now()));
    return 'done';
  };

  const isStored = async ({ invoiceId }: StoredCharge): Promise<boolean> =>
    (await unitOfWork.run((tx) => tx.invoices.find(invoiceId))) !== undefined;

  return {
    async chargeOwed(subscription) {
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

    async storeAndCharge(charge) {
      try {
        const outcome = await chargeInGroups(charge);
        if (outcome !== 'refused') return outcome === 'charged' ? 'done' : outcome;
        return (await isStored(charge)) ? await recordFailure(charge.after) : undefined;
      } catch (error) {
        const isRefused = error instanceof DomainError && error.kind !== 'unavailable';
        if (!isRefused || (await isStored(charge))) throw error;
        return undefined;
      }
    },
  };
};
