import { LockMode } from '@mikro-orm/postgresql';
import type { CategoryId } from '#core/catalog/category.ts';
import { MAX_QUANTITY, Product, type ProductId } from '#core/catalog/product.ts';
import type { ProductRepository } from '#core/catalog/product-repository.ts';
import type { AdjustedStock, StockAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Currency } from '#core/shared/currency.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { Money } from '#core/shared/money.ts';
import { opaque } from '../connection/database.ts';
import { StaleReadError } from '../connection/errors.ts';
import type { TransactionSession } from '../connection/transaction-session.ts';
import { CategoryRow } from '../tables/categories.ts';
import { ProductRow, toProduct, toProductRow } from '../tables/products.ts';

const COLUMNS = `version, name, price, price_major, currency, description, category_id, sku, status, stock, images,
  attributes, metadata, created_at, updated_at`;

/** A category that is gone or has another name becomes one that cannot be, so that the transaction fails. */
const CATEGORY = `case when $8::text is not null
  then coalesce((select id from categories where id = $8 and name = $17), '') end`;

const VALUES = `$2, $3, $4, $5, $6, $7, ${CATEGORY}, $9, $10, $11, $12, $13, $14, $15, $16`;

const INSERT = `insert into products (id, ${COLUMNS}) values ($1, ${VALUES})`;

const UPDATE = `update products set (${COLUMNS}) = row(${VALUES}) where id = $1 and version = $2 - 1 returning id`;

const valuesOf = (product: Product): unknown[] => {
  const row = toProductRow(product);
  const json = {
    images: JSON.stringify(row.images),
    attributes: JSON.stringify(row.attributes),
    metadata: JSON.stringify(row.metadata),
  };
  return [product.id, product.version, ...Object.values({ ...row, ...json }), product.category?.name ?? null];
};

const ROW = `id, version, name, price, currency, description, category_id, sku, status, stock, images, attributes,
  metadata, created_at, updated_at`;

/**
 * The products as the statement began, and those whose stock it has moved as they were right before. They are locked in the
 * order of their ids, whichever way they are named, so that no two movers wait for each other.
 */
const MOVE_STOCK = `
  with move (id, pieces) as (select * from unnest(${opaque('$1::text[]')}, ${opaque('$2::integer[]')})),
  held as materialized (
    select p.*, move.pieces from products p join move on move.id = p.id
    where p.stock::bigint + move.pieces >= 0 order by p.id for no key update of p),
  moved as (
    update products p set stock = least(p.stock + held.pieces::bigint, ${MAX_QUANTITY}), version = p.version + 1,
      updated_at = $3
    from held where p.id = held.id returning p.id)
  select p.*, c.name as category, p.is_moved
  from (
    select ${ROW}, true as is_moved from held
    union all
    select ${ROW}, false from products where id in (select id from move) and id not in (select id from moved)
  ) p left join categories c on c.id = p.category_id`;

const SEE = `
  select p.*, c.name as category, false as is_moved
  from products p left join categories c on c.id = p.category_id where p.id = any($1::text[])`;

type FoundRow = Readonly<{
  id: string;
  version: number;
  name: string;
  price: string;
  currency: Currency;
  description: string | null;
  category_id: string | null;
  category: string | null;
  sku: string | null;
  status: Product['status'];
  stock: number | null;
  images: Product['images'];
  attributes: Product['attributes'];
  metadata: Product['metadata'];
  created_at: string;
  updated_at: string;
  is_moved: boolean;
}>;

const toFoundProduct = (row: FoundRow): Product => ({
  id: row.id as ProductId,
  version: row.version,
  name: row.name,
  price: Money.ofMinor(BigInt(row.price), row.currency),
  description: row.description,
  category: row.category === null ? null : { id: row.category_id as CategoryId, name: row.category },
  sku: row.sku,
  status: row.status,
  stock: row.stock,
  images: row.images,
  attributes: row.attributes,
  metadata: row.metadata,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

export class PostgresProductRepository implements ProductRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: ProductId): Promise<Product> {
    const options = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const row = await this.#session.em.findOne(ProductRow, { id }, options);
    if (row === null) throw notFound('product', id);
    return toProduct(row, await this.#category(row.categoryId ?? null));
  }

  // one prepared statement: as an entity an insert takes four times as long, and creating is what a catalogue does most
  async add(product: Product): Promise<void> {
    this.#session.send({ text: INSERT, values: valuesOf(product) });
  }

  // not as an entity either: MikroORM sees no change, and no new version, where all columns but that stay the same
  async save(product: Product): Promise<void> {
    const [saved] = await this.#session.query({ text: UPDATE, values: valuesOf(product) });
    if (saved === undefined) throw conflict(`Product ${product.id} was changed meanwhile.`);
  }

  async remove(id: ProductId): Promise<void> {
    const removed = await this.#session.em.nativeDelete(ProductRow, { id });
    if (removed === 0) throw notFound('product', id);
  }

  async adjustStock(moves: readonly StockAdjustment[], at: Date): Promise<readonly AdjustedStock[]> {
    const values = [moves.map(({ productId }) => productId), moves.map(({ pieces }) => pieces), at];
    const found = await this.#session.query<FoundRow>({ text: MOVE_STOCK, values });
    const piecesOf = new Map(moves.map(({ productId, pieces }) => [productId as string, pieces]));
    const left = found.filter(({ stock, is_moved: isMoved }) => stock !== null && !isMoved).map(({ id }) => id);
    // those as they are by now, since others may have moved them between the statement's beginning and their turn
    const fresh = left.length === 0 ? [] : await this.#session.query<FoundRow>({ text: SEE, values: [left] });
    return [...found.filter(({ id }) => !left.includes(id)), ...fresh].map((row) => {
      const before = toFoundProduct(row);
      const moved = Product.withStockAdjusted(before, piecesOf.get(row.id) ?? 0, at);
      if (row.is_moved) return { before, after: moved };
      if (moved !== before) throw new StaleReadError(`The stock of ${row.id} came back meanwhile.`);
      return { before, after: before };
    });
  }

  async #category(id: string | null): Promise<Product['category']> {
    if (id === null) return null;
    const { name } = await this.#session.em.findOneOrFail(CategoryRow, { id });
    return { id: id as CategoryId, name };
  }
}
