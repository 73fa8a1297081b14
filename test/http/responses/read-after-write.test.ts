import { expect } from 'chai';
import { CSV, csvOf, importFile } from '../../support/builders/imports.ts';
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
} from '../../support/builders/resources.ts';
import {
  createWebhook,
  deliveriesTo,
  endedDeliveries,
  LOCAL_WEBHOOK_SETTINGS,
} from '../../support/builders/webhooks.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

/** Neither the lengths nor the letters of the keys are sorted. */
const METADATA = { zebra: '1', a: '2', 'longer key': '3', ä: '4' };

const ADDRESS = { name: 'Ada', line1: 'Torstr. 1', city: 'Berlin', postal_code: '10115', country: 'DE' };

/** What only the response to a write shows, and what only a read shows. */
const ONCE = ['key', 'secret', 'client_secret', 'invitation_url', 'disabled_webhooks'];
const ONLY_READ = ['success_rate'];

/** What opens a resource for the guest who has created it. */
const TOKENS: Readonly<Record<string, string>> = { cart: 'Cart-Token', checkout: 'Checkout-Token' };

type Documented = Readonly<{ operationId: string; responses: Record<string, { headers?: Record<string, object> }> }>;

/** The writes that respond with a resource that can be read. A second factor is only listed. */
const writesIn = (paths: Readonly<Record<string, Record<string, Documented>>>) =>
  Object.entries(paths)
    .filter(([path]) => !path.includes('second_factors'))
    .flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method]) => ['post', 'put', 'patch'].includes(method))
        .filter(([, { responses }]) => Object.values(responses).some(({ headers }) => headers?.['ETag'] !== undefined))
        .map(([method, { operationId }]) => ({
          name: operationId,
          method: method.toUpperCase(),
          path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '\\w+_[0-9a-z]{26}')}$`),
        })),
    );

const membersExcept = (text: string, names: readonly string[]): string =>
  JSON.stringify(Object.entries(JSON.parse(text)).filter(([name]) => !names.includes(name)));

onService(
  'the response to a write is that of the next read, with its ETag:',
  ({ app }) => {
    let writes: ReturnType<typeof writesIn>;
    const compared = new Set<string>();

    before(async () => {
      writes = writesIn((await app().call('/api/openapi.json')).json.paths);
    });

    /** Where a resource is read: its location, or the path of a write without the step. */
    const readPath = (path: string, location: string | null): string =>
      location ?? /^\/api\/webhooks\/\w+\/deliveries\/\w+|^\/api\/.*?\/\w+_[0-9a-z]{26}/.exec(path)?.[0] ?? path;

    /** The service, of which every write is compared with the next read of the same caller. */
    const checked = (): TestApp => ({
      ...app(),
      call: async (path, options = {}) => {
        const { method = 'GET', key, headers } = options;
        const reply = await app().call(path, options);
        const write = writes.find((each) => each.method === method && each.path.test(path.replace(/\?.*/, '')));
        if (write === undefined || reply.status >= 300) return reply;
        const { object, id, client_secret: token } = reply.json;
        const location = object === 'import' ? `/api/imports/${id}` : reply.headers.get('location');
        const read = await app().call(readPath(path, location), {
          ...(key === undefined ? {} : { key }),
          headers: token === undefined ? (headers ?? {}) : { [TOKENS[object] ?? 'Order-Token']: token },
        });
        compared.add(write.name);
        // it is sent or decided meanwhile
        if (['retryWebhookDelivery', 'createWithdrawal'].includes(write.name)) {
          expect(Object.keys(read.json)).to.deep.equal(Object.keys(reply.json));
        } else {
          expect(membersExcept(read.text, ONLY_READ), write.name).to.equal(membersExcept(reply.text, ONCE));
          expect(read.headers.get('etag'), write.name).to.equal(reply.headers.get('etag')).and.not.equal(null);
        }
        return reply;
      },
    });

    const post = (at: string, body: object = {}, options: object = {}) => send('POST', at, body, options);
    const patch = (at: string, body: object, options: object = {}) => send('PATCH', at, body, options);
    const send = async (method: string, at: string, body: object, options: object = {}) => {
      const reply = await checked().call(`/api/${at}`, { method, body, ...options });
      expect(reply.status, `${method} ${at}: ${reply.text}`).to.be.lessThan(300);
      return reply.json;
    };

    it('products, categories and imports', async () => {
      const category = await createCategory(checked(), { name: 'Shirts' });
      await patch(`categories/${category.id}`, { position: 3 });
      await send('PUT', `categories/${category.id}`, { name: 'All shirts' });
      const attributes = {
        ...METADATA,
        10: 'a',
        9: 'b',
        '08': 'c',
        4294967295: 'd',
        '"7': 'e',
        '\u{10ffff}': 'f',
        '\uffff0': 'g',
      };
      const fields = { attributes, metadata: METADATA, images: ['https://shop.example/1.png'], weight: 0.5 };
      const product = await createProduct(checked(), { ...fields, category: 'All shirts', stock: 7, price: 20 });
      await patch(`products/${product.id}`, { price: 9.5, compare_at_price: 20, cost: 4.25 });
      await patch(`products/${product.id}`, { vendor: '"Oak" & <co>', tags: ['b', 'Ünique "\\\\'], seo_title: 'x\ny' });
      const variant = { parent_id: product.id, options: { size: 'S', colour: 'blue' }, price: 1.1, stock: 3 };
      const { id } = await createProduct(checked(), variant);
      await patch(`products/${id}`, { compare_at_price: 2 });
      const variants = [{ options: { size: 'M', colour: 'blue' }, sku: 'M', images: ['https://shop.example/m.png'] }];
      await post(`products/${product.id}/variants`, { variants });
      await patch(`products/${product.id}/variants`, { variants: [{ id, price: 1.2, sku: 'changed' }] });
      await createProduct(checked(), { variants: [{ options: { size: 'S' }, price: 0.1, attributes }] });
      await patch(`products/${product.id}`, { description: 'Linen' });
      await send('PUT', `products/${product.id}`, { name: 'Shirt', price: 7, metadata: METADATA });
      await importFile(checked(), csvOf('sku,name,price', 'A-1,Scarf,5', 'A-2,,x'), { query: '?on_error=continue' });
      const files = {
        users: csvOf('email,note', 'moved@example.com,a note'),
        discounts: csvOf('code,kind,percent', 'MOVED,percent,10'),
        redirects: csvOf('path,target', '/moved,/socks'),
      };
      for (const [resource, body] of Object.entries(files))
        await checked().call(`/api/${resource}/import`, { method: 'POST', body, headers: { 'Content-Type': CSV } });
    });

    it('redirects', async () => {
      await post('redirects', { path: '/former', target: '/now' });
      const { id } = await post('redirects', { path: '/Older/"&ü', target: '/former' });
      await patch(`redirects/${id}`, { target: '/former/' });
    });

    it('the cancellation of an import', async () => {
      const { id } = (await importFile(app(), csvOf('sku,name', 'B-1,Scarf'))).json;
      await checked().call(`/api/imports/${id}/cancel`, { method: 'POST' });
    });

    it('orders, their payments and returns', async () => {
      const costs = {
        countries: ['DE'],
        tiers: [
          { up_to: 1.5, price: 9 },
          { up_to: null, price: 4.9 },
        ],
      };
      const method = await post('shipping_methods', { name: 'Standard', ...costs, free_above: 1000 });
      await patch(`shipping_methods/${method.id}`, { name: 'Post' });
      const rate = await post('tax_rates', {
        name: 'VAT',
        percent: 8.8875,
        country: 'DE',
        valid_from: '2020-01-01T00:00:00Z',
      });
      await patch(`tax_rates/${rate.id}`, { percent: 19 });
      const discount = await post('discounts', {
        name: 'Sale',
        code: 'SALE',
        kind: 'percent',
        percent: 12.5,
        min_total: 1.5,
      });
      const product = await createProduct(app(), {
        price: 19.9,
        stock: 50,
        sku: 'S',
        images: ['https://shop.example/1.png'],
      });
      const details = {
        shipping_address: ADDRESS,
        billing_address: ADDRESS,
        metadata: METADATA,
        email: 'ada@example.com',
      };
      const costly = { ...details, shipping_method_id: method.id, discount_codes: ['SALE'] };
      const placed = await createOrder(checked(), { items: itemsOf([product], 6), ...costly });
      await patch(`discounts/${discount.id}`, { valid_to: '2099-01-01T00:00:00Z' });
      const at = `orders/${placed.id}`;
      await patch(at, { external_id: 'E-1', shipping_address: { city: 'Potsdam' } });
      await post(`${at}/items/${placed.items[0].id}/cancel`, { quantity: 1 });
      const paid = await createPayment(checked(), placed.id, { capture_method: 'manual', metadata: METADATA });
      await post(`payments/${paid.id}/capture`);
      const item = { item_id: placed.items[0].id, quantity: 2 };
      const { fulfillments } = await post(`${at}/fulfillments`, { items: [item], carrier: 'DHL' });
      await patch(`${at}/fulfillments/${fulfillments[0].id}`, { tracking_number: '1' });
      for (const decision of ['approve', 'reject']) {
        const items = [{ ...item, quantity: decision === 'approve' ? 2 : 1, reason: 'Too small' }];
        const { id } = await post(`${at}/returns`, { items, reason: 'Size' });
        await post(`returns/${id}/${decision}`);
        if (decision !== 'approve') continue;
        await post(`returns/${id}/receive`, { items: [{ ...item, quantity: 1 }] });
        await post(`returns/${id}/close`);
      }
      await post(`payments/${paid.id}/refunds`, { amount: 1.5, reason: 'Late' });
      await post(`payments/${paid.id}/refunds`, { items: [{ ...item, quantity: 1 }], restock: true });
      await app().call(`/api/shipping_methods/${method.id}`, { method: 'DELETE' });
      await post(`orders/${(await createOrder(checked())).id}/cancel`, { reason: 'Mistake' });
    });

    it('withdrawals', async () => {
      for (const decision of ['accept', 'reject']) {
        const { id: order_id } = await createOrder(app(), { shipping_address: ADDRESS, email: 'ada@example.com' });
        const { id } = await post('withdrawals', { order_id, name: 'Ada', note: 'The blue one' });
        await post(`withdrawals/${id}/${decision}`);
      }
    });

    it('payment links', async () => {
      const order = await createOrder(app(), { email: 'ada@example.com' });
      const { id } = await post('payment_links', { order_id: order.id });
      await post(`payment_links/${id}/send`);
      await post(`payment_links/${id}/deactivate`);
    });

    it('payments that are cancelled, and that wait for the payer', async () => {
      const { id } = await createOrder(app());
      const pay = (fields: object) => post('payments', { order_id: id, ...fields });
      const open = await pay({ ...byToken('tok_success'), capture_method: 'manual' });
      await post(`payments/${open.id}/cancel`);
      await pay({ ...byToken('tok_requires_action'), return_url: 'https://shop.example/' });
    });

    it('orders and payments of customers and guests, with the actions that they may do', async () => {
      const user = await createUser(app());
      const key = await signIn(app(), user);
      const items = itemsOf([await createProduct(app())]);
      const { id } = await post('orders', { items, shipping_address: ADDRESS }, { key });
      await post('payments', { order_id: id, ...byToken('tok_success') }, { key });
      const publishable = await createKey(checked(), { kind: 'publishable', allowed_origins: [] });
      const guest = { items, shipping_address: ADDRESS, email: 'guest@example.com' };
      await post('orders', guest, { key: publishable.key });
    });

    it('carts and checkouts of guests, customers and the staff, through their steps', async () => {
      const shop = { kind: 'publishable', allowed_origins: ['https://shop.example'] };
      const guest = (await createKey(app(), shop)).key;
      const customer = await signIn(app(), await createUser(app()));
      const product = await createProduct(app(), { stock: 5 });
      const contents = {
        ...{ items: itemsOf([product], 2), shipping_address: ADDRESS, billing_address: ADDRESS, metadata: METADATA },
        ...{ discount_codes: ['NONE'], tax_id: 'DE136695976', note: 'Ring "twice"\n' },
      };
      const cart = await post('carts', { ...contents, email: 'ada@example.com' }, { key: guest });
      const opened = { key: guest, headers: { 'Cart-Token': cart.client_secret } };
      await patch(`carts/${cart.id}`, { metadata: { zebra: null }, note: null }, opened);
      await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { price: 5, stock: 1 } });
      await patch(`carts/${cart.id}`, { note: 'Again' }, opened);
      await post(`carts/${cart.id}/merge`, { client_secret: cart.client_secret }, { key: customer });
      await post('carts', contents);
      const bought = { items: itemsOf([product]), email: 'ada@example.com', return_url: 'https://shop.example/thanks' };
      for (const key of [guest, customer, undefined]) {
        const paid = await post('checkouts', bought, { key });
        const cancelled = await post('checkouts', bought, { key });
        const headers = (checkout: { client_secret?: string }) =>
          key === guest ? { 'Checkout-Token': checkout.client_secret } : {};
        await patch(`checkouts/${paid.id}`, { accepted: { terms: true } }, { key, headers: headers(paid) });
        await post(`checkouts/${cancelled.id}/cancel`, {}, { key, headers: headers(cancelled) });
        const pay = byToken(key === guest ? 'tok_success' : 'tok_requires_action');
        await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { stock: 1 } });
        await post(`checkouts/${paid.id}/complete`, pay, { key, headers: headers(paid) });
      }
      await app().call(`/api/products/${product.id}`, { method: 'PATCH', body: { stock: 1 } });
      const linked = await post('checkouts', bought);
      await post(`checkouts/${linked.id}/complete`);
      await post(`checkouts/${linked.id}/cancel`);
    });

    it('payment methods, plans and subscriptions', async () => {
      const user = await createUser(app());
      const { id } = await post('payment_methods', { user_id: user.id, token: 'tok_success' });
      await post(`payment_methods/${id}/default`);
      const tiers = [
        { up_to: 5, unit_amount: 1.5, flat_amount: 3 },
        { up_to: null, unit_amount: 1 },
      ];
      const plan = await createPlan(checked(), { metadata: METADATA, setup_amount: 2.5 });
      await createPlan(checked(), { pricing: 'graduated', tiers, amount: null });
      // its end is not announced at once
      await patch(`plans/${plan.id}`, { trial_days: 30 });
      const fields = { plan_id: plan.id, user_id: user.id, metadata: METADATA };
      const at = `subscriptions/${(await createSubscription(checked(), fields)).id}`;
      await patch(at, { quantity: 2 });
      await post(`${at}/skip`);
      for (const step of ['pause', 'resume']) await post(`${at}/${step}`);
      await post(`${at}/cancel`, { at_period_end: true });
      await post(`${at}/undo_cancel`);
    });

    it('invoices and credit notes', async () => {
      const user = await createUser(app(), { name: 'Ada', addresses: [ADDRESS] });
      const period = { start: '2026-01-01T00:00:00Z', end: '2026-02-01T00:00:00Z' };
      const lines = [{ ...INVOICE_LINE, unit_price: 12.5, period }, INVOICE_LINE];
      const draft = await post('invoices', { user_id: user.id, lines, metadata: METADATA, billing_address: ADDRESS });
      await patch(`invoices/${draft.id}`, { footer: 'IBAN' });
      const { id } = await post(`invoices/${draft.id}/finalize`);
      await post('credit_notes', { invoice_id: id, amount: 1.5, reason: 'goodwill', note: 'Sorry' });
      await post(`invoices/${id}/send`);
      await post(`invoices/${id}/pay`, byToken('tok_success'));
      for (const step of ['void', 'mark_uncollectible']) {
        await post(`invoices/${(await createInvoice(checked())).id}/${step}`);
      }
    });

    it('users, their views, keys and the shop', async () => {
      const user = await createUser(checked(), {
        addresses: [ADDRESS],
        metadata: METADATA,
        permissions: ['orders:read'],
      });
      await patch(`users/${user.id}`, { name: 'Ada' });
      await send('PUT', `users/${user.id}`, { email: user.email, metadata: METADATA });
      await post('users/invitations', { email: 'colleague@example.com', name: 'Grace', role: 'staff' });
      const key = await signIn(app(), await createUser(app()));
      await patch('users/me', { metadata: METADATA }, { key });
      const views = [{ list: 'orders', name: 'Open', query: 'status=open' }];
      await send('PUT', 'users/me/views', { views }, { key });
      const { id } = await createKey(checked(), { scopes: ['orders:read', 'products:write'], rate_limit: '600/60' });
      await patch(`auth/keys/${id}`, { name: 'Shop', allowed_ips: ['10.0.0.0/8'] });
      await post(`auth/keys/${id}/rotate`);
      await patch('shop', { address: ADDRESS, name: 'Shop' });
      await patch('shop/rules', { mails: ['refund'], customer_permissions: ['cancel_paid', 'cancel_unpaid'] });
    });

    it('webhooks and their deliveries', async () => {
      const { id } = await createWebhook(checked(), { description: 'ERP' });
      await createProduct(app());
      const [delivery] = await endedDeliveries(app(), id);
      await patch(`webhooks/${id}`, { description: 'CRM' });
      await post(`webhooks/${id}/rotate_secret`);
      await post(`webhooks/${id}/deliveries/${delivery.id}/retry`);
      expect(await deliveriesTo(app(), id)).to.have.length(1);
    });

    it('every write that responds with a resource', () => {
      expect([...compared].sort()).to.deep.equal(writes.map(({ name }) => name).sort());
    });
  },
  { ...LOCAL_WEBHOOK_SETTINGS, TEST_CLOCK: 'true', PUBLIC_URL: 'https://shop.example' },
);
