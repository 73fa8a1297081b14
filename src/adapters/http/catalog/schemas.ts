import Joi from 'joi';
import { DEFAULT_LOW_STOCK, MAX_QUANTITY, Product } from '#core/catalog/product.ts';
import {
  INHERITABLE_FIELDS,
  MAX_OPTIONS,
  PRODUCT_STATUSES,
  type ProductFields,
  WEIGHT_UNITS,
} from '#core/catalog/product-fields.ts';
import { type ProductView, productList } from '#core/catalog/product-view.ts';
import type { ProductPatch } from '#core/catalog/steps/store-product.ts';
import { MAX_VARIANTS, type VariantView } from '#core/catalog/variant.ts';
import { Image } from '#core/images/image.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import { filterSchema } from '../lists/query-schema.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import {
  amount,
  currency,
  idOf,
  integer,
  label,
  pageOf,
  referenceTo,
  slug,
  stringMap,
  stringMapPatch,
  text,
} from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { withdrawalExemption } from '../schemas/withdrawal-exemption.ts';
import { categoryEvent } from './category-schemas.ts';
import { facetsSchema } from './facet-schemas.ts';

/** The stock in a response, without the upper limit of a request. */
const storedQuantity = (): Joi.NumberSchema =>
  integer(0)
    .allow(null)
    .description('The quantity in stock; null if it is not tracked. Only with `products:read`.')
    .example(12);

const quantity = (): Joi.NumberSchema => integer(0).max(MAX_QUANTITY);

/** Also an uploaded image of a service without https, as on a developer's machine. */
const imageUrl = Joi.string()
  .max(2048)
  .uri()
  .custom((url: string, helpers) =>
    /^https:/i.test(url) || Image.isUrl(url) ? url : helpers.error('string.uriCustomScheme', { scheme: 'https' }),
  );

const optionMap = (): Joi.ObjectSchema<StringMap> =>
  Joi.object()
    .pattern(label(40), label(100))
    .max(MAX_OPTIONS)
    .messages({ 'object.unknown': 'must have a key of 1 to 40 characters that is not blank' })
    .meta({ propertyNames: { minLength: 1, maxLength: 40 } });

const fields = {
  name: label(255).description('The name.').example('Linen shirt'),
  slug: slug()
    .description('The product as a URL segment; unique. Made from the name if omitted.')
    .example('linen-shirt'),
  price: amount()
    .description('The price in major units, with at most as many decimals as the currency has.')
    .example(19.99),
  compare_at_price: amount()
    .allow(null)
    .description('The price that `price` is compared with, such as the one before a reduction.')
    .example(24.99),
  currency: currency().description('ISO 4217 code; the default is the currency of the store.').example('USD'),
  description: text(0, 10_000).allow(null).description('The description.').example('Woven in Portugal.'),
  category: label(100)
    .allow(null)
    .description('The name of the category, which is created at the top if none has it. Case makes no difference.')
    .example('Shirts'),
  category_id: referenceTo('cat').allow(null).description('The category, instead of its name in `category`.'),
  sku: label(100).allow(null).description('The stock keeping unit, unique in the store.').example('SHIRT-LINEN-M'),
  barcode: label(100).allow(null).description('The barcode, such as an EAN; not unique.').example('4006381333931'),
  tax_category: label(100).allow(null).description('The category of goods that taxes depend on.').example('books'),
  withdrawal_exemption: withdrawalExemption(),
  status: Joi.string()
    .valid(...PRODUCT_STATUSES)
    .description('`draft`: in preparation; `active`: on sale, the default; `archived`: no longer on sale.')
    .example('active'),
  stock: quantity().allow(null).description('The quantity in stock; null if it is not tracked.').example(12),
  low_stock_threshold: quantity()
    .allow(null)
    .description(
      'At this quantity or less `product.low_stock` is emitted; null for no event. The filter `low_stock` uses ' +
        `${DEFAULT_LOW_STOCK} instead of null.`,
    )
    .example(3),
  weight: Joi.number()
    .min(0)
    .max(999_999_999)
    .precision(3)
    .allow(null)
    .description('The weight, in `weight_unit`.')
    .example(180),
  weight_unit: Joi.string()
    .valid(...WEIGHT_UNITS)
    .description('The unit of the weight; `g` is the default. It counts with a weight only.')
    .example('g'),
  images: Joi.array()
    .items(imageUrl)
    .max(20)
    .description('At most 20 URLs: of https, or of uploaded images.')
    .example(['https://example.com/shirt.jpg']),
  attributes: stringMap().description('At most 50 strings to filter by.').example({ colour: 'blue' }),
  metadata: stringMap().description('At most 50 strings of your own.').example({ supplier: '42' }),
  parent_id: idOf('prod')
    .allow(null)
    .description(
      'The product of which this is a variant: it has the category, the tax category, the exemption from withdrawal, the status, the weight with its unit ' +
        'and the images of that product where it has none itself. A product with variants is not sold itself.',
    )
    .example(null, { override: true }),
  options: optionMap()
    .description('How a variant differs from the other variants of its parent; empty unless `parent_id` is given.')
    .example({}),
};

/** Rejects an amount with more decimals than its currency has. The use case validates an amount without a currency. */
const amountIn = (schema: Joi.NumberSchema): Joi.NumberSchema =>
  schema.custom((value: number, helpers) => {
    const code: unknown = helpers.state.ancestors[0]?.currency;
    const error = typeof code === 'string' ? Product.amountError('', value, code) : undefined;
    // other schemas validate the currency and the range
    return error?.code === 'number.precision' ? helpers.error(error.code, { message: error.message }) : value;
  });

/** The body of POST and PUT. */
export const productInput = objectOf<ProductFields>({
  ...fields,
  name: fields.name.required(),
  slug: fields.slug.allow(null),
  price: amountIn(fields.price).required(),
  compare_at_price: amountIn(fields.compare_at_price),
})
  .id('ProductInput')
  .description('A product; omitted fields have their defaults, or are those of the parent.');

/** The body of PATCH. */
export const productPatch = objectOf<ProductPatch>({
  ...fields,
  slug: fields.slug.allow(null),
  price: amountIn(fields.price),
  compare_at_price: amountIn(fields.compare_at_price),
  currency: fields.currency.allow(null),
  status: fields.status.allow(null),
  weight_unit: fields.weight_unit.allow(null),
  images: fields.images.allow(null),
  attributes: stringMapPatch().example({ colour: 'navy' }),
  metadata: stringMapPatch().example({ supplier: null }),
  options: optionMap().allow(null).description('Replaces all options.').example({}),
})
  .id('ProductPatch')
  .description(
    'A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default, or to what a variant has from its parent.',
  );

const variantSchema = objectOf<VariantView>({
  id: required(idOf('prod'), 'The id of the variant, which is a product of its own.'),
  options: fields.options.required().example({ size: 'M' }),
  sku: fields.sku.required(),
  status: fields.status.description('Only with `products:read`.'),
  price: required(fields.price, 'The price in major units.'),
  compare_at_price: fields.compare_at_price.required(),
  stock: storedQuantity(),
  available: required(Joi.boolean(), 'Whether it can be ordered now.', true),
  withdrawal_exemption: fields.withdrawal_exemption
    .required()
    .description('Why consumers have no right to withdraw from the purchase of this variant; null if they have.'),
})
  .id('Variant')
  .description('What a product shows of a variant.');

const productFields = resourceSchema<ProductView>('product', 'prod', {
  name: fields.name.required(),
  slug: required(fields.slug, 'The product as a URL segment; unique.'),
  price: required(fields.price, 'The price in major units.'),
  compare_at_price: fields.compare_at_price.required(),
  currency: required(fields.currency, 'ISO 4217 code.'),
  description: fields.description.required(),
  category: required(fields.category, 'The name of the category.'),
  category_id: required(fields.category_id, 'The id of the category.'),
  sku: fields.sku.required(),
  barcode: fields.barcode.required(),
  tax_category: fields.tax_category.required(),
  withdrawal_exemption: fields.withdrawal_exemption.required(),
  status: fields.status.required(),
  stock: storedQuantity(),
  low_stock_threshold: fields.low_stock_threshold.description(
    `At this quantity or less the stock is low; null for no event, and for ${DEFAULT_LOW_STOCK} in the filter ` +
      '`low_stock`. Only with `products:read`.',
  ),
  available: required(Joi.boolean(), 'Whether it can be ordered now.', true),
  weight: fields.weight.required(),
  weight_unit: fields.weight_unit.required(),
  images: fields.images.required(),
  attributes: fields.attributes.required(),
  metadata: fields.metadata.description('Your own data. Only with `products:read`.'),
  parent_id: fields.parent_id.required(),
  options: fields.options.required(),
  inherited: Joi.array()
    .items(Joi.string().valid(...INHERITABLE_FIELDS))
    .description('Only of a variant: the fields whose values are those of its parent. A weight comes with its unit.')
    .example(['category_id', 'tax_category']),
  variants: Joi.array()
    .items(variantSchema)
    .max(MAX_VARIANTS)
    .description('Only with variants: the variants by id; without `products:read` only active ones.'),
  lowest_price_30d: fields.price.description(
    'Only while the price is reduced: the lowest price at which it was active in the 30 days before the reduction.',
  ),
  price_min: fields.price.description('Only with variants: the lowest price of active ones, or its own without any.'),
  price_max: fields.price.description('Only with variants: the highest price of active ones, or its own without any.'),
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

/** The query of an export: the filters and the sort of the list. */
export const productExportQuery = filterSchema(productList);

export const productPage = pageOf('ProductList', productSchema).append({ facets: facetsSchema });

export const catalogEvents: EventSchemas = {
  category: categoryEvent,
  product: eventOf(productSchema).id('ProductEvent').description('An event of a product.'),
};
