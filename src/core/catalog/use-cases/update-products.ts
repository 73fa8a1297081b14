import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { DomainError, invalid } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import { Json, type Position } from '#core/shared/page.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import { searchRulesFor } from '#core/shop/shop-cache.ts';
import {
  type BulkChanges,
  type BulkUpdate,
  changedPrice,
  changeError,
  changesPrice,
  MAX_BULK_PRODUCTS,
  pricesOf,
  requireConsistent,
} from '../bulk-change.ts';
import type { CatalogQueries, CatalogTx } from '../ports.ts';
import type { Product, ProductId } from '../product.ts';
import type { ProductFilter, ProductView } from '../product-view.ts';
import { productsUpdatedBy } from '../records.ts';
import { openProductBatch, type ProductBatch } from '../steps/product-batch.ts';
import { patchedFields, storeProduct } from '../steps/store-product.ts';

type Deps = Readonly<{ queries: CatalogQueries; shop: ShopQueries; clock: BusinessClock; ids: IdGenerator }>;

type Command = Readonly<{ filter: ProductFilter; changes: BulkChanges }>;

/**
 * Changes all products that match a filter when it is called; a changed price also changes the variants of the products.
 * @throws DomainError `validation_failed` if too many match, or if a product cannot have its new price; nothing is
 * changed then.
 */
export type UpdateProducts = (actor: Actor, command: Command) => Promise<Work<BulkUpdate, CatalogTx>>;

export const makeUpdateProducts =
  (deps: Deps): UpdateProducts =>
  async (actor, { filter, changes }) => {
    requireConsistent(changes);
    const ids = await matchingIds(deps, filter, changes);
    return async (tx) => {
      const batch = await openProductBatch(
        tx,
        actor,
        ids.map((id) => ({ id })),
      );
      const matching = ids.filter((id) => batch.byId(id) !== undefined);
      const variants = changesPrice(changes) ? matching.flatMap((id) => variantIds(batch.byId(id))) : [];
      const own = await changeEach(batch, { ...deps, actor }, { ids: matching, changes });
      const theirs = await changeEach(batch, { ...deps, actor }, { ids: variants, changes: pricesOf(changes) });
      await batch.write();
      const updated = own + theirs;
      const counts = { matched: matching.length, variants: variants.length, updated };
      await tx.audit.append(productsUpdatedBy(actor, { filter, changes, ...counts }, deps.clock.now()));
      return { object: 'bulk_update', ...counts, unchanged: matching.length + variants.length - updated };
    };
  };

const variantIds = (product: Product | undefined): ProductId[] => product?.variants.map(({ id }) => id) ?? [];

type Change = Readonly<{ ids: readonly ProductId[]; changes: BulkChanges }>;

/** @returns how many products changed. */
const changeEach = async (
  batch: ProductBatch,
  deps: Deps & Readonly<{ actor: Actor }>,
  { ids, changes }: Change,
): Promise<number> => {
  let updated = 0;
  for (const id of ids) {
    const before = await batch.tx.products.get(id);
    const { price: _price, price_percent: _percent, ...fields } = changes;
    const patch = patchedFields(before, { ...fields, price: changedPrice(before, changes) });
    const after = await storeProduct(batch.tx, deps, before, patch).catch(atProduct(before, changes));
    batch.endRow(true);
    if (after !== before) updated += 1;
  }
  return updated;
};

/** Names the product that cannot have its new fields. */
const atProduct =
  ({ id, sku }: Product, { price_percent: percent }: BulkChanges) =>
  (error: unknown): never => {
    if (!(error instanceof DomainError && error.kind === 'invalid')) throw error;
    const errors = error.fieldErrors.map(({ path: [field], code, message }) => {
      const name = field === 'price' && percent !== undefined ? 'price_percent' : String(field);
      return changeError(name, code, `${message} for the product ${sku ?? id}`);
    });
    throw invalid(errors);
  };

const PAGE_SIZE = 100;

/** In this order all matches are listed, also those of a text. */
const ORDER = { by: 'created_at', descending: false } as const;

/** The ids of all matching products: of a search, only of those with all words. */
const matchingIds = async (
  { queries, shop }: Deps,
  filter: ProductFilter,
  changes: BulkChanges,
): Promise<readonly ProductId[]> => {
  const ids: ProductId[] = [];
  const searchRules = await searchRulesFor(shop, filter);
  const query = { filter, sort: ORDER, visibility: 'full', searchRules, minFound: 0 } as const;
  let variants = 0;
  let after: Position | undefined;
  do {
    const page = { limit: PAGE_SIZE, after, includeTotal: after === undefined };
    const { items, next, total = 0 } = await queries.listProducts({ ...query, page });
    if (total > MAX_BULK_PRODUCTS) throw tooMany(`${total} products`);
    for (const { id, variants: shown = [] } of items.map((item) => Json.parse(item as Json<ProductView>))) {
      ids.push(id as ProductId);
      variants += shown.length;
    }
    after = next ?? undefined;
  } while (after !== undefined);
  if (changesPrice(changes) && ids.length + variants > MAX_BULK_PRODUCTS)
    throw tooMany(`${ids.length} products with ${variants} variants`);
  return ids;
};

const tooMany = (matches: string): DomainError =>
  invalid([
    {
      path: ['filter'],
      code: 'filter.too_many',
      message: `matches ${matches}, and at most ${MAX_BULK_PRODUCTS} can change together: narrow it, or import a file of the products`,
    },
  ]);
