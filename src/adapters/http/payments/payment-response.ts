import type { Payment } from '#core/payments/payment.ts';
import { type PaymentView, paymentView } from '#core/payments/payment-view.ts';
import type { Actor } from '#core/shared/actor.ts';
import { makeAllowedActions } from '../authorization/allowed-actions.ts';
import { resourceResponse } from '../responses/responses.ts';
import type { ApiResponse } from '../routing/route.ts';

const WRITE = { kind: 'scope', scope: 'payments:write' } as const;

/** Who may call the operation of each action. */
export const PAYMENT_ACTIONS = { capture: WRITE, cancel: WRITE, refund: WRITE } as const;

/** Payments with the actions that the caller may do. */
export const paymentActions = makeAllowedActions<PaymentView>(PAYMENT_ACTIONS);

const response = resourceResponse(paymentView);

/** A changed payment, for the caller. */
export const paymentResponse = (actor: Actor, payment: Payment): ApiResponse =>
  paymentActions.response(actor, response(payment));
