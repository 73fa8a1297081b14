import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  payment,
  signIn,
} from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { dumpOf, runSql } from '../../support/servers/database.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

/** A customer with a session and a saved payment method. */
const aCustomer = async (app: TestApp, token = 'tok_success') => {
  const user = await createUser(app);
  const key = await signIn(app, user);
  const saved = await app.call('/api/payment_methods', { method: 'POST', key, body: { token } });
  expect(saved.status, saved.text).to.equal(201);
  return { id: user.id as string, key, method: saved.json.id as string };
};

const byMethod = (id: string, fields: object = {}) => ({ payment_method: { id, ...fields } });

onService('payments with a saved method', ({ app }) => {
  const anOrderOf = async (userId: string): Promise<string> => (await createOrder(app(), { user_id: userId })).id;

  it('are made by customers and by staff, and name the method', async () => {
    const { id, key, method } = await aCustomer(app());
    const own = await payment(app(), await anOrderOf(id), byMethod(method), { key });
    expect(own.status, own.text).to.equal(201);
    expect(own.json).to.include({ status: 'succeeded', gateway: 'sandbox', payment_method_id: method });
    const byStaff = await payment(app(), await anOrderOf(id), byMethod(method, { off_session: true }));
    expect(byStaff.json).to.include({ status: 'succeeded', payment_method_id: method });
    const byToken = await payment(app(), await anOrderOf(id));
    expect(byToken.json.payment_method_id).to.equal(null);
    const found = await app().call(`/api/payments/${own.json.id}`, { key });
    expect(found.json).to.deep.equal(own.json);
  });

  it('can be refunded and authorized as others', async () => {
    const { id, method } = await aCustomer(app());
    const held = await payment(app(), await anOrderOf(id), { ...byMethod(method), capture_method: 'manual' });
    expect(held.json.status).to.equal('authorized');
    const captured = await app().call(`/api/payments/${held.json.id}/capture`, { method: 'POST' });
    expect(captured.json.status, captured.text).to.equal('succeeded');
    const refunded = await app().call(`/api/payments/${held.json.id}/refunds`, { method: 'POST' });
    expect(refunded.json.status, refunded.text).to.equal('succeeded');
  });

  it('are declined, or require an action, as the method says after its first charge', async () => {
    for (const [token, code] of [
      ['tok_saved_then_declined', 'generic_decline'],
      ['tok_saved_then_expired', 'expired_card'],
    ] as const) {
      const { id, key, method } = await aCustomer(app(), token);
      const first = await payment(app(), await anOrderOf(id), byMethod(method), { key });
      expect(first.json.status).to.equal('succeeded');
      const later = await payment(app(), await anOrderOf(id), byMethod(method), { key });
      expect(expectProblem(later, 402, 'payment_declined').decline_code).to.equal(code);
    }
    const { id, key, method } = await aCustomer(app(), 'tok_saved_then_requires_action');
    await payment(app(), await anOrderOf(id), byMethod(method), { key });
    const { json } = await payment(app(), await anOrderOf(id), byMethod(method), { key });
    expect(json.status).to.equal('requires_action');
    expect(json.next_action.redirect_url).to.match(/^http/);
  });

  it('are refused with a method of another user, for a guest, or that is deleted', async () => {
    const [ada, bob] = [await aCustomer(app()), await aCustomer(app())];
    const refused = async (orderId: string, method: string, options: object = {}) =>
      errorPathsOf(expectProblem(await payment(app(), orderId, byMethod(method), options), 422, 'unknown_reference'));
    const orderId = await anOrderOf(ada.id);
    expect(await refused(orderId, bob.method)).to.deep.equal(['/payment_method/id']);
    expect(await refused(orderId, bob.method, { key: ada.key })).to.deep.equal(['/payment_method/id']);
    expect(await refused(orderId, 'pm_01h455vb4pex5vsknk084sn02q')).to.deep.equal(['/payment_method/id']);
    const ofGuest = (await createOrder(app(), { email: 'guest@example.com' })).id;
    expect(await refused(ofGuest, ada.method)).to.deep.equal(['/payment_method/id']);
    await app().call(`/api/payment_methods/${ada.method}`, { method: 'DELETE' });
    expect(await refused(orderId, ada.method, { key: ada.key })).to.deep.equal(['/payment_method/id']);
  });

  it('are not opened by the order token of a guest who has claimed the order', async () => {
    const { key: publishable } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const items = itemsOf([await createProduct(app())]);
    const body = { items, email: 'token@example.com' };
    const placed = (await app().call('/api/orders', { method: 'POST', key: publishable, body })).json;
    const { method } = await aCustomer(app());
    const headers = { 'Order-Token': placed.client_secret };
    const reply = await payment(app(), placed.id, byMethod(method), { key: publishable, headers });
    expectProblem(reply, 422, 'unknown_reference');
  });

  it('are refused with what is wrong', async () => {
    const { id, key, method } = await aCustomer(app());
    const orderId = await anOrderOf(id);
    const errors = async (fields: object, options: object = {}) =>
      errorPathsOf(expectProblem(await payment(app(), orderId, fields, options), 422, 'validation_failed'));
    expect(await errors({ payment_method: {} })).to.deep.equal(['/payment_method']);
    expect(await errors(byMethod(method, { token: 'tok_success' }))).to.deep.equal(['/payment_method']);
    expect(await errors(byMethod('card_1'))).to.deep.equal(['/payment_method/id']);
    expect(await errors({ ...byMethod(method), gateway: 'manual' })).to.deep.equal(['/gateway']);
    const unsaved = { payment_method: { token: 'tok_success', off_session: true } };
    expect(await errors(unsaved)).to.deep.equal(['/payment_method/off_session']);
    expect(await errors(byMethod(method, { off_session: true }), { key })).to.deep.equal([
      '/payment_method/off_session',
    ]);
    const failed = await app().call('/api/payment_methods', { method: 'POST', key, body: { token: 'tok_declined' } });
    expect(await errors(byMethod(failed.json.payment_method_id))).to.deep.equal(['/payment_method/id']);
  });

  it('whose outcome was lost are reconciled', async () => {
    const { id, key } = await aCustomer(app());
    const saved = await app().call('/api/payment_methods', { method: 'POST', key, body: { token: 'tok_timeout' } });
    const path = `/api/payment_methods/${saved.json.id}`;
    await eventually('it is saved', async () => (await app().call(path)).json.status === 'active');
    const { json } = await payment(app(), await anOrderOf(id), byMethod(saved.json.id), { key });
    expect(json.status).to.equal('processing');
    await eventually(
      'it is paid',
      async () => (await app().call(`/api/payments/${json.id}`)).json.status === 'succeeded',
    );
  });
});

onStorage('postgres', 'references of saved methods', ({ app, databaseUrl }) => {
  it('are stored encrypted, shown nowhere, and gone after a deletion', async () => {
    const { id, key, method } = await aCustomer(app());
    const order = await createOrder(app(), { user_id: id });
    await payment(app(), order.id, byMethod(method), { key });
    const shown = async (path: string): Promise<string> => (await app().call(path)).text;
    const paths = ['/api/payment_methods', `/api/payment_methods/${method}`, '/api/events?limit=100', '/api/audit_log'];
    const texts = await Promise.all(
      [...paths, `/api/users/${id}/export`, `/api/payments?order_id=${order.id}`].map(shown),
    );
    const reference = `sandbox_${method}`;
    for (const text of texts) expect(text).to.not.include(reference);
    expect(await dumpOf(databaseUrl())).to.not.include(reference);
    const [row] = await runSql(databaseUrl(), `select reference from payment_methods where id = '${method}'`);
    expect(row?.['reference']).to.match(/^[A-Za-z0-9_-]{40,}$/);
    await app().call(`/api/payment_methods/${method}`, { method: 'DELETE', key });
    await eventually('it is removed at the gateway', async () => {
      const rows: Reply['json'][] = await runSql(
        databaseUrl(),
        `select from payment_methods m, sandbox_methods s where m.id = '${method}' and s.key = m.id
          and m.status = 'removed' and m.reference is null and s.removed_at is not null`,
      );
      return rows.length === 1;
    });
  });
});
