import type { Currency } from '#core/shared/currency.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { Id } from '#core/shared/id.ts';
import { Money } from '#core/shared/money.ts';
import { newResource, nextVersion, type Resource } from '#core/shared/resource.ts';
import { isSameValue } from '#core/shared/same-value.ts';
import type { CategoryId } from './category.ts';
import { Medium } from './media.ts';
import { extendedSlug, slugOf } from './names.ts';
import {
  amountOf,
  type InheritableField,
  type PlainValues,
  type ProductFields,
  type ProductId,
  plainFields,
  valuesOf,
} from './product-fields.ts';
import { Variant } from './variant.ts';

export type { ProductId };

/** A product that the shop sells, or is preparing to. */
export type Product = Resource<'prod'> &
  PlainValues &
  Readonly<{
    name: string;
    /** The product as a URL segment, unique. */
    slug: string;
    /** The import that made the slug from the name, and may still leave it to a row that names it. */
    slugDerivedBy: Id<'imp'> | null;
    price: Money;
    /** What the price is compared with; in the currency of the price. */
    compareAtPrice: Money | null;
    /** What a unit costs the shop; in the currency of the price. */
    cost: Money | null;
    /** The lowest published price of the 30 days before the current reduction; null while nothing is reduced. */
    lowestPrice30d: Money | null;
    /** Its pictures, of which the first stands for it. */
    media: readonly Medium[];
    /** With the name that the product's last event showed. */
    category: Readonly<{ id: CategoryId; name: string }> | null;
    /** The fields whose values are those of the parent; empty unless it is a variant. */
    inherited: readonly InheritableField[];
    /** Whether the parent, if there is one, is active: otherwise the variant is not on sale. */
    isParentActive: boolean;
    /** In the order of their ids. A product with variants is not sold itself. */
    variants: readonly Variant[];
  }>;

/** The largest stock. */
export const MAX_QUANTITY = 2_147_483_647;

/** Of a product without a threshold at most this quantity is little. */
export const DEFAULT_LOW_STOCK = 5;

type Context = Readonly<{ category: Product['category']; storeCurrency: Currency; at: Date }>;

/** `importId`: the import that creates the product. */
type Creation = Context & Readonly<{ importId?: Id<'imp'> | undefined }>;

export const Product = {
  /** @throws DomainError `validation_failed` with every error of the fields. */
  create: (id: ProductId, fields: ProductFields, { category, storeCurrency, at, importId }: Creation): Product => ({
    ...newResource(id, at),
    ...valuesOf(fields, storeCurrency),
    slug: Product.slugOf(fields),
    slugDerivedBy: fields.slug == null ? (importId ?? null) : null,
    category,
    isParentActive: true,
    variants: [],
    lowestPrice30d: null,
  }),

  /** Replaces the fields; omitted ones return to their defaults. @throws as `create` does. */
  replace: (product: Product, fields: ProductFields, { category, storeCurrency, at }: Context): Product => {
    const slug = fields.slug ?? nextDerivedSlug(product, fields);
    const slugDerivedBy = slug === product.slug ? product.slugDerivedBy : null;
    return nextVersion(product, { ...valuesOf(fields, storeCurrency), slug, slugDerivedBy, category }, at);
  },

  /** The slug that `create` uses. */
  slugOf: (fields: Pick<ProductFields, 'name' | 'slug'>): string => fields.slug ?? derivedSlug(fields),

  /** The product with a unique slug, for when the one made from its name is taken. */
  withUniqueSlug: (product: Product): Product => ({ ...product, slug: extendedSlug(product.slug, product.id) }),

  /** The next version of a product that leaves its slug, which was made from its name, to another. */
  withoutDerivedSlug: (product: Product, at: Date): Product =>
    nextVersion(Product.withUniqueSlug(product), { slugDerivedBy: null }, at),

  amountError: (field: string, major: number, currency: string): FieldError | undefined => {
    const amount = amountOf(field, major, currency);
    return amount instanceof Money ? undefined : amount;
  },

  /** The fields as a writer would send them, with what is inherited. */
  fieldsOf: (product: Product) => ({
    name: product.name,
    slug: product.slug,
    price: product.price.toNumber(),
    compare_at_price: product.compareAtPrice?.toNumber() ?? null,
    cost: product.cost?.toNumber() ?? null,
    currency: product.price.currency,
    category_id: product.category?.id ?? null,
    media: Medium.fieldsOf(product.media),
    ...plainFields(product),
  }),

  /** The fields as a writer would send them, without what is inherited. */
  ownFieldsOf: (product: Product): Partial<ProductFields> =>
    Object.fromEntries(
      Object.entries(Product.fieldsOf(product)).filter(
        ([name]) => !product.inherited.some((field) => field === (name === 'media' ? 'images' : name)),
      ),
    ),

  /** The variant with what it has from its parent. */
  inherit: (variant: Product, parent: Inheritance): Product => ({
    ...variant,
    ...inheritedValues(variant, parent),
    isParentActive: Product.isOnSale(parent),
  }),

  /** The next version of a variant whose parent has changed, or the same one if it has nothing of the changes. */
  followParent: (variant: Product, parent: Inheritance, at: Date): Product => {
    const following = Product.inherit(variant, parent);
    const isSame = following.isParentActive === variant.isParentActive && !differ(variant, following);
    return isSame ? variant : nextVersion(following, {}, at);
  },

  /** Whether a change of a product may change its variants. */
  changesVariants: (before: Product, after: Product): boolean =>
    after.variants.length > 0 && (Product.isOnSale(before) !== Product.isOnSale(after) || differ(before, after)),

  /** Adjusts the stock; an untracked stock, or one that would become negative, leaves the product unchanged. */
  withStockAdjusted: (product: Product, delta: number, at: Date): Product => {
    if (product.stock === null || product.stock + delta < 0) return product;
    const stock = Math.min(product.stock + delta, MAX_QUANTITY);
    return nextVersion(product, { stock }, at);
  },

  /** The next version of a product whose variants changed. */
  withVariants: (product: Product, variants: readonly Variant[], at: Date): Product =>
    nextVersion(product, { variants }, at),

  /** Whether the stock is at its threshold or below. */
  isLowStock: ({ stock, lowStockThreshold }: Pick<Product, 'stock' | 'lowStockThreshold'>): boolean =>
    stock !== null && lowStockThreshold !== null && stock <= lowStockThreshold,

  /** Whether little is left of a product on sale: at most its threshold, or `DEFAULT_LOW_STOCK` without one. */
  isRunningLow: (product: Pick<Product, 'status' | 'isParentActive' | 'stock' | 'lowStockThreshold' | 'variants'>) =>
    Product.isOnSale(product) &&
    product.variants.length === 0 &&
    product.stock !== null &&
    product.stock <= (product.lowStockThreshold ?? DEFAULT_LOW_STOCK),

  /** Whether it, or one of its variants, is offered for sale. */
  isOnSale: ({ status, isParentActive }: Pick<Product, 'status' | 'isParentActive'>): boolean =>
    status === 'active' && isParentActive,

  /** Whether it, or one of its variants, can be bought now. */
  isAvailable: (product: Pick<Product, 'status' | 'isParentActive' | 'stock' | 'variants'>): boolean =>
    Product.isOnSale(product) &&
    (product.variants.length === 0 ? Variant.isAvailable(product) : product.variants.some(Variant.isAvailable)),

  /** The lowest and the highest price: of its active variants, or its own. */
  priceRange: ({ price, variants }: Pick<Product, 'price' | 'variants'>): readonly [minimum: Money, maximum: Money] => {
    const [first, ...others] = variants.filter(({ status }) => status === 'active').map((variant) => variant.price);
    if (first === undefined) return [price, price];
    return others.reduce<readonly [Money, Money]>(
      ([minimum, maximum], each) => [
        each.compare(minimum) < 0 ? each : minimum,
        each.compare(maximum) > 0 ? each : maximum,
      ],
      [first, first],
    );
  },
};

/** What a variant may have from its parent. */
type Inheritance = Pick<Product, InheritableProperty | 'isParentActive'>;

type InheritableProperty = (typeof INHERITED_PROPERTIES)[InheritableField][number];

const INHERITED_PROPERTIES = {
  category_id: ['category'],
  tax_category: ['taxCategory'],
  withdrawal_exemption: ['withdrawalExemption'],
  status: ['status'],
  weight: ['weight', 'weightUnit'],
  images: ['media'],
} as const satisfies Readonly<Record<InheritableField, readonly (keyof Product)[]>>;

const INHERITABLE_PROPERTIES: readonly InheritableProperty[] = Object.values(INHERITED_PROPERTIES).flat();

/** Whether the values that variants may have from them differ. */
const differ = (before: Inheritance, after: Inheritance): boolean =>
  INHERITABLE_PROPERTIES.some((name) => !isSameValue(before[name], after[name]));

const inheritedValues = ({ inherited }: Pick<Product, 'inherited'>, parent: Inheritance): Partial<Inheritance> => {
  const names = inherited.flatMap((field): readonly InheritableProperty[] => INHERITED_PROPERTIES[field]);
  return Object.fromEntries(names.map((name) => [name, parent[name]]));
};

/** Some letters become several in a slug: 200 characters leave room for the extension. */
const MAX_DERIVED_SLUG = 200;

const derivedSlug = ({ name }: Pick<ProductFields, 'name'>): string => slugOf(name, 'product', MAX_DERIVED_SLUG);

/** The slug stays, unless the name would now make another one. */
const nextDerivedSlug = (product: Product, fields: ProductFields): string => {
  const slug = derivedSlug(fields);
  return product.slug === extendedSlug(slug, product.id) ? product.slug : slug;
};
