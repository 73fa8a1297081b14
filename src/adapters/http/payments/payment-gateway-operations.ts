import Joi from 'joi';
import { GATEWAY_NAME, type Gateways } from '#core/payments/payment-gateway.ts';
import type { GatewaySetups, GatewaySetupView } from '#core/payments/payment-gateway-setup.ts';
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
import { required } from '../schemas/required.ts';

const identity = {
  name: required(
    Joi.string().pattern(GATEWAY_NAME.pattern).max(GATEWAY_NAME.maxLength),
    'The name, as payments take it.',
    'sandbox',
  ),
  is_default: required(Joi.boolean(), 'Whether payments without a gateway use it.', true),
  is_live: required(Joi.boolean(), 'Whether it moves real money.', false),
};

const gatewaySchema = objectOf<PaymentGatewayView>({
  object: required(Joi.string().valid('payment_gateway'), 'The type of the resource.'),
  ...identity,
  public_key: required(
    Joi.string().max(255).allow(null),
    'The key for the provider’s form in a page; null if it needs none.',
    'pk_test_4eC39HqLyjWDarjtT1zdp7dc',
  ),
  capabilities: required(
    Joi.array().items(Joi.string().valid(...GATEWAY_CAPABILITIES)),
    '`customer_payments`: customers and guests may pay with it; `manual_capture`; `refunds`.',
    GATEWAY_CAPABILITIES,
  ),
})
  .id('PaymentGateway')
  .description('An enabled payment gateway.');

const gatewayList = objectOf<Readonly<{ data: readonly PaymentGatewayView[] }>>({
  data: required(Joi.array().items(gatewaySchema), 'All enabled gateways.'),
})
  .id('PaymentGatewayList')
  .description('The enabled payment gateways.');

const gatewayHealthSchema = objectOf<GatewayHealthView>({
  object: required(Joi.string().valid('payment_gateway_health'), 'The type of the resource.'),
  ...identity,
  circuit: required(
    Joi.string().valid(...CIRCUIT_STATES),
    '`open`: calls fail at once, since several in a row were not answered; `half_open`: one call tests the gateway.',
    'closed',
  ),
  last_success_at: required(timestamp().allow(null), 'When it last answered, also with a decline.'),
  last_failure: objectOf<NonNullable<GatewayHealthView['last_failure']>>({
    at: required(timestamp(), 'The time of the call.'),
    operation: required(Joi.string(), 'The operation.', 'authorize'),
    outcome: required(
      Joi.string().valid('unknown', 'unreachable'),
      '`unreachable`: the request did not reach the gateway; `unknown`: the outcome is not known.',
      'unknown',
    ),
  })
    .allow(null)
    .required()
    .description('The last call that had no outcome.'),
})
  .id('PaymentGatewayHealth')
  .description('The outcome of the calls to a payment gateway.');

const gatewayHealthList = objectOf<Readonly<{ data: readonly GatewayHealthView[] }>>({
  data: required(Joi.array().items(gatewayHealthSchema), 'All enabled gateways.'),
})
  .id('PaymentGatewayHealthList')
  .description('The health of the enabled payment gateways.');

const gatewaySetupSchema = objectOf<GatewaySetupView>({
  object: required(Joi.string().valid('payment_gateway_setup'), 'The type of the resource.'),
  name: identity.name,
  is_enabled: required(Joi.boolean(), 'Whether `PAYMENT_GATEWAYS` names it.', true),
  is_live: required(Joi.boolean().allow(null), 'Whether it moves real money; null for one that is not enabled.', false),
  missing_settings: required(Joi.array().items(Joi.string()), 'Its settings of the environment without a value.', [
    'STRIPE_PUBLISHABLE_KEY',
  ]),
  webhook_url: required(
    Joi.string().uri().allow(null),
    'Where the provider is to send its webhooks; null if it sends none.',
    'https://api.shop.example/api/payments/notifications/stripe',
  ),
  last_webhook_at: required(timestamp().allow(null), 'When the process that responds last received a valid webhook.'),
})
  .id('PaymentGatewaySetup')
  .description('What remains to be done so that a payment gateway works.');

const gatewaySetupList = objectOf<Readonly<{ data: readonly GatewaySetupView[] }>>({
  data: required(Joi.array().items(gatewaySetupSchema), 'The enabled gateways, and then those that could be.'),
})
  .id('PaymentGatewaySetupList')
  .description('The setup of the payment gateways.');

export type PaymentGatewayDeps = Readonly<{ gateways: Gateways; healths: GatewayHealths; setups: GatewaySetups }>;

export const listPaymentGateways = ({ gateways }: Pick<PaymentGatewayDeps, 'gateways'>) =>
  readOperation({
    path: '/api/payment_gateways',
    operationId: 'listPaymentGateways',
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

export const listGatewaySetups = ({ setups }: PaymentGatewayDeps) =>
  readOperation({
    path: '/api/payment_gateways/setup',
    operationId: 'listPaymentGatewaySetups',
    summary: 'List the setup of the payment gateways',
    description:
      'The enabled gateways, the default first, and the other built-in ones, with the settings that are missing.',
    access: { kind: 'any_scope', scopes: ['payments:read', 'settings:read'] },
    responses: { 200: { description: 'The setup of each gateway.', schema: gatewaySetupList } },
    read: async () => ({ status: 200, body: { data: setups() } }),
  });
