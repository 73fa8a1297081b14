import Joi from 'joi';
import type { CategoryView } from '#core/catalog/catalog-queries.ts';
import { MAX_QUANTITY, PRODUCT_STATUSES, Product, type ProductFields } from '#core/catalog/product.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import type { ProductPatch } from '#core/catalog/use-cases/change-product.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import {
  currency,
  idOf,
  label,
  pageOf,
  resourceFields,
  stringMap,
  stringMapPatch,
  text,
  versionFields,
} from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';

const fields = {
  name: label(255).description('The name.').example('Linen shirt'),
  price: Joi.number()
    .min(0)
    .max(999_999_999_999.99)
    .description('The price in major units, with at most as many decimals as the currency has.')
    .example(19.99),
  currency: currency().description('ISO 4217 code; the default is the currency of the store.').example('USD'),
  description: text(0, 10_000).allow(null).description('The description.').example('Woven in Portugal.'),
  category: label(100)
    .allow(null)
    .description('The name of the category, which is created if it does not exist.')
    .example('Shirts'),
  sku: label(100).allow(null).description('The stock keeping unit, unique in the store.').example('SHIRT-LINEN-M'),
  status: Joi.string()
    .valid(...PRODUCT_STATUSES)
    .description('`draft`: in preparation; `active`: on sale, the default; `archived`: no longer on sale.')
    .example('active'),
  stock: Joi.number()
    .integer()
    .min(0)
    .max(MAX_QUANTITY)
    .allow(null)
    .description('The quantity in stock; null if it is not tracked.')
    .example(12),
  images: Joi.array()
    .items(Joi.string().max(2048).uri({ scheme: 'https' }))
    .max(20)
    .description('At most 20 https URLs.')
    .example(['https://example.com/shirt.jpg']),
  attributes: stringMap().description('At most 50 strings to filter by.').example({ colour: 'blue' }),
  metadata: stringMap().description('At most 50 strings of your own.').example({ supplier: '42' }),
};

/** Rejects a price with more decimals than its currency has. */
const priceIn = (defaultCurrency: Currency | undefined): Joi.NumberSchema =>
  fields.price.custom((price: number, helpers) => {
    const code: unknown = helpers.state.ancestors[0]?.currency ?? defaultCurrency;
    const error = typeof code === 'string' ? Product.priceError(price, code) : undefined;
    // other schemas validate the currency and the range
    return error?.code === 'number.precision' ? helpers.error(error.code, { message: error.message }) : price;
  });

/** The body of POST and PUT. */
export const productInput = (storeCurrency: Currency) =>
  objectOf<ProductFields>({
    ...fields,
    name: fields.name.required(),
    price: priceIn(storeCurrency).required(),
  })
    .id('ProductInput')
    .description('A product; omitted fields have their defaults.');

/** The body of PATCH. A price without a currency is validated against the product's currency by the use case. */
export const productPatch = objectOf<ProductPatch>({
  ...fields,
  price: priceIn(undefined),
  currency: fields.currency.allow(null),
  status: fields.status.allow(null),
  images: fields.images.allow(null),
  attributes: stringMapPatch().example({ colour: 'navy' }),
  metadata: stringMapPatch().example({ supplier: null }),
})
  .id('ProductPatch')
  .description('A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default.');

const productFields = resourceSchema<ProductView>('product', 'prod', {
  name: fields.name.required(),
  price: fields.price.required().description('The price in major units.'),
  currency: fields.currency.required().description('ISO 4217 code.'),
  description: fields.description.required(),
  category: fields.category.required().description('The name of the category.'),
  sku: fields.sku.required(),
  status: fields.status.required(),
  // without the upper limit of a request
  stock: Joi.number()
    .integer()
    .min(0)
    .allow(null)
    .description('The quantity in stock; null if it is not tracked. Only with `products:read`.')
    .example(12),
  available: Joi.boolean().required().description('Whether it can be ordered now.').example(true),
  images: fields.images.required(),
  attributes: fields.attributes.required(),
  metadata: fields.metadata.description('Your own data. Only with `products:read`.'),
});

export const productSchema = productFields
  .keys({
    version: productFields
      .extract('version')
      .optional()
      .description('Increases with every change. Only with `products:read`.'),
  })
  .id('Product')
  .description('Something that is sold.');

export const productPage = pageOf('ProductList', productSchema);

const categorySchema = objectOf<CategoryView>({
  ...resourceFields('category', 'cat'),
  slug: Joi.string().required().description('The name as a URL segment; unique.').example('shirts'),
  name: label(100).required().description('The name; unique.').example('Shirts'),
  parent_id: idOf('cat').allow(null).required().description('The parent category.'),
  product_count: Joi.number()
    .integer()
    .min(0)
    .required()
    .description('The number of its products that are visible to the caller.')
    .example(3),
  ...versionFields,
})
  .id('Category')
  .description('A category of products.');

export const categoryPage = pageOf('CategoryList', categorySchema);

export const catalogEvents: EventSchemas = {
  product: eventOf(productSchema).id('ProductEvent').description('An event of a product.'),
};
