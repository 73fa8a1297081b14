import { csvOf, importFile } from '../builders/imports.ts';
import { createInvoice, createPayment, createProduct, createSubscription, createUser } from '../builders/resources.ts';
import type { TestApp } from '../servers/start-app.ts';

/** Text that a customer or an import can write, and that must stay text. */
const HOSTILE = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

/** The same in a statement, which takes no text that could be a link. */
const HOSTILE_NAME = '<img src=x onerror=alert(1)>';

export const AREAS = ['start', 'sales', 'billing', 'catalog', 'developers', 'settings'] as const;

/** The paths of screens, such as `/orders`, by what they are about. */
export type ScreenPaths = Readonly<Record<(typeof AREAS)[number], readonly string[]>>;

/** Fills a shop with something of everything. Returns the paths of its screens. */
export const fillShop = async (app: TestApp): Promise<ScreenPaths> => {
  const post = async (path: string, body: object) => (await app.call(path, { method: 'POST', body })).json;
  const consents = { email_marketing: { granted: true, source: HOSTILE } };
  const customer = await createUser(app, { name: `Ada ${HOSTILE}`, role: 'customer', consents });
  const colleague = await createUser(app, { name: HOSTILE, role: 'staff' });
  const category = await post('/api/categories', { name: `Clothing ${HOSTILE}` });
  const product = await createProduct(app, {
    name: `Linen shirt ${HOSTILE}`,
    sku: 'SHIRT',
    category_id: category.id,
    status: 'active',
    stock: 4,
    low_stock_threshold: 5,
    description: HOSTILE,
    attributes: { colour: HOSTILE },
  });
  await app.call(`/api/products/${product.id}`, { method: 'PATCH', body: { price: 15 } });
  const vase = await createProduct(app, { name: HOSTILE, status: 'active' });
  await post('/api/products', { name: 'Shirt M', parent_id: product.id, price: 16, options: { size: HOSTILE } });
  await post(`/api/products/${product.id}/stock_adjustments`, { delta: 1, reason: HOSTILE });
  const mug = await createProduct(app, { name: 'Mug', status: 'active' });
  const cart = await post('/api/carts', {
    items: [{ product_id: mug.id, quantity: 2 }],
    user_id: customer.id,
    shipping_address: { name: HOSTILE, line1: HOSTILE, city: 'Ulm', postal_code: '89073', country: 'DE' },
    note: HOSTILE,
  });
  const checkout = await post('/api/checkouts', { cart_id: cart.id, accepted: { terms: true } });
  const { order_id } = await post(`/api/checkouts/${checkout.id}/complete`, {});
  const { json: order } = await app.call(`/api/orders/${order_id}`);
  await post('/api/carts', { items: [{ product_id: vase.id, quantity: 1 }], user_id: customer.id });
  const payment = await createPayment(app, order.id);
  await post(`/api/payments/${payment.id}/refunds`, { amount: 1, reason: HOSTILE });
  await post(`/api/orders/${order.id}/notes`, { text: HOSTILE });
  const { fulfillments } = await post(`/api/orders/${order.id}/fulfillments`, {});
  const items = [{ item_id: order.items[0].id, quantity: 1, reason: HOSTILE }];
  await post(`/api/orders/${order.id}/returns`, { items, reason: HOSTILE });
  const statement = { order_id: order.id, name: HOSTILE_NAME, note: HOSTILE_NAME };
  const withdrawal = await post('/api/withdrawals', statement);
  const invoice = await createInvoice(app, { user_id: customer.id });
  const note = await post('/api/credit_notes', { invoice_id: invoice.id, amount: 1, note: HOSTILE });
  const subscription = await createSubscription(app, { user_id: customer.id });
  await post('/api/tax_rates', { name: HOSTILE, percent: 19, country: 'DE' });
  await post('/api/shipping_methods', {
    name: HOSTILE,
    tiers: [
      { up_to: 50, price: 5 },
      { up_to: null, price: 0 },
    ],
  });
  await post('/api/discounts', { name: HOSTILE, code: 'HELLO', kind: 'percent', percent: 10 });
  await post('/api/redirects', { path: `/old/${HOSTILE}`, target: '/products/linen-shirt' });
  const webhook = await post('/api/webhooks', {
    url: 'https://hooks.example/a',
    events: ['order.*'],
    description: HOSTILE,
  });
  const { json: imported } = await importFile(app, csvOf('sku,name,price', 'FAULTY,Bowl,much'));
  return {
    start: [
      '',
      '/account',
      '/analytics?report=sales&compare=previous',
      '/analytics?report=users',
      '/analytics?report=business',
    ],
    sales: [
      '/orders',
      `/orders/${order.id}`,
      '/orders/new',
      `/orders/${order.id}/packing_slip?fulfillment=${fulfillments[0].id}`,
      '/returns',
      '/withdrawals',
      `/withdrawals/${withdrawal.id}`,
      '/payments',
      `/payments/${payment.id}`,
      '/customers',
      `/customers/${customer.id}`,
    ],
    billing: [
      '/invoices',
      '/invoices/new',
      `/invoices/${invoice.id}`,
      '/credit_notes',
      `/credit_notes/${note.id}`,
      '/plans',
      '/subscriptions',
      `/subscriptions/${subscription.id}`,
    ],
    catalog: [
      '/products',
      '/products/new',
      '/products/import',
      '/imports?resource=redirects',
      `/imports/${imported.id}`,
      `/products/${product.id}`,
      '/categories',
      '/redirects',
      '/discounts',
      '/shipping_methods',
      '/tax_rates',
      `/price_test?items=${mug.id}:2&country=DE&codes=HELLO`,
    ],
    developers: ['/keys', '/webhooks', `/webhooks/${webhook.id}`, '/events', '/gateways', '/audit_log'],
    settings: ['/team', `/team/${colleague.id}`, '/shop', '/rules', '/environment'],
  };
};
