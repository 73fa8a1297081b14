import { request, type Schemas } from '../../api/request.ts';
import type { Action } from '../../form/action-button.tsx';
import { difference } from '../../form/difference.ts';
import type { Field } from '../../form/field.ts';
import { sendFields, sendFixed } from '../../form/send-action.ts';
import { money } from '../../text/format.ts';
import { fill, t } from '../../text/text.ts';
import { isOffered, type Order, type Payment } from './order-data.ts';

const SCOPE = 'payments:write';

export const amountField = (hint: string): Field => ({ name: 'amount', kind: 'money', hint });

/** Whether the dialog that collects payments has a way of its own for a gateway. */
export const isCollected = ({ name }: Schemas['PaymentGateway']): boolean => name === 'manual' || name === 'sandbox';

/** Charges an order by the token of the gateway's form. */
export const charge = (order: Order, { name }: Schemas['PaymentGateway']): Action => ({
  label: fill(t().order.charge, { gateway: name }),
  scope: SCOPE,
  isAllowed: order.status === 'open' && order.amount_due > 0,
  explanation: t().order.chargeExplained,
  fields: [
    { name: 'token', kind: 'text', isRequired: true },
    amountField(fill(t().order.amountDue, { amount: money(order.amount_due, order.currency) })),
    captureField(),
  ],
  initial: { token: '', amount: order.amount_due, capture_method: 'automatic' },
  run: ({ token, ...body }, idempotencyKey) =>
    request('post', '/api/payments', {
      body: { ...body, order_id: order.id, gateway: name, payment_method: { token: String(token) } },
      idempotencyKey,
    }),
  done: t().order.paymentCreated,
});

const captureField = (): Field => ({
  name: 'capture_method',
  kind: 'choice',
  isRequired: true,
  values: ['automatic', 'manual'],
  labels: t().order.captureMethods,
});

/** Captures an authorized amount or a part of it. */
export const capture = (payment: Payment): Action => {
  const uncaptured = difference(payment.amount, payment.amount_captured);
  return {
    label: t().order.capture,
    scope: SCOPE,
    isAllowed: isOffered(payment, 'capture', { scope: SCOPE, otherwise: payment.status === 'authorized' }),
    isPrimary: true,
    fields: [amountField(fill(t().order.authorizedAmount, { amount: money(uncaptured, payment.currency) }))],
    initial: { amount: uncaptured },
    run: sendFields('post', '/api/payments/{id}/capture', { params: { id: payment.id } }),
    done: t().order.captured,
  };
};

/** Cancels a payment that is not captured. */
export const cancelPayment = (payment: Payment): Action => ({
  label: t().order.cancelPayment,
  scope: SCOPE,
  isAllowed: isOffered(payment, 'cancel', {
    scope: SCOPE,
    otherwise: payment.status === 'authorized' || payment.status === 'requires_action',
  }),
  isDanger: true,
  explanation: t().order.cancelPaymentExplained,
  dismissLabel: t().order.keepPayment,
  run: sendFixed('post', '/api/payments/{id}/cancel', { params: { id: payment.id }, body: {} }),
  done: t().order.paymentCancelled,
});
