import { expect } from 'chai';
import {
  createInvoice,
  createOrder,
  createPayment,
  createPlan,
  createUser,
  INVOICE_LINE,
  signIn,
} from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const NOTHING = {
  sessions_ended: 0,
  api_keys_removed: 0,
  webhooks_disabled: 0,
  addresses_removed: 0,
  payment_methods_removed: 0,
  carts_removed: 0,
  checkouts_removed: 0,
  subscriptions_cancelled: 0,
  invoice_drafts_removed: 0,
  invoices_kept: 0,
  credit_notes_kept: 0,
  orders_kept: 0,
  payments_kept: 0,
  returns_kept: 0,
  withdrawals_kept: 0,
};

onService('the preview of an erasure', ({ app }) => {
  const post = async (path: string, body: object, key?: string) => {
    const reply = await app().call(path, { method: 'POST', body, ...(key === undefined ? {} : { key }) });
    expect(reply.status, reply.text).to.be.oneOf([200, 201]);
    return reply.json;
  };
  const get = async (path: string) => (await app().call(path)).json;
  const preview = (id: string, key?: string) =>
    app().call(`/api/users/${id}?dry_run=true`, { method: 'DELETE', ...(key === undefined ? {} : { key }) });
  const countsOf = ({ dry_run: _dryRun, emits: _emits, ...counts }: object & { dry_run?: true; emits?: string[] }) =>
    counts;

  it('counts what ends, what is removed and what stays, and changes nothing', async () => {
    const address = { line1: '1 Main St', country: 'US' };
    const user = await createUser(app(), { password: PASSWORD, addresses: [address, { ...address, line1: '2' }] });
    const { id: user_id } = user;
    await signIn(app(), user);
    await signIn(app(), user);
    await post('/api/carts', { user_id });
    for (const buyer of [{ user_id }, { email: user.email }]) await post('/api/checkouts', buyer);
    const order = await createOrder(app(), { user_id });
    await createPayment(app(), order.id);
    await createOrder(app(), { user_id });
    await createOrder(app());
    await post('/api/payment_methods', { user_id, token: 'tok_success' });
    const plan = await createPlan(app());
    const subscribe = () => post('/api/subscriptions', { user_id, plan_id: plan.id, trial_days: 30 });
    const [kept, ended] = [await subscribe(), await subscribe()];
    await post(`/api/subscriptions/${ended.id}/cancel`, {});
    await post('/api/invoices', { user_id, lines: [INVOICE_LINE] });
    const invoice = await createInvoice(app(), { user_id });
    await post('/api/credit_notes', { invoice_id: invoice.id, amount: 1 });

    // the log has each export
    const stored = async () => {
      const { exported_at: _at, audit_log: _log, ...data } = await get(`/api/users/${user_id}/export`);
      return data;
    };
    const before = await stored();
    const { status, json } = await preview(user_id);
    expect(status).to.equal(200);
    expect(json.dry_run).to.equal(true);
    expect(json.emits).to.include('user.deleted');
    expect(countsOf(json)).to.deep.equal({
      ...NOTHING,
      sessions_ended: 2,
      addresses_removed: 2,
      payment_methods_removed: 1,
      carts_removed: 1,
      checkouts_removed: 2,
      subscriptions_cancelled: 1,
      invoice_drafts_removed: 1,
      invoices_kept: 1,
      credit_notes_kept: 1,
      orders_kept: 2,
      payments_kept: 1,
    });
    expect(await stored()).to.deep.equal(before);
    expect((await get(`/api/subscriptions/${kept.id}`)).status).to.equal('trialing');

    // what it has counted is what happens
    const erased = await app().call(`/api/users/${user_id}`, { method: 'DELETE' });
    expect([erased.status, erased.text]).to.deep.equal([204, '']);
    expect((await get(`/api/subscriptions/${kept.id}`)).status).to.equal('cancelled');
    expect((await get(`/api/orders/${order.id}`)).email).to.equal(null);
    expect((await get(`/api/invoices?user_id=${user_id}`)).data).to.have.length(json.invoices_kept);
  });

  it('counts keys and endpoints of a colleague', async () => {
    const colleague = await createUser(app(), { role: 'admin', password: PASSWORD });
    const token = await signIn(app(), colleague);
    const { key } = await post('/api/auth/keys', { name: 'Script' }, token);
    await post('/api/webhooks', { url: 'https://hooks.example/a', events: ['order.*'] }, key);
    const { json } = await preview(colleague.id);
    expect(countsOf(json)).to.deep.equal({
      ...NOTHING,
      sessions_ended: 1,
      api_keys_removed: 1,
      webhooks_disabled: 1,
    });
    expect((await app().call('/api/auth', { key })).status).to.equal(200);
  });

  it('is refused where the erasure is', async () => {
    const [customer, other] = [await createUser(app(), { password: PASSWORD }), await createUser(app())];
    const token = await signIn(app(), customer);
    expectProblem(await preview(other.id, token), 404, 'not_found');
    expect((await preview(customer.id, token)).json).to.deep.include({ sessions_ended: 1 });
    const own = await app().call('/api/users/me?dry_run=true', {
      method: 'DELETE',
      key: token,
      body: { current_password: PASSWORD },
    });
    expect(own.json).to.deep.include({ sessions_ended: 1, dry_run: true });
    const owner = (await get('/api/auth')).user;
    expectProblem(await preview(owner.id), 409, 'invalid_state');
  });
});
