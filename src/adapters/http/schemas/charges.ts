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
import { amount, idOf, integer } from './fields.ts';
import { objectOf } from './object-of.ts';
import { required } from './required.ts';

/** An amount of an order. */
export const orderAmount = (): Joi.NumberSchema => amount().example(39.98);

const percent = (): Joi.NumberSchema => Joi.number().min(0).max(100).example(19, { override: true });

const allocation = objectOf<AllocationView>({
  discount_line: required(integer(0), 'The position in `discount_lines`, from 0.'),
  amount: required(orderAmount(), 'The reduction of this line.', 4),
})
  .id('DiscountAllocation')
  .description('The part of a discount that reduces a line.');

const nameOf = (what: string): Joi.StringSchema =>
  required(Joi.string(), `The name of the ${what} at the time of the order.`);

/** What each line of an order costs after discounts. */
export const pricedLineFields = {
  discount: required(orderAmount(), 'The reduction by discounts.', 0),
  discount_allocations: required(Joi.array().items(allocation), 'The parts of discounts.', []),
  tax_name: required(Joi.string().allow(null), 'The name of the tax rate; null without tax.', 'VAT'),
  tax_rate: required(percent().allow(null), 'The tax rate in percent; null without tax.'),
  tax: required(orderAmount(), 'The tax, contained in the prices or added.', 6.38),
  total: required(orderAmount(), 'What the buyer pays for this line: after discounts, with tax.'),
} satisfies Record<keyof PricedLineView, Joi.Schema>;

const shippingLine = objectOf<ShippingLineView>({
  shipping_method_id: required(Joi.string(), 'The shipping method.', 'shm_01h455vb4pex5vsknk084sn02q'),
  name: nameOf('shipping method').example('Standard'),
  amount: required(orderAmount(), 'The price before discounts.', 4.9),
  ...pricedLineFields,
})
  .id('ShippingLine')
  .description('The shipping of an order.');

const discountLine = objectOf<DiscountLineView>({
  discount_id: required(idOf('dsc').allow(null), 'The discount; null if it is not one of the shop’s.'),
  code: required(Joi.string().allow(null), 'The code; null for an automatic discount.', 'SPRING'),
  name: nameOf('discount').example('Spring sale'),
  amount: required(orderAmount(), 'The reduction of all lines.', 4),
})
  .id('DiscountLine')
  .description('A discount of an order.');

const taxLine = objectOf<TaxLineView>({
  name: nameOf('tax rate').example('VAT'),
  rate: required(percent(), 'The rate in percent.'),
  taxable: required(orderAmount(), 'What the tax is computed from, without the tax.', 33.6),
  amount: required(orderAmount(), 'The tax.', 6.38),
})
  .id('TaxLine')
  .description('The tax of an order at one rate.');

/** What an order costs. */
export const chargesFields = {
  shipping_lines: required(Joi.array().items(shippingLine), 'The shipping.', []),
  discount_lines: required(Joi.array().items(discountLine), 'The discounts, in the order in which they apply.', []),
  tax_lines: required(Joi.array().items(taxLine), 'The tax, one entry per rate.'),
  prices_include_tax: required(Joi.boolean(), 'Whether prices contain the tax.', true),
  tax_id: required(Joi.string().allow(null), 'The buyer’s tax id.', null),
  tax_exemption: required(
    Joi.string()
      .valid(...TAX_EXEMPTIONS)
      .allow(null),
    'Why the order has no tax: `reverse_charge` for a business of another country of the EU.',
    null,
  ),
  subtotal: required(orderAmount(), 'The sum of the items before discounts.'),
  discount: required(orderAmount(), 'The sum of all discounts.', 0),
  shipping: required(orderAmount(), 'The price of shipping before discounts.', 0),
  tax: required(orderAmount(), 'The sum of all taxes.', 6.38),
  total: required(
    orderAmount(),
    'What the buyer pays: `subtotal - discount + shipping`, plus `tax` unless prices include it.',
  ),
} satisfies Record<keyof ChargesView, Joi.Schema>;
