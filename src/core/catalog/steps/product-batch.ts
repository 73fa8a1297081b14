import type { Actor } from '#core/shared/actor.ts';
import type { DomainEvent, EventLog } from '#core/shared/domain-event.ts';
import type { CategoryId } from '../category.ts';
import type { CatalogTx, ProductRepository } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import { productChanged, productCreated } from '../records.ts';
import { givingSlugs, knownSlugs, ownersOfGivenSlugs, type RowKeys } from './known-slugs.ts';

/**
 * The transaction of a batch of rows, as the use cases of one product see it: products are read before it and written
 * after it, all together.
 */
export type ProductBatch = Readonly<{
  tx: CatalogTx;
  /** The product with an id or a SKU, with the changes of earlier rows. */
  byId(id: ProductId): Product | undefined;
  bySku(sku: string): Product | undefined;
  /** The product that has a slug that a row gives. */
  bySlug(slug: string): Product | undefined;
  /** Whether a category that a row names exists. */
  hasCategory(id: CategoryId): boolean;
  /** Ends a row. The changes of a rejected one are dropped. */
  endRow(isStored: boolean): void;
  /** Writes all changes, with one event for each product that was created or changed since the last time. */
  write(options?: Readonly<{ withEvents: boolean }>): Promise<void>;
  /** The products that were written, with all changes. */
  written(): readonly Product[];
}>;

/** Locks the products that rows name, and those that have the slugs that rows give. */
export const openProductBatch = async (
  tx: CatalogTx,
  actor: Actor,
  rows: readonly RowKeys[],
): Promise<ProductBatch> => {
  const owners = await ownersOfGivenSlugs(tx, rows);
  const loaded = await tx.products.getMany(keysOf([...rows, ...owners.map((id) => ({ id }))]));
  const slugs = await knownSlugs(tx, rows);
  const categories = await knownCategories(tx, rows);
  const stored = new Set(loaded.map(({ id }) => id));
  const known = new Map(loaded.map((product) => [product.id, product]));
  const skus = new Map(loaded.flatMap(({ id, sku }) => (sku === null ? [] : [[sku, id]])));
  const published = knownPrices(tx, stored);
  /** The products to write, as they were before. */
  const changed = new Map<ProductId, Product | undefined>();
  const written = new Set<ProductId>();
  let events: DomainEvent[] = [];
  let rowEvents: DomainEvent[] = [];
  /** What a rejected row changed, to be restored. */
  let before = new Map<ProductId, Product | undefined>();

  const place = (id: ProductId, product: Product | undefined): void => {
    const replaced = known.get(id);
    if (replaced !== undefined && replaced.sku !== null) skus.delete(replaced.sku);
    slugs.replace(replaced, product);
    if (product === undefined) known.delete(id);
    else known.set(id, product);
    if (product !== undefined && product.sku !== null) skus.set(product.sku, id);
  };
  const put = async (product: Product): Promise<void> => {
    if (!before.has(product.id)) before.set(product.id, known.get(product.id));
    place(product.id, product);
  };
  const get = async (id: ProductId): Promise<Product> => {
    const found = known.get(id);
    if (found !== undefined) return found;
    const product = await tx.products.get(id);
    stored.add(id);
    place(id, product);
    return product;
  };
  const endRow = (isStored: boolean): void => {
    // the last change is undone first: it may have taken the slug that an earlier one gave up
    for (const [id, product] of [...before].reverse()) {
      if (!isStored) place(id, product);
      else if (!changed.has(id)) changed.set(id, product);
    }
    if (isStored) events.push(...rowEvents);
    rowEvents = [];
    before = new Map();
  };
  const write = async ({ withEvents } = { withEvents: true }): Promise<void> => {
    const products = [...changed.keys()].flatMap((id) => known.get(id) ?? []);
    const saved = products.filter(({ id }) => stored.has(id));
    const added = products.filter(({ id }) => !stored.has(id));
    const [giving, others] = givingSlugs(saved, changed);
    const writes = [
      async () => {
        await tx.products.saveMany(giving);
        await tx.products.saveMany(others);
      },
      () => tx.products.addMany(added),
    ];
    // a saved product may give up the SKU of an added one, or be a variant of it
    const addedIds = new Set(added.map(({ id }) => id));
    if (saved.some(({ parentId }) => parentId !== null && addedIds.has(parentId))) writes.reverse();
    for (const each of writes) await each();
    const eventsOf = Map.groupBy(events, ({ resourceId }) => resourceId);
    const joinedEvents = products.flatMap((each) => joined(eventsOf.get(each.id) ?? [], changed.get(each.id), each));
    if (withEvents) await tx.events.append(actor, ...joinedEvents);
    for (const { id } of added) stored.add(id);
    for (const { id } of products) written.add(id);
    changed.clear();
    events = [];
  };
  const products: ProductRepository = {
    get,
    add: put,
    save: put,
    slugOwners: slugs.ownersOf,
    publishedPrices: async (ids, after) => {
      if (!ids.some((id) => changed.has(id))) return published(ids, after);
      await write();
      return tx.products.publishedPrices(ids, after);
    },
    ...afterwards(tx, write),
  };
  const noteEvents = (each: readonly DomainEvent[]): void => void rowEvents.push(...each);
  return {
    tx: {
      ...tx,
      products,
      shopRules: readOnce(tx.shopRules),
      events: bufferedEvents(tx.events, noteEvents),
      audit: withoutProducts(tx),
    },
    byId: (id) => known.get(id),
    bySku: (sku) => {
      const id = skus.get(sku);
      return id === undefined ? undefined : known.get(id);
    },
    bySlug: (slug) => {
      const id = slugs.currentOwner(slug);
      return id === undefined ? undefined : known.get(id);
    },
    hasCategory: (id) => categories.has(id),
    endRow,
    write,
    written: () => [...written].flatMap((id) => known.get(id) ?? []),
  };
};

/** The categories that rows name by id. */
const knownCategories = async (
  { categories }: CatalogTx,
  rows: readonly RowKeys[],
): Promise<ReadonlySet<CategoryId>> => {
  const ids = [...new Set(rows.flatMap(({ category_id: id }) => id ?? []))];
  const found = await Promise.all(ids.map((id) => categories.find(id)));
  return new Set(ids.filter((_, index) => found[index] !== undefined));
};

/** Reads the prices of all stored products at once: a file that changes the price of one changes those of many. */
const knownPrices = ({ products }: CatalogTx, stored: ReadonlySet<ProductId>): ProductRepository['publishedPrices'] => {
  let known: { after: Date; ids: ReadonlySet<ProductId>; prices: PublishedPrices } | undefined;
  return async (ids, after) => {
    // later prices are among those since an earlier time
    if (known === undefined || after < known.after || ids.some((id) => !known?.ids.has(id))) {
      const all = new Set([...stored, ...ids]);
      known = { after, ids: all, prices: await products.publishedPrices([...all], after) };
    }
    return known.prices;
  };
};

type PublishedPrices = Awaited<ReturnType<ProductRepository['publishedPrices']>>;

/** The operations that need what was written before. */
const afterwards = ({ products }: CatalogTx, write: () => Promise<void>) => {
  const after =
    <A extends unknown[], T>(operation: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      await write();
      return operation(...args);
    };
  return {
    recategorize: after((...args: Parameters<ProductRepository['recategorize']>) => products.recategorize(...args)),
    remove: after((id: ProductId) => products.remove(id)),
    recordAdjustment: after((...args: Parameters<ProductRepository['recordAdjustment']>) =>
      products.recordAdjustment(...args),
    ),
    adjustStock: after((...args: Parameters<ProductRepository['adjustStock']>) => products.adjustStock(...args)),
    getMany: after((...args: Parameters<ProductRepository['getMany']>) => products.getMany(...args)),
    addMany: after((...args: Parameters<ProductRepository['addMany']>) => products.addMany(...args)),
    saveMany: after((...args: Parameters<ProductRepository['saveMany']>) => products.saveMany(...args)),
  };
};

/** One event for all changes of a product, such as those of a parent whose variants are added one by one. */
const joined = (
  events: readonly DomainEvent[],
  before: Product | undefined,
  after: Product,
): readonly DomainEvent[] => {
  if (events.length <= 1) return events;
  return before === undefined ? [productCreated(after)] : productChanged(before, after);
};

/** The events of products wait until these are written; a category exists even if its row is rejected. */
const bufferedEvents = (log: EventLog, note: (events: readonly DomainEvent[]) => void): EventLog => ({
  append: async (actor, ...events) => {
    note(events.filter(isOfProduct));
    await log.append(actor, ...events.filter((event) => !isOfProduct(event)));
  },
  get appendedTypes() {
    return log.appendedTypes;
  },
  changedFields: (...args) => log.changedFields(...args),
  erase: (...args) => log.erase(...args),
  eraseActor: (...args) => log.eraseActor(...args),
});

const isOfProduct = ({ type }: DomainEvent): boolean => type.startsWith('product.');

/** The rules, read once for all rows. */
const readOnce = (rules: CatalogTx['shopRules']): CatalogTx['shopRules'] => {
  let read: ReturnType<typeof rules.read> | undefined;
  return {
    read() {
      read ??= rules.read();
      return read;
    },
    recordSale: () => rules.recordSale(),
  };
};

/** The audit log records the import, not each product. */
const withoutProducts = ({ audit }: CatalogTx): CatalogTx['audit'] => ({
  append: (...entries) => audit.append(...entries.filter(({ resource }) => resource?.type !== 'product')),
  changedFields: (...args) => audit.changedFields(...args),
});

const keysOf = (rows: readonly RowKeys[]) => {
  const all = <T>(pick: (row: RowKeys) => readonly (T | null | undefined)[]): T[] => [
    ...new Set(rows.flatMap(pick).filter((key) => key !== null && key !== undefined)),
  ];
  return {
    ids: all(({ id, parent_id: parent }) => [id, parent]),
    skus: all(({ sku, parent_sku: parent }) => [sku, parent]),
  };
};
