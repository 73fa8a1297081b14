import { Category } from '#core/catalog/category.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import { productView } from '#core/catalog/product-view.ts';
import type { RowKeys } from '#core/catalog/steps/known-slugs.ts';
import { openProductBatch } from '#core/catalog/steps/product-batch.ts';
import type { Actor } from '#core/shared/actor.ts';
import { Json } from '#core/shared/page.ts';
import type { ImportsTx } from '../ports.ts';

/** Writes products that were rolled back again, without events, and the categories that were rolled back with them. */
export const restoreProducts = async (tx: ImportsTx, actor: Actor, products: readonly Product[]): Promise<void> => {
  if (products.length === 0) return;
  const categoryOf = knownCategories(tx);
  const keys = products.map(({ id }) => ({ id }));
  const batch = await openProductBatch(tx, actor, keys);
  for (const product of products) {
    const stored = batch.byId(product.id);
    // another client has changed it meanwhile
    if (stored !== undefined && stored.version >= product.version) continue;
    await batch.tx.products.save({ ...product, category: await categoryOf(product) });
  }
  batch.endRow(true);
  await batch.write({ withEvents: false });
};

/** The categories of products. Each is asked for once, and created again if it does not exist. */
const knownCategories = ({ categories }: ImportsTx) => {
  const known = new Map<string, Product['category']>();
  return async ({ category, createdAt: at }: Product): Promise<Product['category']> => {
    if (category === null) return null;
    const found = known.get(category.id);
    if (found !== undefined) return found;
    const { id, name } =
      (await categories.find(category.id)) ?? (await categories.ensure(Category.create({ ...category, at })));
    known.set(category.id, { id, name });
    return { id, name };
  };
};

/** Bounds the memory of a dry run, in characters of views: some 10,000 products, about 50 MB. */
const MAX_CHARACTERS = 8_388_608;

/** A product and its variants, as far as a dry run has written them. */
type Family = Readonly<{ products: Map<ProductId, TriedProduct>; keys: Set<string> }>;

type TriedProduct = Readonly<{ product: Product; characters: number }>;

/** The products that a dry run has written and rolled back. Those that were written first are dropped first. */
export class TriedProducts {
  readonly #families = new Map<ProductId, Family>();
  /** The families by the keys that rows name their products by. */
  readonly #roots = new Map<string, ProductId>();
  #characters = 0;

  add(products: readonly Product[]): void {
    for (const product of products) this.#put(product);
    for (const [root, family] of this.#families) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#dropFamily(root, family);
    }
  }

  /** The products that some rows name, with their families. */
  namedBy(rows: readonly RowKeys[]): readonly Product[] {
    const roots = new Set(rows.flatMap(keysOf).flatMap((key) => this.#roots.get(key) ?? []));
    const found = [...roots].flatMap((root) => [...(this.#families.get(root)?.products.values() ?? [])]);
    return found.map(({ product }) => product);
  }

  #put(product: Product): void {
    const root = product.parentId ?? product.id;
    const keys = keysOf({ id: product.id, sku: product.sku, slug: product.slug });
    // it may have had another parent
    for (const key of keys) this.#drop(this.#roots.get(key), product.id);
    const family = this.#families.get(root) ?? { products: new Map(), keys: new Set() };
    this.#families.delete(root);
    this.#families.set(root, family);
    const tried = { product, characters: Json.of(productView(product)).length };
    family.products.set(product.id, tried);
    this.#characters += tried.characters;
    for (const key of keys) {
      family.keys.add(key);
      this.#roots.set(key, root);
    }
  }

  #drop(root: ProductId | undefined, id: ProductId): void {
    const products = root === undefined ? undefined : this.#families.get(root)?.products;
    this.#characters -= products?.get(id)?.characters ?? 0;
    products?.delete(id);
  }

  #dropFamily(root: ProductId, { products, keys }: Family): void {
    for (const id of [...products.keys()]) this.#drop(root, id);
    for (const key of keys) if (this.#roots.get(key) === root) this.#roots.delete(key);
    this.#families.delete(root);
  }
}

const keysOf = ({ id, parent_id, sku, parent_sku, slug, parent_slug }: RowKeys): string[] => [
  ...[id, parent_id].flatMap((value) => value ?? []),
  ...[sku, parent_sku].flatMap((value) => (value == null ? [] : `sku ${value}`)),
  ...[slug, parent_slug].flatMap((value) => (value == null ? [] : `slug ${value}`)),
];
