import Joi from 'joi';
import { modules, page } from '#adapters/system/settings/value-schemas.ts';
import { hidden, shown } from './setting-visibility.ts';

/** The settings of what prices orders, and of how they are paid. */
export const PAYMENT_SETTINGS = {
  ORDER_PRICING: shown(
    'What prices orders: the tables of the shop, or another provider.',
    Joi.string().max(1000).default('tables'),
    'what prices orders: the shop’s tables, or the path or package of [another provider](price-orders-elsewhere.md)',
  ),
  PAYMENT_GATEWAYS: shown(
    'The enabled payment gateways; the first is the default.',
    modules('gateways such as sandbox,manual').default(['sandbox', 'manual']),
    'separated by commas, the first is the default: `sandbox`, `manual`, `stripe`, or the path or package of another ([how](swap-a-payment-provider.md))',
  ),
  STRIPE_SECRET_KEY: hidden(
    'The secret key of the account at Stripe.',
    Joi.string().max(255),
    'the secret key of the account at Stripe, `sk_…`; needed with `stripe`',
  ),
  STRIPE_WEBHOOK_SECRET: hidden(
    'Verifies the webhooks of Stripe.',
    Joi.string().max(255),
    'verifies the webhooks of Stripe, `whsec_…`; needed with `stripe`',
  ),
  STRIPE_PUBLISHABLE_KEY: shown(
    'The key of Stripe’s form in pages.',
    Joi.string().pattern(/^pk_/).max(255).messages({ 'string.pattern.base': 'must be a publishable key, pk_…' }),
    'the key of Stripe’s form, `pk_…`, which pages get from `GET /api/payment_gateways`',
  ),
  STRIPE_API_BASE: shown(
    'The address of Stripe’s API, or of a mock.',
    page,
    'the address of a mock, such as `http://127.0.0.1:12111`; that of Stripe if unset',
  ),
  SANDBOX_FOR_CUSTOMERS: shown(
    'Whether customers may pay with the sandbox where other machines reach the service.',
    Joi.boolean().default(false),
    'for demos: customers may pay with the sandbox although `HOST` is not a loopback address or `NODE_ENV` is `production`; otherwise it then requires `payments:write`, as it always does beside a live key',
  ),
};
