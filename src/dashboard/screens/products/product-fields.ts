import type { Schemas } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import type { FieldGroup } from '../../form/form-view.tsx';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';

type Product = Schemas['Product'];

/** The status of a product or a variant. */
export const STATUS_FIELD: Field = {
  name: 'status',
  kind: 'choice',
  values: ['draft', 'active', 'archived'],
  isRequired: true,
};

/** The status of a variant, which may be that of its parent. */
export const variantStatusField = (): Field => ({
  ...STATUS_FIELD,
  isRequired: false,
  placeholder: t().products.fromParent,
});

const WITHDRAWAL_EXEMPTIONS = [
  'service',
  'market_price',
  'custom_made',
  'perishable',
  'sealed_hygiene',
  'inseparable',
  'delayed_alcohol',
  'urgent_repair',
  'sealed_media',
  'periodical',
  'auction',
  'dated_service',
  'digital_content',
] as const satisfies readonly Product['withdrawal_exemption'][];

/** Why consumers cannot withdraw from the purchase. */
export const exemptionField = (): Field => ({
  name: 'withdrawal_exemption',
  kind: 'choice',
  values: WITHDRAWAL_EXEMPTIONS,
  hint: t().products.exemptionHint,
  placeholder: t().products.notExempt,
});

export const WEIGHT_UNITS = ['g', 'kg', 'oz', 'lb'] as const;

const basic = (): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  STATUS_FIELD,
  { name: 'description', kind: 'long_text', hint: t().products.descriptionHint },
  { name: 'description_html', kind: 'long_text', hint: t().products.descriptionHtmlHint },
  { name: 'category_id', kind: 'category', label: fieldLabel('category'), hint: t().products.categoryHint },
  { name: 'vendor', kind: 'text' },
  { name: 'tags', kind: 'lines', hint: t().products.tagsHint },
  { name: 'slug', kind: 'text', hint: t().products.slugHint },
];

const prices = (): readonly Field[] => [
  { name: 'price', kind: 'decimal', isRequired: true },
  { name: 'compare_at_price', kind: 'decimal', hint: t().products.compareHint },
  { name: 'cost', kind: 'decimal', hint: t().products.costHint },
  { name: 'tax_category', kind: 'text' },
  exemptionField(),
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

const searchEngines = (): readonly Field[] => [
  { name: 'seo_title', kind: 'text', hint: t().products.seoTitleHint },
  { name: 'seo_description', kind: 'long_text', hint: t().products.seoDescriptionHint },
];

/** Only a new product takes these: later the stock is adjusted, and the currency stays. */
const initial = (): readonly Field[] => [
  { name: 'currency', kind: 'text', hint: t().products.currencyHint },
  { name: 'stock', kind: 'integer', hint: t().products.stockHint },
];

const groupsOf = (priceFields: readonly Field[]): readonly FieldGroup[] => [
  { title: t().products.basics, fields: basic() },
  { title: t().products.pricing, fields: priceFields },
  { title: t().products.inventory, fields: inventory() },
  { title: t().products.details, fields: details() },
  { title: t().products.searchEngines, fields: searchEngines() },
];

/** The fields of a new product under their headings. */
export const newProductGroups = (): readonly FieldGroup[] => groupsOf([...prices(), ...initial()]);

/** The fields of a product under their headings; those that a variant may have from its parent can be emptied. */
export const productGroups = (product: Product): readonly FieldGroup[] => {
  const groups = groupsOf(prices());
  if (product.parent_id === null) return groups;
  return groups.map(({ title, fields }) => ({ title, fields: fields.map((field) => ofVariant(field, product)) }));
};

/** The fields of the form that each inherited field fills in. */
const INHERITABLE: Readonly<Record<string, readonly (keyof Product)[]>> = {
  category_id: ['category_id'],
  tax_category: ['tax_category'],
  withdrawal_exemption: ['withdrawal_exemption'],
  status: ['status'],
  weight: ['weight', 'weight_unit'],
};

const inheritedOf = ({ inherited = [] }: Product): readonly string[] =>
  inherited.flatMap((field) => INHERITABLE[field] ?? []);

const ofVariant = (field: Field, product: Product): Field => {
  const { [field.name === 'category_id' ? 'category' : (field.name as keyof Product)]: value } = product;
  if (
    !Object.values(INHERITABLE)
      .flat()
      .some((name) => name === field.name)
  )
    return field;
  const isInherited = inheritedOf(product).includes(field.name);
  const shown = typeof value === 'number' ? number(value) : field.kind === 'choice' ? valueLabel(String(value)) : value;
  const placeholder =
    isInherited && value !== null ? fill(t().products.fromParentAs, { value: String(shown) }) : t().products.fromParent;
  return { ...field, isRequired: false, hint: t().products.inheritHint, placeholder };
};

/** A product without what it has from its parent. */
export const ownValues = (product: Product): Product => ({
  ...product,
  ...Object.fromEntries(inheritedOf(product).map((name) => [name, null])),
});

export const fieldsOf = (groups: readonly FieldGroup[]): readonly Field[] => groups.flatMap(({ fields }) => fields);
