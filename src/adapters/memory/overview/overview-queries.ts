import type { CatalogQueries } from '#core/catalog/ports.ts';
import {
  COUNT_LIMIT,
  type CountedFor,
  countedAt,
  type OverviewCountName,
  type OverviewQueries,
} from '#core/overview/overview-counts.ts';
import type { Page } from '#core/shared/page.ts';
import { makeInvoiceQueries } from '../invoices/invoices.ts';
import { makeOrderQueries } from '../orders/order-queries.ts';
import { makePaymentQueries } from '../payments/payment-queries.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { makeWebhookQueries } from '../webhooks/webhook-queries.ts';
import { makeWithdrawalQueries } from '../withdrawals/withdrawals.ts';

const page = { limit: 1, includeTotal: true };

export const makeOverviewQueries = (store: MemoryStore, catalogQueries: CatalogQueries): OverviewQueries => ({
  async count(name, counted) {
    const { total = 0 } = await firstPage({ store, catalogQueries }, name, counted);
    return Math.min(total, COUNT_LIMIT);
  },
});

const firstPage = (
  { store, catalogQueries }: Readonly<{ store: MemoryStore; catalogQueries: CatalogQueries }>,
  name: OverviewCountName,
  { at, webhookOwnerId }: CountedFor,
): Promise<Page<unknown>> => {
  const counted = countedAt(name, at);
  switch (counted.list) {
    case 'invoices':
      return makeInvoiceQueries(store).list({ filter: counted.filter, page });
    case 'orders':
      return makeOrderQueries(store).list({ filter: counted.filter, page });
    case 'payments':
      return makePaymentQueries(store).list({ filter: counted.filter, page });
    case 'products':
      return catalogQueries.listProducts({ filter: counted.filter, page, visibility: 'full' });
    case 'webhooks':
      return makeWebhookQueries(store).list({ filter: counted.filter, page }, webhookOwnerId);
    case 'withdrawals':
      return makeWithdrawalQueries(store).list({ filter: counted.filter, page });
  }
};
