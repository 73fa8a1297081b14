import Joi from 'joi';
import type {
  AllocationView,
  ChargesView,
  DiscountLineView,
  PricedLineView,
  ShippingLineView,
  TaxLineView,
} from '#core/orders/order-charges.ts';
import { TAX_EXEMPTIONS } from '#core/pricing/quote.ts';
import { amount, idOf } from './fields.ts';
import { objectOf } from './object-of.ts';

/** An amount of an order. */
export const orderAmount = (): Joi.NumberSchema => amount().example(39.98);

const percent = (): Joi.NumberSchema => Joi.number().min(0).max(100).example(19, { override: true });

const allocation = objectOf<AllocationView>({
  discount_line: Joi.number().integer().min(0).required().description('The position in `discount_lines`, from 0.'),
  amount: orderAmount().required().description('The reduction of this line.').example(4, { override: true }),
})
  .id('DiscountAllocation')
  .description('The part of a discount that reduces a line.');

const nameOf = (what: string): Joi.StringSchema =>
  Joi.string().required().description(`The name of the ${what} at the time of the order.`);

/** What each line of an order costs after discounts. */
export const pricedLineFields = {
  discount: orderAmount().required().description('The reduction by discounts.').example(4, { override: true }),
  discount_allocations: Joi.array().items(allocation).required().description('The parts of discounts.'),
  tax_name: Joi.string()
    .allow(null)
    .required()
    .description('The name of the tax rate; null without tax.')
    .example('VAT'),
  tax_rate: percent().allow(null).required().description('The tax rate in percent; null without tax.'),
  tax: orderAmount()
    .required()
    .description('The tax, contained in the prices or added.')
    .example(5.74, { override: true }),
  total: orderAmount().required().description('What the buyer pays for this line: after discounts, with tax.'),
} satisfies Record<keyof PricedLineView, Joi.Schema>;

const shippingLine = objectOf<ShippingLineView>({
  shipping_method_id: Joi.string()
    .required()
    .description('The shipping method.')
    .example('shm_01h455vb4pex5vsknk084sn02q'),
  name: nameOf('shipping method').example('Standard'),
  amount: orderAmount().required().description('The price before discounts.').example(4.9, { override: true }),
  ...pricedLineFields,
})
  .id('ShippingLine')
  .description('The shipping of an order.');

const discountLine = objectOf<DiscountLineView>({
  discount_id: idOf('dsc').allow(null).required().description('The discount; null if it is not one of the shop’s.'),
  code: Joi.string().allow(null).required().description('The code; null for an automatic discount.').example('SPRING'),
  name: nameOf('discount').example('Spring sale'),
  amount: orderAmount().required().description('The reduction of all lines.').example(4, { override: true }),
})
  .id('DiscountLine')
  .description('A discount of an order.');

const taxLine = objectOf<TaxLineView>({
  name: nameOf('tax rate').example('VAT'),
  rate: percent().required().description('The rate in percent.'),
  taxable: orderAmount().required().description('What the tax is computed from, without the tax.'),
  amount: orderAmount().required().description('The tax.').example(7.6, { override: true }),
})
  .id('TaxLine')
  .description('The tax of an order at one rate.');

/** What an order costs. */
export const chargesFields = {
  shipping_lines: Joi.array().items(shippingLine).required().description('The shipping.'),
  discount_lines: Joi.array()
    .items(discountLine)
    .required()
    .description('The discounts, in the order in which they apply.'),
  tax_lines: Joi.array().items(taxLine).required().description('The tax, one entry per rate.'),
  prices_include_tax: Joi.boolean().required().description('Whether prices contain the tax.').example(false),
  tax_id: Joi.string().allow(null).required().description('The buyer’s tax id.').example(null),
  tax_exemption: Joi.string()
    .valid(...TAX_EXEMPTIONS)
    .allow(null)
    .required()
    .description('Why the order has no tax: `reverse_charge` for a business of another country of the EU.')
    .example(null),
  subtotal: orderAmount().required().description('The sum of the items before discounts.'),
  discount: orderAmount().required().description('The sum of all discounts.').example(0, { override: true }),
  shipping: orderAmount()
    .required()
    .description('The price of shipping before discounts.')
    .example(0, { override: true }),
  tax: orderAmount().required().description('The sum of all taxes.').example(0, { override: true }),
  total: orderAmount()
    .required()
    .description('What the buyer pays: `subtotal - discount + shipping`, plus `tax` unless prices include it.'),
} satisfies Record<keyof ChargesView, Joi.Schema>;
