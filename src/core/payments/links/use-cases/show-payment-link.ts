import { EXPIRED } from '#core/orders/order-lifecycle.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Payable } from '../../payable.ts';
import type { Payment } from '../../payment.ts';
import type { PaymentsTx } from '../../ports.ts';
import type { PaymentLink, PaymentLinkId } from '../payment-link.ts';

/**
 * What can be done by a link: `processing` while the outcome of a payment is awaited; `closed` for an invoice that is not
 * to be paid, such as an uncollectible one.
 */
export type LinkState = 'payable' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'void' | 'closed' | 'inactive';

export type ShownLink = Readonly<{
  link: PaymentLink;
  payable: Payable;
  state: LinkState;
  /** The payment that waits for its payer at a bank, if there is one. */
  waiting: Payment | undefined;
}>;

/** What the page of a link shows; undefined if there is no such link. */
export type ShowPaymentLink = (id: PaymentLinkId) => Promise<ShownLink | undefined>;

export const makeShowPaymentLink =
  ({ unitOfWork }: Readonly<{ unitOfWork: UnitOfWork<PaymentsTx> }>): ShowPaymentLink =>
  (id) =>
    unitOfWork.run(async (tx) => {
      const link = await tx.paymentLinks.find(id);
      const payable = link && (await Payable.find(tx, link.payableId));
      if (link === undefined || payable === undefined) return undefined;
      if (!link.isActive) return { link, payable, state: 'inactive', waiting: undefined };
      const { currency } = Payable.amountDue(payable);
      const payments = await tx.payments.paymentStateOf({ id: payable.id, currency });
      const { open } = payments;
      const waiting = open?.isReplaceable ? await tx.payments.find(open.id) : undefined;
      const isAwaited = payments.authorized.minor > 0n || (payments.isPending && waiting === undefined);
      return { link, payable, state: stateOf(payable, isAwaited), waiting };
    });

const stateOf = (payable: Payable, isAwaited: boolean): LinkState => {
  if (Payable.allows(payable)) return isAwaited ? 'processing' : 'payable';
  if (payable.kind === 'invoice') {
    const { status } = payable.invoice;
    return status === 'paid' || status === 'void' ? status : 'closed';
  }
  const { state, cancelReason, cancellingSince } = payable.order;
  if (state.status === 'cancelled') return cancelReason === EXPIRED ? 'expired' : 'cancelled';
  return cancellingSince === null ? 'paid' : 'cancelled';
};
