import type { Page } from 'playwright-core';
import type { TestApp } from '../servers/start-app.ts';

/** A text that would run a script if it were written as HTML. */
export const HOSTILE = '<img src=x onerror=alert(1)>';

const ADDRESS = { name: 'Ada Lovelace', line1: 'Torstr. 1', postal_code: '10115', city: 'Berlin', country: 'DE' };

/** Holds the dry runs of a page until they are released. */
export const holdDryRuns = async (page: Page) => {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  await page.route(/dry_run=true/, async (route) => {
    await promise;
    // the page has aborted some of them
    await route.continue().catch(() => {});
  });
  return { release };
};

/** What tests of the screens of orders create through the API. */
export const ordersOf = (app: () => TestApp) => {
  let count = 0;
  const post = async (path: string, body: object) => {
    const { status, text, json } = await app().call(path, { method: 'POST', body });
    if (status >= 300) throw new Error(`POST ${path}: ${text}`);
    return json;
  };
  const createProduct = (fields: object = {}) => {
    count += 1;
    return post('/api/products', { name: `Linen shirt ${count}`, price: 20, stock: 10, ...fields });
  };
  return {
    post,
    get: async (path: string) => (await app().call(path)).json,
    createProduct,
    /** An order of two of a product, by a guest of their own. */
    createOrder: async (fields: object = {}) => {
      const product = await createProduct();
      return post('/api/orders', {
        items: [{ product_id: product.id, quantity: 2 }],
        email: `guest-${count}@example.com`,
        shipping_address: ADDRESS,
        ...fields,
      });
    },
    pay: (order: { id: string }, fields: object = {}) =>
      post('/api/payments', { order_id: order.id, payment_method: { token: 'tok_success' }, ...fields }),
    createAnalyst: async () => {
      count += 1;
      const credentials = { email: `analyst-${count}@example.com`, password: 'a fine long password' };
      await post('/api/users', { ...credentials, role: 'analyst' });
      return credentials;
    },
  };
};
