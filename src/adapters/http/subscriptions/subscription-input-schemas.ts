import Joi from 'joi';
import type { AddressFields } from '#core/shared/address.ts';
import type { MergePatch } from '#core/shared/merge-patch.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { PRORATIONS, type ProrationMode } from '#core/subscriptions/change-subscription.ts';
import type { PlanId } from '#core/subscriptions/plan.ts';
import { MAX_TRIAL_DAYS } from '#core/subscriptions/plan-fields.ts';
import { COLLECTIONS, type Collection } from '#core/subscriptions/subscription.ts';
import type { MethodChoice } from '#core/subscriptions/use-cases/choose-method.ts';
import type { UserId } from '#core/users/user.ts';
import { addressInput, addressPatch } from '../schemas/address.ts';
import { idOf, integer, label, line, referenceTo, stringMap, stringMapPatch } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { gatewayName, gatewayToken, methodChoice, returnUrl } from '../schemas/payment-fields.ts';
import { required } from '../schemas/required.ts';
import { quantity } from './subscription-schemas.ts';

/** What is charged. */
export type PaymentFields = Readonly<{
  payment_method?: Pick<MethodChoice, 'id' | 'token'>;
  gateway?: string;
  return_url?: string | null;
}>;

const paymentFields = {
  payment_method: methodChoice<NonNullable<PaymentFields['payment_method']>>({
    token: gatewayToken().description(
      'The gateway’s token of a card or an account, which is saved first; never a card number.',
    ),
    id: referenceTo('pm').description('Instead of a token: a saved payment method of the user.'),
  }).description('What is charged; the default payment method of the user if omitted.'),
  gateway: gatewayName().description(
    'Of a token: an enabled gateway; the default is the first that the caller may use.',
  ),
  return_url: returnUrl('https://shop.example/subscribed'),
};

const discountCodes = () =>
  Joi.array()
    .items(label(40))
    .unique()
    .max(5)
    .description('Discount codes, which apply to every invoice as long as they are valid.');

const taxId = () => line(50).description('The tax id on its invoices.').example('PT123456789');

export type SubscriptionInput = PaymentFields &
  Readonly<{
    user_id?: UserId;
    plan_id: PlanId;
    quantity?: number;
    trial_days?: number;
    collection?: Collection;
    discount_codes?: readonly string[];
    tax_id?: string;
    billing_address?: AddressFields | null;
    metadata?: StringMap;
  }>;

export const subscriptionInput = objectOf<SubscriptionInput>({
  user_id: referenceTo('usr').description('Who is billed; the default is the caller.'),
  plan_id: required(idOf('plan'), 'An active plan.'),
  quantity: quantity().description('How much of the plan; 1 by default.'),
  ...paymentFields,
  trial_days: integer(0)
    .max(MAX_TRIAL_DAYS)
    .description(
      'The trial; that of the plan if omitted, once per customer as its `trial_once` says. Needs `subscriptions:write`.',
    )
    .example(14),
  collection: Joi.string()
    .valid(...COLLECTIONS)
    .description('`charge` by default; `send`, which needs `subscriptions:write`, sends invoices to the customer.')
    .example('charge'),
  discount_codes: discountCodes(),
  tax_id: taxId(),
  billing_address: addressInput
    .allow(null)
    .description(
      'The address of its invoices, which also decides their tax unless the plan has goods from the stock: these are ' +
        'shipped to the first address of the user, which decides. The first one of the user by default.',
    ),
  metadata: stringMap().description('At most 50 strings of your own.').example({ seats: 'office' }),
})
  .id('SubscriptionInput')
  .description('A new subscription.');

export type SubscriptionPatch = PaymentFields &
  Readonly<{
    plan_id?: PlanId;
    quantity?: number;
    proration?: ProrationMode;
    discount_codes?: readonly string[];
    tax_id?: string | null;
    billing_address?: MergePatch<AddressFields> | null;
    metadata?: MergePatch<StringMap> | null;
  }>;

export const subscriptionPatch = objectOf<SubscriptionPatch>({
  plan_id: idOf('plan').description('An active plan in the currency of the subscription.'),
  quantity: quantity(),
  proration: Joi.string()
    .valid(...PRORATIONS)
    .description(
      'What a change of the plan or the quantity costs. `prorate`, the default: a credit of what was charged for the rest ' +
        'of the period, and is paid, and a charge by the new plan, on the next invoice; `none`, which needs `subscriptions:write`: nothing before the next ' +
        'period; `at_period_end`: the change waits for the next period. Another interval begins a period now. Goods from the stock ' +
        'are neither credited nor charged for a part of a period, and another interval waits for the end of a period with goods.',
    )
    .example('prorate'),
  ...paymentFields,
  payment_method: paymentFields.payment_method.description('What is charged from now on, also for what is owed.'),
  discount_codes: discountCodes(),
  tax_id: taxId().allow(null),
  billing_address: addressPatch
    .allow(null)
    .description('The address of later invoices; null: the first one of the user.'),
  metadata: stringMapPatch().example({ seats: null }),
})
  .id('SubscriptionPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay.');

export const stopInput = (id: string) =>
  objectOf<Readonly<{ at_period_end?: boolean }>>({
    at_period_end: Joi.boolean()
      .description('Whether it waits for the end of the current period; `false` by default: now.')
      .example(true),
  })
    .id(id)
    .description('When it takes effect.');
