import type { Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import type { Scope } from '../../app/session.ts';

/** What the rows of a file are. */
export type ImportResource = Schemas['Import']['resource'];

/** What can be said of how a file is read, by values to choose from. */
export type Selects = Readonly<Partial<Record<'preset' | 'decimal' | 'weight_unit', readonly string[]>>>;

type ImportKind = Readonly<{
  /** What importing needs. */
  scope: Scope;
  /** The screen with the list of what is imported. */
  list: string;
  label: 'products' | 'customers' | 'discounts' | 'redirects';
  /** The types of its files, as an input for files names them. */
  types: string;
  selects: Selects;
  /** Whether rows have images. */
  hasImages: boolean;
  /** The fields that a column is likely to give; the service knows more. */
  fields: readonly string[];
  /** The fields that have the name of a column. */
  ownFields: (column: string) => readonly string[];
}>;

const TABLE_TYPES = '.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,application/x-ndjson';

const DECIMAL_MARKS = ['.', ','] as const;

/** The shops whose files of other things than products are known. */
const TABLE_PRESETS = ['shopify', 'woocommerce', 'generic'] as const;

const ADDRESS = [
  ...['name', 'first_name', 'last_name', 'company', 'line1', 'line2', 'postal_code', 'city', 'state', 'country'],
  'phone',
] as const;

export const IMPORT_KINDS: Readonly<Record<ImportResource, ImportKind>> = {
  products: {
    scope: 'products:write',
    list: '/products',
    label: 'products',
    types: `${TABLE_TYPES},.xml,application/xml`,
    selects: {
      preset: [
        ...['shopify', 'woocommerce', 'magento', 'prestashop', 'medusa2', 'medusa1', 'medusa1_cents', 'vendure'],
        ...['bigcommerce', 'google', 'generic'],
      ],
      decimal: DECIMAL_MARKS,
      weight_unit: ['g', 'kg', 'oz', 'lb'],
    },
    hasImages: true,
    fields: [
      ...['sku', 'name', 'description', 'price', 'compare_at_price', 'sale_price', 'cost', 'currency', 'stock'],
      ...['barcode', 'vendor', 'category', 'tags', 'images', 'status', 'published', 'slug', 'tax_category'],
      ...['weight', 'weight_g', 'weight_kg', 'weight_oz', 'weight_lb', 'weight_unit'],
      ...['seo_title', 'seo_description', 'group', 'parent', 'source_id'],
    ],
    ownFields: (column) => [`attributes.${column}`, `options.${column}`],
  },
  users: {
    scope: 'customers:write',
    list: '/customers',
    label: 'customers',
    types: TABLE_TYPES,
    selects: { preset: TABLE_PRESETS },
    hasImages: false,
    fields: [
      ...['email', 'name', 'first_name', 'last_name', 'phone', 'tax_id', 'role'],
      ...['address', 'shipping'].flatMap((prefix) => ADDRESS.map((part) => `${prefix}.${part}`)),
      ...['email_marketing', 'email_marketing_at', 'email_marketing_source'],
      ...['sms_marketing', 'sms_marketing_at', 'sms_marketing_source'],
    ],
    ownFields: (column) => [`metadata.${column}`],
  },
  discounts: {
    scope: 'pricing:write',
    list: '/discounts',
    label: 'discounts',
    types: TABLE_TYPES,
    selects: { preset: TABLE_PRESETS, decimal: DECIMAL_MARKS },
    hasImages: false,
    fields: [
      ...['code', 'name', 'kind', 'percent', 'amount', 'price', 'currency', 'type', 'class', 'value', 'value_type'],
      ...['active', 'status', 'valid_from', 'valid_to', 'min_total', 'min_quantity', 'minimum', 'first_order'],
      ...['max_uses', 'uses', 'max_uses_per_customer', 'once_per_customer', 'combinable', 'combines'],
      ...['individual_use', 'priority', 'free_shipping', 'customers', 'restriction'],
    ],
    ownFields: () => [],
  },
  redirects: {
    scope: 'redirects:write',
    list: '/redirects',
    label: 'redirects',
    types: TABLE_TYPES,
    selects: { preset: TABLE_PRESETS },
    hasImages: false,
    fields: ['path', 'target', 'regex', 'match', 'code'],
    ownFields: () => [],
  },
};

export const IMPORT_RESOURCES = Object.keys(IMPORT_KINDS) as readonly ImportResource[];

/** Where files are imported, with the choice of what they contain. */
export const importsHref = (resource: ImportResource): string => `${BASE}/imports?resource=${resource}`;
