import { expect } from 'chai';
import { OWNER } from '../servers/calls.ts';
import type { TestApp } from '../servers/start-app.ts';
import {
  byToken,
  createCategory,
  createInvoice,
  createKey,
  createOrder,
  createPayment,
  createPlan,
  createProduct,
  createSubscription,
  createUser,
  INVOICE_LINE,
  itemsOf,
  signIn,
} from './resources.ts';
import { PASSWORD } from './secrets.ts';
import { createWebhook } from './webhooks.ts';

const ADDRESS = { line1: 'Torstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };

type Json = Readonly<Record<string, unknown>>;

/** Where an operation is called, with which body and with whose key: the owner's if omitted. */
type Target = Readonly<{ at: string; body: Json; key?: string }>;

/** By operation id. Operations without one are called at their path, with the example of the document. */
export type Targets = Readonly<Record<string, Target>>;

/** What each operation needs, and where and with which body it is called then. */
export const createTargets = async (app: TestApp): Promise<Targets> => {
  const make = async (path: string, body: object = {}) => {
    const reply = await app.call(`/api/${path}`, { method: 'POST', body });
    expect(reply.status, reply.text).to.be.below(300);
    return reply.json;
  };
  const user = await createUser(app, { name: 'Ada' });
  const admin = await createUser(app, { role: 'admin', permissions: [] });
  const session = await signIn(app, admin);
  const user_id = user.id;
  const category = await createCategory(app, { name: 'Shirts' });
  const product = await createProduct(app, { price: 10, stock: 50 });
  const family = await createProduct(app, { variants: [{ options: { size: 'S' } }] });
  const open = await createOrder(app, { items: itemsOf([product], 3), email: 'ada@example.com' });
  const sent = await createOrder(app, { items: itemsOf([product], 3), email: 'ada@example.com' });
  const paid = await createPayment(app, sent.id);
  const item = { item_id: sent.items[0].id, quantity: 1 };
  const { fulfillments } = await make(`orders/${sent.id}/fulfillments`, { items: [item] });
  const shipped = await createOrder(app);
  await make(`orders/${shipped.id}/fulfillments`);
  const held = async () => (await createPayment(app, (await createOrder(app)).id, { capture_method: 'manual' })).id;
  const approved = await make(`orders/${sent.id}/returns`, { items: [item] });
  await make(`returns/${approved.id}/approve`);
  const withdrawn = await createOrder(app, { email: 'ada@example.com' });
  const statement = { order_id: withdrawn.id, name: 'Ada', note: 'The blue one' };
  const withdrawal = await make('withdrawals', statement);
  const plan = await createPlan(app);
  const subscription = await createSubscription(app, { plan_id: plan.id, user_id });
  const metered = await createPlan(app, { usage: 'sum' });
  const used = await createSubscription(app, { plan_id: metered.id, user_id, quantity: undefined });
  const draft = await make('invoices', { user_id, lines: [INVOICE_LINE] });
  const invoice = await createInvoice(app, { user_id });
  const method = await make('payment_methods', { user_id, token: 'tok_success' });
  const rate = await make('tax_rates', { name: 'VAT', percent: 19, country: 'DE' });
  const shipping = await make('shipping_methods', { name: 'Post', tiers: [{ up_to: null, price: 5 }] });
  const discount = await make('discounts', { name: 'Sale', kind: 'percent', percent: 10 });
  const redirect = await make('redirects', { path: '/old', target: '/new' });
  const owed = await createOrder(app, { email: 'ada@example.com' });
  const link = await make('payment_links', { order_id: owed.id });
  const cart = await make('carts', { items: itemsOf([product]), shipping_address: ADDRESS });
  const checkout = await make('checkouts', { items: itemsOf([product]), shipping_address: ADDRESS });
  const visitor = await createKey(app, { kind: 'publishable', allowed_origins: [] });
  const guests = (await app.call('/api/carts', { method: 'POST', body: {}, key: visitor.key })).json;
  const webhook = await createWebhook(app);
  const key = await createKey(app);
  const confirmation = { current_password: PASSWORD };
  const enrolment = { type: 'totp', name: 'Phone', ...confirmation };
  const enrolled = { method: 'POST', body: enrolment, key: session };
  const factor = (await app.call('/api/users/me/second_factors', enrolled)).json;
  const ofSession = (at: string, body: Json): Target => ({ at: `/api/users/me${at}`, body, key: session });
  const on = (at: string, body: Json = {}): Target => ({ at: `/api/${at}`, body });
  const order = `orders/${open.id}`;
  const now = new Date().toISOString();
  return {
    createApiKey: on('auth/keys', { name: 'Import', scopes: ['products:write'] }),
    updateApiKey: on(`auth/keys/${key.id}`),
    rotateApiKey: on(`auth/keys/${key.id}/rotate`),
    enrolSecondFactor: ofSession('/second_factors', { ...enrolment, name: 'Tablet' }),
    confirmSecondFactor: ofSession(`/second_factors/${factor.id}/confirm`, { code: '123456' }),
    renameSecondFactor: ofSession(`/second_factors/${factor.id}`, { name: 'Phone' }),
    removeSecondFactor: ofSession(`/second_factors/${factor.id}`, confirmation),
    renewRecoveryCodes: ofSession('/recovery_codes', confirmation),
    updateSelf: ofSession('', { name: 'Grace' }),
    eraseSelf: ofSession('', confirmation),
    createUser: on('users', { email: 'new@example.com', addresses: [ADDRESS] }),
    inviteUser: on('users/invitations', {
      ...{ email: 'invited@example.com', name: 'Ida', role: 'staff' },
      current_password: OWNER.password,
    }),
    replaceUser: on(`users/${user.id}`, { email: user.email }),
    updateUser: on(`users/${user.id}`),
    replaceSavedViews: ofSession('/views', { views: [{ list: 'orders', name: 'Open', query: 'status=open' }] }),
    replaceProduct: on(`products/${product.id}`, { name: 'Shirt', price: 5 }),
    updateProduct: on(`products/${product.id}`, { images: ['https://shop.example/1.png'] }),
    addVariants: on(`products/${product.id}/variants`, { variants: [{ options: { size: 'M' } }] }),
    changeVariants: on(`products/${family.id}/variants`, { variants: [{ id: family.variants[0].id }] }),
    adjustStock: on(`products/${product.id}/stock_adjustments`, { delta: 1, reason: 'Delivery' }),
    replaceCategory: on(`categories/${category.id}`, { name: 'Shoes' }),
    updateCategory: on(`categories/${category.id}`),
    createOrder: on('orders', { items: itemsOf([product]), anonymous: true, shipping_address: ADDRESS }),
    updateOrder: on(order, { items: itemsOf([product], 2), shipping_address: ADDRESS }),
    cancelOrder: on(`${order}/cancel`),
    cancelOrderItem: on(`${order}/items/${open.items[0].id}/cancel`, { quantity: 1 }),
    fulfillOrder: on(`${order}/fulfillments`, { items: [{ item_id: open.items[0].id, quantity: 1 }] }),
    updateTracking: on(`orders/${sent.id}/fulfillments/${fulfillments[0].id}`),
    bulkFulfillOrders: on('orders/bulk_fulfill', { ids: [open.id] }),
    bulkCancelOrders: on('orders/bulk_cancel', { ids: [open.id] }),
    addOrderNote: on(`${order}/notes`, { text: 'Ring twice.' }),
    createCart: on('carts', { items: itemsOf([product]), shipping_address: ADDRESS, billing_address: ADDRESS }),
    updateCart: on(`carts/${cart.id}`, { items: itemsOf([product]), shipping_address: ADDRESS }),
    mergeCart: { at: `/api/carts/${guests.id}/merge`, body: { client_secret: guests.client_secret }, key: session },
    createCheckout: on('checkouts', { items: itemsOf([product]), shipping_address: ADDRESS }),
    updateCheckout: on(`checkouts/${checkout.id}`, { items: itemsOf([product]), shipping_address: ADDRESS }),
    completeCheckout: on(`checkouts/${checkout.id}/complete`, { expected_total: 10.71, return_url: null }),
    createReturn: on(`orders/${shipped.id}/returns`, { items: [{ item_id: shipped.items[0].id, quantity: 1 }] }),
    receiveReturn: on(`returns/${approved.id}/receive`, { items: [{ item_id: item.item_id, restock: true }] }),
    createWithdrawal: on('withdrawals', statement),
    acceptWithdrawal: on(`withdrawals/${withdrawal.id}/accept`),
    createPayment: on('payments', { order_id: open.id, ...byToken('tok_success') }),
    capturePayment: on(`payments/${await held()}/capture`),
    cancelPayment: on(`payments/${await held()}/cancel`),
    refundPayment: on(`payments/${paid.id}/refunds`, { amount: 1 }),
    payInvoice: on(`invoices/${invoice.id}/pay`, byToken('tok_success')),
    createInvoice: on('invoices', { user_id, lines: [INVOICE_LINE], billing_address: ADDRESS }),
    updateInvoice: on(`invoices/${draft.id}`, { lines: [INVOICE_LINE], billing_address: ADDRESS }),
    createCreditNote: on('credit_notes', {
      invoice_id: (await createInvoice(app, { user_id })).id,
      amount: 1,
      reason: 'correction',
    }),
    createPaymentLink: on('payment_links', { order_id: owed.id }),
    sendPaymentLink: on(`payment_links/${link.id}/send`),
    deactivatePaymentLink: on(`payment_links/${link.id}/deactivate`),
    createPaymentMethod: on('payment_methods', { user_id, token: 'tok_success' }),
    setDefaultPaymentMethod: on(`payment_methods/${method.id}/default`),
    updateTaxRate: on(`tax_rates/${rate.id}`),
    updateShippingMethod: on(`shipping_methods/${shipping.id}`, { tiers: [{ up_to: null, price: 5 }] }),
    updateDiscount: on(`discounts/${discount.id}`),
    updateRedirect: on(`redirects/${redirect.id}`),
    updatePlan: on(`plans/${plan.id}`),
    createSubscription: on('subscriptions', { plan_id: plan.id, user_id, quantity: 1, ...byToken('tok_success') }),
    updateSubscription: on(`subscriptions/${subscription.id}`, { metadata: { seats: 'office' } }),
    cancelSubscription: on(`subscriptions/${subscription.id}/cancel`),
    pauseSubscription: on(`subscriptions/${subscription.id}/pause`),
    createUsageRecords: on('usage_records', { records: [{ subscription_id: used.id, key: '1', quantity: 7 }] }),
    createWebhook: on('webhooks', { url: webhook.url, events: ['order.*'] }),
    changeWebhook: on(`webhooks/${webhook.id}`),
    rotateWebhookSecret: on(`webhooks/${webhook.id}/rotate_secret`),
    replayWebhook: on(`webhooks/${webhook.id}/replay`, { from: now, to: now }),
  };
};
