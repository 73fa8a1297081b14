import {
  COUNT_LIMIT,
  OVERVIEW_COUNTS,
  type OverviewCountName,
  type OverviewQueries,
} from '#core/overview/overview-counts.ts';
import type { Id } from '#core/shared/id.ts';
import type { Page } from '#core/shared/page.ts';
import { MemoryCatalogQueries } from '../catalog/catalog-queries.ts';
import { MemoryOrderQueries } from '../orders/order-queries.ts';
import { MemoryPaymentQueries } from '../payments/payment-queries.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { MemoryWebhookQueries } from '../webhooks/webhook-queries.ts';

const PAGE = { limit: 1, includeTotal: true };

export class MemoryOverviewQueries implements OverviewQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async count(name: OverviewCountName, webhookOwnerId: Id<'usr'> | undefined): Promise<number> {
    const { total = 0 } = await this.#firstPage(name, webhookOwnerId);
    return Math.min(total, COUNT_LIMIT);
  }

  #firstPage(name: OverviewCountName, webhookOwnerId: Id<'usr'> | undefined): Promise<Page<unknown>> {
    const counted = OVERVIEW_COUNTS[name];
    switch (counted.list) {
      case 'orders':
        return new MemoryOrderQueries(this.#store).list({ filter: counted.filter, page: PAGE });
      case 'payments':
        return new MemoryPaymentQueries(this.#store).list({ filter: counted.filter, page: PAGE });
      case 'products':
        return new MemoryCatalogQueries(this.#store).listProducts({
          filter: counted.filter,
          page: PAGE,
          visibility: 'full',
        });
      case 'webhooks':
        return new MemoryWebhookQueries(this.#store).list({ filter: counted.filter, page: PAGE }, webhookOwnerId);
    }
  }
}
