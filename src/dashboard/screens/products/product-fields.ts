import type { Schemas } from '../../api/request.ts';
import type { Field } from '../../form/field.ts';
import type { FieldGroup } from '../../form/form-view.tsx';
import { currencyField } from '../../form/rule-fields.ts';
import { number } from '../../text/format.ts';
import { fieldLabel, fill, t, valueLabel } from '../../text/text.ts';

type Product = Schemas['Product'];

export const PRODUCT_STATUSES = ['draft', 'active', 'archived'] as const;

/** The status of a product or a variant. */
export const STATUS_FIELD: Field = {
  name: 'status',
  kind: 'choice',
  values: PRODUCT_STATUSES,
  isRequired: true,
};

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

const basics = (): readonly Field[] => [
  { name: 'name', kind: 'text', isRequired: true },
  {
    name: 'description_html',
    kind: 'rich_text',
    label: fieldLabel('description'),
    hint: t().products.descriptionHint,
  },
];

const organization = (): readonly Field[] => [
  STATUS_FIELD,
  { name: 'category_id', kind: 'category', label: fieldLabel('category'), hint: t().products.categoryHint },
  { name: 'vendor', kind: 'text' },
  { name: 'tags', kind: 'chips', hint: t().products.tagsHint },
];

const pricing = (currency: string): readonly Field[] => [
  { name: 'price', kind: 'money', isRequired: true, label: inCurrency('price', currency) },
  {
    name: 'compare_at_price',
    kind: 'money',
    label: inCurrency('compare_at_price', currency),
    hint: t().products.compareHint,
  },
  { name: 'cost', kind: 'money', label: inCurrency('cost', currency), hint: t().products.costHint },
  { name: 'tax_category', kind: 'text' },
  exemptionField(),
];

const inCurrency = (name: string, currency: string): string =>
  currency === '' ? fieldLabel(name) : `${fieldLabel(name)} (${currency})`;

const inventory = (): readonly Field[] => [
  { name: 'sku', kind: 'text' },
  { name: 'barcode', kind: 'text' },
  { name: 'low_stock_threshold', kind: 'integer', hint: t().products.thresholdHint },
];

const shipping = (): readonly Field[] => [
  { name: 'weight', kind: 'decimal' },
  { name: 'weight_unit', kind: 'choice', values: WEIGHT_UNITS },
];

const details = (): readonly Field[] => [
  { name: 'attributes', kind: 'map', hint: t().products.mapHint },
  { name: 'metadata', kind: 'map', hint: t().products.metadataHint },
];

const searchEngines = (): readonly Field[] => [
  { name: 'slug', kind: 'text', hint: t().products.slugHint },
  { name: 'seo_title', kind: 'text', hint: t().products.seoTitleHint },
  { name: 'seo_description', kind: 'long_text', hint: t().products.seoDescriptionHint },
];

/** Only a new product takes these: later the stock is adjusted, and the currency stays. */
const STOCK_FIELD = (): Field => ({ name: 'stock', kind: 'integer', hint: t().products.stockHint });

/** The fields of the cards of the page of a product, or of a new one in a currency. */
export const productCards = (product: Product | undefined, newCurrency: string) => {
  const isNew = product === undefined;
  return {
    basics: basics(),
    organization: organization(),
    pricing: [...pricing(product?.currency ?? newCurrency), ...(isNew ? [currencyField()] : [])],
    inventory: [...inventory(), ...(isNew ? [STOCK_FIELD()] : [])],
    shipping: shipping(),
    details: details(),
    searchEngines: searchEngines(),
  };
};

/** What a product has in lists that have a control of their own. */
export const MEDIA_FIELD = (): Field => ({ name: 'media', kind: 'records', label: t().productPage.media });

/** The options of the variants and their rows, which are resources of their own. */
export const GRID_FIELDS = (): readonly Field[] => [
  { name: 'options', kind: 'records' },
  { name: 'variants', kind: 'records', label: t().products.variants },
];

/** The fields of a variant under their headings; those that it may have from its parent can be emptied. */
export const variantGroups = (variant: Product): readonly FieldGroup[] => {
  const groups: readonly FieldGroup[] = [
    { title: t().products.pricing, fields: pricing(variant.currency) },
    { title: t().products.inventory, fields: [...inventory(), ...shipping()] },
    { title: t().productPage.organization, fields: [...organization(), ...basics(), ...details()] },
    { title: t().products.searchEngines, fields: searchEngines() },
  ];
  return groups.map(({ title, fields }) => ({ title, fields: fields.map((field) => ofVariant(field, variant)) }));
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
