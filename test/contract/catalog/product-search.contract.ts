import { expect } from 'chai';
import type { ProductListQuery, ProductPage, Visibility } from '#core/catalog/ports.ts';
import type { Product } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { ProductFilter, ProductSort, ProductView, PublicProductView } from '#core/catalog/product-view.ts';
import { notFound } from '#core/shared/domain-error.ts';
import type { SearchRules } from '#core/shared/languages.ts';
import { Json, type Position } from '#core/shared/page.ts';
import { aCategory, aProduct, changed } from '../../support/builders/builders.ts';
import { addSearchedProducts, makePicks, someWords } from '../../support/builders/searched-products.ts';
import { runs } from '../../support/extent.ts';
import { hasPlainFields, plainMatches, WITHOUT_LANGUAGE } from '../../support/models/plain-search.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { type OpenStorage, type StorageUnderTest, useStorage } from '../storage/storage-under-test.ts';

type Search = Readonly<{
  filter: ProductFilter;
  sort?: ProductSort;
  limit?: number;
  visibility?: Visibility;
  searchRules?: SearchRules;
}>;

/** Every page of a search. */
const search = async (
  { catalogQueries }: StorageUnderTest,
  { filter, sort, limit = 100, visibility = 'full', searchRules }: Search,
): Promise<(ProductView | PublicProductView)[]> => {
  const found: (ProductView | PublicProductView)[] = [];
  let after: Position | undefined;
  do {
    const page = { limit, after };
    const query = { filter, visibility, page, searchRules, ...(sort === undefined ? {} : { sort }) };
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
    describe('in a language', () => languagesContract(useStorage(open)));
    describe('of what is easily mistaken', () => firstsContract(useStorage(open)));
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
  'linen chair': ['Linen', 'Blue'],
  'linen shirt chair': ['Linen'],
  'shrit linnen': ['Linen'],
  chiar: ['Blue'],
  char: ['Blue'],
  chairs: ['Blue'],
  chaar: ['Blue'],
  chaaar: [],
  'blue ch': ['Blue'],
  'ch blue': ['Blue'],
  'lin shi': ['Linen'],
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
  'mug 250ml': ['Mug'],
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

const GOODS: Readonly<Record<string, Partial<ProductFields>>> = {
  'Red dress': {},
  'Dresses of silk': {},
  'Kitchen knife': {},
  'Wi-Fi router': {},
  'WiFi cable': {},
  'E-Bike': {},
  'Ebike helmet': {},
  'T-Shirt': {},
  'Cream 100ml': {},
  'Milk 100 ml': {},
  'iPhone 15 case': {},
  'Screw M8 x 20': {},
  'Water 1.5 l': {},
  'AC/DC record': {},
  Bürotür: {},
  'Blåbær jam': {},
  'Damenhose blau': {},
  'Wool trousers': { description: '<p>For <span class="table">cold</span> days</p>' },
  'Caf&eacute; mug': { description: '<style>.lamp{}</style><table><tr><td>Stoneware</td></tr></table>' },
  'Hot dog bun': {},
  Accessories: { barcode: '0012345678905' },
  'Mobile phone': {},
  'Phone mobile holder': {},
};

/** What each text finds, in order. */
const MEANS: Readonly<Record<string, readonly string[]>> = {
  dresses: ['Dresses of silk', 'Red dress'],
  dress: ['Red dress', 'Dresses of silk'],
  knives: ['Kitchen knife'],
  wifi: ['WiFi cable', 'Wi-Fi router'],
  'wi-fi': ['WiFi cable', 'Wi-Fi router'],
  'wi fi': ['WiFi cable', 'Wi-Fi router'],
  'e-bike': ['Ebike helmet', 'E-Bike'],
  ebikes: ['Ebike helmet', 'E-Bike'],
  tshirts: ['T-Shirt'],
  '100ml': ['Cream 100ml', 'Milk 100 ml'],
  '100 ml': ['Cream 100ml', 'Milk 100 ml'],
  iphone15: ['iPhone 15 case'],
  m8x20: ['Screw M8 x 20'],
  '1.5l': ['Water 1.5 l'],
  acdc: ['AC/DC record'],
  buerotuer: ['Bürotür'],
  blaabaer: ['Blåbær jam'],
  hose: ['Damenhose blau'],
  hosen: ['Damenhose blau'],
  span: [],
  table: ['WiFi cable'],
  lamp: [],
  stoneware: ['Caf&eacute; mug'],
  hotdog: ['Hot dog bun'],
  acessoriees: ['Accessories'],
  '12345678905': ['Accessories'],
  '00012345678905': ['Accessories'],
  '"mobile phone"': ['Mobile phone'],
  'phone -holder': ['Mobile phone', 'iPhone 15 case'],
  'phone -"mobile phone"': ['Phone mobile holder', 'iPhone 15 case'],
  couch: [],
};

const languagesContract = (storage: () => StorageUnderTest): void => {
  const list = (q: string, query: Partial<ProductListQuery> = {}) =>
    storage().catalogQueries.listProducts({ filter: { q }, visibility: 'full', page: { limit: 100 }, ...query });
  const namesOf = ({ items }: ProductPage): string[] => items.map((item) => Json.parse(item).name);

  before(() =>
    storage().unitOfWork.run(async (tx) => {
      for (const [name, fields] of Object.entries(GOODS)) await tx.products.add(aProduct({ name, ...fields }));
    }),
  );

  for (const [q, names] of Object.entries(MEANS)) {
    it(`finds ${names.join(', ') || 'nothing'} for ${q}`, async () => {
      expect(namesOf(await list(q))).to.deep.equal(names);
    });
  }

  it('finds other forms only in the languages of the shop', async () => {
    const searchRules = { version: 2, languages: ['fr'], synonyms: [] } as const;
    expect(namesOf(await list('knives', { searchRules }))).to.deep.equal([]);
    expect(namesOf(await list('hosen', { searchRules }))).to.deep.equal([]);
  });

  it('finds what means the same by the synonyms of the shop', async () => {
    const synonyms = [
      ['pants', 'trousers', 'slacks'],
      ['cell phone', 'mobile phone', 'handy'],
    ];
    const searchRules = { version: 3, languages: ['en'], synonyms } as const;
    expect(namesOf(await list('pants', { searchRules }))).to.deep.equal(['Wool trousers']);
    expect(namesOf(await list('wool slacks', { searchRules }))).to.deep.equal(['Wool trousers']);
    expect(namesOf(await list('handy', { searchRules }))).to.deep.equal(['Mobile phone']);
    expect(namesOf(await list('cell phones', { searchRules }))[0]).to.equal('Mobile phone');
  });

  it('finds most of the words, and says which were left out or corrected', async () => {
    const some = await list('dress for zzzzzz');
    expect(namesOf(some)).to.deep.equal(['Red dress', 'Dresses of silk']);
    expect(some.meta).to.deep.equal({ corrected: {}, ignored: ['for', 'zzzzzz'] });
    const misspelt = await list('kitchin knife');
    expect(namesOf(misspelt)).to.deep.equal(['Kitchen knife']);
    expect(misspelt.meta).to.deep.equal({ corrected: { kitchin: ['kitchen'] }, ignored: [] });
    expect(namesOf(await list('red dress'))).to.deep.equal(['Red dress', 'Dresses of silk']);
    expect((await list('for')).meta).to.deep.equal({ corrected: {}, ignored: [] });
    expect(
      await storage().catalogQueries.listProducts({ filter: {}, visibility: 'full', page: { limit: 1 } }),
    ).not.to.have.property('meta');
  });

  it('finds what has fewer words only if no product has all, where one is enough', async () => {
    expect(namesOf(await list('red dress', { minFound: 1 }))).to.deep.equal(['Red dress']);
    expect(namesOf(await list('red kitchen', { minFound: 1 }))).to.have.members(['Red dress', 'Kitchen knife']);
    const sort = { by: 'name', descending: false } as const;
    expect(namesOf(await list('red dress', { sort, minFound: 1 }))).to.deep.equal(['Red dress']);
    expect(namesOf(await list('red dress', { sort }))).to.deep.equal(['Dresses of silk', 'Red dress']);
  });

  it('finds only what has all words where these are needed', async () => {
    expect(namesOf(await list('red dress', { minFound: 0 }))).to.deep.equal(['Red dress']);
    // words that say nothing in a search, a letter of one that is being typed, and unknown ones
    for (const q of ['dress for', 'dress x', 'dress zzzzzz'])
      expect(namesOf(await list(q, { minFound: 0 })), q).to.deep.equal([]);
    expect(namesOf(await list('dresses of', { minFound: 0 }))).to.deep.equal(['Dresses of silk']);
  });
};

/** What a text finds first, among goods whose names are easily mistaken. */
const FIRSTS: Readonly<Record<string, string>> = {
  'red hat': 'Red straw hat',
  'watering can': 'Watering can 5 l',
  'sleeping bag -10': 'Sleeping bag -10°C',
  s24ultra: 'Samsung Galaxy S24 Ultra',
  '330ml': '7UP 6x330ml',
  'm8 x40': 'M8x40 Schrauben',
  "m&m's": 'M&M’s Peanut',
  'levi´s': 'Levi’s 501',
  'levi`s 501': 'Levi’s 501',
  "l'oré": 'L’Oréal shampoo',
  'wd-4': 'WD-40 spray',
  shoe: 'Shoes',
  't-shirt b': 'T-Shirt blue',
  'vitamin c': 'Vitamin C',
  staubsaugerdüse: 'Staub\u00adsauger\u00addüse',
  '3.5mm': 'Audio cable 3.5mm',
};

const OTHERS = [
  ...['Red umbrella', 'Watering timer', 'Sleeping bag +5°C', 'Polo Piqué', 'Samsung A15', 'L-Carnitin', 'Shoehorn'],
  ...['Vitamin B12 tablets', 'Cable 35mm', 'Schrauben M6'],
];

const firstsContract = (storage: () => StorageUnderTest): void => {
  const find = (q: string, visibility: Visibility = 'full') =>
    storage().catalogQueries.listProducts({ filter: { q }, visibility, page: { limit: 100 } });
  const namesOf = ({ items }: ProductPage): string[] => items.map((item) => Json.parse(item).name);

  before(() =>
    storage().unitOfWork.run(async (tx) => {
      for (const name of new Set([...OTHERS, ...Object.values(FIRSTS)])) await tx.products.add(aProduct({ name }));
    }),
  );

  for (const [q, name] of Object.entries(FIRSTS)) {
    it(`finds ${name} first for ${q}`, async () => {
      expect(namesOf(await find(q))[0]).to.equal(name);
    });
  }

  it('tells the public no words of products that are not on sale', async () => {
    const draft = aProduct({ name: 'Zephyrion', status: 'draft' });
    await storage().unitOfWork.run((tx) => tx.products.add(draft));
    const asked = async (visibility: Visibility) => (await find('shirt zephyrian', visibility)).meta;
    expect(await asked('full')).to.deep.equal({ corrected: { zephyrian: ['zephyrion'] }, ignored: [] });
    expect(await asked('public')).to.deep.equal({ corrected: {}, ignored: ['zephyrian'] });
    await storage().unitOfWork.run((tx) => tx.products.save({ ...draft, status: 'active', version: 2 }));
    expect(await asked('public')).to.deep.equal({ corrected: { zephyrian: ['zephyrion'] }, ignored: [] });
  });

  it('counts a product once, whatever the number of its variants', async () => {
    const rug = aProduct({ name: 'Zebra rug' });
    await storage().unitOfWork.run(async (tx) => {
      await tx.products.add(rug);
      await tx.products.add(aProduct({ name: 'Persian rug' }));
      for (let size = 1; size <= 11; size += 1)
        await tx.products.add(aProduct({ name: `Zebra rug ${size}`, parent_id: rug.id, options: { size: `${size}` } }));
    });
    expect(namesOf(await find('zebra rug'))).to.deep.equal(['Zebra rug', 'Persian rug']);
  });
};

const changesContract = (storage: () => StorageUnderTest): void => {
  const find = async (q: string): Promise<string[]> =>
    (await search(storage(), { filter: { q } })).map(({ name }) => name);

  it('finds the fields as they are now', async () => {
    const category = await storage().unitOfWork.run((tx) => tx.categories.ensure(aCategory('Furniture')));
    const made = aProduct(
      {
        ...{ name: 'Desk', sku: 'DSK-1', description: 'For two', attributes: { colour: 'teal' } },
        ...{ vendor: 'Nordholz & Sons', tags: ['Home office', 'assembled'] },
        ...{ seo_title: 'invisible', seo_description: 'unseen' },
      },
      { category },
    );
    await storage().unitOfWork.run((tx) => tx.products.add(made));
    const words = [
      'desk',
      'dsk-1',
      'dsk1',
      'furniture',
      'teal',
      'colour',
      'two',
      'nordholtz',
      '"home office"',
      'assembled',
    ];
    for (const q of words) {
      expect(await find(q), q).to.deep.equal(['Desk']);
    }
    for (const q of ['invisible', 'unseen', '"sons home"', '"office assembled"']) {
      expect(await find(q), q).to.deep.equal([]);
    }
    const others = { description: null, attributes: {}, vendor: null, tags: [] };
    const next = changed(made, { name: 'Bureau', sku: 'BRU-1', ...others });
    await storage().unitOfWork.run((tx) => tx.products.save(next));
    for (const q of ['desk', 'dsk-1', 'teal', 'two', 'nordholz', 'assembled'])
      expect(await find(q), q).to.deep.equal([]);
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
      Pot: { tags: ['kettle'] },
      Tray: { category: 'Kettle' },
      Trivet: { vendor: 'Kettle' },
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
      ...['Coded', 'Steel kettle', 'Steel kettle with lid', 'Kettles', 'Trivet', 'Tray', 'Pot', 'Cup', 'Stool'],
      ...['Ketle', 'Ketle bag', 'Bag'],
    ];
    for (const limit of [1, 3, 100]) expect(await find('kettle', { limit })).to.deep.equal(expected);
  });

  it('puts the product with the whole sku first', async () => {
    for (const q of ['ket-tle', 'KETTLE']) expect((await find(q))[0], q).to.equal('Coded');
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
      const visibility: Visibility = pick(2) === 0 ? 'public' : 'full';
      const sort = sorts[pick(3)];
      const visible = products.filter(({ status }) => visibility === 'full' || status === 'active');
      const expected = plainMatches(visible, q).filter((product) => hasPlainFields(product, filter));
      const options = {
        filter,
        visibility,
        searchRules: WITHOUT_LANGUAGE,
        limit: 1 + pick(30),
        ...(sort === undefined ? {} : { sort }),
      } as const;
      const views = await search(storage(), options);
      expect(
        views.map(({ id }) => id),
        JSON.stringify(options),
      ).to.have.members(expected.map(({ id }) => id));
      const page = { limit: 1, includeTotal: true };
      const counted = { filter, visibility, page, searchRules: WITHOUT_LANGUAGE };
      expect((await storage().catalogQueries.listProducts(counted)).total).to.equal(expected.length);
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
