import { expect } from 'chai';
import { authorize } from '#adapters/http/authorization/authorize.ts';
import type { Route } from '#adapters/http/routing/route.ts';
import { SCOPES } from '#core/access/scope.ts';
import { Actor } from '#core/shared/actor.ts';
import { anActor, aUser } from '../../support/builders/builders.ts';
import { createKey, createPlan, createProduct, createUser, signIn } from '../../support/builders/resources.ts';
import { withParts } from '../../support/documents/openapi-parts.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { serveAlso } from '../../support/servers/second-server.ts';

/**
 * What each operation requires: a scope, or `anybody`, `any key`, a `session`, or a signature. With `or own`, callers
 * without the scope can access their own resources. `any of`: one of the scopes or more.
 */
const NEEDS: Readonly<Record<string, string>> = {
  'POST /api/auth': 'anybody',
  'GET /api/auth': 'any key',
  'GET /api/auth/stream': 'any key',
  'DELETE /api/auth': 'session',
  'GET /api/auth/sessions': 'session',
  'DELETE /api/auth/sessions/{id}': 'session',
  'POST /api/auth/password_resets': 'anybody',
  'POST /api/auth/password_resets/confirm': 'anybody',
  'POST /api/auth/email_verifications': 'session',
  'POST /api/auth/email_verifications/confirm': 'anybody',
  'POST /api/auth/keys': 'keys:write',
  'GET /api/auth/keys': 'keys:read',
  'GET /api/auth/keys/{id}': 'keys:read',
  'PATCH /api/auth/keys/{id}': 'keys:write',
  'POST /api/auth/keys/{id}/rotate': 'keys:write',
  'DELETE /api/auth/keys/{id}': 'keys:write',
  'GET /api/users': 'users:read or own',
  'POST /api/users': 'customers:write',
  'POST /api/users/invitations': 'users:write',
  'GET /api/users/me': 'any key',
  'PATCH /api/users/me': 'any key',
  'DELETE /api/users/me': 'any key',
  'GET /api/users/me/views': 'any key',
  'PUT /api/users/me/views': 'any key',
  'GET /api/users/me/second_factors': 'session',
  'POST /api/users/me/second_factors': 'session',
  'POST /api/users/me/second_factors/{id}/confirm': 'session',
  'PATCH /api/users/me/second_factors/{id}': 'session',
  'DELETE /api/users/me/second_factors/{id}': 'session',
  'POST /api/users/me/recovery_codes': 'session',
  'GET /api/users/{id}': 'users:read or own',
  'PUT /api/users/{id}': 'customers:write or own',
  'PATCH /api/users/{id}': 'customers:write or own',
  'DELETE /api/users/{id}': 'customers:write or own',
  'GET /api/users/{id}/sessions': 'customers:write or own',
  'DELETE /api/users/{id}/sessions': 'customers:write or own',
  'DELETE /api/users/{id}/sessions/{session_id}': 'customers:write or own',
  'GET /api/users/{id}/permissions': 'users:read or own',
  'GET /api/users/{id}/export': 'users:read or own',
  'GET /api/products': 'anybody',
  'GET /api/products/{id}': 'anybody',
  'GET /api/products/{id}/json-ld': 'anybody',
  'GET /api/feeds/google.xml': 'anybody',
  'POST /api/products': 'products:write',
  'PUT /api/products/{id}': 'products:write',
  'PATCH /api/products/{id}': 'products:write',
  'DELETE /api/products/{id}': 'products:write',
  'POST /api/products/bulk_update': 'products:write',
  'POST /api/products/{id}/variants': 'products:write',
  'PATCH /api/products/{id}/variants': 'products:write',
  'GET /api/products/export': 'products:read',
  'GET /api/products/changes': 'products:read',
  'POST /api/products/import': 'products:write',
  'GET /api/products/{id}/prices': 'products:read',
  'GET /api/products/{id}/stock_adjustments': 'products:read',
  'POST /api/products/{id}/stock_adjustments': 'products:write',
  'POST /api/images': 'products:write',
  'POST /api/users/import': 'customers:write',
  'POST /api/discounts/import': 'pricing:write',
  'POST /api/redirects/import': 'redirects:write',
  'GET /api/imports': 'any of products:read users:read pricing:read redirects:read',
  'GET /api/imports/{id}': 'any of products:read users:read pricing:read redirects:read',
  'POST /api/imports/{id}/cancel': 'any of products:write customers:write pricing:write redirects:write',
  'GET /api/products/suggest': 'anybody',
  'GET /api/categories': 'anybody',
  'GET /api/categories/tree': 'anybody',
  'GET /api/categories/{id}': 'anybody',
  'POST /api/categories': 'categories:write',
  'PUT /api/categories/{id}': 'categories:write',
  'PATCH /api/categories/{id}': 'categories:write',
  'DELETE /api/categories/{id}': 'categories:write',
  'GET /api/redirects': 'anybody',
  'GET /api/redirects/{id}': 'anybody',
  'POST /api/redirects': 'redirects:write',
  'PATCH /api/redirects/{id}': 'redirects:write',
  'DELETE /api/redirects/{id}': 'redirects:write',
  'GET /api/orders': 'orders:read or own',
  'POST /api/orders': 'orders:write or own',
  'GET /api/orders/export': 'orders:read or own',
  'GET /api/orders/{id}': 'orders:read or own',
  'PATCH /api/orders/{id}': 'orders:write or own',
  'POST /api/orders/{id}/cancel': 'orders:write or own',
  'POST /api/orders/{id}/items/{item_id}/cancel': 'orders:write',
  'POST /api/orders/{id}/fulfillments': 'orders:write',
  'PATCH /api/orders/{id}/fulfillments/{fulfillment_id}': 'orders:write',
  'POST /api/orders/claim': 'orders:write or own',
  'POST /api/orders/bulk_fulfill': 'orders:write',
  'POST /api/orders/bulk_cancel': 'orders:write',
  'POST /api/orders/{id}/notes': 'orders:write',
  'GET /api/orders/{id}/timeline': 'orders:read or own',
  'GET /api/orders/{id}/returns': 'orders:read or own',
  'POST /api/orders/{id}/returns': 'orders:write or own',
  'GET /api/returns': 'orders:read or own',
  'GET /api/returns/{id}': 'orders:read or own',
  'POST /api/returns/{id}/approve': 'orders:write',
  'POST /api/returns/{id}/receive': 'orders:write',
  'POST /api/returns/{id}/close': 'orders:write',
  'POST /api/returns/{id}/reject': 'orders:write',
  'POST /api/withdrawals': 'anybody',
  'GET /api/withdrawals': 'orders:read or own',
  'GET /api/withdrawals/{id}': 'orders:read or own',
  'POST /api/withdrawals/{id}/accept': 'orders:write',
  'POST /api/withdrawals/{id}/reject': 'orders:write',
  'GET /api/carts': 'orders:read or own',
  'POST /api/carts': 'orders:write or own',
  'GET /api/carts/{id}': 'orders:read or own',
  'PATCH /api/carts/{id}': 'orders:write or own',
  'DELETE /api/carts/{id}': 'orders:write or own',
  'POST /api/carts/{id}/merge': 'session',
  'POST /api/checkouts': 'orders:write or own',
  'GET /api/checkouts/{id}': 'orders:read or own',
  'PATCH /api/checkouts/{id}': 'orders:write or own',
  'POST /api/checkouts/{id}/complete': 'orders:write or own',
  'POST /api/checkouts/{id}/cancel': 'orders:write or own',
  'GET /api/invoices': 'invoices:read or own',
  'GET /api/invoices/{id}': 'invoices:read or own',
  'POST /api/invoices': 'invoices:write',
  'PATCH /api/invoices/{id}': 'invoices:write',
  'DELETE /api/invoices/{id}': 'invoices:write',
  'POST /api/invoices/{id}/finalize': 'invoices:write',
  'POST /api/invoices/{id}/send': 'invoices:write',
  'POST /api/invoices/{id}/void': 'invoices:write',
  'POST /api/invoices/{id}/pay': 'payments:write or own',
  'POST /api/invoices/{id}/mark_uncollectible': 'invoices:write',
  'GET /api/analytics': 'analytics:read',
  'GET /api/analytics/live': 'analytics:read',
  'GET /api/analytics/sales': 'analytics:read',
  'GET /api/analytics/business': 'analytics:read',
  'GET /api/analytics/users': 'analytics:read',
  'GET /api/analytics/query': 'analytics:read',
  'GET /api/overview': 'any of orders:read payments:read products:read webhooks:read invoices:read',
  'GET /api/search': 'any of orders:read users:read products:read',
  'GET /api/test_clock': 'settings:read',
  'POST /api/test_clock': 'settings:write',
  'GET /api/credit_notes': 'invoices:read or own',
  'GET /api/credit_notes/{id}': 'invoices:read or own',
  'POST /api/credit_notes': 'invoices:write',
  'GET /api/invoices/{id}/pdf': 'invoices:read or own',
  'GET /api/credit_notes/{id}/pdf': 'invoices:read or own',
  'GET /api/payments': 'payments:read or own',
  'GET /api/payment_gateways': 'anybody',
  'GET /api/payment_gateways/health': 'any of payments:read settings:read',
  'GET /api/payment_gateways/setup': 'any of payments:read settings:read',
  'GET /api/payment_methods': 'payments:read or own',
  'POST /api/payment_methods': 'payments:write or own',
  'GET /api/payment_methods/{id}': 'payments:read or own',
  'DELETE /api/payment_methods/{id}': 'payments:write or own',
  'POST /api/payment_methods/{id}/default': 'payments:write or own',
  'GET /api/payment_links': 'payments:read',
  'POST /api/payment_links': 'payments:write',
  'GET /api/payment_links/{id}': 'payments:read',
  'POST /api/payment_links/{id}/send': 'payments:write',
  'POST /api/payment_links/{id}/deactivate': 'payments:write',
  'POST /api/payments': 'payments:write or own',
  'GET /api/payments/{id}': 'payments:read or own',
  'POST /api/payments/{id}/capture': 'payments:write',
  'POST /api/payments/{id}/cancel': 'payments:write',
  'GET /api/payments/{id}/refunds': 'payments:read or own',
  'GET /api/payments/{id}/refunds/{refund_id}': 'payments:read or own',
  'POST /api/payments/{id}/refunds': 'payments:write',
  'GET /api/payments/{id}/timeline': 'payments:read or own',
  'POST /api/payments/notifications/sandbox': 'a signature',
  'GET /api/tax_rates': 'pricing:read',
  'POST /api/tax_rates': 'pricing:write',
  'GET /api/tax_rates/{id}': 'pricing:read',
  'PATCH /api/tax_rates/{id}': 'pricing:write',
  'DELETE /api/tax_rates/{id}': 'pricing:write',
  'GET /api/shipping_methods': 'pricing:read',
  'POST /api/shipping_methods': 'pricing:write',
  'GET /api/shipping_methods/{id}': 'pricing:read',
  'PATCH /api/shipping_methods/{id}': 'pricing:write',
  'DELETE /api/shipping_methods/{id}': 'pricing:write',
  'GET /api/discounts': 'pricing:read',
  'POST /api/discounts': 'pricing:write',
  'GET /api/discounts/{id}': 'pricing:read',
  'PATCH /api/discounts/{id}': 'pricing:write',
  'DELETE /api/discounts/{id}': 'pricing:write',
  'GET /api/plans': 'subscriptions:read',
  'POST /api/plans': 'subscriptions:write',
  'GET /api/plans/{id}': 'subscriptions:read',
  'PATCH /api/plans/{id}': 'subscriptions:write',
  'DELETE /api/plans/{id}': 'subscriptions:write',
  'GET /api/subscriptions': 'subscriptions:read or own',
  'POST /api/subscriptions': 'subscriptions:write or own',
  'GET /api/subscriptions/{id}': 'subscriptions:read or own',
  'PATCH /api/subscriptions/{id}': 'subscriptions:write or own',
  'POST /api/subscriptions/{id}/cancel': 'subscriptions:write or own',
  'POST /api/subscriptions/{id}/undo_cancel': 'subscriptions:write or own',
  'POST /api/subscriptions/{id}/pause': 'subscriptions:write or own',
  'POST /api/subscriptions/{id}/resume': 'subscriptions:write or own',
  'POST /api/subscriptions/{id}/skip': 'subscriptions:write or own',
  'GET /api/subscriptions/{id}/upcoming': 'subscriptions:read or own',
  'POST /api/usage_records': 'subscriptions:write',
  'GET /api/settings/environment': 'settings:read',
  'GET /api/shop': 'settings:read',
  'PATCH /api/shop': 'settings:write',
  'POST /api/shop/test_mail': 'settings:write',
  'GET /api/shop/rules': 'shop_rules:read',
  'PATCH /api/shop/rules': 'shop_rules:write',
  'GET /api/events': 'events:read',
  'GET /api/events/stream': 'events:read',
  'GET /api/events/{id}': 'events:read',
  'GET /api/webhooks': 'webhooks:read',
  'POST /api/webhooks': 'webhooks:write',
  'GET /api/webhooks/{id}': 'webhooks:read',
  'PATCH /api/webhooks/{id}': 'webhooks:write',
  'DELETE /api/webhooks/{id}': 'webhooks:write',
  'POST /api/webhooks/{id}/rotate_secret': 'webhooks:write',
  'POST /api/webhooks/{id}/test': 'webhooks:write',
  'GET /api/webhooks/{id}/deliveries': 'webhooks:read',
  'GET /api/webhooks/{id}/deliveries/{delivery_id}': 'webhooks:read',
  'POST /api/webhooks/{id}/deliveries/{delivery_id}/retry': 'webhooks:write',
  'POST /api/webhooks/{id}/replay': 'webhooks:write',
  'GET /api/audit_log': 'audit:read',
};

const STAFF = 'products categories redirects orders payments invoices subscriptions'.split(' ');

/** The scopes of each role, independent of the code. */
const HOLDS: Readonly<Record<string, (scope: string) => boolean>> = {
  owner: () => true,
  admin: (scope) => scope !== '*',
  staff: (scope) =>
    STAFF.includes(scope.split(':')[0] ?? '') ||
    ['users:read', 'customers:write', 'pricing:read', 'settings:read', 'shop_rules:read', 'analytics:read'].includes(
      scope,
    ),
  analyst: (scope) => scope.endsWith(':read'),
  customer: () => false,
};

/** The scopes that include another one. */
const INCLUDED_IN: Readonly<Record<string, string>> = { 'customers:write': 'users:write' };

const SUFFIX = '01h455vb4pex5vsknk084sn02q';

/** Valid bodies of writes; orders are of a product created for them. */
const BODIES: Record<string, object> = {
  'PUT /api/users/{id}': { email: 'somebody@example.com' },
  'PATCH /api/users/{id}': { name: 'Somebody' },
  'PATCH /api/orders/{id}': { metadata: { gift: 'yes' } },
  'POST /api/orders/{id}/returns': { items: [{ item_id: `item_${SUFFIX}`, quantity: 1 }] },
  'POST /api/carts': {},
  'PATCH /api/carts/{id}': { metadata: { gift: 'yes' } },
  'POST /api/carts/{id}/merge': { client_secret: 'not a secret' },
  'POST /api/checkouts': {},
  'PATCH /api/checkouts/{id}': { metadata: { gift: 'yes' } },
  'POST /api/withdrawals': { order_number: '1', email: 'somebody@example.com', name: 'Somebody' },
  'POST /api/invoices': { user_id: `usr_${SUFFIX}` },
  'PATCH /api/invoices/{id}': { metadata: { gift: 'yes' } },
  'POST /api/credit_notes': { invoice_id: `inv_${SUFFIX}` },
  'POST /api/payments': { order_id: `ord_${SUFFIX}`, payment_method: { token: 'tok_success' } },
  'POST /api/payment_methods': { token: 'tok_success' },
  'POST /api/usage_records': { records: [{ subscription_id: `sub_${SUFFIX}`, key: 'x', quantity: 1 }] },
  'PATCH /api/subscriptions/{id}': { metadata: { seats: 'office' } },
  'POST /api/payments/notifications/sandbox': { id: 'x' },
  'POST /api/webhooks': { url: 'https://shop.example/hooks', events: ['*'] },
  'PATCH /api/webhooks/{id}': { enabled: false },
  'POST /api/webhooks/{id}/replay': { from: '2026-11-20T00:00:00Z' },
};

/** What a publishable key may call. */
const FOR_VISITORS = new Set([
  'GET /api/products',
  'GET /api/products/suggest',
  'GET /api/products/{id}',
  'GET /api/products/{id}/json-ld',
  'GET /api/feeds/google.xml',
  'GET /api/categories',
  'GET /api/categories/{id}',
  'GET /api/categories/tree',
  'GET /api/redirects',
  'GET /api/redirects/{id}',
  'POST /api/orders',
  'POST /api/carts',
  'POST /api/checkouts',
  'POST /api/withdrawals',
  'POST /api/users',
  'GET /api/payment_gateways',
  'POST /api/auth',
  'POST /api/auth/password_resets',
  'POST /api/auth/password_resets/confirm',
  'POST /api/auth/email_verifications/confirm',
]);

/** What it may call with an order token, and the status of a dry run on the order. */
const WITH_ORDER_TOKEN: Readonly<Record<string, number>> = {
  'GET /api/orders/{id}': 200,
  'GET /api/orders/{id}/timeline': 200,
  'POST /api/orders/{id}/cancel': 200,
  // it has no dry run
  'POST /api/payments': 422,
  'GET /api/payments': 200,
  // a payment of another order
  'GET /api/payments/{id}': 404,
  // the shop does not let guests do it
  'POST /api/orders/{id}/returns': 403,
  'GET /api/orders/{id}/returns': 200,
  // a return of another order
  'GET /api/returns/{id}': 404,
  'GET /api/withdrawals/{id}': 404,
};

/** What it may call with the token of a cart or of a checkout. */
const WITH_TOKEN_OF: Readonly<Record<'Cart-Token' | 'Checkout-Token', Readonly<Record<string, number>>>> = {
  'Cart-Token': {
    'GET /api/carts/{id}': 200,
    'PATCH /api/carts/{id}': 200,
    'DELETE /api/carts/{id}': 200,
  },
  'Checkout-Token': {
    'GET /api/checkouts/{id}': 200,
    'PATCH /api/checkouts/{id}': 200,
    // tried as a dry run, which visitors have not
    'POST /api/checkouts/{id}/complete': 422,
    'POST /api/checkouts/{id}/cancel': 200,
  },
};

/** All are rejected after the access check, so that no stream stays open. */
const HEADERS: Record<string, Record<string, string>> = {
  'GET /api/events/stream': { 'Last-Event-ID': 'no event' },
};
const QUERIES: Record<string, string> = {
  'GET /api/auth/stream': '?unknown=true',
  'GET /api/analytics/live': '?timezone=nowhere',
  'GET /api/search': '?q=somebody',
  'GET /api/products/suggest': '?q=shirt',
};

type Operation = Readonly<{
  security?: readonly object[];
  parameters: readonly { in: string; schema: { pattern?: string } }[];
}>;

onStorage('memory', 'access', ({ app }) => {
  let operations: [string, Operation][];

  before(async () => {
    const plan = await createPlan(app(), { trial_days: 7, trial_once: false });
    BODIES['POST /api/subscriptions'] = { plan_id: plan.id };
    BODIES['POST /api/orders'] = { items: [{ product_id: (await createProduct(app())).id, quantity: 1 }] };
    const { paths } = withParts((await app().call('/api/openapi.json')).json) as {
      paths: Record<string, Record<string, Operation>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
    );
  });

  /** Dry-runs an operation on an unknown id of its prefix, or the given one. */
  const callOn = (
    name: string,
    { parameters }: Operation,
    key: string | null,
    ids: Readonly<Record<string, string>> = {},
    more: Readonly<Record<string, string>> = {},
  ): Promise<Reply> => {
    const [method = '', path = ''] = name.split(' ');
    const pattern = parameters.find((parameter) => parameter.in === 'path')?.schema.pattern ?? '';
    const prefix = /^\^([a-z]+)_/.exec(pattern)?.[1] ?? '';
    const body = BODIES[name];
    const isDryRun = method !== 'GET' && NEEDS[name] !== 'a signature';
    const full = path
      .replace('{id}', ids[prefix] ?? `${prefix}_${SUFFIX}`)
      .replace('{session_id}', `ses_${SUFFIX}`)
      .replace('{delivery_id}', `dlv_${SUFFIX}`)
      .replace('{refund_id}', `re_${SUFFIX}`);
    const at = `${full}${isDryRun ? '?dry_run=true' : (QUERIES[name] ?? '')}`;
    const headers = { ...HEADERS[name], ...more };
    return app().call(at, { method, key, headers, ...(body === undefined ? {} : { body }) });
  };
  /** A user's own resource of each kind, by prefix. */
  const ownOf = async (userId: string): Promise<Record<string, string>> => {
    const body = { ...BODIES['POST /api/orders'], user_id: userId };
    const order = await app().call('/api/orders', { method: 'POST', body });
    const paid = await app().call('/api/orders', { method: 'POST', body });
    const payment = await app().call('/api/payments', {
      method: 'POST',
      body: { order_id: paid.json.id, payment_method: { token: 'tok_success' } },
    });
    const method = await app().call('/api/payment_methods', {
      method: 'POST',
      body: { user_id: userId, token: 'tok_success' },
    });
    const subscription = await app().call('/api/subscriptions', {
      method: 'POST',
      body: { ...BODIES['POST /api/subscriptions'], user_id: userId },
    });
    const { id: sub } = subscription.json;
    const cart = await app().call('/api/carts', { method: 'POST', body: { user_id: userId } });
    const checkout = await app().call('/api/checkouts', { method: 'POST', body });
    const [{ id: ofCart }, { id: chk }] = [cart.json, checkout.json];
    return { cart: ofCart, chk, usr: userId, ord: order.json.id, pay: payment.json.id, pm: method.json.id, sub };
  };
  const scopeOf = (name: string): string => NEEDS[name]?.split(' ')[0] ?? '';
  const needing = (matches: (need: string) => boolean) => operations.filter(([name]) => matches(NEEDS[name] ?? ''));
  const isScope = (need: string): boolean => need.includes(':') && !isAny(need);
  const isAny = (need: string): boolean => need.startsWith('any of ');
  const scopesOfAny = (name: string): string[] => (NEEDS[name] ?? '').split(' ').slice(2);
  const isOwn = (need: string): boolean => need.endsWith(' or own');

  it('is decided for every operation', () => {
    expect(operations.map(([name]) => name)).to.have.members(Object.keys(NEEDS));
    for (const [name, { security }] of operations) expect(security, name).to.be.an('array');
  });

  it('is documented as it is enforced', () => {
    for (const [name, { security = [] }] of operations) {
      const needsNoKey = security.length === 0 || security.some((choice) => Object.keys(choice).length === 0);
      expect(needsNoKey, name).to.equal(['anybody', 'a signature'].includes(NEEDS[name] ?? ''));
    }
  });

  it('is denied by a route without an access rule', async () => {
    const owner = anActor(aUser({ role: 'owner' }));
    const forNobody = [undefined, { kind: 'of a kind to come' } as never];
    for (const access of forNobody) {
      expect(() => authorize({ operationId: 'x', access: access as never }, owner))
        .to.throw()
        .that.includes({ status: 403, code: 'forbidden' });
      expect(() => authorize({ operationId: 'x', access: access as never }, Actor.anonymous))
        .to.throw()
        .that.includes({ status: 401 });
    }
  });

  it('is denied by a new route until it declares its access', async () => {
    const declared = { access: { kind: 'authenticated' } } as const;
    for (const [path, access] of [
      ['/api/novelties', {}],
      ['/api/novelties', declared],
    ] as const) {
      const novelty = {
        method: 'get',
        path,
        operationId: 'x',
        summary: 'x',
        description: 'x',
        responses: {},
      };
      const read = async () => ({ status: 200, body: {} });
      const { server, call } = await serveAlso({ ...novelty, ...access, read } as unknown as Route);
      const [asOwner, asNobody] = [await call(path), await call(path, { key: null })];
      server.close();
      expectProblem(asNobody, 401, 'authentication_required');
      if (access === declared) expect(asOwner.status).to.equal(200);
      else expectProblem(asOwner, 403, 'forbidden');
    }
  });

  it('is denied without a key, except for public operations', async () => {
    for (const [name, operation] of operations) {
      const reply = await callOn(name, operation, null);
      if (NEEDS[name] === 'a signature') expectProblem(reply, 401, 'invalid_credentials');
      else if (NEEDS[name] === 'anybody') expect(reply.status, name).to.not.be.oneOf([401, 403]);
      else expectProblem(reply, 401, 'authentication_required');
    }
  });

  it('is denied for an invalid key everywhere', async () => {
    for (const [name, operation] of operations)
      expectProblem(await callOn(name, operation, 'bad'), 401, 'invalid_api_key');
  });

  it('is denied for a key with every scope but the required one', async () => {
    for (const [name, operation] of needing(isScope)) {
      const granting = ['*', scopeOf(name), INCLUDED_IN[scopeOf(name)]];
      const others = SCOPES.filter((scope) => !granting.includes(scope));
      const { key } = await createKey(app(), { scopes: others });
      const problem = expectProblem(await callOn(name, operation, key), 403, 'insufficient_scope');
      expect(problem.required_scope, name).to.equal(scopeOf(name));
      expect(problem.held_scopes, name).to.deep.equal(others);
    }
  });

  it('is granted for a key with one of several scopes, and denied for a key with all others', async () => {
    // which of the scopes cancels an import depends on what it imports
    const several = needing(isAny).filter(([name]) => name.startsWith('GET'));
    expect(several).to.have.length(6);
    for (const [name, operation] of several) {
      const scopes = scopesOfAny(name);
      for (const scope of scopes) {
        const { key } = await createKey(app(), { scopes: [scope] });
        expect((await callOn(name, operation, key)).status, `${name} with ${scope}`).to.be.oneOf([200, 404]);
      }
      const others = SCOPES.filter((scope) => scope !== '*' && !scopes.includes(scope));
      const { key } = await createKey(app(), { scopes: others });
      const problem = expectProblem(await callOn(name, operation, key), 403, 'insufficient_scope');
      expect(problem.required_scope, name).to.equal(scopes.join(' '));
      expect(problem.held_scopes, name).to.deep.equal(others);
    }
  });

  it('is denied for a publishable key of the owner, except for the operations of visitors', async () => {
    const fields = { kind: 'publishable', allowed_origins: [] };
    const { key } = await createKey(app(), fields);
    for (const [name, operation] of operations) {
      const reply = await callOn(name, operation, key);
      if (FOR_VISITORS.has(name)) expect(reply.status, `${name}: ${reply.text}`).to.not.be.oneOf([401, 403]);
      else expectProblem(reply, 403, 'insufficient_scope');
    }
  });

  it('is granted with an order token for that order, and for no other operation', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const body = { ...BODIES['POST /api/orders'], email: 'guest@example.com' };
    const { id, client_secret: secret } = (await app().call('/api/orders', { method: 'POST', key, body })).json;
    for (const [name, operation] of operations.filter(
      ([name]) => !FOR_VISITORS.has(name) && name !== 'POST /api/users',
    )) {
      const reply = await callOn(name, operation, key, { ord: id }, { 'Order-Token': secret });
      const expected = WITH_ORDER_TOKEN[name] ?? 403;
      expect(reply.status, `${name}: ${reply.text}`).to.equal(expected);
      if (!(name in WITH_ORDER_TOKEN)) expectProblem(reply, 403, 'insufficient_scope');
    }
  });

  it('is granted with the token of a cart or a checkout for that, and for no other operation', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const make = async (path: string, body: object) =>
      (await app().call(path, { method: 'POST', key, body: { ...body, email: 'guest@example.com' } })).json;
    const cart = await make('/api/carts', {});
    const checkout = await make('/api/checkouts', BODIES['POST /api/orders'] ?? {});
    const made = { 'Cart-Token': cart, 'Checkout-Token': checkout };
    for (const [header, granted] of Object.entries(WITH_TOKEN_OF)) {
      const { client_secret: secret } = made[header as keyof typeof made];
      for (const [name, operation] of operations.filter(([name]) => !FOR_VISITORS.has(name))) {
        const reply = await callOn(name, operation, key, { cart: cart.id, chk: checkout.id }, { [header]: secret });
        expect(reply.status, `${name}: ${reply.text}`).to.equal(granted[name] ?? 403);
        if (!(name in granted)) expectProblem(reply, 403, 'insufficient_scope');
      }
    }
  });

  it('is granted for a key with the required scope alone, or with all', async () => {
    for (const [name, operation] of needing(isScope)) {
      // a webhook also needs the scopes that read its events
      const events = name === 'POST /api/webhooks' ? SCOPES.filter((scope) => scope.endsWith(':read')) : [];
      const { key: one } = await createKey(app(), { scopes: [scopeOf(name), ...events] });
      const { key: all } = await createKey(app(), { scopes: ['*'] });
      for (const key of [one, all])
        expect((await callOn(name, operation, key)).status, name).to.not.be.oneOf([401, 403]);
    }
  });

  it('is granted without scopes where any key will do, and denied where a session is required', async () => {
    const { key } = await createKey(app(), { scopes: [] });
    for (const [name, operation] of needing((need) => need === 'any key' || need === 'anybody')) {
      expect((await callOn(name, operation, key)).status, name).to.not.be.oneOf([401, 403]);
    }
    for (const [name, operation] of needing((need) => need === 'session')) {
      expectProblem(await callOn(name, operation, key), 403, 'forbidden');
    }
  });

  for (const [role, holds] of Object.entries(HOLDS)) {
    describe(`for ${role}`, () => {
      let id: string;
      let token: string;
      let own: Record<string, string>;

      before(async () => {
        const user = await createUser(app(), { role });
        id = user.id;
        token = await signIn(app(), user);
        own = await ownOf(id);
      });

      it('is granted or denied for every operation as the role says', async () => {
        for (const [name, operation] of operations) {
          const need = NEEDS[name] ?? '';
          const reply = await callOn(name, operation, token);
          if (need === 'a signature') {
            expectProblem(reply, 401, 'invalid_credentials');
          } else if (isAny(need) ? scopesOfAny(name).some(holds) : !isScope(need) || holds(scopeOf(name))) {
            expect(reply.status, `${name}: ${reply.text}`).to.not.be.oneOf([401, 403]);
          } else if (role === 'customer' && isOwn(need)) {
            const made: Record<string, number> = {
              'POST /api/orders': 201,
              // they have an open cart
              'POST /api/carts': 409,
              'POST /api/checkouts': 201,
              'POST /api/payments': 422,
              'POST /api/payment_methods': 422,
              'POST /api/subscriptions': 201,
              // the e-mail is not verified
              'POST /api/orders/claim': 409,
            };
            const expected = made[name] ?? (name.includes('{id}') ? 404 : 200);
            expect(reply.status, `${name}: ${reply.text}`).to.equal(expected);
          } else {
            const problem = expectProblem(reply, 403, 'insufficient_scope');
            const required = isAny(need) ? scopesOfAny(name).join(' ') : scopeOf(name);
            expect(problem.required_scope, name).to.equal(required);
            expect(problem.held_scopes, name).to.have.members(SCOPES.filter((scope) => scope !== '*' && holds(scope)));
          }
        }
      });

      it('includes their own resources without a scope for customers only', async () => {
        for (const [name, operation] of needing((need) => isOwn(need) && !holds(need.split(' ')[0] ?? ''))) {
          const reply = await callOn(name, operation, token, own);
          // operations that call a gateway have no dry run
          const unknown = {
            'GET /api/payments/{id}/refunds/{refund_id}': 404,
            'GET /api/returns/{id}': 404,
            'GET /api/withdrawals/{id}': 404,
            'DELETE /api/users/{id}/sessions/{session_id}': 404,
            'GET /api/invoices/{id}': 404,
            'GET /api/invoices/{id}/pdf': 404,
            'POST /api/invoices/{id}/pay': 404,
            'GET /api/credit_notes/{id}/pdf': 404,
            'GET /api/credit_notes/{id}': 404,
            // it is a trial that goes on
            'POST /api/subscriptions/{id}/undo_cancel': 409,
            'POST /api/subscriptions/{id}/resume': 409,
            // the shop does not let customers do it
            'POST /api/orders/{id}/returns': 403,
            // their e-mail is not verified
            'POST /api/orders/claim': 409,
          };
          const made =
            {
              'POST /api/orders': 201,
              // they have an open cart
              'POST /api/carts': 409,
              'POST /api/checkouts': 201,
              'POST /api/subscriptions': 201,
              'POST /api/payments': 422,
              'POST /api/payment_methods': 422,
              ...unknown,
            }[name] ?? 200;
          if (role === 'customer') expect(reply.status, `${name}: ${reply.text}`).to.equal(made);
          else expectProblem(reply, 403, 'insufficient_scope');
        }
      });

      it('hides other users without `users:read`, in paths and lists', async () => {
        const other = await createUser(app());
        const ofOther = await ownOf(other.id);
        const listed = (await app().call('/api/users?limit=100', { key: token })).json.data;
        const found = await app().call(`/api/users?email=${encodeURIComponent(other.email)}`, { key: token });
        if (holds('users:read')) {
          expect(listed.length).to.be.greaterThan(1);
          expect(found.json.data).to.have.length(1);
          return;
        }
        expect(listed.map((user: { id: string }) => user.id)).to.deep.equal([id]);
        expect(found.json.data).to.deep.equal([]);
        for (const [name, operation] of needing(isOwn).filter(([name]) => name.includes('{id}'))) {
          expectProblem(await callOn(name, operation, token, ofOther), 404, 'not_found');
        }
      });
    });
  }
});
