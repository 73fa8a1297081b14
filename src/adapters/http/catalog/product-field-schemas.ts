import Joi from 'joi';
import { MAX_CATEGORY_PATH } from '#core/catalog/category-path.ts';
import type { MediaSize, Medium, MediumFields } from '#core/catalog/media.ts';
import { DEFAULT_LOW_STOCK, MAX_QUANTITY } from '#core/catalog/product.ts';
import { MAX_IMAGES, MAX_OPTIONS, PRODUCT_STATUSES, WEIGHT_UNITS } from '#core/catalog/product-fields.ts';
import { MAX_DESCRIPTION, MAX_DESCRIPTION_HTML } from '#core/catalog/safe-html.ts';
import { MAX_TAG_LENGTH, MAX_TAGS } from '#core/catalog/tags.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import {
  amount,
  currency,
  idOf,
  integer,
  label,
  referenceTo,
  slug,
  stringMap,
  tagOf,
  text,
} from '../schemas/fields.ts';
import { imageUrl } from '../schemas/image-url.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { withdrawalExemption } from '../schemas/withdrawal-exemption.ts';

/** The stock in a response, without the upper limit of a request. */
export const storedQuantity = (): Joi.NumberSchema =>
  integer(0)
    .allow(null)
    .description('The quantity in stock; null if it is not tracked. Only with `products:read`.')
    .example(12);

const quantity = (): Joi.NumberSchema => integer(0).max(MAX_QUANTITY);

const sizeUrl = (format: string) =>
  Joi.string().uri().max(2048).required().description(`Where everybody gets it as ${format}.`);

/** Of an image of one row, as large as images may be. */
const MAX_SIDE = 100_000_000;

const side = () => integer(1).max(MAX_SIDE);

const mediaSize = objectOf<MediaSize>({
  width: required(side(), 'In pixels.', 320),
  webp: sizeUrl('WebP'),
  avif: sizeUrl('AVIF'),
});

const pixels = (name: string) =>
  side()
    .allow(null)
    .description(`The ${name} in pixels; null for an image that was not uploaded here. Ignored in a request.`)
    .example(1200);

const mediumFields = {
  url: imageUrl().required().description('Where everybody gets the image.').example('https://example.com/shirt.jpg'),
  alt: text(0, 500)
    .allow(null)
    .description('What the image shows, for those who do not see it.')
    .example('A white shirt'),
  width: pixels('width'),
  height: pixels('height'),
  sizes: Joi.array()
    .items(mediaSize)
    .max(10)
    .description(
      'Smaller copies, the smallest first, which never change; none of an image that was not uploaded here. Ignored in ' +
        'a request.',
    )
    .example([]),
};

/** A picture of a product, as a writer sends it. */
export const writtenMedium = objectOf<MediumFields & Partial<Medium>>(mediumFields);

/** A picture of a product in a response. */
export const medium = objectOf<Medium>({
  ...mediumFields,
  alt: mediumFields.alt.required(),
  width: mediumFields.width.required(),
  height: mediumFields.height.required(),
  sizes: mediumFields.sizes.required(),
});

export const optionMap = (): Joi.ObjectSchema<StringMap> =>
  Joi.object()
    .pattern(label(40), label(100))
    .max(MAX_OPTIONS)
    .messages({ 'object.unknown': 'must have a key of 1 to 40 characters that is not blank' })
    .meta({ propertyNames: { minLength: 1, maxLength: 40 } });

/** The fields of a product, as a writer sends them. */
export const fields = {
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
  cost: amount().allow(null).description('What a unit costs the shop, in the currency of the price.').example(8.5),
  currency: currency().description('ISO 4217 code; the default is the currency of the store.').example('USD'),
  description: text(0, MAX_DESCRIPTION)
    .allow(null)
    .description(
      'The description without markup. Made of `description_html` if that is given without it; a new one alone removes ' +
        '`description_html`.',
    )
    .example('Woven in Portugal.'),
  description_html: text(0, MAX_DESCRIPTION_HTML)
    .allow(null)
    .description(
      'The description in HTML. It is stored without scripts, styles, other attributes than those of links, images, ' +
        'lists and tables, and images that are neither of https nor uploaded: a page can show it as it is.',
    )
    .example('<p>Woven in <strong>Portugal</strong>.</p>'),
  category: label(MAX_CATEGORY_PATH)
    .allow(null)
    .description(
      'The name of the category, or its path from a root: `Women > Shoes`. Those that do not exist are created, a ' +
        'single name as a root. Case makes no difference.',
    )
    .example('Shirts'),
  category_id: referenceTo('cat').allow(null).description('The category, instead of its name in `category`.'),
  vendor: label(100).allow(null).description('The maker or brand.').example('Casa Linho'),
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
    .items(imageUrl())
    .max(MAX_IMAGES)
    .description(`At most ${MAX_IMAGES} URLs: of https, or of uploaded images.`)
    .example(['https://example.com/shirt.jpg']),
  media: Joi.array()
    .items(writtenMedium)
    .max(MAX_IMAGES)
    .description('The same images with a text for each; instead of `images`, or with the same URLs.')
    .example([{ url: 'https://example.com/shirt.jpg', alt: 'A white shirt' }]),
  tags: Joi.array()
    .items(tagOf(MAX_TAG_LENGTH))
    .max(MAX_TAGS)
    .description(
      `At most ${MAX_TAGS} labels without a comma, none twice: neither case nor white space makes a difference.`,
    )
    .example(['summer', 'sale']),
  attributes: stringMap().description('At most 50 strings to filter by.').example({ colour: 'blue' }),
  metadata: stringMap().description('At most 50 strings of your own.').example({ supplier: '42' }),
  seo_title: label(255)
    .allow(null)
    .description('What search engines show instead of the name.')
    .example('Shirts of linen'),
  seo_description: label(1000)
    .allow(null)
    .description('What search engines show instead of the description.')
    .example('Light shirts of Portuguese linen.'),
  parent_id: idOf('prod')
    .allow(null)
    .description(
      'The product of which this is a variant: it has the category, the tax category, the exemption from ' +
        'withdrawal, the status, the weight with its unit and the images of that product where it has none itself. ' +
        'A product with variants is not sold itself.',
    )
    .example(null, { override: true }),
  options: optionMap()
    .description('How a variant differs from the other variants of its parent; empty unless `parent_id` is given.')
    .example({}),
};
