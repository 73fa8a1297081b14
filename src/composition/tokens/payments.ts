import type { OrderPayments } from '#core/orders/ports.ts';
import type { RecordPayment } from '#core/orders/use-cases/record-payment.ts';
import type { PaymentLinkUrl } from '#core/payments/links/use-cases/prepare-payment-link-mail.ts';
import type { MethodClient } from '#core/payments/methods/use-cases/method-client.ts';
import type { ReconcilePaymentMethod } from '#core/payments/methods/use-cases/reconcile-payment-methods.ts';
import type { RecordSaving } from '#core/payments/methods/use-cases/record-saving.ts';
import type { SavePaymentMethod } from '#core/payments/methods/use-cases/save-payment-method.ts';
import type { Gateways } from '#core/payments/payment-gateway.ts';
import type { GatewaySetups } from '#core/payments/payment-gateway-setup.ts';
import type { GatewayHealths } from '#core/payments/payment-gateway-view.ts';
import type { DefaultMethodListener, PaymentLimits } from '#core/payments/ports.ts';
import type { BeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import type { CreatePayment } from '#core/payments/use-cases/create-payment.ts';
import type { ExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import type { GatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import type { ReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import type { ReconcilePayment } from '#core/payments/use-cases/reconcile-payments.ts';
import type { RecordCharge } from '#core/payments/use-cases/record-charge.ts';
import type { RecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import type { IdTokens } from '#core/shared/id-tokens.ts';
import { token } from '../injection.ts';

export const PAYMENTS = {
  /** The gateways that are switched on, by name; the first is the default. */
  gateways: token<Gateways>('Gateways'),
  gatewayHealths: token<GatewayHealths>('GatewayHealths'),
  gatewaySetups: token<GatewaySetups>('GatewaySetups'),
  /** What to say about the sandbox at the start. */
  sandboxNotice: token<string | undefined>('SandboxNotice'),
  limits: token<PaymentLimits>('PaymentLimits'),
  ask: token<GatewayClient>('GatewayClient'),
  recordPayment: token<RecordPayment>('RecordPayment'),
  recordOutcome: token<RecordOutcome>('RecordOutcome'),
  recordCharge: token<RecordCharge>('RecordCharge'),
  execute: token<ExecuteOperation>('ExecuteOperation'),
  beginPayment: token<BeginPayment>('BeginPayment'),
  createPayment: token<CreatePayment>('CreatePayment'),
  reconcilePayment: token<ReconcilePayment>('ReconcilePayment'),
  reconcilePaymentMethod: token<ReconcilePaymentMethod>('ReconcilePaymentMethod'),
  recordSaving: token<RecordSaving>('RecordSaving'),
  savePaymentMethod: token<SavePaymentMethod>('SavePaymentMethod'),
  /** What follows the choice of a default payment method. */
  defaultMethodListeners: token<DefaultMethodListener>('DefaultMethodListener'),
  methodClient: token<MethodClient>('MethodClient'),
  receiveGatewayWebhook: token<ReceiveGatewayWebhook>('ReceiveGatewayWebhook'),
  paymentLinkTokens: token<IdTokens<'plink'>>('PaymentLinkTokens'),
  paymentLinkUrl: token<PaymentLinkUrl>('PaymentLinkUrl'),
  orderPayments: token<OrderPayments>('OrderPayments'),
};
