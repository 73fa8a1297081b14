import type { Visibility } from '#core/catalog/ports.ts';
import type { Product } from '#core/catalog/product.ts';
import type { Variant } from '#core/catalog/variant.ts';

type Values = Readonly<Record<string, readonly string[]>>;

/**
 * What the variants of a product add to its own attributes, for counts by attribute: for each visibility and name the
 * different values that the product itself does not have. Counts that read the variants would read five rows for one.
 */
export type VariantAttributes = Readonly<Partial<Record<Visibility, Values>>>;

export const variantAttributes = ({ attributes, variants }: Product): VariantAttributes => {
  if (variants.length === 0) return {};
  return {
    full: addedValues(attributes, variants),
    public: addedValues(
      attributes,
      variants.filter(({ status }) => status === 'active'),
    ),
  };
};

const addedValues = (own: Product['attributes'], variants: readonly Variant[]): Values => {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of variants.flatMap(({ attributes }) => Object.entries(attributes))) {
    if (Object.hasOwn(own, name) && own[name] === value) continue;
    values.set(name, (values.get(name) ?? new Set()).add(value));
  }
  return Object.fromEntries(Array.from(values, ([name, each]) => [name, [...each].sort()]));
};
