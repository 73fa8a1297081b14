import { expect } from 'chai';
import { limitedPayments } from '../../support/builders/payment-limits.ts';
import { createUser, signIn } from '../../support/builders/resources.ts';
import { eventually } from '../../support/eventually.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onService } from '../../support/servers/on-service.ts';
import type { TestApp } from '../../support/servers/start-app.ts';

const PATH = '/api/payment_methods';

type Options = Parameters<TestApp['call']>[1];

const save = (app: TestApp, body: object, options: Options = {}): Promise<Reply> =>
  app.call(PATH, { method: 'POST', body: { token: 'tok_success', ...body }, ...options });

onService('payment methods', ({ app }) => {
  const aCustomer = async () => {
    const user = await createUser(app());
    return { id: user.id as string, key: await signIn(app(), user) };
  };

  const saved = async (body: object, options: Options = {}): Promise<Reply['json']> => {
    const reply = await save(app(), body, options);
    expect(reply.status, reply.text).to.equal(201);
    return reply.json;
  };

  const defaultsOf = async (userId: string): Promise<string[]> => {
    const { data } = (await app().call(`${PATH}?user_id=${userId}`)).json;
    return data.filter((method: Reply['json']) => method.is_default).map((method: Reply['json']) => method.id);
  };

  it('are saved by customers for themselves, and shown without a reference', async () => {
    const { id, key } = await aCustomer();
    const reply = await save(app(), {}, { key });
    expect(reply.status, reply.text).to.equal(201);
    const { id: methodId, created_at, updated_at, exp_year, ...shown } = reply.json;
    expect(shown).to.deep.equal({
      object: 'payment_method',
      user_id: id,
      gateway: 'sandbox',
      status: 'active',
      type: 'card',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      is_default: true,
      next_action: null,
      failure_code: null,
      failure_message: null,
      version: 2,
    });
    expect(exp_year).to.be.a('number');
    expect(reply.headers.get('location')).to.equal(`${PATH}/${methodId}`);
    const found = await app().call(`${PATH}/${methodId}`, { key });
    expect(found.json).to.deep.equal(reply.json);
    const events = (await app().call('/api/events?type=payment_method.created')).json.data;
    const event = events.find((each: Reply['json']) => each.resource_id === methodId);
    expect(event).to.include({ sequence: 1 }).and.have.property('data').that.deep.equals(reply.json);
    const audit = (await app().call(`/api/audit_log?resource_id=${methodId}`)).json.data;
    expect(audit).to.have.length(1);
    expect(audit[0]).to.deep.include({ action: 'payment_method.created', before: {} });
    expect(audit[0].after).to.deep.equal({ gateway: 'sandbox', status: 'active', is_default: true });
  });

  it('are listed by user and gateway; customers see their own', async () => {
    const [ada, bob] = [await aCustomer(), await aCustomer()];
    const older = await saved({}, { key: ada.key });
    const newer = await saved({ user_id: ada.id });
    await saved({ user_id: bob.id });
    const list = async (query: string, options: Options = {}) =>
      (await app().call(`${PATH}${query}`, options)).json.data.map((method: Reply['json']) => method.id);
    expect(await list(`?user_id=${ada.id}`)).to.deep.equal([newer.id, older.id]);
    expect(await list(`?user_id=${ada.id}&gateway=sandbox&status=active`)).to.deep.equal([newer.id, older.id]);
    expect(await list(`?user_id=${ada.id}&gateway=manual`)).to.deep.equal([]);
    expect(await list('', { key: ada.key })).to.deep.equal([newer.id, older.id]);
    expect(await list(`?user_id=${bob.id}`, { key: ada.key })).to.deep.equal([]);
  });

  it('of another user do not exist for a customer', async () => {
    const [ada, bob] = [await aCustomer(), await aCustomer()];
    const { id } = await saved({ user_id: ada.id });
    const { key } = bob;
    expectProblem(await app().call(`${PATH}/${id}`, { key }), 404, 'not_found');
    expectProblem(await app().call(`${PATH}/${id}`, { method: 'DELETE', key }), 404, 'not_found');
    expectProblem(await app().call(`${PATH}/${id}/default`, { method: 'POST', key }), 404, 'not_found');
    const problem = expectProblem(await save(app(), { user_id: ada.id }, { key }), 422, 'unknown_reference');
    expect(errorPathsOf(problem)).to.deep.equal(['/user_id']);
  });

  it('have one default per user: the first, a chosen one, or the newest after its deletion', async () => {
    const { id: userId, key } = await aCustomer();
    const [first, second, third] = [await saved({}, { key }), await saved({}, { key }), await saved({}, { key })];
    expect([first, second, third].map(({ is_default }) => is_default)).to.deep.equal([true, false, false]);
    const chosen = await app().call(`${PATH}/${second.id}/default`, { method: 'POST', key });
    expect(chosen.status, chosen.text).to.equal(200);
    expect(chosen.json).to.include({ id: second.id, is_default: true, version: 3 });
    expect(await defaultsOf(userId)).to.deep.equal([second.id]);
    const again = await app().call(`${PATH}/${second.id}/default`, { method: 'POST', key });
    expect(again.json.version).to.equal(3);
    const updated = (await app().call('/api/events?type=payment_method.updated')).json.data;
    expect(updated.slice(0, 2).map((event: Reply['json']) => [event.resource_id, event.previous])).to.deep.equal([
      [second.id, { is_default: false }],
      [first.id, { is_default: true }],
    ]);
    const deleted = await app().call(`${PATH}/${second.id}`, { method: 'DELETE', key });
    expect(deleted.status, deleted.text).to.equal(204);
    expect(await defaultsOf(userId)).to.deep.equal([third.id]);
    expectProblem(await app().call(`${PATH}/${second.id}`), 404, 'not_found');
    expectProblem(await app().call(`${PATH}/${second.id}`, { method: 'DELETE' }), 404, 'not_found');
    const [event] = (await app().call('/api/events?type=payment_method.deleted')).json.data;
    expect(event).to.include({ resource_id: second.id }).and.have.nested.property('data.last4', '4242');
    for (const { id } of [third, first]) await app().call(`${PATH}/${id}`, { method: 'DELETE', key });
    expect((await app().call(PATH, { key })).json.data).to.deep.equal([]);
  });

  it('are deleted and chosen in a dry run without effect, and only in the expected version', async () => {
    const { key } = await aCustomer();
    const { id } = await saved({}, { key });
    const dry = await app().call(`${PATH}/${id}?dry_run=true`, { method: 'DELETE', key });
    expect(dry.json)
      .to.include({ dry_run: true })
      .and.have.property('emits')
      .that.deep.equals(['payment_method.deleted']);
    expect((await app().call(`${PATH}/${id}`, { key })).status).to.equal(200);
    const stale = await app().call(`${PATH}/${id}`, { method: 'DELETE', key, headers: { 'If-Match': '"1"' } });
    expectProblem(stale, 412, 'version_mismatch');
    expectProblem(
      await app().call(`${PATH}?dry_run=true`, { method: 'POST', body: { token: 'tok_success' }, key }),
      422,
      'dry_run_unsupported',
    );
  });

  it('that the gateway declines are not saved: 402, with the failed method', async () => {
    const { key } = await aCustomer();
    for (const [token, code] of [
      ['tok_declined', 'generic_decline'],
      ['tok_insufficient_funds', 'insufficient_funds'],
    ]) {
      const problem = expectProblem(await save(app(), { token }, { key }), 402, 'payment_declined');
      expect(problem.decline_code).to.equal(code);
      const failed = (await app().call(`${PATH}/${problem.payment_method_id}`, { key })).json;
      expect(failed).to.include({ status: 'failed', failure_code: code, is_default: false, brand: null });
      const chosen = await app().call(`${PATH}/${failed.id}/default`, { method: 'POST', key });
      expectProblem(chosen, 409, 'invalid_state');
    }
    expect((await saved({}, { key })).is_default).to.equal(true);
  });

  it('are refused with what is wrong', async () => {
    const { key } = await aCustomer();
    const errors = async (body: object, code: string, options: Options = {}) =>
      errorPathsOf(expectProblem(await save(app(), body, options), 422, code));
    expect(await errors({ token: 'tok_unknown' }, 'unknown_reference', { key })).to.deep.equal(['/token']);
    expect(await errors({ token: '4242424242424242' }, 'validation_failed', { key })).to.deep.equal(['/token']);
    expect(await errors({ gateway: 'nobody' }, 'validation_failed', { key })).to.deep.equal(['/gateway']);
    const unknown = 'usr_01h455vb4pex5vsknk084sn02q';
    expect(await errors({ user_id: unknown }, 'unknown_reference')).to.deep.equal(['/user_id']);
    expectProblem(await save(app(), { token: 'tok_gateway_down' }, { key }), 502, 'gateway_error');
  });

  it('are at most 20 per user', async () => {
    const { key } = await aCustomer();
    for (let count = 0; count < 20; count += 1) await saved({}, { key });
    expectProblem(await save(app(), {}, { key }), 409, 'invalid_state');
  });

  it('are saved once under an idempotency key', async () => {
    const { id, key } = await aCustomer();
    const headers = { 'Idempotency-Key': `one-method-${id}` };
    const first = await save(app(), {}, { key, headers });
    const again = await save(app(), {}, { key, headers });
    expect(again.json).to.deep.equal(first.json);
    expect(again.headers.get('idempotency-replayed')).to.equal('true');
    expectProblem(await save(app(), { token: 'tok_slow' }, { key, headers }), 422, 'idempotency_key_reused');
    expect((await app().call(PATH, { key })).json.data).to.have.length(1);
  });

  it('whose outcome is unknown are saved by the service', async () => {
    const { key } = await aCustomer();
    const method = await saved({ token: 'tok_timeout' }, { key });
    expect(method).to.include({ status: 'saving', brand: null, is_default: false });
    await eventually('the method is active', async () => {
      const { status, is_default } = (await app().call(`${PATH}/${method.id}`, { key })).json;
      return status === 'active' && is_default === true;
    });
  });
});

onService(
  'payment methods at a gateway that saves none',
  ({ app }) => {
    it('are refused, and the gateway is named', async () => {
      const user = await createUser(app());
      const problem = expectProblem(
        await save(app(), { user_id: user.id, gateway: 'manual', token: 'cash' }),
        422,
        'validation_failed',
      );
      expect(problem.errors).to.deep.equal([
        {
          pointer: '/gateway',
          code: 'any.only',
          message: 'must be one of sandbox: the gateway manual does not save payment methods',
        },
      ]);
      // the default of payment methods is the first gateway that saves them
      expect((await save(app(), { user_id: user.id })).json).to.include({ gateway: 'sandbox' });
    });
  },
  { PAYMENT_GATEWAYS: 'manual,sandbox' },
);

onService(
  'payment methods with limited attempts',
  ({ app }) => {
    it('count declines per user, also those of staff', async () => {
      const user = await createUser(app());
      const key = await signIn(app(), user);
      for (let time = 0; time < 2; time += 1) {
        expectProblem(await save(app(), { token: 'tok_declined' }, { key }), 402, 'payment_declined');
      }
      expectProblem(await save(app(), {}, { key }), 429, 'rate_limited');
      expectProblem(await save(app(), { user_id: user.id }), 429, 'rate_limited');
    });
  },
  { RATE_LIMIT_STORE: 'memory' },
  limitedPayments({ declines: { calls: 2, seconds: 3_600 } }),
);
