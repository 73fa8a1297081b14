import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { ids, NOON } from '../../support/builders/builders.ts';
import { openStripe, STRIPE_TOKENS, signed, signedEvent } from '../../support/gateways/open-stripe.ts';
import { aRequest, usd } from './gateway-under-test.ts';
import { charged, last, useStripe, writes } from './stripe-under-test.ts';

const succeeds = STRIPE_TOKENS.succeeds;

describe('an open Stripe charge', () => {
  const used = useStripe();

  it('is pending until it is looked up', async () => {
    const request = aRequest('pm_processing');
    const outcome = await used().gateway.authorize(request);
    if (outcome.kind !== 'pending') throw new Error(`It is ${outcome.kind}.`);
    used().server.account.authorize(outcome.reference);
    expect(await used().gateway.authorize(request)).to.deep.equal({ ...outcome, kind: 'captured' });
  });

  it('is refunded or not in the end, as the repeated request reports', async () => {
    const charge = await charged(used(), 'automatic');
    used().server.account.traits.refundStatus = 'pending';
    const refund = { key: ids.next('re'), charge, amount: usd(1_00n), reason: null };
    const outcome = await used().gateway.refund(refund);
    if (outcome.kind !== 'pending') throw new Error(`It is ${outcome.kind}.`);
    const stored = used().server.account.refundOf(outcome.reference);
    stored.status = 'succeeded';
    expect(await used().gateway.refund(refund)).to.deep.equal({ ...outcome, kind: 'refunded' });
    Object.assign(stored, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
    expect(await used().gateway.refund(refund)).to.include({ kind: 'declined', code: 'expired_or_canceled_card' });
  });

  it('is not found by key while search lags, and found by reference', async () => {
    used().server.failures.isBlind = true;
    const charge = await charged(used(), 'manual');
    const byKey = { key: charge.key, reference: null };
    expect(await used().gateway.lookUp(byKey)).to.deep.equal({ kind: 'not_found' });
    expect(await used().gateway.lookUp(charge)).to.include({ kind: 'found' });
    expect(await used().gateway.void({ key: ids.next('void'), charge: byKey })).to.include({ kind: 'unknown' });
    used().server.failures.isBlind = false;
    expect(await used().gateway.void({ key: ids.next('void'), charge: byKey })).to.include({ kind: 'voided' });
  });

  it('is declined when authentication fails', async () => {
    const request = aRequest(STRIPE_TOKENS.requiresAction);
    const outcome = await used().gateway.authorize(request);
    const reference = 'reference' in outcome ? (outcome.reference ?? '') : '';
    used().server.account.failAuthentication(reference);
    const found = await used().gateway.lookUp({ key: request.key, reference });
    expect(found).to.have.nested.property('charge.status', 'declined');
    expect(found).to.have.nested.property('charge.failure.code', 'payment_intent_authentication_failure');
  });

  it('is declined at once when action is required without a return URL', async () => {
    const outcome = await used().gateway.authorize(aRequest(STRIPE_TOKENS.requiresAction, { returnUrl: null }));
    expect(outcome).to.include({ kind: 'declined', code: 'authentication_required' });
  });
});

describe('a Stripe response', () => {
  const used = useStripe();

  for (const [status, error, outcome] of [
    [402, { type: 'card_error', code: 'expired_card' }, { kind: 'declined', code: 'expired_card' }],
    [
      402,
      { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' },
      { kind: 'declined', code: 'lost_card' },
    ],
    [400, { type: 'invalid_request_error', code: 'amount_too_small', param: 'amount' }, { code: 'amount_too_small' }],
    [400, { type: 'invalid_request_error', code: 'token_already_used' }, { kind: 'invalid_token' }],
    [400, { type: 'invalid_request_error', param: 'payment_method' }, { kind: 'invalid_token' }],
    [400, { type: 'idempotency_error' }, { kind: 'unknown' }],
    [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, { kind: 'unknown' }],
    [429, { type: 'rate_limit_error', code: 'rate_limit' }, { kind: 'unreachable' }],
    [429, { type: 'invalid_request_error', code: 'lock_timeout' }, { kind: 'unknown' }],
    [403, { type: 'invalid_request_error' }, { kind: 'unreachable' }],
    [500, { type: 'api_error' }, { kind: 'unknown' }],
    [503, { type: 'api_error' }, { kind: 'unknown' }],
  ] as const) {
    it(`is understood with ${status} and ${JSON.stringify(error)}`, async () => {
      used().server.failures.nextResponse = { status, body: { error: { message: 'In words.', ...error } } };
      expect(await used().gateway.authorize(aRequest(succeeds))).to.include(outcome);
      expect(writes(used())).to.have.length(1);
    });
  }

  it('is not trusted with an error after a completed refund', async () => {
    const charge = await charged(used(), 'automatic');
    used().server.failures.failsNext = true;
    const refund = { key: ids.next('re'), charge, amount: usd(1_00n), reason: null };
    expect(await used().gateway.refund(refund)).to.include({ kind: 'refunded' });
    expect(await used().gateway.refund(refund)).to.include({ kind: 'refunded' });
  });

  it('names the setting for an unknown API key without showing the key', async () => {
    const stripe = await openStripe({ secretKey: 'sk_test_another' });
    const outcome = await stripe.gateway.authorize(aRequest(succeeds));
    expect(outcome).to.include({ kind: 'unreachable' }).and.have.property('why').that.includes('STRIPE_SECRET_KEY');
    expect(JSON.stringify(outcome)).to.not.include('another');
    await stripe.close();
  });

  it('is unreachable without a listener', async () => {
    await used().server.close();
    const charge = { key: ids.next('pay'), reference: null };
    expect(await used().gateway.authorize(aRequest(succeeds))).to.include({ kind: 'unreachable' });
    expect(await used().gateway.lookUp(charge)).to.include({ kind: 'unreachable' });
  });

  it('is unknown when it is lost, and the request is not repeated', async () => {
    used().server.failures.losesNextResponse = true;
    const request = aRequest(succeeds);
    expect(await used().gateway.authorize(request)).to.include({ kind: 'unknown' });
    expect(writes(used())).to.have.length(1);
  });

  it('times out', async () => {
    const stripe = await openStripe({ timeoutMs: 100 });
    stripe.server.failures.isSilent = true;
    const outcome = await stripe.gateway.authorize(aRequest(succeeds));
    expect(outcome).to.include({ kind: 'unknown' }).and.have.property('why').that.includes('ETIMEDOUT');
    await stripe.close();
  });
});

/** Continues "The webhook" and is followed by a full stop. */
const REJECTED = /^is not from Stripe: .*[^.]$/;

describe('a Stripe webhook', () => {
  const used = useStripe();

  it('is rejected with a reason for another signature', async () => {
    const { body } = signedEvent('charge.updated', {}, { at: NOON });
    const verification = await used().gateway.verify({ headers: {}, body, at: NOON });
    expect(verification).to.include({ kind: 'refused' }).and.have.property('why').that.matches(REJECTED);
  });

  it('identifies the payment of its intent, looked up if needed', async () => {
    const { key, reference } = await charged(used(), 'automatic');
    const refund = { id: 're_1', object: 'refund', metadata: {}, payment_intent: reference };
    const event = signedEvent('refund.updated', refund, { at: NOON });
    expect(await used().gateway.verify(event)).to.include({ kind: 'verified', key });
    expect(last(used())).to.include({ method: 'GET', path: `/v1/payment_intents/${reference}` });
    const expanded = { ...refund, payment_intent: used().server.account.intent(reference ?? '') };
    const requestCount = used().server.requests.length;
    expect(await used().gateway.verify(signedEvent('refund.updated', expanded, { at: NOON }))).to.include({ key });
    expect(used().server.requests).to.have.length(requestCount);
  });

  it('identifies no payment for a deleted or foreign intent', async () => {
    const charge = { id: 'ch_1', object: 'charge', metadata: null, payment_intent: 'pi_gone' };
    const unknown = signedEvent('charge.updated', charge, { at: NOON });
    expect(await used().gateway.verify(unknown)).to.include({ kind: 'verified', key: null });
    const foreign = { id: 'pi_2', object: 'payment_intent', metadata: { payment_id: 'pay_of_another_shop' } };
    const event = signedEvent('payment_intent.succeeded', foreign, { at: NOON });
    expect(await used().gateway.verify(event)).to.include({ kind: 'verified', key: null });
  });

  it('is unknown while Stripe does not respond, so that it is sent again', async () => {
    const { reference } = await charged(used(), 'automatic');
    await used().server.close();
    const charge = { id: 'ch_1', object: 'charge', payment_intent: reference };
    const verification = await used().gateway.verify(signedEvent('charge.updated', charge, { at: NOON }));
    expect(verification).to.include({ kind: 'unknown' });
    expect(verification)
      .to.have.property('why')
      .that.matches(/^Stripe could not be asked for the event’s payment: ./);
  });

  it('is rejected when it is signed but no event', async () => {
    for (const payload of ['', 'x', 'null', '[]', '{}', '{"id":1,"data":{"object":{}}}', '{"id":"evt_1","data":{}}']) {
      const verification = await used().gateway.verify(signed(payload, { at: NOON }));
      expect(verification, payload).to.include({ kind: 'refused' });
      expect(verification, payload).to.have.property('why').that.matches(REJECTED);
    }
  });
});

describe('the Stripe library', () => {
  it('is loaded with the first call', () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
      const { makeStripeGateway } = await import('#adapters/payment-gateways/stripe/stripe-gateway.ts');
      const gateway = makeStripeGateway({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
      const count = () => loaded.filter((url) => url.includes('/node_modules/stripe/')).length;
      const before = count();
      await gateway.verify({ headers: {}, body: new Uint8Array(), at: new Date() });
      console.log(before, count() > 0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout.toString().trim(), stderr.toString()).to.equal('0 true');
  });
});
