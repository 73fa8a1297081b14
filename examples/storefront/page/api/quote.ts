import { call } from './client.ts';
import type { OrderInput, Quote } from './resources.ts';

/** What an order would cost, as its dry run says. @throws Problem */
export const quoteOf = async (body: OrderInput): Promise<Quote> =>
  // an order may lack what every quote has
  (await call((api) => api.post('/api/orders', { query: { dry_run: true }, body }))) as Quote;
