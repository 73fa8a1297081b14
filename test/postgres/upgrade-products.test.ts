import { expect } from 'chai';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import type { ProductId } from '#core/catalog/product.ts';
import type { ProductView } from '#core/catalog/product-view.ts';
import { slugOf } from '#core/catalog/slug.ts';
import { Json } from '#core/shared/page.ts';
import { ids } from '../support/builders.ts';
import { insertRows, openDatabaseAt } from '../support/former-schema.ts';
import { urlOf } from '../support/postgres.ts';
import { connectPostgresStorage, type PostgresStorage } from '../support/postgres-storage.ts';

const NAMES = [
  'Linen shirt',
  'Linen shirt',
  'linen  SHIRT!',
  'Crème brûlée №5',
  'Größe 42/44',
  'Ελληνικός καφές',
  '!!!',
  '日本',
];

const AT = '2026-01-02T03:04:05.678Z';

describe('an upgrade of a database from before slugs, variants and price histories', () => {
  const name = `test_${process.pid}_upgrade_products`;
  const products = NAMES.map((product, index) => ({
    id: ids.next('prod') as ProductId,
    version: 3,
    name: product,
    price: 1999,
    price_major: 19.99,
    currency: 'USD',
    description: null,
    category_id: null,
    sku: null,
    status: index % 2 === 0 ? 'active' : 'draft',
    stock: index,
    images: [],
    attributes: {},
    metadata: {},
    created_at: '2025-01-02T03:04:05.678Z',
    updated_at: AT,
  }));
  let storage: PostgresStorage;

  before(async () => {
    const database = await openDatabaseAt(name, '20261206-audit-removal');
    await insertRows(database, { products });
    await migrate(database);
    await database.close();
    storage = await connectPostgresStorage(urlOf(name));
  });
  after(() => storage.close());

  const shown = async (id: ProductId): Promise<ProductView> =>
    Json.parse((await storage.catalogQueries.findProduct(id, 'full'))?.view ?? 'null') as ProductView;

  it('makes the slugs that the service would make, the plain one for the oldest product of a name', async () => {
    const slugs = new Set<string>();
    for (const { id, name: product } of products) {
      const { slug } = await shown(id);
      const plain = slugOf(product, 'product');
      expect(slug, product).to.equal(slugs.has(plain) ? `${plain}-${id.slice(-8)}` : plain);
      slugs.add(slug);
    }
  });

  it('shows products without variants as before', async () => {
    for (const { id, stock, status } of products) {
      const view = await shown(id);
      expect(view).to.include({ price: 19.99, stock, version: 3, parent_id: null, weight_unit: 'g' });
      expect(view.available).to.equal(status === 'active' && stock > 0);
      expect(view).to.not.have.any.keys('variants', 'price_min', 'lowest_price_30d');
    }
  });

  it('begins price histories with the last update', async () => {
    const [first] = products;
    const { items } = await storage.catalogQueries.listPrices(first?.id ?? ids.next('prod'), { limit: 10 });
    expect(items.map(Json.parse)).to.deep.equal([
      { object: 'price', price: 19.99, currency: 'USD', published: true, from: AT, to: null },
    ]);
  });
});
