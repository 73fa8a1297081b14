import type { Reply } from '../servers/calls.ts';
import type { TestApp } from '../servers/start-app.ts';
import { createPlan, createProduct } from './resources.ts';
import { advanceClock } from './test-clock.ts';

const DAY = 86_400;

type Json = Reply['json'];

/** What tests of subscriptions to goods ask of a service with a test clock. */
export const subscribedGoods = (app: () => TestApp) => {
  const read = async (at: string): Promise<Json> => (await app().call(at)).json;
  const invoicesOf = async (id: string): Promise<Json> => (await read(`/api/invoices?subscription_id=${id}`)).data;
  return {
    read,
    invoicesOf,
    post: (at: string, body: object = {}): Promise<Reply> => app().call(at, { method: 'POST', body }),
    advance: (days: number) => advanceClock(app(), days * DAY),
    ordersOf: async (user: string): Promise<Json> => (await read(`/api/orders?user_id=${user}`)).data,
    statusesOf: async (id: string): Promise<string[]> =>
      (await invoicesOf(id)).map(({ status }: { status: string }) => status),
    /** A product with a stock, and a plan that sends it. */
    aBox: async (stock: number | null, fields: object = {}): Promise<{ product: Json; plan: Json }> => {
      const product = await createProduct(app(), { name: 'Coffee box', price: 12, stock });
      const plan = await createPlan(app(), { product_id: product.id, ...fields });
      return { product, plan };
    },
  };
};
