import { openMemoryStorage } from '../support/memory-storage.ts';
import { openPostgresStorage } from '../support/postgres-storage.ts';
import { analyticsContract } from './analytics.contract.ts';
import { figuresByTimeZoneContract } from './figures-by-time-zone.contract.ts';
import { productFacetsContract } from './product-facets.contract.ts';
import { productFeedContract } from './product-feed.contract.ts';
import { productSearchContract } from './product-search.contract.ts';
import { purchasesContract } from './purchases.contract.ts';
import { questionsContract } from './questions.contract.ts';
import { recategorizedProductsContract } from './recategorized-products.contract.ts';

// those of the storage's suites whose properties try few cases in an ordinary run
for (const [name, open] of [
  ['memory', openMemoryStorage],
  ['PostgreSQL', openPostgresStorage],
] as const) {
  analyticsContract(name, open);
  figuresByTimeZoneContract(name, open);
  productFacetsContract(name, open);
  productFeedContract(name, open);
  productSearchContract(name, open);
  purchasesContract(name, open);
  questionsContract(name, open);
  recategorizedProductsContract(name, open);
}
