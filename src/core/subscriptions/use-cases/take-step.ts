import { requireOwnership } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, notFound } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { StalePreparationError } from '#core/shared/stale-preparation.ts';
import type { UnitOfWork, Work } from '#core/storage.ts';
import type { BillPart } from '../bill.ts';
import type { PriceBill } from '../price-bill.ts';
import type { BilledStep, Subscription, SubscriptionId } from '../subscription.ts';
import { abandonFirstInvoice } from './first-charge.ts';
import { storeStep } from './store-step.ts';

type Request = Readonly<{
  id: SubscriptionId;
  expected: ExpectedVersions;
  /** The step, which is computed again for the locked subscription. The same version is no step. */
  take: (before: Subscription, at: Date) => BilledStep;
}>;

/**
 * Takes a requested step of a subscription: prices its bill outside of transactions, and returns the work that stores the
 * step and finalizes the invoice of its bill.
 * @throws DomainError `not_found`, also for another customer’s subscription.
 */
export type TakeStep = (actor: Actor, request: Request) => Promise<Work<Subscription>>;

type Deps = Readonly<{ unitOfWork: UnitOfWork; priceBill: PriceBill; clock: BusinessClock; ids: IdGenerator }>;

export const makeTakeStep =
  ({ unitOfWork, priceBill, clock, ids }: Deps): TakeStep =>
  async (actor, { id, expected, take }) => {
    const found = await unitOfWork.run((tx) => tx.subscriptions.find(id));
    if (found === undefined) throw notFound('subscription', id);
    requireOwnership(actor, 'subscriptions:write', { kind: 'subscription', id, userId: found.userId });
    const at = clock.now();
    const priced = await priceBill({ subscription: found, bill: billOf(() => take(found, at)), at });
    const invoiceId = ids.next('inv');
    return async (tx) => {
      // lock order: invoice, then subscription
      if (found.status === 'incomplete' && found.latestInvoiceId !== null) await tx.invoices.get(found.latestInvoiceId);
      const before = await tx.subscriptions.get(id);
      await requireVersion(tx.events, before, expected);
      const step = take(before, at);
      if (before.version !== found.version)
        throw new StalePreparationError(`The subscription ${id} changed meanwhile.`);
      if (step.subscription.status === 'cancelled') await abandonFirstInvoice(tx, actor, { subscription: before, at });
      return storeStep(tx, actor, { before, step, priced, invoiceId, clock, ids, at });
    };
  };

/** Nothing for a refused step: the refusal is reported after the idempotency key, so that a repeated request is replayed. */
const billOf = (take: () => BilledStep): readonly BillPart[] => {
  try {
    return take().bill;
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
};
