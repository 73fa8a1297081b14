import Joi from 'joi';
import { MAX_CATEGORY_NAME } from '#core/catalog/category.ts';
import { DEFAULT_LOW_STOCK, Product } from '#core/catalog/product.ts';
import { INHERITABLE_FIELDS, MAX_IMAGES } from '#core/catalog/product-fields.ts';
import { type ProductView, productList } from '#core/catalog/product-view.ts';
import type { Unsafe } from '#core/catalog/safe-html.ts';
import type { ProductPatch } from '#core/catalog/steps/store-product.ts';
import type { NewProduct } from '#core/catalog/use-cases/create-product.ts';
import { MAX_VARIANTS, type VariantView } from '#core/catalog/variant.ts';
import type { VariantChange, VariantFields } from '#core/catalog/variant-set.ts';
import { filterSchema } from '../lists/query-schema.ts';
import { type EventSchemas, eventOf } from '../schemas/event.ts';
import { idOf, label, pageOf, stringMapPatch } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { resourceSchema } from '../schemas/resource-schema.ts';
import { categoryEvent } from './category-schemas.ts';
import { facetsSchema } from './facet-schemas.ts';
import { fields, medium, optionMap, storedQuantity } from './product-field-schemas.ts';
import { searchMetaSchema } from './search-meta-schema.ts';
import { stockAdjustmentInput } from './stock-schemas.ts';

/** Rejects an amount with more decimals than its currency has. The use case validates an amount without a currency. */
const amountIn = (schema: Joi.NumberSchema): Joi.NumberSchema =>
  schema.custom((value: number, helpers) => {
    const code: unknown = helpers.state.ancestors[0]?.currency;
    const error = typeof code === 'string' ? Product.amountError('', value, code) : undefined;
    // other schemas validate the currency and the range
    return error?.code === 'number.precision' ? helpers.error(error.code, { message: error.message }) : value;
  });

const newVariant = objectOf<VariantFields>({
  options: optionMap()
    .min(1)
    .required()
    .description('How it differs from the other variants, which have the same options.')
    .example({ size: 'M' }),
  sku: fields.sku,
  barcode: fields.barcode,
  price: fields.price.description('The price in major units; that of the product if omitted.'),
  compare_at_price: fields.compare_at_price,
  cost: fields.cost,
  stock: fields.stock,
  low_stock_threshold: fields.low_stock_threshold,
  weight: fields.weight,
  weight_unit: fields.weight_unit,
  status: fields.status.description('That of the product if omitted.'),
  tax_category: fields.tax_category,
  withdrawal_exemption: fields.withdrawal_exemption,
  images: fields.images,
  media: fields.media,
  attributes: fields.attributes,
  metadata: fields.metadata,
})
  .id('NewVariant')
  .description('A variant to create: omitted fields are those of the product, or have their defaults.');

const newVariants = Joi.array().items(newVariant).max(MAX_VARIANTS);

/** The body of POST and PUT; `variants` of POST alone. */
export const productInput = objectOf<Unsafe<NewProduct>>({
  ...fields,
  name: fields.name.required(),
  slug: fields.slug.allow(null),
  price: amountIn(fields.price).required(),
  compare_at_price: amountIn(fields.compare_at_price),
  cost: amountIn(fields.cost),
  variants: newVariants.description('Only of a new product: variants to create with it, in their order.').example([]),
})
  .id('ProductInput')
  .description('A product; omitted fields have their defaults, or are those of the parent.');

export const variantsInput = objectOf<Readonly<{ variants: readonly VariantFields[] }>>({
  variants: newVariants
    .min(1)
    .required()
    .description('The variants to add, in their order.')
    .example([{ options: { size: 'L' } }, { options: { size: 'XL' }, price: 21.99, stock: 4 }]),
})
  .id('VariantsInput')
  .description('Variants to add.');

/** Fields of which null resets a product to its default, or a variant to what it inherits. */
const resettable = {
  status: fields.status.allow(null),
  weight_unit: fields.weight_unit.allow(null),
  images: fields.images.allow(null),
  media: fields.media.allow(null),
  attributes: stringMapPatch().example({ colour: 'navy' }),
  metadata: stringMapPatch().example({ supplier: null }),
};

/** The body of PATCH. */
export const productPatch = objectOf<Unsafe<ProductPatch>>({
  ...fields,
  slug: fields.slug.allow(null),
  price: amountIn(fields.price),
  compare_at_price: amountIn(fields.compare_at_price),
  cost: amountIn(fields.cost),
  currency: fields.currency.allow(null),
  tags: fields.tags.allow(null),
  ...resettable,
  options: optionMap().allow(null).description('Replaces all options.').example({}),
})
  .id('ProductPatch')
  .description(
    'A JSON Merge Patch (RFC 7396): omitted fields stay, and null resets a field to its default, or to what a ' +
      'variant has from its parent.',
  );

const variantChange = objectOf<VariantChange>({
  id: required(idOf('prod'), 'The variant.'),
  options: optionMap().min(1).description('Replaces all options.').example({ size: 'M' }),
  sku: fields.sku,
  barcode: fields.barcode,
  price: fields.price,
  compare_at_price: fields.compare_at_price,
  cost: fields.cost,
  stock: fields.stock,
  stock_adjustment: stockAdjustmentInput.description('What is added to the stock, whatever is sold meanwhile.'),
  low_stock_threshold: fields.low_stock_threshold,
  weight: fields.weight,
  tax_category: fields.tax_category,
  withdrawal_exemption: fields.withdrawal_exemption,
  ...resettable,
})
  .id('VariantChange')
  .description('A patch of a variant: omitted fields stay, and null resets a field as a patch of the variant does.');

export const variantsPatch = objectOf<Readonly<{ variants: readonly VariantChange[] }>>({
  variants: Joi.array()
    .items(variantChange)
    .min(1)
    .max(MAX_VARIANTS)
    .unique('id')
    .required()
    .description('The variants to change.')
    .example([{ id: 'prod_01h455vb4pex5vsknk084sn02q', price: 21.99 }]),
})
  .id('VariantsPatch')
  .description('Changes of variants of one product.');

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
  cost: fields.cost.description('What a unit costs the shop. Only with `products:read`.'),
  currency: required(fields.currency, 'ISO 4217 code.'),
  description: required(fields.description, 'The description without markup.'),
  description_html: required(
    fields.description_html,
    'The description in HTML that a page can show as it is; null if it has none.',
  ),
  category: required(label(MAX_CATEGORY_NAME).allow(null), 'The name of the category.', 'Shirts'),
  category_id: required(fields.category_id, 'The id of the category.'),
  vendor: fields.vendor.required(),
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
  media: required(
    Joi.array().items(medium).max(MAX_IMAGES),
    'The images with what they show, their dimensions and smaller copies.',
  ),
  tags: fields.tags.required(),
  attributes: fields.attributes.required(),
  metadata: fields.metadata.description('Your own data. Only with `products:read`.'),
  seo_title: fields.seo_title.required(),
  seo_description: fields.seo_description.required(),
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

export const productPage = pageOf('ProductList', productSchema).append({
  facets: facetsSchema,
  meta: searchMetaSchema,
});

export const catalogEvents: EventSchemas = {
  category: categoryEvent,
  product: eventOf(productSchema).id('ProductEvent').description('An event of a product.'),
};
