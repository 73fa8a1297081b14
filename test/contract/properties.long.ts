import { openMemoryStorage } from '../support/servers/memory-storage.ts';
import { openPostgresStorage } from '../support/servers/postgres-storage.ts';
import { analyticsContract } from './analytics/analytics.contract.ts';
import { figuresByTimeZoneContract } from './analytics/figures-by-time-zone.contract.ts';
import { purchasesContract } from './analytics/purchases.contract.ts';
import { questionsContract } from './analytics/questions.contract.ts';
import { productFacetsContract } from './catalog/product-facets.contract.ts';
import { productFeedContract } from './catalog/product-feed.contract.ts';
import { productSearchContract } from './catalog/product-search.contract.ts';
import { recategorizedProductsContract } from './catalog/recategorized-products.contract.ts';

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
