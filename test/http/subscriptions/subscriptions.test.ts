import { expect } from 'chai';
import { createPlan, createProduct, createSubscription, createUser, signIn } from '../../support/builders/resources.ts';
import { advanceClock, advanceClockTo } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const DAY = 86_400;

onService(
  'subscriptions',
  ({ app }) => {
    const post = (at: string, body: object = {}, options: object = {}) =>
      app().call(at, { method: 'POST', body, ...options });
    const read = async (at: string) => (await app().call(at)).json;
    const current = (id: string) => read(`/api/subscriptions/${id}`);
    const invoicesOf = async (id: string) => (await read(`/api/invoices?subscription_id=${id}`)).data;
    const eventsOf = async (id: string): Promise<string[]> =>
      ((await read('/api/events?limit=100')).data as { resource_id: string; type: string }[])
        .filter((event) => event.resource_id === id)
        .map(({ type }) => type);
    const advance = (days: number) => advanceClock(app(), days * DAY);
    const step = (id: string, action: string, body?: object, options: object = {}) =>
      app().call(`/api/subscriptions/${id}/${action}`, { method: 'POST', ...(body && { body }), ...options });
    const count = async (at: string): Promise<number> => (await read(`${at}?include_total=true&limit=1`)).total;

    it('are charged at once, with a numbered invoice and a saved payment method', async () => {
      const plan = await createPlan(app(), { setup_amount: 5 });
      const subscription = await createSubscription(app(), { plan_id: plan.id, metadata: { team: 'a' } });
      expect(subscription).to.include({
        object: 'subscription',
        status: 'active',
        quantity: 3,
        next_action: null,
        collection: 'charge',
        at_period_end: 'renew',
      });
      expect(subscription.actions).to.deep.equal(['cancel', 'pause', 'skip']);
      expect(await current(subscription.id)).to.deep.equal(subscription);
      const [invoice, ...others] = await invoicesOf(subscription.id);
      expect(others).to.deep.equal([]);
      expect(invoice).to.include({ status: 'paid', total: 35, amount_paid: 35, id: subscription.latest_invoice_id });
      expect(invoice.number).to.match(/^INV-\d{6}$/);
      expect(invoice.lines.map(({ description }: { description: string }) => description)).to.deep.equal([
        'Team: setup',
        'Team',
      ]);
      expect(invoice.lines[1].period).to.deep.equal({
        start: subscription.current_period_start,
        end: subscription.current_period_end,
      });
      const [payment] = (await read(`/api/payments?invoice_id=${invoice.id}`)).data;
      expect(payment).to.include({ status: 'succeeded', payment_method_id: subscription.payment_method_id });
      expect(await eventsOf(subscription.id)).to.deep.equal(['subscription.created']);
      await advance(32);
      expect((await invoicesOf(subscription.id)).map(({ status }: { status: string }) => status)).to.deep.equal([
        'paid',
        'paid',
      ]);
      expect(await eventsOf(subscription.id)).to.include('subscription.renewed');
    });

    for (const token of ['tok_declined', 'tok_insufficient_funds', 'tok_saved_then_declined']) {
      it(`leave nothing but a failed payment when the first charge is declined: ${token}`, async () => {
        const user = await createUser(app());
        const plan = await createPlan(app());
        const method = { token };
        const body = { user_id: user.id, plan_id: plan.id };
        const isSaved = token === 'tok_saved_then_declined';
        // its first charge succeeds
        const first = isSaved ? await createSubscription(app(), { ...body, payment_method: method }) : undefined;
        const chosen = first === undefined ? method : { id: first.payment_method_id };
        const before = await count('/api/subscriptions');
        const problem = expectProblem(
          await post('/api/subscriptions', { ...body, payment_method: chosen }),
          402,
          'payment_declined',
        );
        const payment = await read(`/api/payments/${problem['payment_id']}`);
        expect(payment).to.include({ status: 'failed', failure_code: problem['decline_code'], order_id: null });
        expect(await count('/api/subscriptions')).to.equal(before);
        const invoice = await read(`/api/invoices/${payment.invoice_id}`);
        expect(invoice).to.include({ status: 'void', number: null, amount_due: 0 });
        expectProblem(
          await post('/api/payments', { invoice_id: invoice.id, payment_method: { token: 'tok_success' } }),
          409,
          'invalid_state',
        );
        const next = await createSubscription(app(), { ...body, payment_method: { token: 'tok_success' } });
        expect(next.status).to.equal('active');
      });
    }

    it('are incomplete while the customer has to authenticate, and active afterwards', async () => {
      const subscription = await createSubscription(app(), { payment_method: { token: 'tok_requires_action' } });
      expect(subscription).to.include({ status: 'incomplete' });
      expect(subscription.actions).to.deep.equal(['cancel']);
      const { redirect_url: url } = subscription.next_action;
      const [draft] = await invoicesOf(subscription.id);
      expect(draft).to.include({ status: 'draft', number: null });
      expect(draft.actions).to.deep.equal(['pay']);
      for (const path of [`/api/invoices/${draft.id}/finalize`]) {
        expectProblem(await post(path), 409, 'invalid_state');
      }
      expectProblem(await app().call(`/api/invoices/${draft.id}`, { method: 'DELETE' }), 409, 'invalid_state');
      const approved = await fetch(`${url}/approve`, { method: 'POST', redirect: 'manual' });
      expect(approved.status).to.be.below(400);
      const after = await current(subscription.id);
      expect(after).to.include({ status: 'active', next_action: null });
      expect((await invoicesOf(subscription.id))[0].status).to.equal('paid');
      expect(await eventsOf(subscription.id)).to.deep.equal(['subscription.updated', 'subscription.created']);
    });

    it('end after 23 hours without authentication, or when they are cancelled, without a number', async () => {
      for (const end of ['expire', 'cancel'] as const) {
        const { id } = await createSubscription(app(), { payment_method: { token: 'tok_requires_action' } });
        if (end === 'cancel') expect((await step(id, 'cancel')).status).to.equal(200);
        else await advance(1);
        expect(await current(id)).to.include({ status: 'cancelled', next_action: null });
        expect((await invoicesOf(id))[0]).to.include({ status: 'void', number: null });
      }
    });

    it('begin with a trial that needs no payment method', async () => {
      const plan = await createPlan(app(), { trial_days: 14 });
      const user = await createUser(app());
      const body = { user_id: user.id, plan_id: plan.id };
      const { json: trial } = await post('/api/subscriptions', body);
      expect(trial).to.include({ status: 'trialing', payment_method_id: null, latest_invoice_id: null });
      expect(await invoicesOf(trial.id)).to.deep.equal([]);
      expect(Date.parse(trial.trial_end) - Date.parse(trial.created_at)).to.equal(14 * DAY * 1000);
      const charged = await post('/api/subscriptions', { ...body, trial_days: 0 });
      expect(errorPathsOf(expectProblem(charged, 422, 'validation_failed'))).to.deep.equal(['/payment_method']);
      const { json: next } = await app().call(`/api/subscriptions/${trial.id}/upcoming`);
      expect(next.steps.map(({ type, at }: { type: string; at: string }) => [type, at])).to.deep.equal([
        ['renew', trial.trial_end],
      ]);
      expect(next.steps[0].invoice).to.include({ total: 10, currency: 'USD' });
    });

    describe('of one customer', () => {
      const subscribe = async (user: { id: string }, plan: { id: string }, fields: object = {}) =>
        (await post('/api/subscriptions', { user_id: user.id, plan_id: plan.id, ...fields })).json;
      const charged = { payment_method: { token: 'tok_success' } };

      it('have one trial of a plan, also after the first was cancelled', async () => {
        const user = await createUser(app());
        const plan = await createPlan(app(), { trial_days: 14 });
        const first = await subscribe(user, plan);
        expect(first.status).to.equal('trialing');
        await step(first.id, 'cancel');
        const reply = await post('/api/subscriptions', { user_id: user.id, plan_id: plan.id });
        expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/payment_method']);
        expect(await subscribe(user, plan, charged)).to.include({ status: 'active', trial_end: null });
        expect((await subscribe(await createUser(app()), plan)).status).to.equal('trialing');
        // staff may give another one
        expect((await subscribe(user, plan, { trial_days: 3 })).status).to.equal('trialing');
      });

      it('have one trial of a product, and another one where the plan allows it', async () => {
        const user = await createUser(app());
        const { id: product } = await createProduct(app());
        const [one, other] = [
          await createPlan(app(), { product_id: product, trial_days: 14 }),
          await createPlan(app(), { product_id: product, trial_days: 7, interval: 'year' }),
        ];
        expect((await subscribe(user, one)).status).to.equal('trialing');
        expect(await subscribe(user, other, charged)).to.include({ status: 'active', trial_end: null });
        const again = await createPlan(app(), { product_id: product, trial_days: 7, trial_once: false });
        expect((await subscribe(user, again)).status).to.equal('trialing');
        const strange = await createPlan(app(), { trial_days: 7 });
        expect((await subscribe(user, strange)).status).to.equal('trialing');
      });

      it('have no second trial of a plan that they changed to, or from, in a trial', async () => {
        const user = await createUser(app());
        const [from, to] = [await createPlan(app(), { trial_days: 14 }), await createPlan(app(), { trial_days: 14 })];
        const { id } = await subscribe(user, from);
        const changed = await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body: { plan_id: to.id } });
        expect(changed.json.status, changed.text).to.equal('trialing');
        for (const plan of [from, to]) expect((await subscribe(user, plan, charged)).status).to.equal('active');
      });

      it('are at most as many as the plan says, until one is cancelled', async () => {
        const user = await createUser(app());
        const { id: product } = await createProduct(app());
        const plan = await createPlan(app(), { product_id: product, max_per_customer: 2 });
        const sibling = await createPlan(app(), { product_id: product });
        const free = await createPlan(app());
        const { id } = await subscribe(user, plan, charged);
        await subscribe(user, sibling, charged);
        const payments = async () => (await read('/api/payments?limit=100')).data.length;
        const before = await payments();
        const refused = await post('/api/subscriptions', { user_id: user.id, plan_id: plan.id, ...charged });
        const [error] = expectProblem(refused, 422, 'validation_failed')['errors'] as object[];
        expect(error).to.include({ pointer: '/plan_id', code: 'plan.max_per_customer' });
        expect(await payments()).to.equal(before);
        const elsewhere = await subscribe(user, free, charged);
        const change = () =>
          app().call(`/api/subscriptions/${elsewhere.id}`, { method: 'PATCH', body: { plan_id: plan.id } });
        expect(errorPathsOf(expectProblem(await change(), 422, 'validation_failed'))).to.deep.equal(['/plan_id']);
        await step(id, 'cancel');
        expect((await change()).status).to.equal(200);
        expectProblem(
          await post('/api/subscriptions', { user_id: user.id, plan_id: plan.id, ...charged }),
          422,
          'validation_failed',
        );
        // another quantity of its own is no other subscription
        const more = await app().call(`/api/subscriptions/${elsewhere.id}`, {
          method: 'PATCH',
          body: { plan_id: plan.id, quantity: 2 },
        });
        expect(more.status, more.text).to.equal(200);
      });
    });

    it('send invoices instead of charging, which only staff may choose', async () => {
      const user = await createUser(app());
      const sent = await createSubscription(app(), { user_id: user.id, collection: 'send', payment_method: undefined });
      expect(sent.status).to.equal('active');
      expect((await invoicesOf(sent.id))[0]).to.include({ status: 'open', amount_due: 30 });
      const key = await signIn(app(), user);
      const body = { plan_id: sent.plan_id, collection: 'send', trial_days: 700 };
      const refused = await post('/api/subscriptions', body, { key });
      expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.have.members([
        '/trial_days',
        '/collection',
      ]);
    });

    it('are created and seen by customers for themselves only', async () => {
      const [user, other] = [await createUser(app()), await createUser(app())];
      const [key, strange] = [await signIn(app(), user), await signIn(app(), other)];
      const plan = await createPlan(app());
      const own = await post(
        '/api/subscriptions',
        { plan_id: plan.id, payment_method: { token: 'tok_success' } },
        { key },
      );
      expect(own.status, own.text).to.equal(201);
      expect(own.json.user_id).to.equal(user.id);
      const { id, payment_method_id: method } = own.json;
      expect((await app().call(`/api/subscriptions/${id}`, { key })).json).to.deep.equal(own.json);
      expect((await app().call('/api/subscriptions', { key: strange })).json.data).to.deep.equal([]);
      for (const path of [`/api/subscriptions/${id}`, `/api/subscriptions/${id}/upcoming`]) {
        expectProblem(await app().call(path, { key: strange }), 404, 'not_found');
      }
      expectProblem(await step(id, 'cancel', {}, { key: strange }), 404, 'not_found');
      const forOther = { user_id: user.id, plan_id: plan.id, payment_method: { id: method } };
      expectProblem(await post('/api/subscriptions', forOther, { key: strange }), 422, 'unknown_reference');
      const theirs = { plan_id: plan.id, payment_method: { id: method } };
      expectProblem(await post('/api/subscriptions', theirs, { key: strange }), 422, 'unknown_reference');
    });

    it('are the same when the request is repeated with its idempotency key', async () => {
      const user = await createUser(app());
      const plan = await createPlan(app());
      const body = { user_id: user.id, plan_id: plan.id, payment_method: { token: 'tok_success' } };
      const headers = { 'Idempotency-Key': `subscribe-${user.id}` };
      const replies = await Promise.all(Array.from({ length: 5 }, () => post('/api/subscriptions', body, { headers })));
      const made = replies.filter(({ status }) => status === 201);
      expect(new Set(made.map(({ json }) => json.id)).size).to.equal(1);
      expect((await post('/api/subscriptions', body, { headers })).json.id).to.equal(made[0]?.json.id);
      expect(await read(`/api/subscriptions?user_id=${user.id}`).then(({ data }) => data)).to.have.length(1);
      const methods = (await read(`/api/payment_methods?user_id=${user.id}`)).data;
      expect(methods).to.have.length(1);
    });

    it('are refused with a clear error for bad input', async () => {
      const address = { name: 'Ada', line1: 'Ring 1', city: 'Wien', postal_code: '1010', country: 'AT' };
      const user = await createUser(app(), { addresses: [address] });
      const plan = await createPlan(app());
      const archived = await createPlan(app());
      await app().call(`/api/plans/${archived.id}`, { method: 'PATCH', body: { status: 'archived' } });
      const good = { user_id: user.id, plan_id: plan.id, payment_method: { token: 'tok_success' } };
      const before = await count('/api/subscriptions');
      for (const [fields, code, path] of [
        [{ plan_id: archived.id }, 'validation_failed', '/plan_id'],
        [{ plan_id: 'plan_01h455vb4pex5vsknk084sn02q' }, 'unknown_reference', '/plan_id'],
        [{ user_id: 'usr_01h455vb4pex5vsknk084sn02q' }, 'unknown_reference', '/user_id'],
        [{ user_id: undefined }, 'validation_failed', '/user_id'],
        [{ quantity: -1 }, 'validation_failed', '/quantity'],
        [{ quantity: 1_000_000_001 }, 'validation_failed', '/quantity'],
        [{ quantity: 1.5 }, 'validation_failed', '/quantity'],
        [{ trial_days: 731 }, 'validation_failed', '/trial_days'],
        [{ payment_method: { token: 'nonsense' } }, 'unknown_reference', '/payment_method/token'],
        [{ payment_method: { id: 'pm_01h455vb4pex5vsknk084sn02q' } }, 'unknown_reference', '/payment_method/id'],
        [{ payment_method: {} }, 'validation_failed', '/payment_method'],
        [{ gateway: 'nowhere' }, 'validation_failed', '/gateway'],
        [{ discount_codes: ['NOT-A-CODE'] }, 'validation_failed', '/discount_codes/0'],
        [{ tax_id: 'ATU1' }, 'validation_failed', '/tax_id'],
        [{ trial_days: 7, tax_id: 'ATU1' }, 'validation_failed', '/tax_id'],
      ] as const) {
        const reply = await post('/api/subscriptions', { ...good, ...fields });
        const about = JSON.stringify(fields);
        expect(reply.status, `${about}: ${reply.text}`).to.equal(422);
        expect(errorPathsOf(expectProblem(reply, 422, code)), about).to.deep.equal([path]);
      }
      expect(await count('/api/subscriptions')).to.equal(before);
      const free = await createSubscription(app(), { ...good, quantity: 0 });
      expect(free).to.include({ status: 'active', quantity: 0 });
      expect((await invoicesOf(free.id))[0]).to.include({ status: 'paid', total: 0 });
    });

    it('change the plan with a proration to the cent, at the end of the period, or not at all', async () => {
      const subscription = await createSubscription(app());
      const { id } = subscription;
      const patch = (body: object, options: object = {}) =>
        app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body, ...options });
      const plan = await createPlan(app(), { name: 'Large', amount: 20 });
      const euros = await createPlan(app(), { currency: 'EUR' });
      expect(errorPathsOf(expectProblem(await patch({ plan_id: euros.id }), 422, 'validation_failed'))).to.deep.equal([
        '/plan_id',
      ]);
      expect(errorPathsOf(expectProblem(await patch({ proration: 'none' }), 422, 'validation_failed'))).to.deep.equal([
        '/proration',
      ]);
      const later = await patch({ plan_id: plan.id, proration: 'at_period_end' });
      expect(later.json).to.include({ plan_id: subscription.plan_id, next_plan_id: plan.id, next_quantity: 3 });
      const now = await patch({ plan_id: plan.id });
      expect(now.json).to.include({ plan_id: plan.id, next_plan_id: null, quantity: 3 });
      const { json: upcoming } = await app().call(`/api/subscriptions/${id}/upcoming`);
      const [renewal] = upcoming.steps;
      const amounts = renewal.invoice.lines.map(({ description, total }: { description: string; total: number }) => [
        description,
        total,
      ]);
      expect(amounts.map(([name]: [string]) => name)).to.deep.equal([
        'Team: unused time',
        'Large: remaining time',
        'Large',
      ]);
      expect(amounts[2][1]).to.equal(60);
      expect(amounts[1][1] + 2 * amounts[0][1]).to.be.within(-0.01, 0.01);
      const renamed = await patch({ metadata: { a: 'b' } });
      expect(renamed.json).to.deep.include({ metadata: { a: 'b' } });
      const same = await patch({ metadata: { a: 'b' }, quantity: 3 });
      expect(same.json.version).to.equal(renamed.json.version);
      expectProblem(await patch({ metadata: {} }, { headers: { 'If-Match': '"1"' } }), 412, 'version_mismatch');
      await advance(32);
      const [last] = await invoicesOf(id);
      expect(last).to.include({ status: 'paid', total: renewal.invoice.total });
    });

    it('are paused, resumed, skipped, cancelled and kept', async () => {
      const { id, current_period_end: end } = await createSubscription(app());
      const done = async (action: string, body?: object) => {
        const reply = await step(id, action, body);
        expect(reply.status, `${action}: ${reply.text}`).to.equal(200);
        return reply.json;
      };
      expect(await done('cancel', { at_period_end: true })).to.include({ status: 'active', at_period_end: 'cancel' });
      expect(await done('undo_cancel')).to.include({ at_period_end: 'renew' });
      expect(await done('skip')).to.include({ at_period_end: 'skip' });
      const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
      expect(json.steps.map(({ type }: { type: string }) => type)).to.deep.equal(['skip', 'renew']);
      expect(await done('resume')).to.include({ at_period_end: 'renew' });
      expect((await done('pause')).status).to.equal('paused');
      expectProblem(await step(id, 'pause'), 409, 'invalid_state');
      await advance(10);
      const resumed = await done('resume');
      expect(Date.parse(resumed.current_period_end) - Date.parse(end)).to.be.within(
        10 * DAY * 1000,
        10 * DAY * 1000 + 60_000,
      );
      const cancelled = await done('cancel');
      expect(cancelled).to.include({ status: 'cancelled' });
      expect(cancelled.actions).to.deep.equal([]);
      expectProblem(await step(id, 'cancel'), 409, 'invalid_state');
      expectProblem(
        await app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body: { quantity: 4 } }),
        409,
        'invalid_state',
      );
      expect(await eventsOf(id)).to.include.members([
        'subscription.paused',
        'subscription.resumed',
        'subscription.cancelled',
      ]);
      await advance(40);
      expect(await invoicesOf(id)).to.have.length(1);
    });

    it('credit nothing of a period whose invoice is void', async () => {
      const { id, plan_id: plan } = await createSubscription(app(), { collection: 'send', payment_method: undefined });
      const patch = (body: object) => app().call(`/api/subscriptions/${id}`, { method: 'PATCH', body });
      const [invoice] = await invoicesOf(id);
      expect((await post(`/api/invoices/${invoice.id}/void`)).json.status).to.equal('void');
      expect((await patch({ quantity: 1 })).json).to.include({ quantity: 1, plan_id: plan });
      const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
      const { lines } = json.steps[0].invoice;
      expect(lines.map(({ description }: { description: string }) => description)).to.deep.equal([
        'Team: remaining time',
        'Team',
      ]);
    });

    it('recover with a new payment method', async () => {
      const renewed = await createSubscription(app(), { payment_method: { token: 'tok_saved_then_declined' } });
      const { id, user_id: user } = renewed;
      await advanceClockTo(app(), renewed.current_period_end);
      expect((await current(id)).status).to.equal('past_due');
      const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
      expect(json.steps[0]).to.include({ type: 'retry', amount_due: 30 });
      const changed = await app().call(`/api/subscriptions/${id}`, {
        method: 'PATCH',
        body: { payment_method: { token: 'tok_success' } },
      });
      expect(changed.status, changed.text).to.equal(200);
      await advance(1 / DAY);
      expect((await current(id)).status).to.equal('active');
      expect((await invoicesOf(id)).map(({ status }: { status: string }) => status)).to.deep.equal(['paid', 'paid']);
      expect((await read(`/api/payment_methods?user_id=${user}`)).data).to.have.length(2);
    });

    describe('with usage', () => {
      type Step = Readonly<{ type: string; invoice: { total: number } | null }>;
      const metered = async (fields: object = {}) => {
        const plan = await createPlan(app(), { amount: 0.5, usage: 'sum', ...fields });
        return createSubscription(app(), { plan_id: plan.id, quantity: 1 });
      };
      const record = (...records: object[]) => post('/api/usage_records', { records });

      it('bill it once after the period, also when it is reported late or twice', async () => {
        const { id, current_period_start: start } = await metered();
        expect(await invoicesOf(id)).to.deep.equal([]);
        const first = await record({ subscription_id: id, key: 'a', quantity: 7 });
        expect(first.status, first.text).to.equal(200);
        await advance(5);
        const again = await record(
          { subscription_id: id, key: 'a', quantity: 7 },
          { subscription_id: id, key: 'late', quantity: 3, at: start },
          { subscription_id: id, key: 'late', quantity: 3, at: start },
        );
        expect(again.json.data[0]).to.deep.equal(first.json.data[0]);
        expectProblem(await record({ subscription_id: id, key: 'a', quantity: 8 }), 409, 'conflict');
        const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
        expect(json.steps.map(({ type, invoice }: Step) => [type, invoice?.total ?? null])).to.deep.equal([
          ['renew', null],
          ['bill_usage', 5],
        ]);
        await advance(27);
        const [invoice, ...others] = await invoicesOf(id);
        expect(others).to.deep.equal([]);
        expect(invoice).to.include({ status: 'paid', total: 5 });
        const before = new Date(Date.parse(start) - 1).toISOString();
        const early = await record({ subscription_id: id, key: 'b', quantity: 1, at: before });
        expect(errorPathsOf(expectProblem(early, 422, 'validation_failed'))).to.deep.equal(['/records/0/at']);
      });

      it('wait for late records for as long as the plan says, and begin the next period on time', async () => {
        const { id, current_period_end: end } = await metered({ usage_grace_hours: 2 });
        const at = new Date(Date.parse(end) - 1).toISOString();
        await advanceClockTo(app(), end);
        expect((await current(id)).current_period_start).to.equal(end);
        expect(await invoicesOf(id)).to.deep.equal([]);
        const { json } = await record(
          { subscription_id: id, key: 'grace', quantity: 8, at },
          { subscription_id: id, key: 'next', quantity: 2 },
        );
        expect(json.results.map(({ status }: { status: string }) => status)).to.deep.equal(['created', 'created']);
        const { steps } = await read(`/api/subscriptions/${id}/upcoming`);
        expect(steps.slice(0, 2).map(({ type, invoice }: Step) => [type, invoice?.total ?? null])).to.deep.equal([
          ['bill_usage', 4],
          ['renew', null],
        ]);
        await advance(2 / 24);
        expect((await invoicesOf(id)).map(({ total }: { total: number }) => total)).to.deep.equal([4]);
        await advance(31);
        expect((await invoicesOf(id)).map(({ total }: { total: number }) => total)).to.deep.equal([1, 4]);
      });

      it('bill later records with the next invoice, on a line that names their period', async () => {
        const { id, current_period_start: start, current_period_end: end } = await metered();
        await record({ subscription_id: id, key: 'a', quantity: 7 });
        await advance(32);
        const late = { subscription_id: id, key: 'late', quantity: 3, at: start };
        for (const status of ['late', 'unchanged']) {
          const reply = await record(late);
          expect(reply.json.results, reply.text).to.deep.equal([{ status, error: null }]);
        }
        await record({ ...late, key: 'later', quantity: 1 }, { subscription_id: id, key: 'current', quantity: 2 });
        await advance(31);
        const [next, first] = await invoicesOf(id);
        expect(first).to.include({ total: 3.5 });
        expect(next).to.include({ total: 3 });
        expect(next.lines.map(({ id: _, ...line }: Record<string, unknown>) => line)).to.containSubset([
          { description: 'Team: usage that was reported late', quantity: 4, unit_price: 0.5, period: { start, end } },
          { description: 'Team: usage', quantity: 2, unit_price: 0.5 },
        ]);
        await record({ ...late, key: 'latest', quantity: 5 });
        await step(id, 'cancel');
        const [last] = await invoicesOf(id);
        expect(last.total).to.equal(2.5);
        const refused = await record({ ...late, key: 'too late' });
        expect(errorPathsOf(expectProblem(refused, 422, 'validation_failed'))).to.deep.equal([
          '/records/0/subscription_id',
        ]);
      });

      it('take late records of the last period before a cancellation at its end', async () => {
        const { id, current_period_end: end } = await metered();
        await step(id, 'cancel', { at_period_end: true });
        await advanceClockTo(app(), end);
        expect((await current(id)).status).to.equal('cancelled');
        const last = { subscription_id: id, key: 'last', quantity: 6, at: new Date(Date.parse(end) - 1).toISOString() };
        expect((await record(last)).status).to.equal(200);
        expectProblem(await record({ ...last, key: 'after', at: end }), 422, 'validation_failed');
        await advance(1);
        const invoices = await invoicesOf(id);
        expect(invoices).to.have.length(1);
        expect(invoices[0]).to.include({ status: 'paid', total: 3 });
      });

      it('keep the valid records of a batch on request, with the result of each', async () => {
        const { id } = await metered();
        const flat = await createSubscription(app());
        const good = { subscription_id: id, key: 'good', quantity: 1 };
        const records = [
          good,
          { ...good, key: 'flat', subscription_id: flat.id },
          { ...good, key: 'unknown', subscription_id: 'sub_01h455vb4pex5vsknk084sn02q' },
          { ...good, quantity: 2 },
          { ...good, key: 'early', at: '2001-01-01T00:00:00Z' },
          { ...good, key: 'other', quantity: 4 },
        ];
        const expected = [
          ['created', undefined],
          ['failed', 'subscription_id'],
          ['failed', 'subscription_id'],
          ['failed', 'key'],
          ['failed', 'at'],
          ['created', undefined],
        ];
        const resultsOf = ({ results }: { results: { status: string; error: { field: string } | null }[] }) =>
          results.map(({ status, error }) => [status, error?.field]);
        const { json, status } = await post('/api/usage_records', { records, on_error: 'continue' });
        expect(status).to.equal(200);
        expect(resultsOf(json)).to.deep.equal(expected);
        expect(json.data.map(({ key }: { key: string }) => key)).to.deep.equal(['good', 'other']);
        const again = await post('/api/usage_records', { records, on_error: 'continue' });
        expect(resultsOf(again.json)[0]).to.deep.equal(['unchanged', undefined]);
        expectProblem(await post('/api/usage_records', { records, on_error: 'stop' }), 422, 'unknown_reference');
        const { steps } = await read(`/api/subscriptions/${id}/upcoming`);
        expect(steps[1].invoice.total).to.equal(2.5);
      });

      it('refuse it while the subscription is paused, and says so', async () => {
        const { id } = await metered();
        await advance(1);
        await step(id, 'pause');
        await advance(1);
        const refused = expectProblem(
          await record({ subscription_id: id, key: 'a', quantity: 1 }),
          422,
          'validation_failed',
        );
        expect(errorPathsOf(refused)).to.deep.equal(['/records/0/at']);
        expect(JSON.stringify(refused)).to.match(/the subscription is paused since then/);
      });

      it('refuse usage that would cost too much for an invoice', async () => {
        const plan = await createPlan(app(), { amount: 1_000, usage: 'sum' });
        const { id } = await createSubscription(app(), { plan_id: plan.id, quantity: 1 });
        const free = await createPlan(app(), { amount: 0, usage: 'sum' });
        const { id: freeId } = await createSubscription(app(), { plan_id: free.id, quantity: 1 });
        const largest = { key: 'large', quantity: 1_000_000_000_000 };
        for (const [subscription, quantity] of [
          [id, 1_000_000_001],
          [id, largest.quantity],
        ] as const) {
          const reply = await record({ ...largest, subscription_id: subscription, quantity });
          expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/records/0/quantity']);
        }
        const many = Array.from({ length: 1_000 }, (_, index) => ({
          ...largest,
          subscription_id: freeId,
          key: `k${index}`,
        }));
        const statuses: number[] = [];
        for (let batch = 0; batch < 10; batch += 1) {
          statuses.push((await record(...many.map((each) => ({ ...each, key: `${each.key} ${batch}` })))).status);
        }
        expect(statuses.at(0)).to.equal(200);
        expect(statuses.at(-1)).to.equal(422);
        for (const each of [id, freeId]) {
          expect((await app().call(`/api/subscriptions/${each}/upcoming`)).status).to.equal(200);
          expect((await step(each, 'cancel')).status).to.equal(200);
        }
      });

      it('accept late usage of before a pause', async () => {
        const { id } = await metered();
        await advance(2);
        const at = new Date(Date.parse((await read('/api/test_clock')).now) - 3_600_000).toISOString();
        await step(id, 'pause');
        await advance(5);
        await step(id, 'resume');
        const late = await record({ subscription_id: id, key: 'late', quantity: 4, at });
        expect(late.status, late.text).to.equal(200);
        const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
        expect(json.steps[1].invoice.total).to.equal(2);
      });

      it('refuse all records if one is wrong, and name the field', async () => {
        const { id } = await metered();
        const flat = await createSubscription(app());
        const good = { subscription_id: id, key: 'good', quantity: 1 };
        for (const [fields, code, field] of [
          [{ subscription_id: flat.id }, 'validation_failed', 'subscription_id'],
          [{ subscription_id: 'sub_01h455vb4pex5vsknk084sn02q' }, 'unknown_reference', 'subscription_id'],
          [{ quantity: -1 }, 'validation_failed', 'quantity'],
          [{ quantity: 0.5 }, 'validation_failed', 'quantity'],
          [{ at: '2099-01-01T00:00:00Z' }, 'validation_failed', 'at'],
          [{ key: '' }, 'validation_failed', 'key'],
        ] as const) {
          const reply = await record(good, { ...good, key: 'bad', ...fields });
          expect(errorPathsOf(expectProblem(reply, 422, code)), JSON.stringify(fields)).to.deep.equal([
            `/records/1/${field}`,
          ]);
        }
        const { json } = await app().call(`/api/subscriptions/${id}/upcoming`);
        expect(json.steps[1].invoice).to.equal(null);
      });
    });
  },
  { TEST_CLOCK: 'true' },
);
