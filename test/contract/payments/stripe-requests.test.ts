import { expect } from 'chai';
import { ids } from '../../support/builders/builders.ts';
import { STRIPE_TOKENS } from '../../support/gateways/open-stripe.ts';
import { aRequest, moneyOf, usd } from './gateway-under-test.ts';
import { charged, last, useStripe, writes } from './stripe-under-test.ts';

const succeeds = STRIPE_TOKENS.succeeds;

const DAY_SECONDS = 24 * 60 * 60;

describe('a request to Stripe', () => {
  const used = useStripe();

  it('creates and confirms an intent under our key to capture', async () => {
    const request = aRequest(succeeds, { returnUrl: 'https://shop.example/back?a=1&b=2' });
    await used().gateway.authorize(request);
    const { path, form, idempotencyKey, headers } = last(used());
    expect({ path, idempotencyKey }).to.deep.equal({ path: '/v1/payment_intents', idempotencyKey: request.key });
    expect(form).to.deep.equal({
      amount: '10000',
      currency: 'usd',
      confirm: 'true',
      capture_method: 'automatic',
      'metadata[payment_id]': request.key,
      'metadata[order_id]': request.payableId,
      payment_method: succeeds,
      'automatic_payment_methods[enabled]': 'true',
      return_url: 'https://shop.example/back?a=1&b=2',
    });
    expect(headers).to.not.have.property('x-stripe-client-telemetry');
  });

  it('enables multiple captures to authorize, and forbids redirects without a return URL', async () => {
    await used().gateway.authorize(aRequest(succeeds, { captureMethod: 'manual', returnUrl: null }));
    expect(last(used()).form).to.include({
      capture_method: 'manual',
      'payment_method_options[card][request_multicapture]': 'if_available',
      'automatic_payment_methods[allow_redirects]': 'never',
      error_on_requires_action: 'true',
    });
  });

  it('sends a legacy token as a card', async () => {
    expect(await used().gateway.authorize(aRequest('tok_visa'))).to.include({ kind: 'captured' });
    expect(last(used()).form).to.include({
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': 'tok_visa',
    });
    expect(last(used()).form).to.not.have.property('payment_method');
  });

  it('says whether a capture is final, under the capture’s key', async () => {
    const charge = await charged(used(), 'manual');
    const part = { key: ids.next('cap'), charge, amount: usd(30_00n), isLast: false };
    await used().gateway.capture(part);
    const { path, form, idempotencyKey } = last(used());
    expect(path).to.equal(`/v1/payment_intents/${charge.reference}/capture`);
    expect(idempotencyKey).to.equal(part.key);
    expect(form).to.deep.equal({
      amount_to_capture: '3000',
      final_capture: 'false',
      [`metadata[${part.key}]`]: '3000',
    });
    await used().gateway.capture({ key: ids.next('cap'), charge, amount: usd(60_00n), isLast: true });
    expect(last(used()).form).to.not.have.property('final_capture');
  });

  it('closes the charge when all the remainder is captured', async () => {
    const charge = await charged(used(), 'manual');
    const whole = { key: ids.next('cap'), charge, amount: usd(100_00n), isLast: false };
    expect(await used().gateway.capture(whole)).to.deep.equal({ kind: 'captured', isClosed: true });
    expect(last(used()).form).to.not.have.property('final_capture');
  });

  it('has its own key and our reason for voids and refunds', async () => {
    const [held, captured] = [await charged(used(), 'manual'), await charged(used(), 'automatic')];
    const voidRequest = ids.next('void');
    await used().gateway.void({ key: voidRequest, charge: held });
    expect(last(used())).to.include({
      path: `/v1/payment_intents/${held.reference}/cancel`,
      idempotencyKey: voidRequest,
    });
    const refund = { key: ids.next('re'), charge: captured, amount: usd(1n) };
    await used().gateway.refund({ ...refund, reason: 'Too big' });
    const metadata = { 'metadata[refund_id]': refund.key, 'metadata[payment_id]': captured.key };
    const form = { amount: '1', payment_intent: captured.reference, ...metadata, 'metadata[reason]': 'Too big' };
    expect(last(used())).to.include({ path: '/v1/refunds', idempotencyKey: refund.key });
    expect(last(used()).form).to.deep.equal(form);
    await used().gateway.refund({ ...refund, key: ids.next('re'), reason: 'duplicate' });
    expect(last(used()).form).to.include({ reason: 'duplicate' }).and.to.not.have.property('metadata[reason]');
  });

  for (const [code, minor, sent] of [
    ['JPY', 1999n, '1999'],
    ['KWD', 12_340n, '12340'],
    ['ISK', 500n, '50000'],
    ['UGX', 500n, '50000'],
    ['MGA', 500_00n, '500'],
    ['HUF', 10_45n, '1045'],
  ] as const) {
    it(`counts ${code} as Stripe does`, async () => {
      const amount = moneyOf(minor, code);
      const request = aRequest(succeeds, { amount });
      const outcome = await used().gateway.authorize(request);
      expect(last(used()).form).to.include({ amount: sent, currency: code.toLowerCase() });
      const reference = 'reference' in outcome ? outcome.reference : null;
      const found = await used().gateway.lookUp({ key: request.key, reference });
      expect(found).to.have.nested.property('charge.captured').that.deep.equals(amount);
    });
  }

  it('is not sent for an amount that Stripe cannot represent', async () => {
    for (const amount of [moneyOf(12_345n, 'KWD'), moneyOf(5_20n, 'MGA')]) {
      const declined = { kind: 'declined', code: 'amount_not_supported' };
      const charge = { key: ids.next('pay'), reference: 'pi_1' };
      expect(await used().gateway.authorize(aRequest(succeeds, { amount }))).to.include(declined);
      const capture = { key: ids.next('cap'), charge, amount, isLast: true };
      expect(await used().gateway.capture(capture)).to.include(declined);
      expect(await used().gateway.refund({ key: ids.next('re'), charge, amount, reason: null })).to.include(declined);
    }
    expect(used().server.requests).to.deep.equal([]);
  });
});

describe('an idempotency key that Stripe has forgotten', () => {
  const used = useStripe();

  const aDayLater = (): void => {
    used().clock.advance(DAY_SECONDS);
    used().server.forgetKeys();
  };

  it('does not charge again', async () => {
    const request = aRequest(succeeds);
    const first = await used().gateway.authorize(request);
    aDayLater();
    expect(await used().gateway.authorize(request)).to.deep.equal(first);
    expect(writes(used())).to.have.length(1);
  });

  it('does not charge when the earlier outcome is unknown', async () => {
    aDayLater();
    const request = aRequest(succeeds);
    used().server.failures.isSearchless = true;
    const outcome = await used().gateway.authorize(request);
    expect(outcome).to.include({ kind: 'unknown', why: 'Stripe search is not available for this account.' });
    expect(writes(used())).to.have.length(0);
  });

  it('voids once and succeeds the second time', async () => {
    const request = { key: ids.next('void'), charge: await charged(used(), 'manual') };
    expect(await used().gateway.void(request)).to.deep.equal({ kind: 'voided' });
    aDayLater();
    expect(await used().gateway.void(request)).to.deep.equal({ kind: 'voided' });
  });

  it('does not capture, void or refund again', async () => {
    const charge = await charged(used(), 'manual');
    const capture = { key: ids.next('cap'), charge, amount: usd(30_00n), isLast: false };
    const voidRequest = { key: ids.next('void'), charge };
    const refund = { key: ids.next('re'), charge, amount: usd(10_00n), reason: null };
    const { gateway } = used();
    const first = [await gateway.capture(capture), await gateway.void(voidRequest), await gateway.refund(refund)];
    aDayLater();
    const again = [await gateway.capture(capture), await gateway.void(voidRequest), await gateway.refund(refund)];
    expect(again).to.deep.equal([{ ...first[0], isClosed: true }, first[1], first[2]]);
    const found = await gateway.lookUp(charge);
    expect(found).to.have.nested.property('charge.refunded').that.deep.equals(usd(10_00n));
  });
});
