import Joi from 'joi';
import { MAX_QUANTITY, PRODUCT_STATUSES, Product } from '#core/catalog/product.ts';
import { productList } from '#core/catalog/product-list.ts';
import type { Currency } from '#core/shared/currency.ts';
import { newestFirstList } from '#core/shared/list.ts';
import { querySchema } from '../lists/query-schema.ts';
import {
  currency,
  dryRunFields,
  idOf,
  label,
  listOf,
  pairs,
  resourceFields,
  stringMapPatch,
  text,
  versionFields,
} from '../schemas/fields.ts';

const price = (): Joi.NumberSchema => Joi.number().min(0).max(999_999_999_999.99).example(19.99);
const images = (): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.string().uri({ scheme: 'https' }).max(2048))
    .max(20);

/** Refuses a price with more decimals than its currency has; `fallback` is the currency where none is given. */
const inCurrency =
  (fallback: Currency | undefined): Joi.CustomValidator =>
  (value: number, helpers) => {
    const named: unknown = helpers.state.ancestors[0]?.currency ?? fallback;
    const fault = typeof named === 'string' ? Product.priceFault(value, named) : undefined;
    // a faulty currency is a fault of its own, and the range is the schema's
    return fault?.code === 'number.precision' ? helpers.error(fault.code, { fault: fault.message }) : value;
  };

const fields = (priceSchema: Joi.NumberSchema) => ({
  name: label(255).description('What it is called.').example('Linen shirt'),
  price: priceSchema.description('The price in major units, with at most the decimals that its currency has.'),
  currency: currency().description("ISO 4217; the store's currency if left out.").example('USD'),
  description: text(0, 10_000).allow(null).description('What there is to say about it.').example('Woven in Portugal.'),
  category: label(100).allow(null).description('A label; it becomes a category if there is none.').example('Shirts'),
  sku: label(100).allow(null).description("The seller's own number, unique if given.").example('SHIRT-LINEN-M'),
  status: Joi.string()
    .valid(...PRODUCT_STATUSES)
    .description('`active` if left out.')
    .example('active'),
  stock: Joi.number()
    .integer()
    .min(0)
    .max(MAX_QUANTITY)
    .allow(null)
    .description('Pieces at hand; null where they are not counted.')
    .example(12),
  images: images().description('At most 20 https URLs.').example(['https://example.com/shirt.jpg']),
  attributes: pairs().description('At most 50 string pairs, to filter by.').example({ colour: 'blue' }),
  metadata: pairs().description('At most 50 string pairs of your own.').example({ supplier: '42' }),
});

/** The whole of a product, for POST and PUT. */
export const productInput = (storeCurrency: Currency): Joi.ObjectSchema => {
  const whole = fields(price().custom(inCurrency(storeCurrency)));
  return Joi.object({ ...whole, name: whole.name.required(), price: whole.price.required() })
    .id('ProductInput')
    .description('What is said of a product; what is left out has its default.');
};

/** A merge patch of a product; a price without a currency is checked against the product's. */
export const productPatch = (): Joi.ObjectSchema => {
  const parts = fields(price().custom(inCurrency(undefined)));
  return Joi.object({
    ...parts,
    currency: parts.currency.allow(null),
    status: parts.status.allow(null),
    images: parts.images.allow(null),
    attributes: stringMapPatch().description('Pairs to set, and to remove by null.').example({ colour: 'navy' }),
    metadata: stringMapPatch().description('Pairs to set, and to remove by null.').example({ supplier: null }),
  })
    .id('ProductPatch')
    .description('A JSON Merge Patch (RFC 7396): what is left out stays; null returns a field to its default.');
};

const { name, description, category, sku, status, attributes } = fields(price());

export const product = Joi.object({
  ...resourceFields('product', 'prod'),
  name: name.required(),
  price: price().required().description('The price in major units.'),
  currency: currency().required().description('ISO 4217.').example('USD'),
  description: description.required(),
  category: category.required().description("The category's label."),
  sku: sku.required(),
  status: status.required().description('`draft`: in preparation; `active`: on sale; `archived`: kept for the record.'),
  stock: Joi.number()
    .integer()
    .min(0)
    .allow(null)
    .description('Pieces at hand; only with `products:read`.')
    .example(12),
  available: Joi.boolean().required().description('Whether it can be bought now.').example(true),
  images: images().required().description('https URLs.').example(['https://example.com/shirt.jpg']),
  attributes: attributes.required(),
  metadata: pairs().description('Pairs of your own; only with `products:read`.').example({ supplier: '42' }),
  ...versionFields,
  ...dryRunFields,
})
  .id('Product')
  .description('Something that is sold.');

export const productPage = listOf('ProductList', product);

export const productListQuery = querySchema(productList);

const categorySchema = Joi.object({
  ...resourceFields('category', 'cat'),
  slug: Joi.string().required().description('The label in the form of a URL segment; unique.').example('shirts'),
  name: label(100).required().description('The label; unique.').example('Shirts'),
  parent_id: idOf('cat').allow(null).required().description('The category that it is part of.'),
  product_count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('Products in it that the caller may see.')
    .example(3),
  ...versionFields,
})
  .id('Category')
  .description('A label that products are sorted under.');

export const categoryPage = listOf('CategoryList', categorySchema);

export const categoryListQuery = querySchema(newestFirstList);
