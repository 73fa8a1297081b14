import Joi from 'joi';
import { amount } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

const nameField = { name: required(Joi.string(), 'The name.', 'Standard') };
const refusalFields = {
  reason: required(Joi.string(), 'Why it does not apply, for programs.', 'expired'),
  message: required(Joi.string(), 'Why it does not apply, for people.', 'has expired'),
};
const methodField = {
  shipping_method_id: required(
    Joi.string(),
    'The shipping method, as an order names it.',
    'shm_01h455vb4pex5vsknk084sn02q',
  ),
};

type Refusal = Readonly<{ reason: string; message: string }>;
type Method = Readonly<{ shipping_method_id: string; name: string }>;

const option = objectOf<Method & Readonly<{ amount: number }>>({
  ...methodField,
  ...nameField,
  amount: required(amount(), 'What it costs before discounts, in major units.', 4.9),
});

const refusedCode = objectOf<Refusal & Readonly<{ code: string }>>({
  code: required(Joi.string(), 'The code, as it was sent.', 'SPRING'),
  ...refusalFields,
});

const refusedDiscount = objectOf<Refusal & Readonly<{ discount_id: string | null; name: string }>>({
  discount_id: required(Joi.string().allow(null), 'The discount.', 'dsc_01h455vb4pex5vsknk084sn02q'),
  ...nameField,
  ...refusalFields,
});

const refusedMethod = objectOf<Refusal & Method>({ ...methodField, ...nameField, ...refusalFields });

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
