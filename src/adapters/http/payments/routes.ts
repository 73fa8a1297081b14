import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type PayInvoiceDeps, payInvoice } from './pay-invoice-operation.ts';
import {
  listGatewaySetups,
  listPaymentGateways,
  type PaymentGatewayDeps,
  readGatewayHealth,
} from './payment-gateway-operations.ts';
import {
  getPayment,
  getPaymentTimeline,
  getRefund,
  listPayments,
  listRefunds,
  type PaymentReadDeps,
} from './payment-read-operations.ts';
import {
  cancelPayment,
  capturePayment,
  createPayment,
  type PaymentWriteDeps,
  refundPayment,
} from './payment-write-operations.ts';

export const paymentsRoutes = (
  deps: PaymentReadDeps & PaymentWriteDeps & PaymentGatewayDeps & PayInvoiceDeps,
): TaggedRoute[] => [
  ...tagged('Payments', [
    listPaymentGateways(deps),
    readGatewayHealth(deps),
    listGatewaySetups(deps),
    listPayments(deps),
    createPayment(deps),
    getPayment(deps),
    capturePayment(deps),
    cancelPayment(deps),
    refundPayment(deps),
    listRefunds(deps),
    getRefund(deps),
    getPaymentTimeline(deps),
  ]),
  ...tagged('Invoices', [payInvoice(deps)]),
];
