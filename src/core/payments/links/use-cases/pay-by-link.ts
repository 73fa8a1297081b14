import { Actor } from '#core/shared/actor.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { UnitOfWork } from '#core/shared/unit-of-work.ts';
import { Payable } from '../../payable.ts';
import { PayableId } from '../../payable-id.ts';
import type { Payment } from '../../payment.ts';
import type { IdempotentRequest } from '../../payment-operation.ts';
import type { PaymentsTx } from '../../ports.ts';
import type { BeginPayment } from '../../use-cases/begin-payment.ts';
import type { CreatePayment } from '../../use-cases/create-payment.ts';
import { PaymentLink, type PaymentLinkId } from '../payment-link.ts';

type Command = Readonly<{
  id: PaymentLinkId;
  gateway: string;
  token: string;
  /** What the payer has seen to be due, in major units. */
  amount: number;
  returnUrl: string;
  address: string;
  /** A keyed digest of the payer's network. */
  client: string;
  requestId: string;
  /** One for each time that the page was shown, so that what is sent twice is charged once. */
  nonce: string;
}>;

/**
 * Pays what a link is for in full, as a visitor who may do nothing else.
 * @throws DomainError `not_found`; `invalid_state` for a link that was deactivated, or if nothing can be paid;
 * `validation_failed` at `amount` if another amount is due than was seen; and as `CreatePayment` does.
 */
export type PayByLink = (command: Command) => Promise<Payment>;

type Deps = Readonly<{
  unitOfWork: UnitOfWork<PaymentsTx>;
  createPayment: CreatePayment;
  beginPayment: BeginPayment;
}>;

export const makePayByLink =
  ({ unitOfWork, createPayment, beginPayment }: Deps): PayByLink =>
  async ({ id, client, requestId, nonce, amount, ...source }) => {
    const { payableId } = requireLink(await unitOfWork.run((tx) => tx.paymentLinks.find(id)), id);
    const actor = payerOf(payableId, { client, requestId });
    const key = JSON.stringify(['payment link', id, nonce]);
    const request = {
      ...source,
      payableId,
      amount,
      captureMethod: 'automatic',
      metadata: {},
      idempotency: { key, fingerprint: key } satisfies IdempotentRequest,
    } as const;
    const paying = await createPayment(actor, request, async (tx, prepared) => {
      // a deactivation waits until the payment has begun, or comes before it
      PaymentLink.require(requireLink(await tx.paymentLinks.lockForShare(id), id));
      return beginPayment(tx, Payable.getFor(tx, actor, payableId), prepared);
    });
    return (await unitOfWork.run(paying)).payment;
  };

const requireLink = (link: PaymentLink | undefined, id: PaymentLinkId): PaymentLink => {
  if (link === undefined) throw notFound('payment link', id);
  return link;
};

/** A visitor who may pay one order or invoice. */
const payerOf = (id: PayableId, visit: Readonly<{ client: string; requestId: string }>): Actor => {
  const [orderId, invoiceId] = [PayableId.order(id), PayableId.invoice(id)];
  return {
    ...Actor.anonymous,
    ...visit,
    ...(orderId !== null && { order: { id: orderId, mayWrite: true } }),
    ...(invoiceId !== null && { invoice: { id: invoiceId } }),
  };
};
