import Joi from 'joi';
import { dunningSchedule } from '#adapters/system/settings/dunning-schedule.ts';
import { modules, page, someOf } from '#adapters/system/settings/value-schemas.ts';
import { MAIL_LANGUAGES } from '#core/mails/mail-language.ts';
import { SHOP_MAIL_PURPOSES } from '#core/mails/mail-request.ts';
import { CUSTOMER_PERMISSIONS } from '#core/orders/customer-policy.ts';
import { TAX_ROUNDINGS } from '#core/pricing/taxes.ts';
import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { SIGN_UP_MODES } from '#core/users/use-cases/sign-up.ts';
import { hidden, shown } from './setting-visibility.ts';

/** The settings of what the shop sells, of how it is paid, and of its mails. */
export const SHOP_SETTINGS = {
  MAIL_FROM: shown('The sender of mails; the e-mail of the owner if unset.', Joi.string().max(320)),
  PASSWORD_RESET_URL: shown('The page that mails about a forgotten password link to.', page),
  EMAIL_VERIFICATION_URL: shown('The page that mails about the verification of an e-mail link to.', page),
  ORDER_PAGE_URL: shown('The page that mails about orders link to.', page),
  BILLING_PAGE_URL: shown('The page that mails about billing link to.', page),
  MAIL_LANGUAGE: shown(
    'The language of mails about orders and billing.',
    Joi.string()
      .valid(...MAIL_LANGUAGES)
      .default('en'),
  ),
  MAILS: shown(
    'The mails about orders and billing that are sent.',
    someOf(SHOP_MAIL_PURPOSES).default([...SHOP_MAIL_PURPOSES]),
  ),
  STORE_CURRENCY: shown(
    'The default currency.',
    Joi.string()
      .custom((code: string, helpers) => (Currency.is(code) ? code : helpers.error('any.only')))
      .default('USD')
      .messages({ 'any.only': CURRENCY_RULE }),
  ),
  PRICES_INCLUDE_TAX: shown('Whether prices contain the tax, or it is added.', Joi.boolean().default(false)),
  TAX_ROUNDING: shown(
    'Whether tax is rounded for each line or once for each rate.',
    Joi.string()
      .valid(...TAX_ROUNDINGS)
      .default('line'),
  ),
  ORDER_PRICING: shown(
    'What prices orders: the tables of the shop, or another provider.',
    Joi.string().max(1000).default('tables'),
  ),
  ORDER_PRICING_TIMEOUT_MS: shown(
    'How long another provider may take.',
    Joi.number().integer().min(100).max(20_000).default(5_000),
  ),
  ORDER_EXPIRY_MINUTES: shown(
    'How long a new order waits for its payment.',
    Joi.number().min(0.01).max(525_600).default(30),
  ),
  MAX_UNPAID_ORDERS_PER_CUSTOMER: shown(
    'The unpaid orders that a customer may have.',
    Joi.number().integer().min(1).max(1_000_000).default(50),
  ),
  MAX_UNPAID_GUEST_ORDERS_PER_EMAIL: shown(
    'The unpaid orders that guests may have with one e-mail.',
    Joi.number().integer().min(1).max(1_000_000).default(5),
  ),
  MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS: shown(
    'The unpaid orders that guests may have from one address.',
    Joi.number().integer().min(1).max(1_000_000).default(20),
  ),
  MAX_UNPAID_GUEST_STOCK_PER_EMAIL: shown(
    'The stock that unpaid orders of guests may hold with one e-mail.',
    Joi.number().integer().min(1).max(1_000_000_000).default(250),
  ),
  MAX_UNPAID_GUEST_STOCK_PER_ADDRESS: shown(
    'The stock that unpaid orders of guests may hold from one address.',
    Joi.number().integer().min(1).max(1_000_000_000).default(1_000),
  ),
  CUSTOMER_MAY: shown(
    'What customers and guests may do with their orders.',
    someOf(CUSTOMER_PERMISSIONS).default(['cancel_unpaid']),
  ),
  CUSTOMER_SIGN_UP: shown(
    'Whether visitors may sign up.',
    Joi.string()
      .valid(...SIGN_UP_MODES)
      .default('off'),
  ),
  PAYMENT_GATEWAYS: shown(
    'The enabled payment gateways; the first is the default.',
    modules('gateways such as sandbox,manual').default(['sandbox']),
  ),
  STRIPE_SECRET_KEY: hidden('The secret key of the account at Stripe.', Joi.string().max(255)),
  STRIPE_WEBHOOK_SECRET: hidden('Verifies the webhooks of Stripe.', Joi.string().max(255)),
  STRIPE_PUBLISHABLE_KEY: shown(
    'The key of Stripe’s form in pages.',
    Joi.string().pattern(/^pk_/).max(255).messages({ 'string.pattern.base': 'must be a publishable key, pk_…' }),
  ),
  STRIPE_API_BASE: shown('The address of Stripe’s API, or of a mock.', page),
  SANDBOX_FOR_CUSTOMERS: shown(
    'Whether customers may pay with the sandbox where other machines reach the service.',
    Joi.boolean().default(false),
  ),
  SANDBOX_WEBHOOK_SECRET: hidden(
    'Signs the sandbox’s webhooks; derived from the secret key if unset.',
    Joi.string().min(16).max(255),
  ),
  DUNNING_SCHEDULE: shown(
    'When a failed payment of a subscription is retried, in days after the first failure.',
    dunningSchedule,
  ),
};
