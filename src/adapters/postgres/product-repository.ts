import { LockMode } from '@mikro-orm/postgresql';
import type { CategoryId } from '#core/catalog/category.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { ProductRepository } from '#core/catalog/product-repository.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { CategoryRow } from './rows/category.row.ts';
import { ProductRow, toProduct, toProductRow } from './rows/product.row.ts';
import type { TransactionSession } from './transaction-session.ts';

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

  async #category(id: string | null): Promise<Product['category']> {
    if (id === null) return null;
    const { name } = await this.#session.em.findOneOrFail(CategoryRow, { id });
    return { id: id as CategoryId, name };
  }
}
