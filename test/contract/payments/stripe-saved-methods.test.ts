import { expect } from 'chai';
import type { SaveRequest } from '#core/payments/saved-methods.ts';
import { ids } from '../../support/builders/builders.ts';
import { type StripeUnderTest, signedEvent } from '../../support/gateways/open-stripe.ts';
import { aRequest } from './gateway-under-test.ts';
import { last, useStripe, writes } from './stripe-under-test.ts';

const aSaveRequest = (overrides: Partial<SaveRequest> = {}): SaveRequest => ({
  key: ids.next('pm'),
  token: 'pm_card_visa',
  userId: ids.next('usr'),
  returnUrl: null,
  ...overrides,
});

const DAY_AND_AN_HOUR = 25 * 3600;

describe('payment methods saved at Stripe', () => {
  const stripe = useStripe();
  const save = (request: SaveRequest) => stripe().gateway.savedMethods?.save(request);

  const saved = async (overrides: Partial<SaveRequest> = {}) => {
    const request = aSaveRequest(overrides);
    const outcome = await save(request);
    if (outcome?.kind !== 'saved') throw new Error(`It is ${outcome?.kind}.`);
    return { request, outcome };
  };

  const forgetKeys = ({ server, clock }: StripeUnderTest): void => {
    clock.advance(DAY_AND_AN_HOUR);
    server.forgetKeys();
  };

  it('belong to a customer with our user, by an intent for use off-session with our keys', async () => {
    const { request, outcome } = await saved();
    const { customers } = stripe().server.account;
    expect(customers.customers.map(({ metadata }) => metadata)).to.deep.equal([{ user_id: request.userId }]);
    const { form, idempotencyKey } = last(stripe());
    expect(idempotencyKey).to.equal(request.key);
    expect(form).to.include({
      usage: 'off_session',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      'metadata[payment_method_id]': request.key,
      'metadata[user_id]': request.userId,
      'automatic_payment_methods[allow_redirects]': 'never',
    });
    const [customer, method] = [customers.customers[0]?.id, customers.methods[0]?.id];
    expect(outcome).to.deep.equal({
      kind: 'saved',
      reference: `${customer}/${method}`,
      details: { type: 'card', brand: 'visa', last4: '4242', expMonth: 8, expYear: 2031 },
    });
  });

  it('of one user belong to one customer, also after Stripe has forgotten its key', async () => {
    const { request } = await saved();
    await saved({ userId: request.userId });
    forgetKeys(stripe());
    await saved({ userId: request.userId });
    const { customers, methods } = stripe().server.account.customers;
    expect(customers).to.have.length(1);
    expect(methods.map(({ customer }) => customer)).to.deep.equal(Array(3).fill(customers[0]?.id));
  });

  it('are saved in an account without search', async () => {
    stripe().server.failures.isSearchless = true;
    const { request } = await saved();
    await saved({ userId: request.userId });
    expect(stripe().server.account.customers.customers).to.have.length(1);
  });

  it('are saved once although Stripe has forgotten the key', async () => {
    const { request, outcome } = await saved();
    forgetKeys(stripe());
    expect(await save(request)).to.deep.equal(outcome);
    expect(stripe().server.account.customers.setupIntents).to.have.length(1);
  });

  it('are saved once although Stripe replays an error', async () => {
    const request = aSaveRequest();
    await saved({ userId: request.userId });
    const { failures, account } = stripe().server;
    failures.failsNext = true;
    expect(await save(request)).to.include({ kind: 'saved' });
    expect(await save(request)).to.include({ kind: 'saved' });
    expect(account.customers.setupIntents).to.have.length(2);
  });

  it('accept a token of a card', async () => {
    await saved({ token: 'tok_visa' });
    expect(last(stripe()).form).to.include({ 'payment_method_data[card][token]': 'tok_visa' });
  });

  it('are refused with an unknown token', async () => {
    expect(await save(aSaveRequest({ token: 'pm_1234567890' }))).to.include({ kind: 'invalid_token' });
  });

  it('are charged with their customer, off-session while the payer is absent', async () => {
    const { outcome } = await saved();
    const [customer, method] = outcome.reference.split('/');
    const { token: _, ...request } = aRequest('pm_card_visa');
    for (const offSession of [true, false]) {
      const key = ids.next('pay');
      const charged = await stripe().gateway.authorize({ ...request, key, saved: outcome.reference, offSession });
      expect(charged.kind).to.equal('captured');
      const { form } = last(stripe());
      expect(form).to.include({ customer, payment_method: method });
      expect(form['off_session']).to.equal(offSession ? 'true' : undefined);
      expect(form['return_url']).to.equal(offSession ? undefined : request.returnUrl);
    }
  });

  it('name themselves in webhooks about the payer’s action', async () => {
    const request = aSaveRequest({ token: 'pm_card_authenticationRequired', returnUrl: 'https://shop.example/back' });
    expect(await save(request)).to.include({ kind: 'requires_action' });
    const { gateway, server, clock } = stripe();
    const [intent] = server.account.customers.setupIntents;
    const webhook = signedEvent('setup_intent.succeeded', intent ?? {}, { at: clock.now() });
    expect(await gateway.verify(webhook)).to.include({ kind: 'verified', key: request.key });
  });

  it('are removed although Stripe has forgotten the first request', async () => {
    const { request, outcome } = await saved();
    const remove = () => stripe().gateway.savedMethods?.remove({ key: request.key, reference: outcome.reference });
    expect(await remove()).to.deep.equal({ kind: 'removed' });
    forgetKeys(stripe());
    expect(await remove()).to.deep.equal({ kind: 'removed' });
    expect(writes(stripe()).filter((path) => path.endsWith('/detach'))).to.have.length(2);
    const unknown = { key: ids.next('pm'), reference: 'cus_1/pm_1' };
    expect(await stripe().gateway.savedMethods?.remove(unknown)).to.deep.equal({ kind: 'removed' });
  });
});
