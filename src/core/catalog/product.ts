import { CURRENCY_RULE, Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { newResource, type Resource } from '#core/shared/resource.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';
import type { CategoryId } from './category.ts';

export type ProductId = Id<'prod'>;

/** In preparation, on sale, or kept for the record. */
export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;

export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** A product that the shop sells, or is preparing to. */
export type Product = Resource<'prod'> &
  Readonly<{
    name: string;
    price: Money;
    description: string | null;
    category: Readonly<{ id: CategoryId; name: string }> | null;
    /** The seller's own identifier, unique. */
    sku: string | null;
    status: ProductStatus;
    /** The quantity in stock; null if stock is not tracked. */
    stock: number | null;
    images: readonly string[];
    attributes: StringMap;
    metadata: StringMap;
  }>;

/** A writer's fields; omitted ones have their defaults. */
export type ProductFields = Readonly<{
  name: string;
  /** In major units: 19.99. */
  price: number;
  /** The store's currency if omitted. */
  currency?: string;
  description?: string | null;
  /** The name of a category, which is created if it does not exist. */
  category?: string | null;
  sku?: string | null;
  /** `active` if omitted. */
  status?: ProductStatus;
  stock?: number | null;
  images?: readonly string[];
  attributes?: StringMap;
  metadata?: StringMap;
}>;

/** The largest stock. */
export const MAX_QUANTITY = 2_147_483_647;

type Context = Readonly<{ category: Product['category']; storeCurrency: Currency; at: Date }>;

export const Product = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: ProductId, fields: ProductFields, context: Context): Product => ({
    ...newResource(id, context.at),
    ...normalized(fields, context),
  }),

  /** Replaces the fields; omitted ones return to their defaults. @throws as `create` does. */
  replace: (product: Product, fields: ProductFields, context: Context): Product => ({
    ...product,
    ...normalized(fields, context),
    version: product.version + 1,
    updatedAt: context.at,
  }),

  /** The error of a price in major units, if any. */
  priceError: (price: number, currency: string): FieldError | undefined => {
    const money = priceOf(price, currency);
    return money instanceof Money ? undefined : money;
  },

  /** The fields as a writer would send them. */
  fieldsOf: ({ id, version, price, category, createdAt, updatedAt, ...fields }: Product): ProductFields => ({
    ...fields,
    price: price.toNumber(),
    currency: price.currency,
    category: category?.name ?? null,
  }),

  /** Adjusts the stock; an untracked stock, or one that would become negative, leaves the product unchanged. */
  withStockAdjusted: (product: Product, delta: number, at: Date): Product => {
    if (product.stock === null || product.stock + delta < 0) return product;
    const stock = Math.min(product.stock + delta, MAX_QUANTITY);
    return { ...product, stock, version: product.version + 1, updatedAt: at };
  },

  /** Whether it can be bought now. */
  isAvailable: (product: Pick<Product, 'status' | 'stock'>): boolean =>
    product.status === 'active' && (product.stock === null || product.stock > 0),
};

/** What omitted fields of a product become. */
const DEFAULTS = {
  description: null,
  sku: null,
  status: 'active',
  stock: null,
  images: [],
  attributes: {},
  metadata: {},
} as const;

const normalized = (fields: ProductFields, { category, storeCurrency }: Context) => {
  const price = priceOf(fields.price, fields.currency ?? storeCurrency);
  const errors = [...stringMapErrors('attributes', fields.attributes), ...stringMapErrors('metadata', fields.metadata)];
  if (!(price instanceof Money) || errors.length > 0) {
    throw invalid(price instanceof Money ? errors : [price, ...errors]);
  }
  const { currency: _currency, price: _price, category: _label, ...given } = fields;
  return { ...DEFAULTS, ...given, price, category };
};

const priceOf = (major: number, currency: string): Money | FieldError => {
  if (!Currency.is(currency)) return { path: ['currency'], code: 'any.only', message: CURRENCY_RULE };
  const price = Money.parse(major, currency);
  if (!(price instanceof Money)) return { path: ['price'], ...describeMoneyError(price, currency) };
  return price.isNegative ? { path: ['price'], code: 'number.min', message: 'must be at least 0' } : price;
};
