import type { Unsafe } from '#core/catalog/safe-html.ts';
import type { RowFields } from '../import-row.ts';
import type { ImportTarget } from '../import-target.ts';
import { sanitizedRows } from './sanitized-rows.ts';
import { fieldsOfRows, storeProducts } from './store-products.ts';
import { restoreProducts, TriedProducts } from './tried-products.ts';

export const productTarget: ImportTarget<Unsafe<RowFields>, RowFields> = {
  prepare: sanitizedRows,
  store: storeProducts,
  openTrial() {
    const earlier = new TriedProducts();
    return {
      async store(tx, deps, batch) {
        await restoreProducts(tx, deps.actor, earlier.namedBy(fieldsOfRows(batch.rows)));
        const stored = await storeProducts(tx, deps, batch);
        earlier.add(stored.products);
        return stored;
      },
    };
  },
};
