import type { Invoice } from '#core/invoices/invoice.ts';
import type { ReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';
import { expireSubscription } from '../start-subscription.ts';
import { abandonFirstInvoice, removePending } from '../steps/first-charge.ts';
import { storeSubscription } from '../steps/store-step.ts';
import type { Subscription } from '../subscription.ts';

/**
 * Ends a subscription whose first charge was not authenticated in time: voids the payment, and the draft of its first
 * invoice, which has no number. If the customer has just paid, nothing is ended.
 * @returns `waiting` while the outcome of the payment is unknown.
 */
export type ExpireIncomplete = (subscription: Subscription) => Promise<'done' | 'waiting'>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<SubscriptionsTx>;
  clock: BusinessClock;
  replaceOpen: ReplaceOpenPayment;
}>;

export const makeExpireIncomplete =
  ({ unitOfWork, clock, replaceOpen }: Deps): ExpireIncomplete =>
  async (subscription) => {
    const open = await unitOfWork.run(async (tx) => {
      const draft = await findDraft(tx, subscription);
      return draft && (await tx.payments.paymentStateOf(draft)).open;
    });
    if (open?.isReplaceable) await replaceOpen(Actor.system, open.id);
    return unitOfWork.run(async (tx) => {
      // a payment locks the invoice before the subscription, too
      const draft = await findDraft(tx, subscription);
      const before = await tx.subscriptions.get(subscription.id);
      if (before.version !== subscription.version) return 'done';
      if (draft !== undefined && (await tx.payments.paymentStateOf(draft)).isPending) return 'waiting';
      const at = clock.now();
      if (before.isPending) {
        await removePending(tx, Actor.system, { subscription: before, at });
        return 'done';
      }
      await abandonFirstInvoice(tx, Actor.system, { subscription: before, at });
      await storeSubscription(tx, Actor.system, { before, after: expireSubscription(before, at) });
      return 'done';
    });
  };

/** The draft of the first invoice, locked. */
const findDraft = async (tx: SubscriptionsTx, { latestInvoiceId: id }: Subscription): Promise<Invoice | undefined> => {
  const invoice = id === null ? undefined : await tx.invoices.get(id);
  return invoice?.status === 'draft' ? invoice : undefined;
};
