import { Currency } from '#core/shared/currency.ts';
import { type FieldError, invalid } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { describeMoneyError, Money } from '#core/shared/money.ts';
import { type StringMap, stringMapErrors } from '#core/shared/string-map.ts';
import type { CategoryId } from './category.ts';

export type ProductId = Id<'prod'>;

/** Whether a product is being prepared, on sale, or kept for the record. */
export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;

export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

/** Something that is sold. */
export type Product = Readonly<{
  id: ProductId;
  /** 1 at first, one more with every change. */
  version: number;
  name: string;
  price: Money;
  description: string | null;
  category: Readonly<{ id: CategoryId; name: string }> | null;
  /** The seller's own number for it, unlike any other product's. */
  sku: string | null;
  status: ProductStatus;
  /** Pieces at hand; null where they are not counted. */
  stock: number | null;
  images: readonly string[];
  attributes: StringMap;
  metadata: StringMap;
  createdAt: Date;
  updatedAt: Date;
}>;

/** What a writer says of a product; what is left out has its default. */
export type ProductFields = Readonly<{
  name: string;
  /** In major units: 19.99. */
  price: number;
  /** The store's currency if left out. */
  currency?: string;
  description?: string | null;
  /** A label; it becomes a category if there is none of that name. */
  category?: string | null;
  sku?: string | null;
  /** `active` if left out. */
  status?: ProductStatus;
  stock?: number | null;
  images?: readonly string[];
  attributes?: StringMap;
  metadata?: StringMap;
}>;

/** As many as a stock can count. */
export const MAX_QUANTITY = 2_147_483_647;

type Placing = Readonly<{ category: Product['category']; storeCurrency: Currency; at: Date }>;

export const Product = {
  /** @throws DomainError `validation_failed` with every fault of the fields. */
  create: (id: ProductId, fields: ProductFields, placing: Placing): Product => ({
    id,
    version: 1,
    ...normalized(fields, placing),
    createdAt: placing.at,
    updatedAt: placing.at,
  }),

  /** The product with other fields; those left out return to their defaults. @throws as `create` does. */
  replace: (product: Product, fields: ProductFields, placing: Placing): Product => ({
    ...product,
    ...normalized(fields, placing),
    version: product.version + 1,
    updatedAt: placing.at,
  }),

  /** What is wrong with a price in major units, if anything. */
  priceFault: (price: number, currency: string): FieldError | undefined => {
    const money = priceOf(price, currency);
    return money instanceof Money ? undefined : money;
  },

  /** What a writer would have to say to make this product. */
  fieldsOf: (product: Product): ProductFields => ({
    name: product.name,
    price: product.price.toNumber(),
    currency: product.price.currency,
    description: product.description,
    category: product.category?.name ?? null,
    sku: product.sku,
    status: product.status,
    stock: product.stock,
    images: product.images,
    attributes: product.attributes,
    metadata: product.metadata,
  }),

  /** The product with so many pieces more, or fewer: itself where they are not counted, or would be fewer than none. */
  withStockAdjusted: (product: Product, pieces: number, at: Date): Product => {
    if (product.stock === null || product.stock + pieces < 0) return product;
    const stock = Math.min(product.stock + pieces, MAX_QUANTITY);
    return { ...product, stock, version: product.version + 1, updatedAt: at };
  },

  /** Whether it can be bought now. */
  isAvailable: (product: Pick<Product, 'status' | 'stock'>): boolean =>
    product.status === 'active' && (product.stock === null || product.stock > 0),
};

const normalized = (fields: ProductFields, { category, storeCurrency }: Placing) => {
  const price = priceOf(fields.price, fields.currency ?? storeCurrency);
  const errors = [...stringMapErrors('attributes', fields.attributes), ...stringMapErrors('metadata', fields.metadata)];
  if (!(price instanceof Money) || errors.length > 0) {
    throw invalid(price instanceof Money ? errors : [price, ...errors]);
  }
  return {
    name: fields.name,
    price,
    description: fields.description ?? null,
    category,
    sku: fields.sku ?? null,
    status: fields.status ?? 'active',
    stock: fields.stock ?? null,
    images: fields.images ?? [],
    attributes: fields.attributes ?? {},
    metadata: fields.metadata ?? {},
  };
};

const priceOf = (major: number, currency: string): Money | FieldError => {
  if (!Currency.is(currency)) return { path: ['currency'], code: 'any.only', message: 'must be an ISO 4217 currency' };
  const price = Money.parse(major, currency);
  if (!(price instanceof Money)) return { path: ['price'], ...describeMoneyError(price, currency) };
  return price.isNegative ? { path: ['price'], code: 'number.min', message: 'must be at least 0' } : price;
};
