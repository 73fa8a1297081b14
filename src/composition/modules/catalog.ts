import { ContainerModule } from 'inversify';
import { catalogRoutes } from '#adapters/http/catalog.routes.ts';
import { makeChangeProduct } from '#core/catalog/use-cases/change-product.ts';
import { makeCreateProduct } from '#core/catalog/use-cases/create-product.ts';
import { makeDeleteProduct } from '#core/catalog/use-cases/delete-product.ts';
import { makeReplaceProduct } from '#core/catalog/use-cases/replace-product.ts';
import type { Clock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Config } from '../config.ts';
import { TOKENS } from '../tokens.ts';

const writing = (clock: Clock, ids: IdGenerator, { storeCurrency }: Config) => ({ clock, ids, storeCurrency });

/** Products and categories. */
export const catalogModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const { clock, ids, config } = TOKENS;
    bind(TOKENS.createProduct)
      .toResolvedValue((...deps) => makeCreateProduct(writing(...deps)), [clock, ids, config])
      .inSingletonScope();
    bind(TOKENS.replaceProduct)
      .toResolvedValue((...deps) => makeReplaceProduct(writing(...deps)), [clock, ids, config])
      .inSingletonScope();
    bind(TOKENS.changeProduct)
      .toResolvedValue((...deps) => makeChangeProduct(writing(...deps)), [clock, ids, config])
      .inSingletonScope();
    bind(TOKENS.deleteProduct)
      .toResolvedValue((at) => makeDeleteProduct({ clock: at }), [clock])
      .inSingletonScope();

    bind(TOKENS.routes)
      .toResolvedValue(
        (queries, createProduct, replaceProduct, changeProduct, deleteProduct, cursors, { storeCurrency }) =>
          catalogRoutes({
            queries,
            createProduct,
            replaceProduct,
            changeProduct,
            deleteProduct,
            cursors,
            storeCurrency,
          }),
        [
          TOKENS.catalogQueries,
          TOKENS.createProduct,
          TOKENS.replaceProduct,
          TOKENS.changeProduct,
          TOKENS.deleteProduct,
          TOKENS.cursors,
          config,
        ],
      )
      .inSingletonScope();
  });
