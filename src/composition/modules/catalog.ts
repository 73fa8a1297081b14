import { ContainerModule } from 'inversify';
import { catalogRoutes } from '#adapters/http/catalog/routes.ts';
import { makeChangeProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { makeDeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { makeReplaceProduct } from '#core/catalog/use-cases/replace-product.ts';
import { TOKENS } from '../tokens.ts';

/** Products and categories. */
export const catalogModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, cursors, clock, ids, { storeCurrency }) => {
          const deps = { clock, ids, storeCurrency };
          return catalogRoutes({
            queries,
            createProduct: makeCreateProduct(deps),
            replaceProduct: makeReplaceProduct(deps),
            changeProduct: makeChangeProduct(deps),
            deleteProduct: makeDeleteProduct(deps),
            cursors,
            storeCurrency,
          });
        },
        [TOKENS.catalogQueries, TOKENS.cursors, TOKENS.clock, TOKENS.ids, TOKENS.config],
      )
      .inSingletonScope();
  });
