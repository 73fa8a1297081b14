import { expect } from 'chai';
import type { Visibility } from '#core/catalog/ports.ts';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { ProductFilter, ProductSort, ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import { notFound } from '#core/shared/domain-error.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { aCategory, aProduct, changed } from '../../support/builders/builders.ts';
import { addSearchedProducts, makePicks, someWords } from '../../support/builders/searched-products.ts';
import { runs } from '../../support/extent.ts';
import { isPlainMatch } from '../../support/models/plain-search.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

type Search = Readonly<{ filter: ProductFilter; sort?: ProductSort; limit?: number; visibility?: Visibility }>;

/** Every page of a search. */
const search = async (
  { catalogQueries }: StorageUnderTest,
  { filter, sort, limit = 100, visibility = 'full' }: Search,
): Promise<(ProductView | PublicProductView)[]> => {
  const found: (ProductView | PublicProductView)[] = [];
  let after: Position | undefined;
  do {
    const page = { limit, after };
    const query = { filter, visibility, page, ...(sort === undefined ? {} : { sort }) };
    const { items, next } = await catalogQueries.listProducts(query);
    found.push(...items.map(Json.parse));
    after = next ?? undefined;
  } while (after !== undefined);
  return found;
};

/** `CatalogQueries.listProducts` with `q`. The storages agree on what is found and on its order. */
export const productSearchContract = (name: string, open: OpenStorage): void => {
  describe(`product search on ${name}`, () => {
    describe('in any script', () => wordsContract(useStorage(open)));
    describe('of changing products', () => changesContract(useStorage(open)));
    describe('by relevance', () => relevanceContract(useStorage(open)));
    describe('of random words', () => randomContract(useStorage(open)));
    describe('with very many matches', () => lengthContract(useStorage(open)));
  });
};

const NAMES = [
  'Linen shirt',
  'Blue chair',
  'Crème brûlée dish',
  'Παπούτσια άνδρας',
  'ガラスのコップ',
  'カラスの絵',
  '日本の本',
  'เก้าอี้ไม้',
  'Straße sign',
  'Smørrebrød board',
  'Ёлка',
  "Men's socks",
  'Mug 250 ml',
];

/** What each text finds; the first letters of the names suffice. */
const FINDS: Readonly<Record<string, readonly string[]>> = {
  'linen shirt': ['Linen'],
  'SHIRT linen': ['Linen'],
  'linen chair': [],
  'shrit linnen': ['Linen'],
  chiar: ['Blue'],
  char: ['Blue'],
  chairs: ['Blue'],
  chaar: ['Blue'],
  chaaar: [],
  'blue ch': ['Blue'],
  'ch blue': [],
  'lin shi': [],
  'linen shi': ['Linen'],
  'creme brulee': ['Crème'],
  'CRÈME BRULEE': ['Crème'],
  'cremme brule': ['Crème'],
  παπουτσια: ['Παπ'],
  'ΠΑΠΟΎΤΣΙΑ ΆΝΔΡΑΣ': ['Παπ'],
  παποτσια: ['Παπ'],
  παπο: ['Παπ'],
  ガラス: ['ガラ'],
  カラス: ['カラ'],
  コップ: ['ガラ'],
  コッ: ['ガラ'],
  ｺｯﾌﾟ: ['ガラ'],
  日本: ['日本'],
  本: ['日本'],
  の: ['ガラ', 'カラ', '日本'],
  ไม้: ['เก'],
  เก้าอี้: ['เก'],
  strasse: ['Straße'],
  smorrebrod: ['Smør'],
  елка: ['Ёлка'],
  'men socks': ['Men'],
  'men’s socks': ['Men'],
  250: ['Mug'],
  251: [],
  'mug 250ml': [],
  'a:*|b&(!\\': [],
  "'linen'": ['Linen'],
};

const wordsContract = (storage: () => StorageUnderTest): void => {
  before(() =>
    storage().unitOfWork.run(async (tx) => {
      for (const name of NAMES) await tx.products.add(aProduct({ name }));
    }),
  );

  for (const [q, beginnings] of Object.entries(FINDS)) {
    it(`finds ${beginnings.join(', ') || 'nothing'} for ${q}`, async () => {
      const names = (await search(storage(), { filter: { q } })).map(({ name }) => name);
      const expected = NAMES.filter((name) => beginnings.some((beginning) => name.startsWith(beginning)));
      expect(names).to.have.members(expected);
    });
  }

  it('finds nothing without a letter or a digit', async () => {
    for (const q of ['-', '…', '🎁', "'", '\\', '%', ' ']) {
      expect(await search(storage(), { filter: { q } }), q).to.deep.equal([]);
    }
  });

  it('finds words of any length and number', async () => {
    const description = `${'x'.repeat(9_000)} ${'ab '.repeat(300)}`;
    const product = aProduct({ name: '本'.repeat(255), description });
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    for (const q of ['x'.repeat(200), '本'.repeat(200), 'ab '.repeat(60)]) {
      const found = await search(storage(), { filter: { q } });
      expect(
        found.map(({ id }) => id),
        q,
      ).to.deep.equal([product.id]);
    }
  });
};

const changesContract = (storage: () => StorageUnderTest): void => {
  const find = async (q: string): Promise<string[]> =>
    (await search(storage(), { filter: { q } })).map(({ name }) => name);

  it('finds the fields as they are now', async () => {
    const category = await storage().unitOfWork.run((tx) => tx.categories.ensure(aCategory('Furniture')));
    const made = aProduct(
      { name: 'Desk', sku: 'DSK-1', description: 'For two', attributes: { colour: 'teal' } },
      { category },
    );
    await storage().unitOfWork.run((tx) => tx.products.add(made));
    for (const q of ['desk', 'dsk-1', 'dsk1', 'furniture', 'teal', 'colour', 'two']) {
      expect(await find(q), q).to.deep.equal(['Desk']);
    }
    const next = changed(made, { name: 'Bureau', sku: 'BRU-1', description: null, attributes: {} });
    await storage().unitOfWork.run((tx) => tx.products.save(next));
    for (const q of ['desk', 'dsk-1', 'teal', 'two']) expect(await find(q), q).to.deep.equal([]);
    for (const q of ['bureau', 'bru-1', 'buerau']) expect(await find(q), q).to.deep.equal(['Bureau']);
    await storage().unitOfWork.run((tx) => tx.products.remove(made.id));
    expect(await find('bureau')).to.deep.equal([]);
  });

  it('finds nothing that was rolled back, and its words once they are committed', async () => {
    const product = aProduct({ name: 'Xylophone' });
    const attempt = storage().unitOfWork.run(async (tx) => {
      await tx.products.add(product);
      throw notFound('product', product.id);
    });
    expect(await rejectionOf(attempt)).to.include({ code: 'not_found' });
    await storage().unitOfWork.dryRun((tx) => tx.products.add(product));
    for (const q of ['xylophone', 'xylophon']) expect(await find(q), q).to.deep.equal([]);
    await storage().unitOfWork.run((tx) => tx.products.add(product));
    for (const q of ['xylophone', 'xilophone']) expect(await find(q), q).to.deep.equal(['Xylophone']);
  });

  it('stores products with the same new words at the same time', async () => {
    const words = Array.from(
      { length: 40 },
      (_, index) => `word${String.fromCharCode(97 + (index % 26)).repeat(1 + index / 26)}`,
    );
    const add = (name: string) => storage().unitOfWork.run((tx) => tx.products.add(aProduct({ name })));
    const orders = Array.from({ length: 12 }, (_, index) => [...words.slice(index * 3), ...words.slice(0, index * 3)]);
    await Promise.all(orders.map((each) => add(each.slice(0, 30).join(' '))));
    expect(await find('wordmx')).to.have.length.within(1, 12);
  });
};

const relevanceContract = (storage: () => StorageUnderTest): void => {
  const add = async (all: Readonly<Record<string, Partial<ProductFields>>>): Promise<void> => {
    await storage().unitOfWork.run(async (tx) => {
      for (const [name, { category: label, ...fields }] of Object.entries(all)) {
        const category = label == null ? null : await tx.categories.ensure(aCategory(label));
        await tx.products.add(aProduct({ name, ...fields }, { category }));
      }
    });
  };
  const find = async (q: string, rest: Omit<Search, 'filter'> = {}): Promise<string[]> =>
    (await search(storage(), { filter: { q }, ...rest })).map(({ name }) => name);

  before(() =>
    add({
      Stool: { description: 'Like a kettle' },
      Cup: { attributes: { fits: 'kettle' } },
      Tray: { category: 'Kettle' },
      'Steel kettle with lid': {},
      'Steel kettle': {},
      Kettles: {},
      Ketle: {},
      'Ketle bag': {},
      Bag: { description: 'ketle' },
      Coded: { sku: 'KET-TLE', description: 'kettle' },
    }),
  );

  it('puts exact words before beginnings and misspelt ones, in the order of their fields', async () => {
    const expected = [
      ...['Coded', 'Steel kettle', 'Steel kettle with lid', 'Kettles', 'Tray', 'Cup', 'Stool'],
      ...['Ketle', 'Ketle bag', 'Bag'],
    ];
    for (const limit of [1, 3, 100]) expect(await find('kettle', { limit })).to.deep.equal(expected);
  });

  it('puts the product with the whole sku first', async () => {
    expect(await find('ket-tle')).to.deep.equal(['Coded']);
    expect((await find('KETTLE'))[0]).to.equal('Coded');
  });

  it('puts the newest first among equals', async () => {
    await add({ 'Twin one': {}, 'Twin two': {}, 'Twin three': {} });
    expect(await find('twin')).to.deep.equal(['Twin three', 'Twin two', 'Twin one']);
  });

  it('finds the same with a sort, in its order', async () => {
    const ascending = { sort: { by: 'name', descending: false }, limit: 3 } as const;
    expect(await find('kettle', ascending)).to.deep.equal((await find('kettle')).toSorted());
  });
};

const QUERIES = runs(100);

const randomContract = (storage: () => StorageUnderTest): void => {
  let products: Product[];

  before(async () => {
    products = await storage().unitOfWork.run((tx) => addSearchedProducts(tx, 200));
  });

  it('finds what a plain comparison of all words finds, with each filter, sort, page and total', async () => {
    const pick = makePicks(7);
    const sorts = [undefined, { by: 'price', descending: false }, { by: 'created_at', descending: true }] as const;
    let found = 0;
    for (let index = 0; index < QUERIES; index += 1) {
      const q = someWords(pick, 2).slice(0, -pick(2) || undefined);
      const filter: ProductFilter = {
        q,
        ...(pick(3) === 0 ? { price_min: '2' } : {}),
        ...(pick(4) === 0 ? { category: ['Tables'] } : {}),
        ...(pick(4) === 0 ? { attributes: { colour: 'teal' } } : {}),
      };
      const visibility = pick(2) === 0 ? 'public' : 'full';
      const sort = sorts[pick(3)];
      const expected = products.filter((product) => isPlainMatch(product, filter, visibility));
      const options = { filter, visibility, limit: 1 + pick(30), ...(sort === undefined ? {} : { sort }) } as const;
      const views = await search(storage(), options);
      expect(
        views.map(({ id }) => id),
        JSON.stringify(options),
      ).to.have.members(expected.map(({ id }) => id));
      const page = { limit: 1, includeTotal: true };
      expect((await storage().catalogQueries.listProducts({ filter, visibility, page })).total).to.equal(
        expected.length,
      );
      const prices = views.map(({ price }) => price);
      if (sort?.by === 'price') expect(prices).to.deep.equal(prices.toSorted((a, b) => a - b));
      found += views.length;
    }
    expect(found).to.be.greaterThan(QUERIES);
  });
};

const lengthContract = (storage: () => StorageUnderTest): void => {
  it('ends after 1,000 products by relevance, and after all with another sort', async () => {
    await storage().unitOfWork.run(async (tx) => {
      for (let index = 0; index < 1_003; index += 1) await tx.products.add(aProduct({ name: 'Nail' }));
    });
    const filter = { q: 'nail' };
    const byRelevance = await search(storage(), { filter });
    expect(new Set(byRelevance.map(({ id }) => id))).to.have.property('size', 1_000);
    const sort = { by: 'created_at', descending: true } as const;
    expect(await search(storage(), { filter, sort })).to.have.length(1_003);
    const page = { limit: 1, includeTotal: true };
    expect(await storage().catalogQueries.listProducts({ filter, visibility: 'full', page })).to.include({
      total: 1_003,
    });
  });
};
