import { expect } from 'chai';
import fc from 'fast-check';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import { productView } from '#core/catalog/product-view.ts';
import { stockAdjusted } from '#core/catalog/records.ts';
import { makeChangeCategory } from '#core/catalog/use-cases/change-category.ts';
import { makeChangeProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { makeDeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { Work } from '#core/storage.ts';
import { announceCategories } from '../../support/builders/announce-categories.ts';
import { assignAllPositions } from '../../support/builders/assign-positions.ts';
import { clockAtNoon, ids, noonPlus, USD } from '../../support/builders/builders.ts';
import { ProductCopy } from '../../support/builders/product-copy.ts';
import { runs } from '../../support/extent.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

export const productFeedContract = (name: string, open: OpenStorage): void => {
  describe(`ProductFeed on ${name}`, () => {
    describe('reads', () => readsContract(useStorage(open)));
    describe('a copy', () => copyContract(useStorage(open)));
  });
};

const writerOf = (storage: () => StorageUnderTest) => {
  const clock = clockAtNoon();
  const deps = { clock, ids, storeCurrency: USD };
  const run = async <T>(work: Work<T>): Promise<T> => {
    clock.advance(1);
    return storage().unitOfWork.run(work);
  };
  return {
    clock,
    create: (fields: Partial<ProductFields> = {}): Promise<Product> =>
      run(makeCreateProduct(deps)(Actor.system, { name: 'Linen shirt', price: 20, ...fields })),
    change: (id: ProductId, patch: Partial<ProductFields>): Promise<Product> =>
      run(makeChangeProduct(deps)(Actor.system, { id, patch, expected: undefined })),
    remove: (id: ProductId): Promise<void> => run(makeDeleteProduct(deps)(Actor.system, { id, expected: undefined })),
    adjust: (productId: ProductId, delta: number): Promise<void> =>
      run(async (tx) => {
        const adjusted = await tx.products.adjustStock([{ productId, delta }], clock.now());
        await tx.events.append(Actor.system, ...stockAdjusted(adjusted));
      }),
    renameCategory: ({ category }: Product, newName: string): Promise<unknown> =>
      run(
        makeChangeCategory(deps)(Actor.system, {
          id: category?.id ?? 'cat_1',
          patch: { name: newName },
          expected: undefined,
        }),
      ),
    announce: (): Promise<void> => announceCategories(storage(), clock),
  };
};

const readsContract = (storage: () => StorageUnderTest): void => {
  const { create, change, remove, adjust, renameCategory, announce } = writerOf(storage);
  const feed = () => storage().productFeed;

  const position = async (): Promise<number> => {
    await assignAllPositions(storage().eventFeed);
    return storage().eventFeed.end();
  };

  const changesAfter = async (start: number, limit = 100) => {
    const { changes, position: end } = await feed().changes(start, limit);
    return { changes: changes.map(({ id, view }) => ({ id, view: view && JSON.parse(view) })), end };
  };

  const shown = async (id: ProductId): Promise<unknown> => {
    const found = await storage().catalogQueries.findProduct(id, 'full');
    return found && JSON.parse(found.view);
  };

  it('have nothing at first', async () => {
    expect(await feed().products(null, 10)).to.deep.equal([]);
    expect(await feed().changes(0, 10)).to.deep.equal({ changes: [], position: 0 });
  });

  it('have all products by id, drafts and variants included, as the API shows them', async () => {
    const parent = await create({ category: 'Shirts', metadata: { cost: '5' } });
    const variant = await create({ parent_id: parent.id, options: { size: 'M' }, stock: 3 });
    const draft = await create({ status: 'draft' });
    const products = await feed().products(null, 100);
    const found = new Map(products.map(({ id, view }) => [id, JSON.parse(view ?? '')]));
    expect([...found.keys()]).to.deep.equal([...found.keys()].sort());
    for (const { id } of [parent, variant, draft]) expect(found.get(id)).to.deep.equal(await shown(id));
    expect(found.get(draft.id)).to.deep.equal(productView(draft));
    expect(found.get(parent.id)).to.include({ category: 'Shirts', price_min: 20 });
    const [first, second] = [...found.keys()];
    expect((await feed().products(null, 1)).map(({ id }) => id)).to.deep.equal([first]);
    expect((await feed().products(first ?? null, 1)).map(({ id }) => id)).to.deep.equal([second]);
  });

  it('have each changed product once as it is now, the oldest last change first, and deletions', async () => {
    const [first, second, third] = [await create(), await create(), await create()];
    const start = await position();
    await change(first.id, { price: 21 });
    await change(second.id, { price: 22 });
    await change(first.id, { price: 23 });
    await remove(third.id);
    const end = await position();
    expect(await changesAfter(start)).to.deep.equal({
      changes: [
        { id: second.id, view: await shown(second.id) },
        { id: first.id, view: await shown(first.id) },
        { id: third.id, view: null },
      ],
      end,
    });
    expect(await changesAfter(end)).to.deep.equal({ changes: [], end });
  });

  it('have the products of as many events as the limit, and go on after them', async () => {
    const start = await position();
    const products = [await create(), await create(), await create()];
    await position();
    const first = await changesAfter(start, 2);
    const second = await changesAfter(first.end, 2);
    expect([...first.changes, ...second.changes].map(({ id }) => id)).to.deep.equal(products.map(({ id }) => id));
    expect(second.changes).to.have.length(1);
  });

  it('have the parent of a variant whose stock changed', async () => {
    const parent = await create();
    const variant = await create({ parent_id: parent.id, options: { size: 'M' }, stock: 3 });
    const start = await position();
    await adjust(variant.id, -1);
    await position();
    const { changes } = await changesAfter(start);
    expect(changes).to.have.deep.members([
      { id: parent.id, view: await shown(parent.id) },
      { id: variant.id, view: await shown(variant.id) },
    ]);
    expect(changes.find(({ id }) => id === parent.id)?.view.variants[0].stock).to.equal(2);
  });

  it('have the products of a renamed category once it was announced', async () => {
    const product = await create({ category: 'Hats' });
    const start = await position();
    await renameCategory(product, 'Caps');
    await announce();
    await position();
    const { changes } = await changesAfter(start);
    expect(changes).to.deep.equal([{ id: product.id, view: await shown(product.id) }]);
    expect(changes[0]?.view).to.include({ category: 'Caps', version: 2 });
  });

  it('have deletions and last changes whose older events were removed', async () => {
    const start = await position();
    const [retained, removed] = [await create(), await create()];
    await change(retained.id, { price: 21 });
    await change(removed.id, { price: 21 });
    await remove(removed.id);
    await position();
    while ((await storage().eventFeed.removeBefore(noonPlus(86_400))) > 0);
    const { changes } = await changesAfter(start);
    expect(changes).to.deep.equal([
      { id: retained.id, view: await shown(retained.id) },
      { id: removed.id, view: null },
    ]);
  });
};

type Step = Readonly<{ kind: string; at: number; other: number }>;

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'create',
      'create',
      'variant',
      'price',
      'stock',
      'archive',
      'remove',
      'move',
      'rename',
      'read',
    ),
    at: fc.nat(20),
    other: fc.nat(20),
  }),
  { minLength: 1, maxLength: 25 },
);

const copyContract = (storage: () => StorageUnderTest): void => {
  const { create, change, remove, adjust, renameCategory, announce } = writerOf(storage);
  let renames = 0;

  const apply = async ({ kind, at, other }: Step, products: Product[]): Promise<void> => {
    const product = products.at(-1 - (at % products.length));
    const parent = products.at(-1 - (other % products.length));
    if (kind === 'create') products.push(await create({ category: `Category ${other % 3}` }));
    if (product === undefined || parent === undefined) return;
    const options = { number: `${at} ${other}` };
    if (kind === 'variant') products.push(await create({ parent_id: parent.id, options, stock: other }));
    if (kind === 'price') await change(product.id, { price: other });
    if (kind === 'stock') await adjust(product.id, other % 2 === 0 ? -1 : 1);
    if (kind === 'archive') await change(product.id, { status: other % 2 === 0 ? 'archived' : 'active' });
    if (kind === 'move') await change(product.id, { parent_id: parent.id, options });
    if (kind === 'remove') await remove(product.id);
    if (kind === 'rename' && product.category !== null) {
      renames += 1;
      await renameCategory(product, `Renamed ${renames}`);
    }
  };

  const listed = async (): Promise<Map<string, object>> => {
    const views = new Map<string, object>();
    for (;;) {
      const last = [...views.keys()].at(-1) ?? null;
      const page = await storage().productFeed.products(last as ProductId | null, 100);
      for (const { id, view } of page) views.set(id, JSON.parse(view ?? ''));
      if (page.length < 100) return views;
    }
  };

  it('that begins at any time and reads at any speed ends like the products', async () => {
    const products: Product[] = [];
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (all, limit) => {
        const copy = new ProductCopy(storage());
        for (const step of all) {
          if (step.kind === 'read') await copy.readPage(limit);
          // a change that the catalogue refuses
          else await apply(step, products).catch((error) => expect(error).to.be.instanceOf(DomainError));
          if (step.other % 3 === 0) await assignAllPositions(storage().eventFeed);
        }
        await announce();
        await assignAllPositions(storage().eventFeed);
        await copy.catchUp();
        expect(copy.views).to.deep.equal(await listed());
      }),
      { numRuns: runs(20) },
    );
  });
};
