import { requireOwnership } from '#core/access/ownership.ts';
import { Invoice } from '#core/invoices/invoice.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { PriceBill } from '../price-bill.ts';
import type { BilledStep, Subscription, SubscriptionId } from '../subscription.ts';
import { type InvoicePreview, previewInvoice, previewSteps, type UpcomingStepView } from '../upcoming-view.ts';
import { stepOf } from './step-subscription.ts';

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
      return subscription && { subscription, ...(await stateOf(tx, subscription)) };
    });
    if (found === undefined) throw notFound('subscription', id);
    const { subscription, ...state } = found;
    requireOwnership(actor, 'subscriptions:read', { kind: 'subscription', id, userId: subscription.userId });
    const steps = await previewSteps(priceBill, subscription, { at: clock.now(), ...state });
    return { object: 'upcoming', subscription_id: id, steps };
  };

/** What the next steps of a subscription depend on besides. */
const stateOf = async (
  tx: Pick<SubscriptionsTx, 'invoices' | 'plans'>,
  subscription: Pick<Subscription, 'id' | 'currency' | 'plan'>,
): Promise<Readonly<{ due: Money; usageGraceHours: number }>> => {
  const [due, plan] = await Promise.all([dueOf(tx, subscription), tx.plans.find(subscription.plan.planId)]);
  return { due, usageGraceHours: plan?.usageGraceHours ?? 0 };
};

/** What is due of the open invoices of a subscription. */
const dueOf = async (
  tx: Pick<SubscriptionsTx, 'invoices'>,
  { id, currency }: Pick<Subscription, 'id' | 'currency'>,
): Promise<Money> => {
  const open = await tx.invoices.listOpenOf(id);
  return open.reduce((sum, invoice) => sum.add(Invoice.amountDue(invoice)), Money.ofMinor(0n, currency));
};

// Why: docs/decisions/0052-previews-of-the-back-office.md

/** What a change would cost: the invoice that it makes at once, and what happens next. */
export type ChangePreview = Readonly<{
  /** Null if nothing is billed at once. */
  invoice: InvoicePreview | null;
  steps: readonly UpcomingStepView[];
}>;

/** Prices a step of a subscription that is not taken; undefined for one that is refused. */
export type PreviewChange = (
  before: Subscription,
  take: (before: Subscription, at: Date) => BilledStep,
) => Promise<ChangePreview | undefined>;

export const makePreviewChange =
  ({ unitOfWork, priceBill, clock }: Deps): PreviewChange =>
  async (before, take) => {
    const at = clock.now();
    const step = stepOf(() => take(before, at));
    if (step === undefined) return undefined;
    const state = await unitOfWork.run((tx) => stateOf(tx, step.subscription));
    return {
      invoice: await previewInvoice(priceBill, { ...step, at }),
      steps: await previewSteps(priceBill, step.subscription, { at, ...state }),
    };
  };
