import { expect } from 'chai';
import { Product } from '#core/catalog/product.ts';
import { productView } from '#core/catalog/product-view.ts';
import type { SafeHtml } from '#core/catalog/safe-html.ts';
import { Json } from '#core/shared/page.ts';
import type { Work } from '#core/storage.ts';
import { aCategory, aProduct, changed, ids, NOON, noonPlus, USD } from '../../support/builders/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { cut, longStringMap, TEXT } from '../../support/strings.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

const SMALLEST = { name: 'x', price: 0 };

const LARGEST = {
  name: cut(TEXT, 255),
  price: 999_999_999_999.99,
  description: cut(TEXT, 50_000),
  description_html: cut(TEXT, 100_000) as SafeHtml,
  slug: `${'größe-'.repeat(50)}x`.slice(0, 255),
  compare_at_price: 999_999_999_999.98,
  cost: 999_999_999_999.97,
  vendor: cut(TEXT, 100),
  sku: cut(TEXT, 100),
  barcode: cut(TEXT, 100),
  tax_category: cut(TEXT, 100),
  withdrawal_exemption: 'digital_content',
  status: 'archived',
  stock: 2_147_483_647,
  low_stock_threshold: 2_147_483_647,
  weight: 999_999_999.999,
  weight_unit: 'lb',
  images: Array.from({ length: 20 }, (_, index) => `https://example.com/${index}/${'a'.repeat(2000)}`),
  tags: Array.from({ length: 50 }, (_, index) => cut(`${index} ${TEXT}`, 60)),
  seo_title: cut(TEXT, 255),
  seo_description: cut(TEXT, 1_000),
  attributes: { ...longStringMap(48), constructor: '', toString: 'a name that objects have' },
  metadata: { ...longStringMap(48), 2: 'two', 1: 'one' },
} as const;

const UNLIKE = {
  name: 'unlike',
  price: 1,
  description: 'd',
  sku: 'unlike',
  stock: 1,
  images: ['https://a.example'],
  tags: ['a', '"'],
};

export const productRepositoryContract = (name: string, open: OpenStorage): void => {
  describe(`ProductRepository on ${name}`, () => {
    const storage = useStorage(open);
    describe('presence', () => presenceContract(storage));
    describe('round trip', () => roundTripContract(storage));
    describe('version', () => versionContract(storage));
    describe('sku', () => skuContract(storage));
    describe('slug', () => slugContract(storage));
  });
};

const presenceContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  it('finds nothing for an unknown product', async () => {
    const id = ids.next('prod');
    expect(await rejectionOf(run((tx) => tx.products.get(id)))).to.include({ kind: 'not_found', code: 'not_found' });
    expect(await rejectionOf(run((tx) => tx.products.remove(id)))).to.include({
      kind: 'not_found',
      code: 'not_found',
    });
  });

  it('finds nothing for a removed product', async () => {
    const product = aProduct();
    await run((tx) => tx.products.add(product));
    await run((tx) => tx.products.remove(product.id));
    expect(await rejectionOf(run((tx) => tx.products.get(product.id)))).to.include({ code: 'not_found' });
    expect(await rejectionOf(run((tx) => tx.products.remove(product.id)))).to.include({ code: 'not_found' });
  });

  it('reads its own writes and removals within a transaction', async () => {
    const product = aProduct({ stock: 1, attributes: { size: 'M' } });
    const next = changed(product, { name: 'Cotton shirt', stock: null, images: ['https://a.example'], attributes: {} });
    const attempt = run(async (tx) => {
      await tx.products.add(product);
      expect(await tx.products.get(product.id)).to.deep.equal(product);
      await tx.products.save(next);
      expect(await tx.products.get(product.id)).to.deep.equal(next);
      await tx.products.remove(product.id);
      await tx.products.get(product.id);
    });
    expect(await rejectionOf(attempt)).to.include({ code: 'not_found' });
  });
};

const roundTripContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  const expectKept = async (product: Product): Promise<void> => {
    expect(await run((tx) => tx.products.get(product.id))).to.deep.equal(product);
    const found = await storage().catalogQueries.findProduct(product.id, 'full');
    expect(JSON.parse(found?.view ?? 'null')).to.deep.equal(productView(product));
    expect(found?.version).to.equal(product.version);
  };

  for (const [what, fields] of Object.entries({
    'the smallest product': SMALLEST,
    'the largest product': LARGEST,
    'a price without decimals': { name: 'yen', price: 999_999_999_999, currency: 'JPY' },
    'a price of three decimals': { name: 'dinar', price: 12.345, cost: 0.001, currency: 'KWD' },
    'a price of four decimals': { name: 'unidad de fomento', price: 38_402.0001, cost: 7, currency: 'CLF' },
    'the largest price of four decimals': { name: 'unidad de fomento', price: 999_999_999_999.99, currency: 'CLF' },
    'the smallest weight': { name: 'feather', price: 1, weight: 0.001, weight_unit: 'kg' as const },
    'amounts and a weight of zero': { name: 'nothing', price: 1, weight: 0, compare_at_price: 0, cost: 0 },
    'the smallest price': { name: 'cent', price: 0.01 },
    'empty texts': { name: ' ', price: 1, description: '', attributes: { size: '' } },
    'nothing in stock': { name: 'sold out', price: 1, stock: 0, status: 'draft' as const },
  })) {
    it(`round-trips ${what}, added and saved`, async () => {
      const added = aProduct(fields);
      await run((tx) => tx.products.add(added));
      await expectKept(added);
      await run((tx) => tx.products.remove(added.id));
      const unlike = aProduct({ ...UNLIKE, sku: added.id });
      await run((tx) => tx.products.add(unlike));
      const saved = Product.replace(
        unlike,
        { slug: unlike.slug, ...fields },
        { category: null, storeCurrency: USD, at: noonPlus(1) },
      );
      await run((tx) => tx.products.save(saved));
      await expectKept(saved);
    });
  }

  it('stores the import that made the slug of the name, until the product gets another slug', async () => {
    const product: Product = { ...aProduct(), slugDerivedBy: ids.next('imp') };
    await run((tx) => tx.products.add(product));
    const renamed = changed(product, { name: 'Cotton shirt' });
    await run((tx) => tx.products.save(renamed));
    await expectKept(renamed);
    expect(renamed.slugDerivedBy).to.equal(product.slugDerivedBy);
    const moved = changed(renamed, { slug: `${product.slug}-2` });
    await run((tx) => tx.products.save(moved));
    await expectKept(moved);
    expect(moved.slugDerivedBy).to.equal(null);
  });

  it('stores a category and its removal', async () => {
    const { id, name } = await run((tx) => tx.categories.ensure(aCategory('Größe 𝒜')));
    const product = aProduct({}, { category: { id, name } });
    await run((tx) => tx.products.add(product));
    await expectKept(product);
    const without = changed(product, {}, { category: null });
    await run((tx) => tx.products.save(without));
    await expectKept(without);
  });

  it('stores times in milliseconds', async () => {
    const product = aProduct({}, { at: new Date('1999-12-31T23:59:59.999Z') });
    await run((tx) => tx.products.add(product));
    await expectKept(product);
  });
};

const versionContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);

  it('rejects any version but the next', async () => {
    const product = aProduct();
    await run((tx) => tx.products.add(product));
    const second = changed(product, { name: 'second' });
    await run((tx) => tx.products.save(second));
    const again = changed(product, { name: 'another second' });
    const skipping = { ...changed(second, { name: 'fourth' }), version: 4 };
    for (const rejected of [again, second, skipping, { ...product, version: 2 }]) {
      expect(await rejectionOf(run((tx) => tx.products.save(rejected)))).to.include({
        kind: 'conflict',
        code: 'conflict',
      });
    }
    expect(await run((tx) => tx.products.get(product.id))).to.deep.equal(second);
  });

  it('rejects saving an unknown product', async () => {
    const attempt = run((tx) => tx.products.save(changed(aProduct(), {})));
    expect(await rejectionOf(attempt)).to.include({ kind: 'conflict', code: 'conflict' });
  });

  it('stores the next version without other changes', async () => {
    const product = aProduct();
    const next = changed(product, {}, { at: NOON });
    await run((tx) => tx.products.add(product));
    await run((tx) => tx.products.save(next));
    expect(await run((tx) => tx.products.get(product.id))).to.deep.equal({ ...product, version: 2 });
  });

  it('stores several versions in a transaction', async () => {
    const product = aProduct();
    const third = changed(changed(product, { name: 'second' }), { name: 'third' });
    await run(async (tx) => {
      await tx.products.add(product);
      await tx.products.save(changed(product, { name: 'second' }));
      await tx.products.save(third);
    });
    expect(await run((tx) => tx.products.get(product.id))).to.deep.equal(third);
  });
};

const skuContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const isDuplicate = { kind: 'conflict', code: 'already_exists' };

  it('rejects a duplicate sku and names the field', async () => {
    const [first, second] = [aProduct({ sku: 'S-1' }), aProduct({ sku: 'S-2' })];
    for (const product of [first, second]) await run((tx) => tx.products.add(product));
    const error = await rejectionOf(run((tx) => tx.products.add(aProduct({ sku: 'S-1' }))));
    expect(error).to.include(isDuplicate);
    expect(error.fieldErrors.map(({ path }) => path)).to.deep.equal([['sku']]);
    expect(await rejectionOf(run((tx) => tx.products.save(changed(second, { sku: 'S-1' }))))).to.include(isDuplicate);
    expect(await run((tx) => tx.products.get(second.id))).to.deep.equal(second);
  });

  it('distinguishes skus by case and white space', async () => {
    for (const sku of ['case', 'CASE', ' case', 'case ']) await run((tx) => tx.products.add(aProduct({ sku })));
    expect(await rejectionOf(run((tx) => tx.products.add(aProduct({ sku: 'CASE' }))))).to.include(isDuplicate);
  });

  it('accepts any number of products without a sku', async () => {
    for (const product of [aProduct(), aProduct({ sku: null })]) await run((tx) => tx.products.add(product));
  });

  it('accepts a product’s own sku and a freed one', async () => {
    const product = aProduct({ sku: 'S-3' });
    await run((tx) => tx.products.add(product));
    const second = changed(product, { name: 'kept its sku' });
    await run((tx) => tx.products.save(second));
    await run((tx) => tx.products.save(changed(second, { sku: null })));
    const heir = aProduct({ sku: 'S-3' });
    await run((tx) => tx.products.add(heir));
    await run((tx) => tx.products.remove(heir.id));
    await run((tx) => tx.products.add(aProduct({ sku: 'S-3' })));
  });

  it('gives a sku to one of several concurrent products, added or saved', async () => {
    const there = Array.from({ length: 5 }, () => aProduct());
    for (const product of there) await run((tx) => tx.products.add(product));
    const adding = Array.from({ length: 5 }, () => run((tx) => tx.products.add(aProduct({ sku: 'RACE' }))));
    const saving = there.map((product) => run((tx) => tx.products.save(changed(product, { sku: 'RACE' }))));
    const outcomes = await Promise.allSettled([...adding, ...saving]);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors).to.have.length(9);
    for (const error of errors) expect(error).to.include(isDuplicate);
  });
};

const slugContract = (storage: () => StorageUnderTest): void => {
  const run = <T>(work: Work<T>): Promise<T> => storage().unitOfWork.run(work);
  const ownerOf = async (slug: string) => (await run((tx) => tx.products.slugOwners([slug, 'free']))).get(slug);
  const listed = async (slug: string) => {
    const query = { filter: { slug }, page: { limit: 10 }, visibility: 'full' } as const;
    return (await storage().catalogQueries.listProducts(query)).items.map(Json.parse).map(({ id }) => id);
  };

  it('belongs to its product, also after the product took another one', async () => {
    const product = aProduct({ slug: 'first' });
    await run((tx) => tx.products.add(product));
    expect(await ownerOf('first')).to.deep.equal({ productId: product.id, isCurrent: true });
    const second = changed(product, { slug: 'second' });
    await run((tx) => tx.products.save(second));
    expect(await ownerOf('first')).to.deep.equal({ productId: product.id, isCurrent: false });
    expect(await ownerOf('second')).to.deep.equal({ productId: product.id, isCurrent: true });
    for (const slug of ['first', 'second']) expect(await listed(slug), slug).to.deep.equal([product.id]);
    await run((tx) => tx.products.save(changed(second, { slug: 'first' })));
    expect(await ownerOf('first')).to.deep.equal({ productId: product.id, isCurrent: true });
    expect(await listed('third')).to.deep.equal([]);
  });

  it('finds the product that has it now rather than one that had it', async () => {
    const [former, current] = [aProduct({ slug: 'shared' }), aProduct({ slug: 'unshared' })];
    await run((tx) => tx.products.add(former));
    await run((tx) => tx.products.save(changed(former, { slug: 'left' })));
    await run((tx) => tx.products.add(current));
    const heir = changed(current, { slug: 'shared' });
    await run((tx) => tx.products.save(heir));
    expect(await listed('shared')).to.deep.equal([current.id]);
    await run((tx) => tx.products.save(changed(heir, { slug: 'unshared' })));
    expect(await ownerOf('shared')).to.deep.equal({ productId: current.id, isCurrent: false });
  });

  it('is free after its product was removed', async () => {
    const product = aProduct({ slug: 'removed' });
    await run((tx) => tx.products.add(product));
    await run((tx) => tx.products.save(changed(product, { slug: 'removed-later' })));
    await run((tx) => tx.products.remove(product.id));
    for (const slug of ['removed', 'removed-later']) expect(await ownerOf(slug), slug).to.equal(undefined);
  });

  it('is rejected as a conflict if another product has it', async () => {
    const product = aProduct({ slug: 'taken' });
    await run((tx) => tx.products.add(product));
    const isConflict = { kind: 'conflict', code: 'conflict' };
    expect(await rejectionOf(run((tx) => tx.products.add(aProduct({ slug: 'taken' }))))).to.include(isConflict);
    const other = aProduct();
    await run((tx) => tx.products.add(other));
    expect(await rejectionOf(run((tx) => tx.products.save(changed(other, { slug: 'taken' }))))).to.include(isConflict);
  });
};
