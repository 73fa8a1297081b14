import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { migrate } from '#adapters/postgres/migrations/migrate.ts';
import { eventually } from '../support/eventually.ts';
import { runSql } from '../support/servers/database.ts';
import { debianPostgres } from '../support/servers/debian-postgres.ts';
import type { DebianServer } from '../support/servers/debian-server.ts';
import { connectPostgresStorage } from '../support/servers/postgres-storage.ts';
import { startPrimary, startStandby } from '../support/servers/replicated-postgres.ts';
import { analyticsContract } from './analytics/analytics.contract.ts';
import { exportQueriesContract } from './analytics/export-queries.contract.ts';
import { questionsContract } from './analytics/questions.contract.ts';
import { catalogQueriesContract } from './catalog/catalog-queries.contract.ts';
import { categoryTreeContract } from './catalog/category-tree.contract.ts';
import { productFacetsContract } from './catalog/product-facets.contract.ts';
import { productFiltersContract } from './catalog/product-filters.contract.ts';
import { productPagesContract } from './catalog/product-pages.contract.ts';
import { productSearchContract } from './catalog/product-search.contract.ts';
import type { OpenStorage } from './storage/storage-under-test.ts';

/** Those of what a standby serves. */
const CONTRACTS = [
  catalogQueriesContract,
  categoryTreeContract,
  productFacetsContract,
  productFiltersContract,
  productPagesContract,
  productSearchContract,
  analyticsContract,
  questionsContract,
  exportQueriesContract,
];

const folder = debianPostgres();

if (folder !== undefined) {
  describe('PostgreSQL with a standby', () => {
    let primary: DebianServer;
    let standby: DebianServer;
    let databases = 0;

    before(async () => {
      primary = await startPrimary(folder);
      standby = await startStandby(folder, primary);
      await runSql(primary.urlOf('postgres'), 'create database template');
      const template = await openDatabase({ url: primary.urlOf('template') });
      await migrate(template);
      await template.close();
    });
    after(async () => {
      await standby?.remove();
      await primary?.remove();
    });

    const open: OpenStorage = async () => {
      databases += 1;
      const name = `shop_${databases}`;
      await runSql(primary.urlOf('postgres'), `create database ${name} template template`);
      const storage = await connectPostgresStorage(primary.urlOf(name), {
        url: standby.urlOf(name),
        servesPublicReads: true,
      });
      await eventually('the standby is used', async () => (await storage.database.standby?.unusedSeconds()) === 0);
      return { ...storage, catalogQueries: storage.exportedCatalog, orderQueries: storage.exportedOrders };
    };
    for (const contract of CONTRACTS) contract('PostgreSQL with a standby', open);
  });
}
