import Joi from 'joi';
import { GATEWAY_NAME, type Gateways } from '#core/payments/payment-gateway.ts';
import {
  CIRCUIT_STATES,
  GATEWAY_CAPABILITIES,
  type GatewayHealths,
  type GatewayHealthView,
  gatewayHealthView,
  type PaymentGatewayView,
  paymentGatewayViews,
} from '#core/payments/payment-gateway-view.ts';
import { readOperation } from '../routing/operation.ts';
import { timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

const identity = {
  name: Joi.string()
    .pattern(GATEWAY_NAME.pattern)
    .max(GATEWAY_NAME.maxLength)
    .required()
    .description('The name, as payments take it.')
    .example('sandbox'),
  is_default: Joi.boolean().required().description('Whether payments without a gateway use it.').example(true),
  is_live: Joi.boolean().required().description('Whether it moves real money.').example(false),
};

const gatewaySchema = objectOf<PaymentGatewayView>({
  object: Joi.string().valid('payment_gateway').required().description('The type of the resource.'),
  ...identity,
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

const gatewayHealthSchema = objectOf<GatewayHealthView>({
  object: Joi.string().valid('payment_gateway_health').required().description('The type of the resource.'),
  ...identity,
  circuit: Joi.string()
    .valid(...CIRCUIT_STATES)
    .required()
    .description(
      '`open`: calls fail at once, since several in a row were not answered; `half_open`: one call tests the gateway.',
    )
    .example('closed'),
  last_success_at: timestamp().allow(null).required().description('When it last answered, also with a decline.'),
  last_failure: objectOf<NonNullable<GatewayHealthView['last_failure']>>({
    at: timestamp().required().description('The time of the call.'),
    operation: Joi.string().required().description('The operation.').example('authorize'),
    outcome: Joi.string()
      .valid('unknown', 'unreachable')
      .required()
      .description('`unreachable`: the request did not reach the gateway; `unknown`: the outcome is not known.')
      .example('unknown'),
  })
    .allow(null)
    .required()
    .description('The last call that had no outcome.'),
})
  .id('PaymentGatewayHealth')
  .description('The outcome of the calls to a payment gateway.');

const gatewayHealthList = objectOf<Readonly<{ data: readonly GatewayHealthView[] }>>({
  data: Joi.array().items(gatewayHealthSchema).required().description('All enabled gateways.'),
})
  .id('PaymentGatewayHealthList')
  .description('The health of the enabled payment gateways.');

export type PaymentGatewayDeps = Readonly<{ gateways: Gateways; healths: GatewayHealths }>;

export const listPaymentGateways = ({ gateways }: Pick<PaymentGatewayDeps, 'gateways'>) =>
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

export const readGatewayHealth = ({ gateways, healths }: PaymentGatewayDeps) =>
  readOperation({
    path: '/api/payment_gateways/health',
    operationId: 'getPaymentGatewayHealth',
    tag: 'Payments',
    summary: 'Get the health of the payment gateways',
    description:
      'The enabled gateways, the default first, with how calls to them went since the start of the process that responds; ' +
      'each process has calls of its own.',
    access: { kind: 'any_scope', scopes: ['payments:read', 'settings:read'] },
    responses: { 200: { description: 'The health of each gateway.', schema: gatewayHealthList } },
    read: async () => ({
      status: 200,
      body: {
        data: paymentGatewayViews(gateways).flatMap((view) => {
          const health = healths.get(view.name);
          return health === undefined ? [] : [gatewayHealthView(view, health())];
        }),
      },
    }),
  });
