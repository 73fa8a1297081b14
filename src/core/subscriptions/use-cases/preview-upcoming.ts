import { requireOwnership } from '#core/access/ownership.ts';
import { Invoice } from '#core/invoices/invoice.ts';
import { chargesOf, type InvoiceChargesView, type InvoiceLineView, lineViews } from '#core/invoices/invoice-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import type { UnitOfWork } from '#core/storage.ts';
import type { PriceBill } from '../price-bill.ts';
import type { SubscriptionId } from '../subscription.ts';
import { type UpcomingStep, upcomingSteps } from '../upcoming-steps.ts';

/** An invoice to come, at the prices and taxes of now. */
export type InvoicePreview = InvoiceChargesView & Readonly<{ currency: string; lines: readonly InvoiceLineView[] }>;

/** What happens next to a subscription, as the API shows it. */
export type UpcomingView = Readonly<{
  object: 'upcoming';
  subscription_id: SubscriptionId;
  steps: readonly Readonly<{
    type: UpcomingStep['type'];
    at: string;
    /** Of charges and retries: what is due of the open invoices, in major units. */
    amount_due: number | null;
    /** Usage is that of now. */
    invoice: InvoicePreview | null;
  }>[];
}>;

/** Shows what happens next, up to the next renewal or the end. Customers see that of their own. */
export type PreviewUpcoming = (actor: Actor, id: SubscriptionId) => Promise<UpcomingView>;

type Deps = Readonly<{ unitOfWork: UnitOfWork; priceBill: PriceBill; clock: BusinessClock }>;

export const makePreviewUpcoming =
  ({ unitOfWork, priceBill, clock }: Deps): PreviewUpcoming =>
  async (actor, id) => {
    const { subscription, open } = await unitOfWork.run(async (tx) => ({
      subscription: await tx.subscriptions.find(id),
      open: await tx.invoices.listOpenOf(id),
    }));
    if (subscription === undefined) throw notFound('subscription', id);
    requireOwnership(actor, 'subscriptions:read', { kind: 'subscription', id, userId: subscription.userId });
    const none = Money.ofMinor(0n, subscription.currency);
    const due = open.reduce((sum, invoice) => sum.add(Invoice.amountDue(invoice)), none);
    const steps: UpcomingView['steps'][number][] = [];
    for (const { type, at, bill } of upcomingSteps(subscription, clock.now())) {
      const priced = await priceBill({ subscription, bill, at });
      steps.push({
        type,
        at: at.toISOString(),
        amount_due: type === 'charge' || type === 'retry' ? due.toNumber() : null,
        invoice:
          priced.content === null
            ? null
            : { currency: subscription.currency, lines: lineViews(priced.content), ...chargesOf(priced.content) },
      });
    }
    return { object: 'upcoming', subscription_id: id, steps };
  };
