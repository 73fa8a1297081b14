import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Declined } from '../call-outcomes.ts';
import type { PayableId } from '../payable-id.ts';
import type { CaptureMethod, Payment } from '../payment.ts';
import type { Gateways } from '../payment-gateway.ts';
import type { IdempotentRequest } from '../payment-operation.ts';
import type { PaymentAttempt } from '../ports.ts';
import { type PreparedSource, prepareSource, type RequestedSource } from './payment-source.ts';

export type PaymentRequest = RequestedSource &
  Readonly<{
    payableId: PayableId;
    /** In major units; the full amount due if omitted. */
    amount?: number | undefined;
    captureMethod: CaptureMethod;
    returnUrl: string | null;
    metadata: Payment['metadata'];
    /** The caller's network address. */
    address: string;
    idempotency: IdempotentRequest | null;
    /** Why the gateway has declined the source before: the payment fails without another call. */
    decline?: Declined | undefined;
  }>;

/** A requested payment, as far as it can be checked before what it pays is locked. */
export type PreparedPayment = Omit<PaymentRequest, keyof RequestedSource> &
  Readonly<{ actor: Actor; source: PreparedSource; attempt: PaymentAttempt }>;

/** Checks the source of a payment, outside of any transaction. */
export const preparePayment = (
  { gateways }: Readonly<{ gateways: Gateways }>,
  actor: Actor,
  { token, method, gateway, ...request }: PaymentRequest,
): PreparedPayment => {
  const source = prepareSource({ actor, gateways }, { token, method, gateway });
  return { ...request, actor, source, attempt: attemptOf(actor, request) };
};

/** Staff act for many buyers from one address. */
const attemptOf = (
  actor: Actor,
  { payableId, address }: Pick<PaymentRequest, 'payableId' | 'address'>,
): PaymentAttempt => ({
  target: payableId,
  customer: accessLevelOf(actor, 'payments:write') === 'all' ? null : { userId: actor.userId, address },
});
