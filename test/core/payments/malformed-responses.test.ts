import { expect } from 'chai';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { dollars } from '../../support/order-builders.ts';
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
});
