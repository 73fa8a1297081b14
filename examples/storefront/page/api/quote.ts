import { call } from './client.ts';
import type { OrderInput, Quote } from './resources.ts';

/** What an order would cost, as its dry run says. @throws Problem */
export const quoteOf = async (body: OrderInput): Promise<Quote> =>
  // the document describes the order that a dry run would create, not what a quote adds
  (await call((api) => api.post('/api/orders', { query: { dry_run: true }, body }))) as unknown as Quote;
