// Why: docs/decisions/0052-previews-of-the-back-office.md

import type { BusinessClock } from '#core/shared/clock.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { SubscriptionsTx } from '../ports.ts';
import type { PriceBill } from '../price-bill.ts';
import type { BilledStep, Subscription } from '../subscription.ts';
import { type InvoicePreview, previewInvoice, previewSteps, type UpcomingStepView } from '../upcoming-view.ts';
import { dueOf } from './preview-upcoming.ts';
import { stepOf } from './take-step.ts';

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

type Deps = Readonly<{ unitOfWork: UnitOfWork<SubscriptionsTx>; priceBill: PriceBill; clock: BusinessClock }>;

export const makePreviewChange =
  ({ unitOfWork, priceBill, clock }: Deps): PreviewChange =>
  async (before, take) => {
    const at = clock.now();
    const step = stepOf(() => take(before, at));
    if (step === undefined) return undefined;
    const due = await unitOfWork.run((tx) => dueOf(tx, before));
    return {
      invoice: await previewInvoice(priceBill, { ...step, at }),
      steps: await previewSteps(priceBill, step.subscription, { at, due }),
    };
  };
