import type { RefundedParts } from '#core/orders/fulfillment.ts';
import type { Actor } from '#core/shared/actor.ts';
import { type Clocks, type Moment, momentOf } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { Payment } from '../payment.ts';
import { PaymentEntry } from '../payment-entry.ts';
import { type IdempotentRequest, PaymentOperation } from '../payment-operation.ts';
import type { PaymentsTx } from '../ports.ts';
import type { FinishedOperation } from '../use-cases/record-outcome.ts';

type RequestedOperation = Readonly<{
  kind: 'capture' | 'void' | 'refund';
  /** The full remaining amount if omitted; not used by a void. */
  amount?: Money | undefined;
  reason?: string | null;
  /** Of a refund. */
  refunded?: RefundedParts | null;
  idempotency: IdempotentRequest | null;
}>;

type Deps = Clocks & Readonly<{ actor: Actor; ids: IdGenerator }>;

const PREFIXES = { capture: 'cap', void: 'void', refund: 're' } as const;

/** Records an operation before the gateway is called. @throws DomainError as the payment's own checks do. */
export const beginOperation = async (
  tx: PaymentsTx,
  { actor, ids, ...clocks }: Deps,
  { before, requested }: Readonly<{ before: Payment; requested: RequestedOperation }>,
): Promise<FinishedOperation> => {
  const begun = begunOperation(before, requested, { ids, at: momentOf(clocks) });
  const { payment, operation } = begun;
  await tx.payments.save(payment, {
    operations: [operation],
    entries: [PaymentEntry.requested({ ids, actor }, operation)],
  });
  return begun;
};

/** The payment with an operation that starts. @throws DomainError as the payment's own checks do. */
export const begunOperation = (
  before: Payment,
  requested: RequestedOperation,
  { ids, at }: Readonly<{ ids: IdGenerator; at: Moment }>,
): FinishedOperation => {
  const { kind, reason = null, refunded = null, idempotency } = requested;
  const [amount, payment] = applyRequest(before, requested, at);
  const operation = PaymentOperation.create({
    id: ids.next(PREFIXES[kind]),
    paymentId: before.id,
    kind,
    amount,
    reason,
    refunded,
    idempotency,
    at: at.business,
  });
  return { payment, operation };
};

const applyRequest = (before: Payment, { kind, amount }: RequestedOperation, at: Moment): [Money, Payment] => {
  switch (kind) {
    case 'capture': {
      const part = amount ?? Payment.capturable(before);
      return [part, Payment.beginCapture(before, part, at)];
    }
    case 'refund': {
      const part = amount ?? Payment.refundable(before);
      return [part, Payment.beginRefund(before, part, at)];
    }
    case 'void':
      return [Payment.authorized(before), Payment.beginVoid(before, at)];
  }
};
