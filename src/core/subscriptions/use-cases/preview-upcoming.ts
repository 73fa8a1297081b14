import { requireOwnership } from '#core/access/ownership.ts';
import { Invoice } from '#core/invoices/invoice.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { PriceBill } from '../price-bill.ts';
import type { Subscription, SubscriptionId } from '../subscription.ts';
import { previewSteps, type UpcomingStepView } from '../upcoming-view.ts';

/** What happens next to a subscription, as the API shows it. */
export type UpcomingView = Readonly<{
  object: 'upcoming';
  subscription_id: SubscriptionId;
  steps: readonly UpcomingStepView[];
}>;

/** Shows what happens next, up to the next renewal or the end. Customers see that of their own. */
export type PreviewUpcoming = (actor: Actor, id: SubscriptionId) => Promise<UpcomingView>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<SubscriptionsTx>; priceBill: PriceBill; clock: BusinessClock }>;

export const makePreviewUpcoming =
  ({ unitOfWork, priceBill, clock }: Deps): PreviewUpcoming =>
  async (actor, id) => {
    const found = await unitOfWork.run(async (tx) => {
      const subscription = await tx.subscriptions.find(id);
      return subscription && { subscription, due: await dueOf(tx, subscription) };
    });
    if (found === undefined) throw notFound('subscription', id);
    const { subscription, due } = found;
    requireOwnership(actor, 'subscriptions:read', { kind: 'subscription', id, userId: subscription.userId });
    const steps = await previewSteps(priceBill, subscription, { at: clock.now(), due });
    return { object: 'upcoming', subscription_id: id, steps };
  };

/** What is due of the open invoices of a subscription. */
export const dueOf = async (
  tx: Pick<SubscriptionsTx, 'invoices'>,
  { id, currency }: Pick<Subscription, 'id' | 'currency'>,
): Promise<Money> => {
  const open = await tx.invoices.listOpenOf(id);
  return open.reduce((sum, invoice) => sum.add(Invoice.amountDue(invoice)), Money.ofMinor(0n, currency));
};
