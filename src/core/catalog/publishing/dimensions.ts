import { labelKey } from '../names.ts';
import type { Product } from '../product.ts';

/** What schema.org and Google call the usual ways in which products differ. */
export type Dimension = 'color' | 'size' | 'material' | 'pattern';

const NAMES: Readonly<Record<Dimension, readonly string[]>> = {
  color: ['color', 'colour', 'farbe'],
  size: ['size', 'größe'],
  material: ['material'],
  pattern: ['pattern', 'muster'],
};

const DIMENSIONS = new Map(
  Object.entries(NAMES).flatMap(([dimension, names]) =>
    names.map((name) => [labelKey(name), dimension as Dimension] as const),
  ),
);

/** Which dimension an option or an attribute of a name is, if it is one. */
export const dimensionOf = (name: string): Dimension | undefined => DIMENSIONS.get(labelKey(name));

/** The values of a product by dimension; its options before its attributes. */
export const dimensionsOf = ({
  options,
  attributes,
}: Pick<Product, 'options' | 'attributes'>): ReadonlyMap<Dimension, string> => {
  const found = [...Object.entries(attributes), ...Object.entries(options)].flatMap(([name, value]) => {
    const dimension = dimensionOf(name);
    return dimension === undefined || value.trim() === '' ? [] : [[dimension, value] as const];
  });
  return new Map(found);
};
