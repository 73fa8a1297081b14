import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import type { PaymentId } from './payment.ts';
import type { Failure } from './payment-status.ts';

/** Something that is asked of a gateway for a payment. Its id is the key that it is asked by. */
export type PaymentOperation = Readonly<{
  id: OperationId;
  paymentId: PaymentId;
  kind: OperationKind;
  /** What is asked for; of a void, what was held. */
  amount: Money;
  status: OperationStatus;
  /** Why somebody gives money back. */
  reason: string | null;
  failure: Failure | null;
  /** The request by which somebody asked for it. */
  request: IdempotentRequest | null;
  createdAt: Date;
  updatedAt: Date;
}>;

export type OperationKind = 'authorize' | 'capture' | 'void' | 'refund';

/** Of an authorization, its payment's own id. */
export type OperationId = PaymentId | Id<'cap'> | Id<'void'> | Id<'re'>;

export const OPERATION_STATUSES = ['pending', 'succeeded', 'failed'] as const;

export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** What a client calls a request, and what tells it from another that is called the same. */
export type IdempotentRequest = Readonly<{ name: string; fingerprint: string }>;

type Asked = Pick<PaymentOperation, 'id' | 'paymentId' | 'kind' | 'amount' | 'request'> &
  Readonly<{ reason?: string | null; at: Date }>;

export const PaymentOperation = {
  ask: ({ at, reason = null, ...asked }: Asked): PaymentOperation => ({
    ...asked,
    reason,
    status: 'pending',
    failure: null,
    createdAt: at,
    updatedAt: at,
  }),

  succeed: (operation: PaymentOperation, at: Date): PaymentOperation => ({
    ...operation,
    status: 'succeeded',
    updatedAt: at,
  }),

  fail: (operation: PaymentOperation, failure: Failure, at: Date): PaymentOperation => ({
    ...operation,
    status: 'failed',
    failure,
    updatedAt: at,
  }),

  /** It was never done: the same request may ask for it anew. */
  forget: (operation: PaymentOperation, failure: Failure, at: Date): PaymentOperation => ({
    ...PaymentOperation.fail(operation, failure, at),
    request: null,
  }),
};
