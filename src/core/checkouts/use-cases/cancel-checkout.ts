import type { CancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { dryRunUnsupported, invalidState } from '#core/shared/domain-error.ts';
import { type ExpectedVersions, requireVersion } from '#core/shared/expected-version.ts';
import { StalePreparationError, type Work } from '#core/shared/unit-of-work.ts';
import { Checkout, type CheckoutId } from '../checkout.ts';
import type { CheckoutsTx } from '../ports.ts';
import { checkoutUpdated } from '../records.ts';
import type { ShownCheckout } from '../shown-checkout.ts';
import { shownEnded, shownWithOrder } from '../steps/show-steps.ts';
import { withOrder } from './complete-checkout.ts';
import { findCheckout, type ShowDeps } from './show-checkout.ts';

/**
 * Ends a checkout; the order that it has placed and that is not paid is cancelled.
 * @throws DomainError `invalid_state` for one that is completed or has ended, and as `CancelOrder` does.
 */
export type CancelCheckout = (
  actor: Actor,
  command: Readonly<{ id: CheckoutId; expected: ExpectedVersions; isDryRun: boolean }>,
) => Promise<Work<ShownCheckout, CheckoutsTx>>;

type Deps = Pick<ShowDeps, 'checkoutQueries' | 'unitOfWork' | 'clock'> & Readonly<{ cancelOrder: CancelOrder }>;

export const makeCancelCheckout =
  (deps: Deps): CancelCheckout =>
  async (actor, { id, expected, isDryRun }) => {
    const found = await findCheckout(deps, actor, { id, scope: 'orders:write' });
    const { orderId } = found;
    if (orderId === null) {
      return async (tx) => {
        const before = await requireVersion(tx.events, await tx.checkouts.get(id), expected);
        if (before.orderId !== null) throw new StalePreparationError(`Checkout ${id} was completed.`);
        const checkout = Checkout.cancel(before, deps.clock.now());
        await tx.checkouts.save(checkout);
        await tx.events.append(actor, checkoutUpdated(before, checkout));
        return shownEnded(checkout, 'cancelled');
      };
    }
    if (isDryRun) throw dryRunUnsupported('Payments of the order may have to be voided, which cannot be rolled back.');
    const { status } = await deps.unitOfWork.run(async (tx) =>
      shownWithOrder(tx, actor, await requireVersion(tx.events, found, expected)),
    );
    if (status !== 'in_progress') throw invalidState(`The checkout is ${status}.`, status);
    const cancelling = await deps.cancelOrder(withOrder(actor, orderId), {
      id: orderId,
      reason: null,
      expected: undefined,
    });
    return async (tx) => {
      await cancelling(tx);
      return shownWithOrder(tx, actor, found);
    };
  };
