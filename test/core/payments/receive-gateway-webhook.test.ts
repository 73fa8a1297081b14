import { expect } from 'chai';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import { ids, noonPlus } from '../../support/builders/builders.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { openPayments, type PaymentsUnderTest } from './payments-under-test.ts';

const ALL = dollars(39.98);

describe('receiveGatewayWebhook', () => {
  let payments: PaymentsUnderTest;

  beforeEach(async () => {
    payments = await openPayments();
  });

  afterEach(() => payments.expectAgreement());

  /** A payment approved at the sandbox without a webhook. */
  const approved = async () => {
    const { id } = await payments.anOrder();
    const payment = await payments.pay(id, { token: 'tok_requires_action' });
    await payments.sandbox.decide(payment.id, 'approve');
    return { orderId: id, id: payment.id };
  };
  const sent = (id: `pay_${string}`) => {
    const { headers, body } = payments.sandbox.webhook(id, payments.clock.now());
    return { gateway: 'sandbox', headers, body };
  };
  /** Counts the look-ups at the sandbox. */
  const countLookUps = () => {
    const counted = { lookUps: 0 };
    const lookUp: PaymentGateway['lookUp'] = (charge) => {
      counted.lookUps += 1;
      return payments.sandbox.lookUp(charge);
    };
    payments.replaceSandbox({ lookUp });
    return counted;
  };

  it('looks up the charge and records the change', async () => {
    const { id, orderId } = await approved();
    await payments.receive(sent(id));
    expect(await payments.get(id)).to.deep.include({ status: 'succeeded', captured: ALL });
    expect((await payments.getOrder(orderId)).state.payment).to.equal('paid');
  });

  it('rejects a missing signature, another body and another secret', async () => {
    const { id } = await approved();
    const other = sent(ids.next('pay'));
    const tries = [
      { ...sent(id), headers: {} },
      { ...sent(id), headers: { 'sandbox-signature': 't=1,v1=00' } },
      { ...sent(id), headers: other.headers },
    ];
    for (const command of tries) {
      const error = await rejectionOf(payments.receive(command));
      expect(error).to.include({ kind: 'unauthenticated', code: 'invalid_credentials' });
    }
    expect((await payments.get(id)).status).to.equal('requires_action');
  });

  it('rejects a webhook older than five minutes', async () => {
    const { id } = await approved();
    const command = sent(id);
    payments.clock.advance(301);
    const error = await rejectionOf(payments.receive(command));
    expect(error).to.include({ code: 'invalid_credentials', message: 'The webhook is too old.' });
    expect((await payments.get(id)).status).to.equal('requires_action');
  });

  it('looks up the charge once for a repeated webhook', async () => {
    const { id } = await approved();
    const counted = countLookUps();
    const command = sent(id);
    await payments.receive(command);
    const before = await payments.get(id);
    for (let time = 0; time < 3; time += 1) await payments.receive(command);
    expect(counted.lookUps).to.equal(1);
    expect(await payments.get(id)).to.deep.equal(before);
  });

  it('looks up the charge again for another webhook and changes nothing', async () => {
    const { id, orderId } = await approved();
    const counted = countLookUps();
    await payments.receive(sent(id));
    const before = [await payments.get(id), await payments.getOrder(orderId)];
    await payments.receive(sent(id));
    expect(counted.lookUps).to.equal(2);
    expect([await payments.get(id), await payments.getOrder(orderId)]).to.deep.equal(before);
    expect(await payments.typesOf(id)).to.deep.equal(['payment.updated', 'payment.succeeded']);
  });

  it('records the change once under concurrent webhooks', async () => {
    const { id, orderId } = await approved();
    payments.failures.delayMs = 2;
    await Promise.all(Array.from({ length: 5 }, () => payments.receive(sent(id))));
    expect((await payments.getOrder(orderId)).amountPaid).to.deep.equal(ALL);
    expect(await payments.timelineOf(id)).to.deep.equal(['authorize_requested', 'requires_action', 'captured']);
  });

  it('ignores the order of webhooks', async () => {
    const { id } = await approved();
    const early = sent(id);
    await payments.receive(sent(id));
    await payments.refund(id, { amount: 10 });
    const before = await payments.get(id);
    await payments.receive(early);
    expect(await payments.get(id)).to.deep.equal(before);
  });

  it('accepts a webhook for an unknown payment and does nothing', async () => {
    await payments.receive(sent(ids.next('pay')));
    const { headers, body } = payments.sandbox.webhook('pay_other' as const, payments.clock.now());
    await payments.receive({ gateway: 'sandbox', headers, body });
    expect(payments.lines).to.deep.equal([]);
  });

  it('rejects a gateway that is not enabled', async () => {
    const { id } = await approved();
    const error = await rejectionOf(payments.receive({ ...sent(id), gateway: 'acme' }));
    expect(error).to.include({ kind: 'not_found', message: 'There is no payment gateway acme.' });
  });

  it('asks for redelivery during a gateway outage and applies it then', async () => {
    const { id } = await approved();
    const command = sent(id);
    payments.failures.isDown = true;
    expect(await rejectionOf(payments.receive(command))).to.include({ kind: 'unavailable', code: 'unavailable' });
    payments.failures.isDown = false;
    await payments.receive(command);
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('asks for redelivery when the response of the gateway is lost', async () => {
    const { id } = await approved();
    const command = sent(id);
    payments.failures.lostResponses = 1;
    expect(await rejectionOf(payments.receive(command))).to.include({ kind: 'unavailable' });
    await payments.receive(command);
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('asks for redelivery while an operation is pending, which hides external changes', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId);
    payments.replaceSandbox({ refund: async () => ({ kind: 'unknown', why: 'it was lost' }) });
    await payments.refund(id, { amount: 10 });
    const elsewhere = { key: 're_elsewhere', charge: { key: id, reference: null }, reason: null } as const;
    await payments.sandbox.refund({ ...elsewhere, amount: dollars(5) });
    const command = sent(id);
    for (let time = 0; time < 2; time += 1) {
      expect(await rejectionOf(payments.receive(command))).to.include({ kind: 'unavailable', code: 'unavailable' });
      expect(await payments.get(id)).to.deep.include({ refunded: dollars(0), refunding: dollars(10) });
    }
    payments.replaceSandbox({});
    await payments.receive(command);
    expect(await payments.get(id)).to.deep.include({ refunded: dollars(15), refunding: dollars(0) });
  });

  describe('while the gateway processes a refund', () => {
    /** A payment with a refund of 10 that is pending at the gateway. */
    const refunding = async () => {
      const { id: orderId } = await payments.anOrder();
      const { id } = await payments.pay(orderId);
      const asked: string[] = [];
      payments.replaceSandbox({
        refund: async ({ key }) => {
          asked.push(key);
          return { kind: 'pending', reference: key };
        },
      });
      await payments.refund(id, { amount: 10 });
      return { id, asked };
    };

    it('accepts a webhook, which tells that the refund is pending, and records it', async () => {
      const { id, asked } = await refunding();
      const command = sent(id);
      for (let time = 0; time < 3; time += 1) await payments.receive(command);
      expect(asked).to.have.length(2);
      expect(await payments.get(id)).to.deep.include({ refunded: dollars(0), refunding: dollars(10) });
    });

    it('asks for the refund again every hour, and for a dispute and external changes when it has ended', async () => {
      const { id, asked } = await refunding();
      payments.clock.advance(1);
      await payments.reconcile();
      expect(asked).to.have.length(2);
      for (const [seconds, count] of [
        [3_599, 2],
        [1, 3],
        [3_600, 4],
      ] as const) {
        payments.clock.advance(seconds);
        await payments.reconcile();
        expect(asked, `after ${seconds} s`).to.have.length(count);
      }
      const elsewhere = { key: 're_elsewhere', charge: { key: id, reference: null }, reason: null } as const;
      await payments.sandbox.refund({ ...elsewhere, amount: dollars(5) });
      await payments.receive(sent(id));
      expect(await payments.get(id)).to.deep.include({ refunded: dollars(0), refunding: dollars(10) });
      payments.replaceSandbox({});
      payments.clock.advance(3_600);
      await payments.reconcile();
      expect(await payments.get(id)).to.deep.include({
        refunded: dollars(15),
        refunding: dollars(0),
        nextCheckAt: null,
      });
    });

    it('asks for redelivery if another operation has no outcome', async () => {
      const { id } = await refunding();
      const counted = payments.gateways.get('sandbox') ?? payments.sandbox;
      let requests = 0;
      payments.gateways.set('sandbox', {
        ...counted,
        refund: async ({ key }) => {
          requests += 1;
          return requests % 2 ? { kind: 'unknown', why: 'it was lost' } : { kind: 'pending', reference: key };
        },
      });
      await payments.refund(id, { amount: 1 });
      requests = 0;
      expect(await rejectionOf(payments.receive(sent(id)))).to.include({ kind: 'unavailable' });
      expect((await payments.get(id)).nextCheckAt).to.be.below(noonPlus(120));
    });
  });

  it('accepts a webhook for a payment that requires action', async () => {
    const { id: orderId } = await payments.anOrder();
    const { id } = await payments.pay(orderId, { token: 'tok_requires_action' });
    const counted = countLookUps();
    const command = sent(id);
    for (let time = 0; time < 2; time += 1) await payments.receive(command);
    expect(counted.lookUps).to.equal(1);
  });

  it('asks for redelivery while its sender cannot be verified, and does nothing', async () => {
    const { id } = await approved();
    const counted = countLookUps();
    const { lookUp } = payments.gateways.get('sandbox') ?? payments.sandbox;
    payments.replaceSandbox({ lookUp, verify: async () => ({ kind: 'unknown', why: 'it cannot be asked' }) });
    const command = sent(id);
    expect(await rejectionOf(payments.receive(command))).to.include({ kind: 'unavailable', code: 'unavailable' });
    expect(counted.lookUps).to.equal(0);
    payments.replaceSandbox({});
    await payments.receive(command);
    expect((await payments.get(id)).status).to.equal('succeeded');
  });

  it('looks up the charge every time when webhooks have no ids', async () => {
    const [one, other] = [await approved(), await approved()];
    const counted = countLookUps();
    const { lookUp } = payments.gateways.get('sandbox') ?? payments.sandbox;
    for (const { id } of [one, other, one]) {
      payments.replaceSandbox({ lookUp, verify: async () => ({ kind: 'verified', id: null, key: id }) });
      await payments.receive(sent(id));
      expect((await payments.get(id)).status).to.equal('succeeded');
    }
    expect(counted.lookUps).to.equal(3);
    for (const noted of ['null', '']) {
      expect(await payments.unitOfWork.run((tx) => tx.payments.isKnownGatewayWebhook('sandbox', noted))).to.equal(
        false,
      );
    }
  });

  it('passes on an exception of the gateway, so that the webhook is sent again', async () => {
    const { id } = await approved();
    payments.replaceSandbox({ verify: () => Promise.reject(new Error('It is broken.')) });
    const error = await payments.receive(sent(id)).catch((caught: unknown) => caught);
    expect(error).to.have.property('message', 'It is broken.');
  });

  it('forgets webhooks after thirty days and then only looks up the charge again', async () => {
    const { id } = await approved();
    await payments.receive(sent(id));
    const day = 86_400;
    const isKnown = () =>
      payments.unitOfWork.run((tx) => tx.payments.isKnownGatewayWebhook('acme', 'a gateway webhook'));
    const at = payments.clock.now();
    await payments.unitOfWork.run((tx) => tx.payments.recordGatewayWebhook('acme', 'a gateway webhook', at));
    payments.clock.advance(30 * day);
    await payments.removeOldGatewayWebhooks();
    expect(await isKnown()).to.equal(true);
    payments.clock.advance(0.001);
    await payments.removeOldGatewayWebhooks();
    expect(await isKnown()).to.equal(false);
  });
});
