import Joi from 'joi';
import type { DiscountView } from '#core/pricing/discount.ts';
import { type DiscountFields, MAX_CODE_LENGTH } from '#core/pricing/discount-fields.ts';
import { DISCOUNT_KINDS } from '#core/pricing/discount-value.ts';
import { amount, currency, integer, line, matching, pageOf, referenceTo, text } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { count, PATCH_DESCRIPTION, percent, validity, validityView } from './rule-fields.ts';

/** Neither white space nor what is invisible; without `\p`, since some clients compile patterns without the `u` flag. */
const VISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern excludes them
  /^[^\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+$/;

const MAX_PRIORITY = 1_000_000;

const fields = {
  name: line(100).description('What buyers see.').example('Summer sale'),
  code: matching(text(1, MAX_CODE_LENGTH), VISIBLE, 'must consist of visible characters without spaces')
    .allow(null)
    .description('What buyers send, whatever its case; unique. Null: it applies automatically.')
    .example('SUMMER'),
  active: Joi.boolean().description('Whether it applies; true by default.').example(true),
  kind: Joi.string()
    .valid(...DISCOUNT_KINDS)
    .description(
      '`percent` or `amount`: off the items; `fixed_price`: what each of the items costs; `free_shipping`. The value is ' +
        'in `percent`, `amount` or `price`.',
    )
    .example('percent'),
  percent: percent().allow(null).description('With at most 4 decimals; only of the kind `percent`.').example(10),
  amount: amount().allow(null).description('In major units; only of the kind `amount`.').example(null),
  price: amount().allow(null).description('In major units; only of the kind `fixed_price`.').example(null),
  currency: currency().description('The currency of the amounts; that of the store by default.').example('USD'),
  min_total: amount().allow(null).description('The least total of its items, in major units.').example(30),
  min_quantity: count(1).allow(null).description('The least quantity of its items.').example(2),
  product_ids: Joi.array()
    .items(referenceTo('prod'))
    .max(100)
    .description(
      'The products that it is for, each with its variants; with `category_ids`, those of either. All if both are empty.',
    )
    .example([]),
  category_ids: Joi.array()
    .items(referenceTo('cat'))
    .max(100)
    .description('The categories that it is for, with those below them.')
    .example([]),
  first_order: Joi.boolean().description('Whether it is only for the first order of a buyer.').example(false),
  max_uses: count(1)
    .allow(null)
    .description('How many orders and subscriptions may use it; null for any number.')
    .example(1000),
  max_uses_per_customer: count(1)
    .allow(null)
    .description('How many orders and subscriptions of one customer may use it; null for any number.')
    .example(1),
  combinable: Joi.boolean().description('Whether it applies together with others that are combinable.').example(false),
  priority: integer(-MAX_PRIORITY)
    .max(MAX_PRIORITY)
    .description('Of discounts that apply together, the greatest comes first; 0 by default.')
    .example(0),
};

/** The body of POST. */
export const discountInput = objectOf<DiscountFields>({
  ...fields,
  ...validity(),
  name: fields.name.required(),
  kind: fields.kind.required(),
})
  .id('DiscountInput')
  .description('A discount; omitted fields have their defaults.');

/** The body of PATCH. */
export const discountPatch = objectOf<Partial<DiscountFields>>({
  ...fields,
  ...validity(),
  active: fields.active.allow(null),
  currency: fields.currency.allow(null),
  product_ids: fields.product_ids.allow(null),
  category_ids: fields.category_ids.allow(null),
  first_order: fields.first_order.allow(null),
  combinable: fields.combinable.allow(null),
  priority: fields.priority.allow(null),
})
  .id('DiscountPatch')
  .description(`${PATCH_DESCRIPTION} A change of \`kind\` removes the value of the kind before.`);

export const discountSchema = resourceSchema<DiscountView>('discount', 'dsc', {
  name: fields.name.required(),
  code: required(fields.code, 'In upper case; null if it applies automatically.'),
  active: fields.active.required(),
  kind: fields.kind.required(),
  percent: fields.percent.required(),
  amount: fields.amount.required(),
  price: fields.price.required(),
  currency: required(fields.currency.allow(null), 'The currency of the amounts; null without any.'),
  min_total: fields.min_total.required(),
  min_quantity: fields.min_quantity.required(),
  product_ids: fields.product_ids.required(),
  category_ids: fields.category_ids.required(),
  first_order: fields.first_order.required(),
  ...validityView(),
  max_uses: fields.max_uses.required(),
  max_uses_per_customer: fields.max_uses_per_customer.required(),
  combinable: fields.combinable.required(),
  priority: fields.priority.required(),
  uses: required(integer(0), 'How many orders and subscriptions use it.', 0),
})
  .id('Discount')
  .description('A reduction of orders, by a code or automatically.');

export const discountPage = pageOf('DiscountList', discountSchema);
