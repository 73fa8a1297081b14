import { slugOf } from '#core/catalog/names.ts';
import { MAX_IMAGES } from '#core/catalog/product-fields.ts';
import type { FieldError } from '#core/shared/domain-error.ts';
import type { Family } from './families.ts';
import { defined, type Fields, fieldsOfItem, type ItemFields, type ReadingRules } from './fields-of-row.ts';
import { type ImportWarning, keyOf, type Options, type SourceItem, warning } from './source-row.ts';

/** A product or a variant as a row of an import, before it is validated. */
export type SourceProduct = Readonly<{
  line: number;
  fields: Fields;
  /** The fields of a new product that the file does not give. */
  defaults?: Fields;
  errors: readonly FieldError[];
  warnings: readonly ImportWarning[];
}>;

const MAX_SKU = 100;

/** How many SKUs are remembered, so that one that a file uses twice is noticed. */
const MAX_KNOWN_SKUS = 200_000;

/** What a row is besides its cells. */
type Identity = Readonly<{ sku: string; errors: readonly FieldError[]; warnings: readonly ImportWarning[] }>;

/** Makes the rows of the products of a file, each with a SKU of its own. */
export class FamilyRows {
  readonly #rules: ReadingRules;
  /** The first line of each SKU. */
  readonly #lines = new Map<string, number>();

  constructor(rules: ReadingRules) {
    this.#rules = rules;
  }

  of({ product, variants, images, claims }: Family): readonly SourceProduct[] {
    const others = images.map(this.#read);
    if (product === undefined) return this.#orphans(variants.map(this.#read), others);
    const isAlone = variants.length === 0 || (variants.length === 1 && variants[0] === product);
    if (isAlone && claims.size === 0 && (product.role === 'product' || Object.keys(product.options).length === 0))
      return [this.#single(this.#read(product), others)];
    const read = withDifferences(variants).map(this.#read);
    const first = this.#parent(product.role === 'both' ? undefined : this.#read(product), { read, others, product });
    const { sku, name, price } = first.fields;
    // BigCommerce leaves out prices of variants that are those of the product
    const family = { sku: String(sku), name, price: product.role === 'product' ? price : undefined };
    const named = [...claims].map(([sku, options]) => claimedRow(product, { sku, options, parent: family.sku }));
    return [first, ...read.map((each) => this.#variant(each, family)), ...named];
  }

  readonly #read = (item: SourceItem): ItemFields => fieldsOfItem(item, this.#rules);

  /** The SKU of a row, or one that is made from what names it in every run. */
  #identity(item: SourceItem, sku: unknown, made: string): Identity {
    const first = typeof sku === 'string' ? this.#lines.get(sku) : undefined;
    const used = typeof sku === 'string' && first === undefined ? sku : made;
    const other = first !== undefined && this.#rules.isNamedBySku ? first : this.#lines.get(used);
    if (other !== undefined) {
      const message = `${first === undefined ? used : sku} is the SKU of line ${other}, too`;
      return { sku: used, errors: [{ path: ['sku'], code: 'sku.duplicate', message }], warnings: [] };
    }
    if (this.#lines.size < MAX_KNOWN_SKUS) this.#lines.set(used, item.line);
    if (used === sku) return { sku, errors: [], warnings: [] };
    const [code, message] =
      first === undefined
        ? ['sku.made', `was missing and is ${used} now`]
        : ['sku.duplicate', `${sku} is the SKU of line ${first}, too: it is ${used} here`];
    return { sku: used, errors: [], warnings: [warning(item, 'sku', code, message)] };
  }

  #single(read: ItemFields, others: readonly ItemFields[]): SourceProduct {
    const { item, common, own } = read;
    const identity = this.#identity(item, own['sku'], madeSku(keyFor(read)));
    const gallery = galleryOf(item, [read, ...others]);
    const attributes = { ...item.options, ...(common['attributes'] as Fields | undefined) };
    const fields = {
      ...common,
      ...own,
      ...gallery.fields,
      attributes: Object.keys(attributes).length > 0 ? attributes : undefined,
    };
    const warnings = [...gallery.warnings, ...others.flatMap(warningsOf)];
    if (!this.#rules.hasPrices || hasPrice(read)) return rowOf(read, identity, { fields, warnings });
    const missing = warning(item, 'price', 'price.missing', 'is missing: a new product is a draft that costs nothing');
    return { ...rowOf(read, identity, { fields, warnings: [...warnings, missing] }), defaults: NO_OFFER };
  }

  /** @param read What the product says of itself, unless it is the first of its variants. */
  #parent(read: ItemFields | undefined, { read: variants, others, product }: FamilyParts): SourceProduct {
    const { common, own, reader } = read ?? variants[0] ?? this.#read(product);
    const made = madeSku(keyFor({ item: product, common }));
    // a feed may name a group as one of its variants
    const isOfVariant = variants.some((each) => each.own['sku'] === made);
    const identity = this.#identity(product, read?.own['sku'], isOfVariant ? `${made}-group` : made);
    const priced = [...variants, ...(read === undefined ? [] : [read])].find(hasPrice)?.own ?? {};
    const { price, prices } = priced;
    const gallery = galleryOf(product, read === undefined ? [...variants, ...others] : [read, ...others]);
    const errors =
      read === undefined ? [] : reader.errors.filter(({ path: [field] }) => !OF_VARIANTS.has(String(field)));
    const said = read === undefined ? reader.warnings.filter((each) => !isWarningOfVariant(each)) : warningsOf(read);
    const noted = [...said, ...others.flatMap(warningsOf)];
    const fields = defined({
      ...common,
      ...(read === undefined ? {} : { weight: own['weight'], weight_unit: own['weight_unit'] }),
      currency: common['currency'] ?? own['currency'],
      price,
      prices,
      ...gallery.fields,
      sku: identity.sku,
    });
    return {
      line: product.line,
      fields,
      // it is not sold itself: if its variants fail, it must not be, either
      defaults: price === undefined && prices === undefined ? { ...NO_OFFER, stock: 0 } : { stock: 0 },
      errors: [...errors, ...identity.errors],
      warnings: [...noted, ...identity.warnings, ...gallery.warnings],
    };
  }

  #variant(read: ItemFields, family: Readonly<{ sku: string; name: unknown; price?: unknown }>): SourceProduct {
    const { item, common, own, images, ownImages, reader } = read;
    const made = madeSku([family.sku, ...Object.values(item.options)].join('-'));
    const pictures = [...new Set(item.role === 'variant' ? [...images, ...ownImages] : ownImages)].slice(0, MAX_IMAGES);
    const { name, description, description_html, attributes, metadata, status } = item.role === 'variant' ? common : {};
    const fields = {
      name: name ?? family.name ?? common['name'],
      ...(hasPrice(read) || reader.errors.length > 0 ? {} : { price: family.price }),
      description,
      description_html,
      attributes,
      metadata,
      status: status === 'active' ? undefined : status,
      ...own,
      parent_sku: family.sku,
      options: item.options,
      ...imageFields(pictures, [read]),
    };
    const row = rowOf(read, this.#identity(item, own['sku'], made), { fields, warnings: [] });
    // what the rows of a group repeat is the product's
    return item.role === 'variant' ? row : { ...row, warnings: row.warnings.filter(isWarningOfVariant) };
  }

  /** Variants whose product is not in the file may be those of a product of the shop. */
  #orphans(variants: readonly ItemFields[], others: readonly ItemFields[]): readonly SourceProduct[] {
    const rows = variants.map((each) => this.#variant(each, { sku: parentOf(each.item), name: undefined }));
    const message = 'was left out: no product of the file has its name';
    const lost = others.map(({ item }) => warning(item, null, 'product.missing', message));
    const [first, ...rest] = rows;
    return first === undefined ? [] : [{ ...first, warnings: [...first.warnings, ...lost] }, ...rest];
  }
}

/** What a product with variants has none of. */
const OF_VARIANTS = new Set([
  'price',
  'compare_at_price',
  'cost',
  'stock',
  'stock_delta',
  'low_stock_threshold',
  'weight',
  'barcode',
]);

/** By which a row names its product; the SKU of one of a group is made from the group. */
const parentOf = ({ cells, keys }: SourceItem): string =>
  cells['parent'] ?? (cells['group'] === undefined ? (keys[0] ?? '') : madeSku(cells['group']));

const NO_OFFER: Fields = { price: 0, status: 'draft' };

const hasPrice = ({ own, reader }: ItemFields): boolean =>
  own['price'] !== undefined ||
  Object.values(own['prices'] ?? {}).some((price) => price !== null) ||
  reader.errors.some(({ path: [field] }) => field === 'price');

const isWarningOfVariant = ({ field }: ImportWarning): boolean =>
  field !== null && (OF_VARIANTS.has(field) || field === 'sku' || field === 'images' || field === 'variant_images');

type FamilyParts = Readonly<{ read: readonly ItemFields[]; others: readonly ItemFields[]; product: SourceItem }>;

const warningsOf = ({ reader }: ItemFields): readonly ImportWarning[] => reader.warnings;

type Rest = Readonly<{ fields: Fields; warnings: readonly ImportWarning[] }>;

const rowOf = (read: ItemFields, identity: Identity, { fields, warnings }: Rest): SourceProduct => ({
  line: read.item.line,
  fields: defined({ ...fields, sku: identity.sku }),
  errors: [...read.reader.errors, ...identity.errors],
  warnings: [...warningsOf(read), ...identity.warnings, ...warnings],
});

/** A variant that a product names, and that came long before or is in the shop already. */
const claimedRow = (
  { line }: SourceItem,
  { sku, options, parent }: Readonly<{ sku: string; options: Options; parent: string }>,
): SourceProduct => ({ line, fields: { sku, parent_sku: parent, options }, errors: [], warnings: [] });

/** The rows of a group with the options in which they differ, such as the size and not the material. */
const withDifferences = (variants: readonly SourceItem[]): readonly SourceItem[] => {
  if (variants.length < 2) return variants;
  const names = [...new Set(variants.flatMap(({ options }) => Object.keys(options)))];
  const differing = names.filter((name) => new Set(variants.map(({ options }) => options[name])).size > 1);
  if (differing.length === 0) return variants;
  return variants.map((item) => ({ ...item, options: pick(item.options, differing) }));
};

const pick = (options: Options, names: readonly string[]): Options =>
  Object.fromEntries(Object.entries(options).filter(([name]) => names.includes(name)));

const keyFor = ({ item, common }: Pick<ItemFields, 'item' | 'common'>): string =>
  String(item.cells['group'] ?? common['slug'] ?? common['name'] ?? item.keys[0] ?? '');

const madeSku = (name: string): string => slugOf(keyOf(name), 'product', MAX_SKU);

/** The images of a product: its own, and those of its rows. */
const galleryOf = (item: SourceItem, rows: readonly ItemFields[]) => {
  const all = [...new Set(rows.flatMap(({ images }) => images))];
  const images = all.slice(0, MAX_IMAGES);
  const message = `were ${all.length}: the first ${MAX_IMAGES} were taken`;
  return {
    fields: imageFields(images, rows),
    warnings: all.length > MAX_IMAGES ? [warning(item, 'images', 'images.too_many', message)] : [],
  };
};

/** Images with the first text that a row has for each. */
const imageFields = (images: readonly string[], rows: readonly Pick<ItemFields, 'alts'>[]): Fields => {
  if (images.length === 0) return {};
  const alts = Object.assign({}, ...rows.map((row) => row.alts).reverse());
  const named = images.flatMap((image) => (alts[image] === undefined ? [] : [[image, alts[image]]]));
  return { image_sources: images, ...(named.length === 0 ? {} : { image_alts: Object.fromEntries(named) }) };
};
