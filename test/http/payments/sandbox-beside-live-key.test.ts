import { expect } from 'chai';
import { StartError } from '#composition/start-error.ts';
import type { Log } from '#core/shared/log.ts';
import { byToken, createOrder, createPayment, createUser, payment, signIn } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { startApp, type TestApp } from '../../support/servers/start-app.ts';

const LIVE = {
  PAYMENT_GATEWAYS: 'sandbox,stripe',
  STRIPE_SECRET_KEY: 'sk_live_of_a_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_a_test',
  // nothing listens there
  STRIPE_API_BASE: 'http://127.0.0.1:9',
};

describe('the sandbox beside a live key', () => {
  const warnings: string[] = [];
  const log: Log = { debug: () => {}, info: () => {}, error: () => {}, warn: (_, message) => warnings.push(message) };
  let app: TestApp;

  before(async () => {
    app = await startApp(LIVE, { log });
  });
  after(() => app.stop());

  it('accepts no payment of customers', async () => {
    const customer = await createUser(app);
    const key = await signIn(app, customer);
    const { id } = await createOrder(app, { user_id: customer.id });
    for (const token of ['tok_success', 'tok_requires_action', 'tok_timeout']) {
      const reply = await payment(app, id, { ...byToken(token), gateway: 'sandbox' }, { key });
      expectProblem(reply, 403, 'insufficient_scope');
    }
    // the default for customers is the first gateway that they may use
    expectProblem(await payment(app, id, byToken('tok_success'), { key }), 502, 'gateway_error');
    expect((await app.call(`/api/orders/${id}`)).json.payment_status).to.equal('unpaid');
  });

  it('does not let a payer approve on its page, which asks for no credential', async () => {
    const { id } = await createOrder(app, { email: 'ada@example.com' });
    const made = await createPayment(app, id, byToken('tok_requires_action'));
    const page = new URL(made.next_action.redirect_url).pathname;
    for (const [path, method] of [
      [page, 'GET'],
      [`${page}/approve`, 'POST'],
    ] as const) {
      expect((await app.call(path, { method, key: null })).status).to.equal(404);
    }
    expect((await app.call(`/api/orders/${id}`)).json.payment_status).to.equal('unpaid');
  });

  it('is announced at the start, and refused for demos', async () => {
    const notice = 'the sandbox, which moves no money, requires payments:write: the gateway stripe moves real money';
    expect(warnings).to.include(notice);
    expect(app.service.sandboxNotice).to.equal(notice);
    const start = startApp({ ...LIVE, SANDBOX_FOR_CUSTOMERS: 'true' });
    expect(await start.catch((error: unknown) => error)).to.be.instanceOf(StartError);
  });
});
