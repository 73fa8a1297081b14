import { Pool } from 'pg';
import { type Sides, signIn } from './client.ts';
import { startFloor } from './compare-with-floor.ts';
import { type Candidate, measureAlternately } from './load.ts';
import { startServer } from './processes.ts';
import { MATERIALS, makeCategory, makeRandom, type Random, THINGS } from './products.ts';
import { type Row, report } from './report.ts';
import { creation, page, type Requests, search } from './requests.ts';
import { seedProducts } from './seed.ts';
import { LOAD, OWNER, productsOption, say, serviceSettings } from './settings.ts';

/** Four in five are variants. */
const VARIANTS_EACH = 4;

const WRITERS = 8;

const REQUESTS = 100;

/** Searches, facets, the category tree and writers in one category, with a million products or as many as are asked for. */
export const measureCatalogue = async (
  directory: string,
  databaseUrl: string,
  isSelected: (name: string) => boolean,
): Promise<void> => {
  const cleanups: (() => Promise<void>)[] = [];
  try {
    const service = await startServer('../../src/commands/commerce.js', directory, serviceSettings(databaseUrl));
    cleanups.push(service.stop);
    const count = productsOption(1_000_000);
    say(`Seeding ${count} products.`);
    const pool = new Pool({ connectionString: databaseUrl, max: 1 });
    await seedProducts(pool, count, { variantsEach: VARIANTS_EACH }).finally(() => pool.end());
    const floor = await startFloor({ directory, databaseUrl });
    cleanups.push(floor.stop);
    const sides = { service: service.url, floor: floor.url, ...(await signIn(service.url, OWNER)) };
    for (const [what, entries] of Object.entries(COMPARISONS)) {
      const rows: Row[] = [];
      for (const [name, [ours, others]] of Object.entries(entries).filter(([name]) => isSelected(name))) {
        say(`Measuring: ${name}.`);
        const both = await measureAlternately({ ours: ours(sides), others: others(sides) }, LOAD);
        rows.push([name, both.ours, both.others]);
      }
      if (rows.length > 0) say(report(what, rows));
    }
  } finally {
    for (const cleanUp of cleanups.toReversed()) await cleanUp();
  }
};

type MakeCandidate = (sides: Sides) => Candidate;

const requesting =
  (requests: Requests, connections?: number): MakeCandidate =>
  ({ service, key }) => ({
    url: service,
    headers: { authorization: `Bearer ${key}` },
    requests: (connection) => requests('service', connection),
    ...(connections === undefined ? {} : { connections }),
  });

const reading =
  (pathOf: (random: Random) => string): Requests =>
  (_, seed) => {
    const random = makeRandom(seed);
    return Array.from({ length: REQUESTS }, () => ({ method: 'GET', path: pathOf(random) }));
  };

const searching = (misspell: (word: string) => string): MakeCandidate =>
  requesting(
    reading(
      (random) =>
        `/api/products?limit=20&include_total=true&q=${misspell(random.pick(MATERIALS))}+${random.pick(THINGS)}`,
    ),
  );

const bareSearch: MakeCandidate = ({ floor }) => ({
  url: floor,
  headers: {},
  requests: (connection) => search('floor', connection),
});

const exact = (word: string): string => word;

/** The last letter is another one. */
const misspelt = (word: string): string => `${word.slice(0, -1)}x`;

const counting = (query: string): MakeCandidate => requesting(reading(() => `/api/products?limit=1&facets=${query}`));

const firstPage = requesting(page);

const FACETS = 'category,price,attributes.colour';

const oneCategory = creation(() => 'Category 1');

const twentyCategories = creation((random) => `Category ${1 + random.below(20)}`);

/** Each entry with what it is compared with. */
const COMPARISONS: Readonly<Record<string, Readonly<Record<string, readonly [MakeCandidate, MakeCandidate]>>>> = {
  'search / floor': {
    'search of two words': [searching(exact), bareSearch],
    'search with a wrong letter': [searching(misspelt), bareSearch],
  },
  'throughput / page of 20': {
    'facets of all products': [counting(FACETS), firstPage],
    'facets of a category': [
      requesting(
        reading((random) => `/api/products?limit=1&facets=price&category=${encodeURIComponent(makeCategory(random))}`),
      ),
      firstPage,
    ],
    'facets of a search': [counting(`${FACETS}&q=linen+shirt`), firstPage],
    'category tree': [requesting(reading(() => '/api/categories/tree')), firstPage],
  },
  'one category / twenty': {
    'eight writers': [requesting(oneCategory, WRITERS), requesting(twentyCategories, WRITERS)],
  },
};
