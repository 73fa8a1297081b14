import { expect } from 'chai';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

/** An external gateway with responses that the port does not allow. */
const respondingWith = (response: unknown) => async () => response as never;

const MALFORMED = [undefined, null, {}, { kind: 'settled' }, { kind: 'constructor' }];

describe('a malformed gateway response', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  const settled = async (id: `pay_${string}`) => {
    payments.replaceSandbox({});
    payments.clock.advance(60);
    await payments.reconcile();
    return payments.get(id);
  };
  const expectLogged = (times: number): void => {
    expect(payments.lines.map(({ level, message }) => [level, message])).to.deep.equal(
      Array.from({ length: times }, () => ['error', 'a gateway failed']),
    );
  };

  it('leaves an authorization unknown', async () => {
    const responses = [...MALFORMED, { kind: 'voided' }, { kind: 'found' }];
    for (const response of responses) {
      const { id: orderId } = await payments.anOrder();
      payments.replaceSandbox({ authorize: respondingWith(response) });
      const { id, status } = await payments.pay(orderId);
      expect(status).to.equal('processing');
      expect(await settled(id)).to.deep.include({ status: 'succeeded', captured: ALL });
    }
    expectLogged(responses.length);
  });

  for (const [what, method, response] of [
    ['capture', 'capture', { kind: 'authorized', reference: 'ch_1' }],
    ['void', 'void', { kind: 'refunded', reference: 're_1' }],
  ] as const) {
    it(`leaves the outcome of ${what} unknown`, async () => {
      const { id: orderId } = await payments.anOrder();
      const { id } = await payments.pay(orderId, { captureMethod: 'manual' });
      const change: Partial<PaymentGateway> = { [method]: respondingWith(response) };
      payments.replaceSandbox(change);
      expect((await payments[method](id)).status).to.equal('authorized');
      expect((await settled(id)).status).to.equal(method === 'capture' ? 'succeeded' : 'cancelled');
      expectLogged(1);
    });
  }

  it('leaves the charge unknown, and the gateway webhook must be sent again', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId, { token: 'tok_requires_action' });
    await payments.sandbox.decide(id, 'approve');
    const responses = [...MALFORMED, { kind: 'captured', reference: 'ch_1' }, { kind: 'declined', code: 'no' }];
    for (const response of responses) {
      payments.replaceSandbox({ lookUp: respondingWith(response) });
      expect(await payments.reconcilePayment(id)).to.deep.include({ isKnown: false });
      expect((await payments.get(id)).status).to.equal('requires_action');
    }
    expectLogged(responses.length);
    expect(await settled(id)).to.deep.include({ status: 'succeeded', captured: ALL });
  });

  it('leaves a charge of an impossible amount, or with an address that is no web page, unknown', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId, { token: 'tok_requires_action' });
    const charge = { reference: 'ch_1', status: 'captured', captured: ALL, refunded: dollars(0) };
    const impossible = [
      { ...charge, captured: dollars(3998) },
      { ...charge, captured: dollars(-1) },
      { ...charge, captured: 39.98 },
      { ...charge, captured: Money.ofMinor(3998n, 'EUR' as Currency) },
      { ...charge, captured: dollars(10), refunded: dollars(11) },
      { ...charge, status: 'requires_action', captured: dollars(0), redirectUrl: 'javascript:alert(1)' },
    ];
    for (const wrong of impossible) {
      payments.replaceSandbox({ lookUp: respondingWith({ kind: 'found', charge: wrong }) });
      expect(await payments.reconcilePayment(id)).to.deep.include({ isKnown: false });
      expect(await payments.get(id)).to.deep.include({ status: 'requires_action', captured: dollars(0) });
    }
    expectLogged(impossible.length);
    const [{ fields } = { fields: {} }] = payments.lines;
    expect(fields).to.include({ payment_id: id, gateway: 'sandbox', operation: 'look_up' });
  });

  it('leaves an authorization with an address that is no web page unknown', async () => {
    const { id: orderId } = await payments.anOrder();
    const response = { kind: 'requires_action', reference: 'ch_1', redirectUrl: 'javascript:alert(1)' };
    payments.replaceSandbox({ authorize: respondingWith(response) });
    expect(await payments.pay(orderId)).to.include({ status: 'processing', redirectUrl: null });
    expectLogged(1);
    payments.replaceSandbox({});
  });

  it('shows a decline code that is no code as declined', async () => {
    const { id: orderId } = await payments.anOrder();
    const response = { kind: 'declined', code: 'Not Enough!', message: 'It is not enough.', reference: null };
    payments.replaceSandbox({ authorize: respondingWith(response) });
    const error = await rejectionOf(payments.pay(orderId));
    expect(error.details).to.include({ decline_code: 'declined' });
    payments.replaceSandbox({});
  });
});
