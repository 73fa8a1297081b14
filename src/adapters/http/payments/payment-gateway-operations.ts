import Joi from 'joi';
import { GATEWAY_NAME, type Gateways } from '#core/payments/payment-gateway.ts';
import {
  GATEWAY_CAPABILITIES,
  type PaymentGatewayView,
  paymentGatewayViews,
} from '#core/payments/payment-gateway-view.ts';
import { readOperation } from '../pipeline/operation.ts';
import { objectOf } from '../schemas/object-of.ts';

const gatewaySchema = objectOf<PaymentGatewayView>({
  object: Joi.string().valid('payment_gateway').required().description('The type of the resource.'),
  name: Joi.string()
    .pattern(GATEWAY_NAME.pattern)
    .max(GATEWAY_NAME.maxLength)
    .required()
    .description('The name, as payments take it.')
    .example('sandbox'),
  is_default: Joi.boolean().required().description('Whether payments without a gateway use it.').example(true),
  is_live: Joi.boolean().required().description('Whether it moves real money.').example(false),
  public_key: Joi.string()
    .max(255)
    .allow(null)
    .required()
    .description('The key for the provider’s form in a page; null if it needs none.')
    .example('pk_test_4eC39HqLyjWDarjtT1zdp7dc'),
  capabilities: Joi.array()
    .items(Joi.string().valid(...GATEWAY_CAPABILITIES))
    .required()
    .description('`customer_payments`: customers and guests may pay with it; `manual_capture`; `refunds`.')
    .example(GATEWAY_CAPABILITIES),
})
  .id('PaymentGateway')
  .description('An enabled payment gateway.');

const gatewayList = objectOf<Readonly<{ data: readonly PaymentGatewayView[] }>>({
  data: Joi.array().items(gatewaySchema).required().description('All enabled gateways.'),
})
  .id('PaymentGatewayList')
  .description('The enabled payment gateways.');

export type PaymentGatewayDeps = Readonly<{ gateways: Gateways }>;

export const listPaymentGateways = ({ gateways }: PaymentGatewayDeps) =>
  readOperation({
    path: '/api/payment_gateways',
    operationId: 'listPaymentGateways',
    tag: 'Payments',
    summary: 'List payment gateways',
    description: 'The enabled gateways, the default first, with what a page needs to take a payment.',
    access: { kind: 'optional' },
    responses: { 200: { description: 'The gateways.', schema: gatewayList } },
    read: async () => ({ status: 200, body: { data: paymentGatewayViews(gateways) } }),
  });
