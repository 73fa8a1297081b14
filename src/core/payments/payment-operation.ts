import type { RefundedParts } from '#core/orders/fulfillment.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { nextVersion } from '#core/shared/resource.ts';
import type { PaymentId } from './payment.ts';
import type { Failure } from './payment-status.ts';

/** An operation at the gateway. Its id is the idempotency key of the request. */
export type PaymentOperation = Readonly<{
  id: OperationId;
  /** Starts at 1 and increases with every change. */
  version: number;
  paymentId: PaymentId;
  kind: OperationKind;
  /** The requested amount; for a void, the authorized amount. */
  amount: Money;
  status: OperationStatus;
  /** The reason of a refund. */
  reason: string | null;
  /** What a refund is for, if it was requested for items or shipping. */
  refunded: RefundedParts | null;
  failure: Failure | null;
  /** Of the client's request that started the operation. */
  idempotency: IdempotentRequest | null;
  createdAt: Date;
  updatedAt: Date;
}>;

export const OPERATION_KINDS = ['authorize', 'capture', 'void', 'refund'] as const;

export type OperationKind = (typeof OPERATION_KINDS)[number];

/** For an authorization, the payment's own id. */
export type OperationId = PaymentId | Id<'cap'> | Id<'void'> | Id<'re'>;

/** The statuses of a refund as the API shows it. */
export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `reversed`: a refund that failed after it had succeeded. */
type OperationStatus = RefundStatus | 'reversed';

/** A client's idempotency key, and the fingerprint of its request. */
export type IdempotentRequest = Readonly<{
  key: string;
  fingerprint: string;
  /** The fingerprints that the same request had under former secret keys. */
  formerFingerprints?: readonly string[];
}>;

type NewOperation = Pick<PaymentOperation, 'id' | 'paymentId' | 'kind' | 'amount' | 'idempotency'> &
  Readonly<{ reason?: string | null; refunded?: RefundedParts | null; at: Date }>;

export const PaymentOperation = {
  create: ({ at, reason = null, refunded = null, ...fields }: NewOperation): PaymentOperation => ({
    ...fields,
    version: 1,
    reason,
    refunded,
    status: 'pending',
    failure: null,
    createdAt: at,
    updatedAt: at,
  }),

  succeed: (operation: PaymentOperation, at: Date): PaymentOperation =>
    nextVersion(operation, { status: 'succeeded' }, at),

  fail: (operation: PaymentOperation, failure: Failure, at: Date): PaymentOperation =>
    nextVersion(operation, { status: 'failed', failure }, at),

  /** Fails a refund that had succeeded. */
  reverse: (operation: PaymentOperation, failure: Failure, at: Date): PaymentOperation => ({
    ...PaymentOperation.fail(operation, failure, at),
    status: 'reversed',
  }),

  /** Fails an operation that never reached the gateway, and releases its key: the same request may start it again. */
  releaseKey: (operation: PaymentOperation, failure: Failure, at: Date): PaymentOperation => ({
    ...PaymentOperation.fail(operation, failure, at),
    idempotency: null,
  }),
};
