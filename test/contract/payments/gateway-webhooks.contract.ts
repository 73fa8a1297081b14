import { expect } from 'chai';
import type { ChargeName, GatewayWebhook, PaymentGateway } from '#core/payments/payment-gateway.ts';
import { NOON, noonPlus } from '../../support/builders/builders.ts';
import {
  aCharge,
  type GatewayInUse,
  type GatewayUnderTest,
  type GatewayWebhooksUnderTest,
  useGateway,
} from './gateway-under-test.ts';

const text = (written: string): Uint8Array => new TextEncoder().encode(written);

const BODIES: Readonly<Record<string, Uint8Array>> = {
  'with nothing in it': new Uint8Array(),
  'with bytes that are no text': Uint8Array.from({ length: 300 }, (_, index) => (index * 7 + 128) % 256),
  'with half a document': text('{"id":"evt_1","type":'),
  'with null': text('null'),
};

const expectRejected = async (gateway: PaymentGateway, webhook: GatewayWebhook): Promise<void> => {
  const verification = await gateway.verify(webhook);
  expect(verification.kind).to.equal('refused');
  // continues "The webhook" and is followed by a full stop
  expect(verification)
    .to.have.property('why')
    .that.is.a('string')
    .and.matches(/^\S(.*[^\s.])?$/s);
};

/** Webhooks of a gateway, valid and forged. */
export const gatewayWebhooksContract = (subject: GatewayUnderTest): void => {
  const used = useGateway(subject);

  for (const [name, body] of Object.entries(BODIES)) {
    it(`are rejected ${name}`, async () => {
      await expectRejected(used.gateway(), { headers: {}, body, at: NOON });
    });
  }

  if (subject.webhooks) {
    genuineContract(used, subject.webhooks);
    strangeContract(used, subject.webhooks);
  }
};

const genuineContract = (used: GatewayInUse, webhooks: GatewayWebhooksUnderTest): void => {
  const about = (charge: ChargeName, at: Date) => webhooks.about(used.opened(), charge, at);

  it('identify their charge and have distinct ids', async () => {
    const charge = await aCharge(used);
    const [first, second] = [await about(charge, NOON), await about(charge, NOON)];
    const verifications = [await used.gateway().verify(first), await used.gateway().verify(second)];
    for (const verification of verifications) expect(verification).to.include({ kind: 'verified', key: charge.key });
    expect(new Set(verifications.map((one) => 'id' in one && one.id)).size).to.equal(2);
  });

  it('have the same id when they are repeated', async () => {
    const webhook = await about(await aCharge(used), NOON);
    const first = await used.gateway().verify(webhook);
    expect(first).to.have.property('id').that.is.a('string').and.is.not.empty;
    expect(await used.gateway().verify({ ...webhook, at: noonPlus(1) })).to.deep.equal(first);
  });

  it('identify no charge when they are about other objects', async () => {
    const webhook = await webhooks.aboutNoneOfOurs(used.opened(), NOON);
    expect(await used.gateway().verify(webhook)).to.include({ kind: 'verified', key: null });
  });

  it('are accepted for five minutes', async () => {
    const webhook = await about(await aCharge(used), NOON);
    expect(await used.gateway().verify({ ...webhook, at: noonPlus(299) })).to.include({ kind: 'verified' });
    await expectRejected(used.gateway(), { ...webhook, at: noonPlus(302) });
  });
};

const strangeContract = (used: GatewayInUse, webhooks: GatewayWebhooksUnderTest): void => {
  const genuine = async (): Promise<GatewayWebhook> => webhooks.about(used.opened(), await aCharge(used), NOON);

  it('are rejected with another signature', async () => {
    const charge = await aCharge(used);
    await expectRejected(used.gateway(), await webhooks.forged(used.opened(), charge, NOON));
  });

  it('are rejected without a signature', async () => {
    await expectRejected(used.gateway(), { ...(await genuine()), headers: { 'content-type': 'application/json' } });
  });

  it('are rejected after any modification', async () => {
    const webhook = await genuine();
    for (const index of [0, Math.floor(webhook.body.length / 2), webhook.body.length - 1]) {
      const body = webhook.body.map((byte, at) => (at === index ? byte ^ 1 : byte));
      await expectRejected(used.gateway(), { ...webhook, body });
    }
    for (const body of [webhook.body.subarray(1), Buffer.concat([webhook.body, text(' ')]), ...Object.values(BODIES)]) {
      await expectRejected(used.gateway(), { ...webhook, body });
    }
  });

  it('are rejected with truncated or invalid headers', async () => {
    const webhook = await genuine();
    for (const change of [
      (value: string) => value.slice(0, -1),
      () => '',
      () => 't=,v1=',
      () => '\u0000é,=;'.repeat(50),
    ]) {
      const headers = Object.fromEntries(Object.entries(webhook.headers).map(([name, value]) => [name, change(value)]));
      await expectRejected(used.gateway(), { ...webhook, headers });
    }
  });
};
