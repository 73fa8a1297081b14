import Joi from 'joi';
import { amount } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

const nameField = { name: required(Joi.string(), 'The name.') };
const refusalFields = {
  reason: required(Joi.string(), 'The reason, for programs.'),
  message: required(Joi.string(), 'The reason, for people.'),
};
const methodField = {
  shipping_method_id: required(Joi.string(), 'The shipping method.'),
};

type Refusal = Readonly<{ reason: string; message: string }>;
type Method = Readonly<{ shipping_method_id: string; name: string }>;

const option = objectOf<Method & Readonly<{ amount: number }>>({
  ...methodField,
  ...nameField,
  amount: required(amount(), 'What it costs before discounts, in major units.'),
});

const refusedCode = objectOf<Refusal & Readonly<{ code: string }>>({
  code: required(Joi.string(), 'The code, as it was sent.'),
  ...refusalFields,
});

const refusedDiscount = objectOf<Refusal & Readonly<{ discount_id: string | null; name: string }>>({
  discount_id: required(Joi.string().allow(null), 'The discount.'),
  ...nameField,
  ...refusalFields,
});

const refusedMethod = objectOf<Refusal & Method>({ ...methodField, ...nameField, ...refusalFields });

/** What a buyer may still choose. */
export const quoteChoiceFields = {
  shipping_options: required(Joi.array().items(option), 'The shipping methods that apply.', []),
  shipping_required: required(Joi.boolean(), 'Whether customers must choose one of them.', true),
  refused_discount_codes: required(Joi.array().items(refusedCode), 'The codes that do not apply.', []),
};

const listOf = (item: Joi.Schema, description: string): Joi.ArraySchema =>
  Joi.array().items(item).description(description);

/** What the response to a dry run of an order has besides the order. */
export const quoteFields = {
  shipping_options: listOf(option, 'Only in a quote: the shipping methods that apply.'),
  shipping_required: Joi.boolean().description('Only in a quote: whether customers must choose one of them.'),
  refused_discount_codes: listOf(refusedCode, 'Only in a quote: the codes that do not apply.'),
  refused_discounts: listOf(
    refusedDiscount,
    'Only in a quote, with `pricing:read`: the other discounts that do not apply.',
  ),
  refused_shipping_methods: listOf(
    refusedMethod,
    'Only in a quote, with `pricing:read`: the shipping methods that do not apply.',
  ),
};
