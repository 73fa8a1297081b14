import { LockMode } from '@mikro-orm/postgresql';
import type { CategoryId } from '#core/catalog/category.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { ProductRepository } from '#core/catalog/product-repository.ts';
import { conflict, notFound } from '#core/shared/domain-error.ts';
import { CategoryRow } from './rows/category.row.ts';
import { ProductRow, toProduct, toProductRow } from './rows/product.row.ts';
import type { TransactionSession } from './transaction-session.ts';

const INSERT = `
  insert into products (id, version, name, price, price_major, currency, description, category_id, sku, status, stock,
    images, attributes, metadata, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

export class PostgresProductRepository implements ProductRepository {
  readonly #session: TransactionSession;

  constructor(session: TransactionSession) {
    this.#session = session;
  }

  async get(id: ProductId): Promise<Product> {
    const row = await this.#lock(id);
    if (row === null) throw notFound('product', id);
    return toProduct(row, await this.#category(row.categoryId ?? null));
  }

  // one prepared statement: as an entity an insert takes four times as long, and creating is what a catalogue does most
  async add(product: Product): Promise<void> {
    const row = toProductRow(product);
    const json = {
      images: JSON.stringify(row.images),
      attributes: JSON.stringify(row.attributes),
      metadata: JSON.stringify(row.metadata),
    };
    this.#session.send({ text: INSERT, values: [product.id, product.version, ...Object.values({ ...row, ...json })] });
  }

  async save(product: Product): Promise<void> {
    const row = await this.#lock(product.id);
    if (row?.version !== product.version - 1) throw conflict(`Product ${product.id} was changed meanwhile.`);
    this.#session.em.assign(row, toProductRow(product));
    await this.#session.em.flush();
  }

  async remove(id: ProductId): Promise<void> {
    const removed = await this.#session.em.nativeDelete(ProductRow, { id });
    if (removed === 0) throw notFound('product', id);
  }

  /** The row, kept from others until the transaction ends; loaded once. */
  async #lock(id: ProductId): Promise<ProductRow | null> {
    const { em } = this.#session;
    return (
      em.getUnitOfWork().getById(ProductRow, id) ??
      em.findOne(ProductRow, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    );
  }

  async #category(id: string | null): Promise<Product['category']> {
    if (id === null) return null;
    const { name } = await this.#session.em.findOneOrFail(CategoryRow, { id });
    return { id: id as CategoryId, name };
  }
}
