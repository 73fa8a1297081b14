// Why: docs/decisions/0029-variants.md

import type { Money } from '#core/shared/money.ts';
import type { StringMap } from '#core/shared/string-map.ts';
import type { ProductId, ProductStatus } from './product-fields.ts';
import type { WithdrawalExemption } from './withdrawal-exemption.ts';

/** The largest number of variants of a product: all are shown with it. */
export const MAX_VARIANTS = 250;

/** What a product shows of a variant, which is a product of its own, and what it is counted by. */
export type Variant = Readonly<{
  id: ProductId;
  options: StringMap;
  attributes: StringMap;
  sku: string | null;
  status: ProductStatus;
  price: Money;
  compareAtPrice: Money | null;
  stock: number | null;
  withdrawalExemption: WithdrawalExemption | null;
}>;

export const Variant = {
  /** What a parent shows of a product. */
  of: (product: Variant): Variant => ({
    id: product.id,
    options: product.options,
    attributes: product.attributes,
    sku: product.sku,
    status: product.status,
    price: product.price,
    compareAtPrice: product.compareAtPrice,
    stock: product.stock,
    withdrawalExemption: product.withdrawalExemption,
  }),

  /** Whether it can be bought while its parent is active. */
  isAvailable: ({ status, stock }: Pick<Variant, 'status' | 'stock'>): boolean =>
    status === 'active' && (stock === null || stock > 0),

  /** Identifies a combination of options among the variants of a product, whatever their order, case and white space. */
  optionsKey: (options: StringMap): string =>
    JSON.stringify(
      Object.entries(options)
        .map((pair) => pair.map(folded))
        .sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    ),
};

const folded = (text: string): string => text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();

/** As the API shows it. */
export type VariantView = Readonly<{
  id: ProductId;
  options: StringMap;
  sku: string | null;
  status: ProductStatus;
  /** Major units. */
  price: number;
  /** Major units. */
  compare_at_price: number | null;
  stock: number | null;
  available: boolean;
  withdrawal_exemption: WithdrawalExemption | null;
}>;

/** As everybody may see it: only active ones are shown. */
export type PublicVariantView = Omit<VariantView, 'status' | 'stock'>;

/** The variants of a product as the API shows them, in the order of their ids. */
export const variantViews = (variants: readonly Variant[], isParentActive: boolean): VariantView[] =>
  variants.map((variant) => ({
    id: variant.id,
    options: variant.options,
    sku: variant.sku,
    status: variant.status,
    price: variant.price.toNumber(),
    compare_at_price: variant.compareAtPrice?.toNumber() ?? null,
    stock: variant.stock,
    available: isParentActive && Variant.isAvailable(variant),
    withdrawal_exemption: variant.withdrawalExemption,
  }));
