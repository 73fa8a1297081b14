import { amountAt, currencyOf, isFieldError } from '#core/shared/amount-field.ts';
import type { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import type { Money } from '#core/shared/money.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';
import type { CategoryId } from './category.ts';
import { Medium, type MediumFields } from './media.ts';
import type { SafeHtml } from './safe-html.ts';
import { tagErrors, tidyTags } from './tags.ts';
import type { WithdrawalExemption } from './withdrawal-exemption.ts';

/**
 * The attributes in their order: shorter names first, as in PostgreSQL's `jsonb`, in which they are searched. So they are
 * shown in the same order after they were written and when they are read, whatever the storage. (Objects of JavaScript
 * have names that are whole numbers before all others.)
 */
const inOrder = (attributes: StringMap): StringMap => {
  const entries = Object.entries(attributes);
  return entries.length < 2 ? attributes : Object.fromEntries(entries.sort(([a], [b]) => compare(a, b)));
};

/** By the length in UTF-8, and then by its bytes: the order of code points. */
const compare = (a: string, b: string): number => {
  const [first, second] = [codePointsOf(a), codePointsOf(b)];
  const position = first.findIndex((point, index) => point !== second[index]);
  return lengthOf(first) - lengthOf(second) || (first[position] ?? 0) - (second[position] ?? 0);
};

const codePointsOf = (text: string): number[] => Array.from(text, (character) => character.codePointAt(0) ?? 0);

const lengthOf = (points: readonly number[]): number =>
  points.reduce((length, point) => length + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4), 0);

/** In preparation, on sale, or kept for the record. */
export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;

export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** The largest number of options of a variant. */
export const MAX_OPTIONS = 10;

/** The largest number of images of a product. */
export const MAX_IMAGES = 20;

export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;

export type ProductId = Id<'prod'>;

export type WeightUnit = (typeof WEIGHT_UNITS)[number];

/** A writer's fields in the API's names; omitted ones have their defaults. */
export type ProductFields = Readonly<{
  name: string;
  /** Unique. Made from the name if omitted. */
  slug?: string | null;
  /** In major units: 19.99. */
  price: number;
  /** What the price is compared with, in major units: the price before a reduction. */
  compare_at_price?: number | null;
  /** What a unit costs the shop, in major units of the price's currency. */
  cost?: number | null;
  /** The store's currency if omitted. */
  currency?: string;
  /** Plain text. */
  description?: string | null;
  /** The description with its markup; `description` has its words. */
  description_html?: SafeHtml | null;
  /** The name of a category, which is created if it does not exist. */
  category?: string | null;
  category_id?: CategoryId | null;
  /** The maker or brand. */
  vendor?: string | null;
  /** The seller's own identifier, unique. */
  sku?: string | null;
  /** The manufacturer's identifier, such as an EAN. */
  barcode?: string | null;
  tax_category?: string | null;
  /** Why consumers cannot withdraw from its purchase; null if they can. */
  withdrawal_exemption?: WithdrawalExemption | null;
  status?: ProductStatus;
  /** The quantity in stock; null if stock is not tracked. */
  stock?: number | null;
  /** A stock of this quantity or less is low; null if it never is. */
  low_stock_threshold?: number | null;
  weight?: number | null;
  weight_unit?: WeightUnit;
  /** The URLs of `media`. */
  images?: readonly string[] | null;
  media?: readonly MediumFields[] | null;
  /** Labels, none of them twice, in the order of the writer. */
  tags?: readonly string[];
  attributes?: StringMap;
  metadata?: StringMap;
  /** What search engines show instead of the name and the description. */
  seo_title?: string | null;
  seo_description?: string | null;
  /** The product of which this is a variant, which gives it the `INHERITABLE_FIELDS` that are omitted. */
  parent_id?: ProductId | null;
  /** How a variant differs from the other variants of its parent. */
  options?: StringMap;
}>;

type AmountField = 'price' | 'compare_at_price' | 'cost';

/** The fields that a product shows as they were written; the others are the product's business. */
export type PlainFields = Required<
  Omit<ProductFields, 'name' | 'slug' | AmountField | 'currency' | 'category' | 'category_id' | 'images' | 'media'>
>;

/** What omitted fields are. */
const DEFAULTS: PlainFields = {
  description: null,
  description_html: null,
  vendor: null,
  sku: null,
  barcode: null,
  tax_category: null,
  withdrawal_exemption: null,
  status: 'active',
  stock: null,
  low_stock_threshold: null,
  weight: null,
  weight_unit: 'g',
  tags: [],
  attributes: {},
  metadata: {},
  seo_title: null,
  seo_description: null,
  parent_id: null,
  options: {},
};

/** The fields that a variant without values of its own has from its parent; the weight with its unit. */
export const INHERITABLE_FIELDS = [
  'category_id',
  'tax_category',
  'withdrawal_exemption',
  'status',
  'weight',
  'images',
] as const;

export type InheritableField = (typeof INHERITABLE_FIELDS)[number];

/** The fields that the product has from its parent. */
const inheritedFields = (fields: ProductFields): readonly InheritableField[] =>
  typeof fields.parent_id === 'string' ? INHERITABLE_FIELDS.filter((name) => !hasOwnValue(fields, name)) : [];

const hasOwnValue = (fields: ProductFields, name: InheritableField): boolean => {
  if (name === 'category_id') return fields.category_id != null || fields.category != null;
  if (name === 'images') return (fields.images ?? fields.media ?? []).length > 0;
  return fields[name] != null;
};

type PropertyOf<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<PropertyOf<Rest>>}`
  : Name;

/** The plain fields as properties of a product: `low_stock_threshold` is `lowStockThreshold`. */
export type PlainValues = { readonly [Name in keyof PlainFields as PropertyOf<Name>]: PlainFields[Name] };

/** The names of the plain fields, in the order in which a product shows them. */
export const PLAIN_FIELDS = Object.keys(DEFAULTS) as readonly (keyof PlainFields)[];

const PLAIN = PLAIN_FIELDS.map((name) => ({
  name,
  property: name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof PlainValues,
}));

const plainValues = (fields: ProductFields): PlainValues => {
  const values: Partial<Record<keyof PlainValues, unknown>> = {};
  // faster than `Object.fromEntries`: each row of an import comes by several times
  for (const { name, property } of PLAIN) values[property] = fields[name] ?? DEFAULTS[name];
  return values as PlainValues;
};

/** The plain fields of a product as a writer would send them. */
export const plainFields = (product: PlainValues): PlainFields => {
  const fields: Partial<Record<keyof PlainFields, unknown>> = {};
  for (const { name, property } of PLAIN) fields[name] = product[property];
  return fields as PlainFields;
};

/**
 * The values of the fields, with defaults for omitted ones; the slug and the category are the product's business.
 * @throws DomainError `validation_failed` with every error of the fields.
 */
export const valuesOf = (fields: ProductFields, storeCurrency: Currency) => {
  const currency = fields.currency ?? storeCurrency;
  const optionalAmount = (field: AmountField) => {
    const major = fields[field] ?? null;
    return major === null ? null : amountOf(field, major, currency);
  };
  const price = amountOf('price', fields.price, currency);
  const compareAtPrice = optionalAmount('compare_at_price');
  const cost = optionalAmount('cost');
  const errors = [
    ...tagErrors(fields.tags),
    ...stringMapErrors('attributes', fields.attributes),
    ...stringMapErrors('metadata', fields.metadata),
    ...optionErrors(fields),
  ];
  if (isFieldError(price) || isFieldError(compareAtPrice) || isFieldError(cost) || errors.length > 0) {
    // an unknown currency is an error of all amounts
    const amounts =
      isFieldError(price) && price.path[0] === 'currency'
        ? [price]
        : [price, compareAtPrice, cost].filter(isFieldError);
    throw invalid([...amounts, ...errors]);
  }
  const { tags, attributes, ...values } = plainValues(fields);
  const adjusted = { tags: tidyTags(tags), attributes: inOrder(attributes), inherited: inheritedFields(fields) };
  return { name: fields.name, price, compareAtPrice, cost, media: Medium.ofFields(fields), ...values, ...adjusted };
};

const optionErrors = ({ parent_id: parentId, options = {} }: ProductFields): FieldError[] => {
  const isVariant = typeof parentId === 'string';
  const count = Object.keys(options).length;
  if (count > MAX_OPTIONS) {
    return [{ path: ['options'], code: 'object.max', message: `must have at most ${MAX_OPTIONS} keys` }];
  }
  if (isVariant && count === 0) {
    const message = 'must say how the variant differs, such as {"size": "M"}';
    return [{ path: ['options'], code: 'object.min', message }];
  }
  if (isVariant || count === 0) return [];
  return [
    { path: ['options'], code: 'any.only', message: 'must be empty without parent_id: only variants have options' },
  ];
};

/** An amount of a field in major units, or its error. */
export const amountOf = (field: string, major: number, code: string): Money | FieldError => {
  const currency = currencyOf(code);
  return isFieldError(currency) ? currency : amountAt([field], major, currency);
};
