import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { ProductView } from '#core/catalog/product-view.ts';
import { Json } from '#core/shared/page.ts';
import type { Storage } from '#core/storage.ts';
import { seedDemoShop } from '#demo-shop/seed-demo-shop.ts';
import type { StorePictures } from '#demo-shop/store-pictures.ts';
import { NOON, USD } from '../../support/builders/builders.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { connectPostgresStorage, openPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { killLeftovers, runSeed } from '../../support/servers/spawn-service.ts';

/** Where the pictures would be. */
const storePictures: StorePictures = async (files) =>
  new Map([...files].map((file) => [file, `https://shop.example/${file}`]));

const SHOP = { seed: 7, count: 40, currency: USD, now: NOON, storePictures };

const productsOf = async ({ catalogQueries }: Storage): Promise<ProductView[]> => {
  const query = {
    filter: {},
    sort: { by: 'name', descending: false },
    page: { limit: 100 },
    visibility: 'full',
  } as const;
  const { items } = await catalogQueries.listProducts(query);
  return items.map((item) => Json.parse(item) as ProductView);
};

/** What does not depend on ids. */
const shown = ({ name, sku, price, compare_at_price, category, description, media, variants = [] }: ProductView) => ({
  ...{ name, sku, price, compare_at_price, category, description, media },
  variants: variants.map(({ id: _id, ...variant }) => variant),
});

describe('the demo shop', () => {
  after(killLeftovers);

  it('has a category tree, variants, reductions, and stock that is short, the same for the same seed', async () => {
    const storage = await openPostgresStorage();
    const total = await seedDemoShop(storage, SHOP);
    const products = await productsOf(storage);
    expect(products).to.have.length(40);
    const variants = products.flatMap((product) => product.variants ?? []);
    expect(total).to.equal(products.length + variants.length);
    expect(variants.length).to.be.greaterThan(60);
    const reduced = products.filter((product) => product.lowest_price_30d !== undefined);
    expect(reduced.length).to.be.greaterThan(2);
    for (const { price, compare_at_price, lowest_price_30d } of reduced) {
      expect([compare_at_price, price < (lowest_price_30d ?? 0)]).to.deep.equal([lowest_price_30d, true]);
    }
    expect(variants.some(({ stock }) => stock === 0)).to.equal(true);
    const { data } = Json.parse(await storage.catalogQueries.readCategoryTree('full'));
    expect(data.map(({ name }) => name)).to.include.members(['Women', 'Men', 'Home', 'Kitchen']);
    const again = await openMemoryStorage();
    await seedDemoShop(again, SHOP);
    expect((await productsOf(again)).map(shown)).to.deep.equal(products.map(shown));
    await storage.close();
  });

  it('differs between seeds, which use the same categories', async () => {
    const storage = await openMemoryStorage();
    await seedDemoShop(storage, SHOP);
    await seedDemoShop(storage, { ...SHOP, seed: 8 });
    const names = (await productsOf(storage)).map(({ name }) => name);
    expect(new Set(names).size).to.be.greaterThan(75);
    const { data } = Json.parse(await storage.catalogQueries.readCategoryTree('full'));
    expect(data).to.have.length(4);
  });

  it('is filled by a command, once for each seed', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'seed-'));
    const settings = { DATABASE_URL: await createDatabase(), DATA_DIR: folder, PUBLIC_URL: 'https://shop.example' };
    const first = await runSeed(['--products', '12', '--seed', '3'], settings);
    expect([first.code, first.stderr]).to.deep.equal([0, '']);
    expect(first.stdout).to.match(/^Added 12 products, with their variants \d+, in categories\.\n$/);
    const storage = await connectPostgresStorage(settings.DATABASE_URL);
    const media = (await productsOf(storage)).flatMap((product) => product.media);
    await storage.close();
    expect(media.length).to.be.at.least(12);
    for (const { url, alt } of media) {
      expect(url).to.match(/^https:\/\/shop\.example\/images\/[0-9a-f]{64}(-640x640)?\.webp$/);
      expect(alt).to.match(/^[A-Z]/);
      await access(path.join(folder, 'files', new URL(url).pathname));
    }
    const second = await runSeed(['--products', '12', '--seed', '3'], settings);
    expect([second.code, second.stderr]).to.deep.equal([
      1,
      'The demo shop of seed 3 is already there: choose another --seed.\n',
    ]);
    for (const [args, message] of [
      [['--seed', '0'], '--seed must be a whole number from 1 to 999999999.'],
      [['--products', '1e3'], '--products must be a whole number from 1 to 2000.'],
      [['twice'], 'Usage: npm run seed -- [--seed NUMBER] [--products NUMBER] [--orders NUMBER] [--until DATE]'],
    ] as const) {
      const { code, stderr } = await runSeed(args, settings);
      expect([code, stderr.split('\n')[0]]).to.deep.equal([1, message]);
    }
    const production = { ...settings, NODE_ENV: 'production', SECRET_KEY: 'a secret key of an operator, for tests' };
    expect((await runSeed([], production)).stderr).to.include('does not belong in production');
    await rm(folder, { recursive: true });
  });
});
