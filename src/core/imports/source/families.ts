// Why: docs/decisions/0065-files-of-other-shops.md

import { keyOf, type Options, type SourceItem } from './source-row.ts';

/** The rows of one product: what its variants have in common, the variants, and more images. */
export type Family = Readonly<{
  product: SourceItem | undefined;
  variants: readonly SourceItem[];
  images: readonly SourceItem[];
  /** The options of the variants that the product names and that have not been found, by SKU. */
  claims: ReadonlyMap<string, Options>;
}>;

type OpenFamily = {
  product: SourceItem | undefined;
  variants: SourceItem[];
  images: SourceItem[];
  claims: Map<string, Options>;
  keys: string[];
  characters: number;
};

/** How much is held back, so that the rows of one product find each other. */
const MAX_FAMILIES = 1_000;
const MAX_CHARACTERS = 4_194_304;

/** Of a product: more than it can have. */
const MAX_ROWS = 1_000;

/**
 * Collects the rows of each product, also where others are between them or a variant comes before its product. It holds
 * back the last thousand products, so that its memory does not grow with the file.
 */
export class Families {
  /** In the order of their first rows. */
  readonly #open = new Set<OpenFamily>();
  readonly #byKey = new Map<string, OpenFamily>();
  /** The products that name variants, by the keys of these. */
  readonly #claimants = new Map<string, OpenFamily>();
  #characters = 0;

  /** Adds a row. @returns the families that are not waited for any longer. */
  *add(item: SourceItem): Generator<Family, void> {
    const claimant = item.role === 'product' ? this.#claimants.get(item.keys[0] ?? '') : undefined;
    const family = claimant ?? this.#familyOf(item);
    if (claimant !== undefined) this.#adopt(claimant, item);
    else if (item.role === 'images') family.images.push(item);
    else if (item.role !== 'product') family.variants.push(item);
    if (claimant === undefined && isOfProduct(item)) family.product ??= item;
    for (const [sku, options] of Object.entries(item.claims ?? {})) this.#claim(family, sku, options);
    family.characters += charactersOf(item);
    this.#characters += charactersOf(item);
    if (family.variants.length + family.images.length >= MAX_ROWS) yield this.#close(family);
    for (const first of this.#open) {
      if (this.#open.size <= MAX_FAMILIES && this.#characters <= MAX_CHARACTERS) break;
      yield this.#close(first);
    }
  }

  /** The families that are left at the end of the file. */
  end(): Iterable<Family> {
    return this.#open;
  }

  /** Two products of one key are not the same: the file names one of them wrongly. */
  #familyOf({ keys, role }: SourceItem): OpenFamily {
    const found = new Set(keys.flatMap((key) => this.#byKey.get(key) ?? []));
    const [first, ...others] = role === 'product' ? [...found].filter(({ product }) => product === undefined) : found;
    const family = first ?? {
      product: undefined,
      variants: [],
      images: [],
      claims: new Map(),
      keys: [],
      characters: 0,
    };
    if (first === undefined) this.#open.add(family);
    for (const other of role === 'product' ? others : []) this.#join(family, other);
    for (const key of role === 'variant' && first !== undefined ? [] : keys) this.#name(family, key);
    return family;
  }

  #claim(family: OpenFamily, sku: string, options: Options): void {
    const key = keyOf(sku);
    family.claims.set(sku, options);
    this.#claimants.set(key, family);
    const found = this.#byKey.get(key);
    if (found?.product === undefined || found === family || found.variants.length > 0) return;
    this.#close(found);
    family.characters += found.characters;
    this.#characters += found.characters;
    this.#adopt(family, found.product);
  }

  /** Makes a product a variant of the one that names it. */
  #adopt(family: OpenFamily, item: SourceItem): void {
    const sku = [...family.claims.keys()].find((each) => keyOf(each) === item.keys[0]) ?? '';
    family.variants.push({ ...item, role: 'variant', options: family.claims.get(sku) ?? {} });
    family.claims.delete(sku);
    this.#claimants.delete(keyOf(sku));
  }

  #name(family: OpenFamily, key: string): void {
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, family);
    family.keys.push(key);
  }

  /** Variants that name their product by its id, and others that name it by its SKU. */
  #join(family: OpenFamily, other: OpenFamily): void {
    this.#close(other);
    family.variants.push(...other.variants);
    family.images.push(...other.images);
    family.characters += other.characters;
    this.#characters += other.characters;
    for (const key of other.keys) this.#name(family, key);
  }

  #close(family: OpenFamily): Family {
    this.#open.delete(family);
    this.#characters -= family.characters;
    for (const key of family.keys) this.#byKey.delete(key);
    for (const sku of family.claims.keys()) this.#claimants.delete(keyOf(sku));
    return family;
  }
}

/** A row of a group without a name is a variant only. */
const isOfProduct = ({ role, cells }: SourceItem): boolean =>
  role === 'product' || (role === 'both' && cells['name'] !== undefined);

const charactersOf = ({ cells }: SourceItem): number =>
  Object.entries(cells).reduce((sum, [field, cell]) => sum + field.length + cell.length, 0);
