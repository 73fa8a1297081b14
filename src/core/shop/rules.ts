// Why: docs/decisions/0055-rules-of-the-shop.md

import { MAIL_LANGUAGES, type MailLanguage } from '#core/mails/mail-language.ts';
import { SHOP_MAIL_PURPOSES, type ShopMailPurpose, USUAL_MAIL_PURPOSES } from '#core/mails/ports.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type Rule, rule } from './rule.ts';

/** What a shop may let customers and guests do with their orders. */
export const CUSTOMER_PERMISSIONS = ['cancel_unpaid', 'cancel_paid', 'change_address', 'request_return'] as const;

export type CustomerPermission = (typeof CUSTOMER_PERMISSIONS)[number];

/** Who may sign up: nobody, everybody, or everybody whose e-mail is verified before the first sign-in. */
const SIGN_UP_MODES = ['off', 'open', 'verified'] as const;

export type SignUpMode = (typeof SIGN_UP_MODES)[number];

/** Whether tax is rounded for each line, or once for each rate. */
export const TAX_ROUNDINGS = ['line', 'total'] as const;

export type TaxRounding = (typeof TAX_ROUNDINGS)[number];

/** Which tax id of a buyer exempts from tax: one that the staff has confirmed, one that passes a check, too, or none. */
const TAX_ID_EXEMPTIONS = ['staff', 'checked', 'off'] as const;

export type TaxIdExemption = (typeof TAX_ID_EXEMPTIONS)[number];

/** Whose right of withdrawal the shop grants: nobody's, that of consumers in the EU, which the law demands, or every consumer's. */
const WITHDRAWAL_SCOPES = ['none', 'eu', 'all'] as const;

export type WithdrawalScope = (typeof WITHDRAWAL_SCOPES)[number];

/** Who bears the direct costs of sending goods back after a withdrawal. */
const RETURN_COST_BEARERS = ['buyer', 'shop'] as const;

export type ReturnCostBearer = (typeof RETURN_COST_BEARERS)[number];

/** The default of when failed payments of subscriptions are retried, in days after the first failure. */
export const DEFAULT_DUNNING_SCHEDULE: readonly number[] = [1, 3, 5, 7];

/** The default of the delays between the attempts of a delivery, in seconds: three and a half days in total. */
const DEFAULT_WEBHOOK_DELAYS: readonly number[] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

const orders = { kind: 'count', min: 1, max: 1_000_000 } as const;
const stock = { kind: 'count', min: 1, max: 1_000_000_000 } as const;
const page = { kind: 'page' } as const;

/** The rules of the shop by their names in the API: all that is known of them follows from here. */
export const RULES = {
  currency: rule('STORE_CURRENCY', { kind: 'currency' }, 'USD' as Currency, 'The default currency (ISO 4217).'),
  prices_include_tax: rule(
    'PRICES_INCLUDE_TAX',
    { kind: 'flag' },
    false as boolean,
    'Whether the prices of products and shipping contain the tax, or it is added.',
  ),
  tax_rounding: rule(
    'TAX_ROUNDING',
    { kind: 'one', of: TAX_ROUNDINGS },
    'total' as TaxRounding,
    'Whether tax is rounded once for each rate (`total`), as EN 16931 requires of invoices, or for each line of an order (`line`), for countries that want it.',
  ),
  tax_id_exemption: rule(
    'TAX_ID_EXEMPTION',
    { kind: 'one', of: TAX_ID_EXEMPTIONS },
    'staff' as TaxIdExemption,
    'Which tax id exempts a business in another country of the EU from tax: one that the staff has confirmed (`staff`), also one whose form, check digits and, where the pricing validates it, registration are right (`checked`), or none (`off`).',
  ),
  order_expiry_minutes: rule(
    'ORDER_EXPIRY_MINUTES',
    { kind: 'minutes' },
    30,
    'The payment deadline of an order, which starts again with a partial payment.',
  ),
  max_unpaid_orders_per_customer: rule(
    'MAX_UNPAID_ORDERS_PER_CUSTOMER',
    orders,
    50,
    'The unpaid orders that a customer may have, of those that customers create themselves. Staff can lift this and the limits of stock and of client addresses for a customer, by `trusted`.',
  ),
  max_unpaid_stock_per_customer: rule(
    'MAX_UNPAID_STOCK_PER_CUSTOMER',
    stock,
    250,
    'The quantity from stock that these unpaid orders of a customer may hold together: the sum over their items of products whose stock is tracked.',
  ),
  max_unpaid_guest_orders_per_email: rule(
    'MAX_UNPAID_GUEST_ORDERS_PER_EMAIL',
    orders,
    5,
    'The unpaid orders that guests may have with one e-mail.',
  ),
  max_unpaid_guest_orders_per_address: rule(
    'MAX_UNPAID_GUEST_ORDERS_PER_ADDRESS',
    orders,
    20,
    'The unpaid orders that guests and customers may have from one client address, of those that they create themselves.',
  ),
  max_unpaid_guest_stock_per_email: rule(
    'MAX_UNPAID_GUEST_STOCK_PER_EMAIL',
    stock,
    250,
    'The quantity from stock that unpaid orders of guests with one e-mail may hold together.',
  ),
  max_unpaid_guest_stock_per_address: rule(
    'MAX_UNPAID_GUEST_STOCK_PER_ADDRESS',
    stock,
    1_000,
    'The same of unpaid orders of guests and customers from one client address.',
  ),
  customer_permissions: rule<readonly CustomerPermission[]>(
    'CUSTOMER_MAY',
    { kind: 'some', of: CUSTOMER_PERMISSIONS },
    ['cancel_unpaid'],
    'What customers and guests may do with their orders; `change_address` is also about the e-mail.',
  ),
  withdrawal_for: rule(
    'WITHDRAWAL_FOR',
    { kind: 'one', of: WITHDRAWAL_SCOPES },
    'eu' as WithdrawalScope,
    'Whose orders may be withdrawn from: those of consumers in the EU (`eu`), whom the law gives this right, those of consumers everywhere (`all`), or nobody’s (`none`). Orders keep what was in force when they were placed; so with the next three.',
  ),
  withdrawal_days: rule(
    'WITHDRAWAL_DAYS',
    { kind: 'count', min: 14, max: 365 },
    14,
    'How many days after the delivery a buyer may withdraw.',
  ),
  transport_days: rule(
    'TRANSPORT_DAYS',
    { kind: 'count', min: 0, max: 60 },
    5,
    'How many days after it was sent a shipment is taken as delivered where `delivered_at` is not known.',
  ),
  return_costs: rule(
    'RETURN_COSTS',
    { kind: 'one', of: RETURN_COST_BEARERS },
    'buyer' as ReturnCostBearer,
    'Who bears the direct costs of sending goods back after a withdrawal.',
  ),
  customer_sign_up: rule(
    'CUSTOMER_SIGN_UP',
    { kind: 'one', of: SIGN_UP_MODES },
    'off' as SignUpMode,
    'Whether visitors with a publishable key may sign up: `open`, or `verified`, where customers cannot sign in until their e-mail is verified, also those whom the shop creates. Only `verified` keeps who has an account secret: otherwise the first sign-in tells.',
  ),
  mails: rule<readonly ShopMailPurpose[]>(
    'MAILS',
    { kind: 'some', of: SHOP_MAIL_PURPOSES },
    USUAL_MAIL_PURPOSES,
    'The mails about orders, billing and carts that are sent, where `SMTP_URL` is set; `cart_reminder` only to customers who have agreed to `email_marketing`, and with the rule `cart_page_url`.',
  ),
  mail_language: rule(
    'MAIL_LANGUAGE',
    { kind: 'one', of: MAIL_LANGUAGES },
    'en' as MailLanguage,
    'The language of mails about orders and billing, and of invoices.',
  ),
  mail_from: rule(
    'MAIL_FROM',
    { kind: 'sender' },
    null as string | null,
    'The sender of mails, such as `Shop <shop@example.com>`; if unset, the e-mail of `OWNER_EMAIL`.',
  ),
  password_reset_url: rule(
    'PASSWORD_RESET_URL',
    page,
    null as string | null,
    'The shop’s page that mails about a forgotten password link to, with `token` appended; if unset, they contain the token alone.',
  ),
  email_verification_url: rule(
    'EMAIL_VERIFICATION_URL',
    page,
    null as string | null,
    'The same for mails about the verification of an e-mail.',
  ),
  order_page_url: rule(
    'ORDER_PAGE_URL',
    page,
    null as string | null,
    'The shop’s page that mails about orders link to, with `order` and `token` appended; if unset, they have no link.',
  ),
  billing_page_url: rule(
    'BILLING_PAGE_URL',
    page,
    null as string | null,
    'The shop’s page that mails about billing link to, with `invoice` or `subscription` appended; if unset, they have no link.',
  ),
  cart_idle_minutes: rule(
    'CART_IDLE_MINUTES',
    { kind: 'minutes' },
    60,
    'How long after its last change a cart counts as abandoned (`cart.abandoned`).',
  ),
  cart_page_url: rule(
    'CART_PAGE_URL',
    page,
    null as string | null,
    'The shop’s page of a customer’s cart that reminders of carts link to, with `cart` appended; if unset, none is sent.',
  ),
  terms_page_url: rule(
    'TERMS_PAGE_URL',
    page,
    null as string | null,
    'The shop’s page with its terms, which buyers must accept in a checkout; if unset, they accept none.',
  ),
  product_page_url: rule(
    'PRODUCT_PAGE_URL',
    { kind: 'product_page' },
    null as string | null,
    'The address of a product’s page in the shop, with `{slug}` or `{id}` in the place of the product’s own, such as `https://shop.example/products/{slug}`; feeds of products need it.',
  ),
  dunning_schedule: rule(
    'DUNNING_SCHEDULE',
    { kind: 'days' },
    DEFAULT_DUNNING_SCHEDULE,
    'When a failed payment of a subscription is retried, in days after the first failure.',
  ),
  webhook_retry_schedule: rule(
    'WEBHOOK_RETRY_SCHEDULE',
    { kind: 'delays' },
    DEFAULT_WEBHOOK_DELAYS,
    'The delays between the attempts of a delivery to a webhook, in seconds.',
  ),
};

export type RuleName = keyof typeof RULES;

/** The rules and their descriptions. */
export const RULE_ENTRIES = Object.entries(RULES) as readonly (readonly [RuleName, Rule])[];

/** A value for every rule. */
export type RuleValues = Readonly<{ [Name in RuleName]: (typeof RULES)[Name]['initial'] }>;

/** The values that a rule makes for each rule. */
export const ruleValues = (pick: (name: RuleName, rule: Rule) => unknown): RuleValues =>
  Object.fromEntries(RULE_ENTRIES.map(([name, rule]) => [name, pick(name, rule)])) as RuleValues;
