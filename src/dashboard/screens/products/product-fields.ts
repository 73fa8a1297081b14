import type { Field } from '../../form/field.ts';
import type { FieldGroup } from '../../form/form-view.tsx';
import { t } from '../../text/text.ts';

/** The status of a product or a variant. */
export const STATUS_FIELD: Field = {
  name: 'status',
  kind: 'choice',
  values: ['draft', 'active', 'archived'],
  isRequired: true,
};

export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;

const basic = (): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  STATUS_FIELD,
  { name: 'description', kind: 'long_text' },
  { name: 'category', kind: 'text', hint: t().products.categoryHint },
  { name: 'slug', kind: 'text', hint: t().products.slugHint },
];

const prices = (): readonly Field[] => [
  { name: 'price', kind: 'decimal', isRequired: true },
  { name: 'compare_at_price', kind: 'decimal', hint: t().products.compareHint },
  { name: 'tax_category', kind: 'text' },
];

const inventory = (): readonly Field[] => [
  { name: 'sku', kind: 'text' },
  { name: 'barcode', kind: 'text' },
  { name: 'low_stock_threshold', kind: 'integer', hint: t().products.thresholdHint },
  { name: 'weight', kind: 'decimal' },
  { name: 'weight_unit', kind: 'choice', values: WEIGHT_UNITS },
];

const details = (): readonly Field[] => [
  { name: 'attributes', kind: 'map', hint: t().products.mapHint },
  { name: 'metadata', kind: 'map', hint: t().products.metadataHint },
];

/** Only a new product takes these: later the stock is adjusted, and the currency stays. */
const initial = (): readonly Field[] => [
  { name: 'currency', kind: 'text', hint: t().products.currencyHint },
  { name: 'stock', kind: 'integer', hint: t().products.stockHint },
];

/** The fields of a product under their headings. */
export const productGroups = ({ isNew }: Readonly<{ isNew: boolean }>): readonly FieldGroup[] => [
  { title: t().products.basics, fields: basic() },
  { title: t().products.pricing, fields: isNew ? [...prices(), ...initial()] : prices() },
  { title: t().products.inventory, fields: inventory() },
  { title: t().products.details, fields: details() },
];

export const fieldsOf = (groups: readonly FieldGroup[]): readonly Field[] => groups.flatMap(({ fields }) => fields);
