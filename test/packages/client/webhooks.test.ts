import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../../../packages/client/src/webhooks.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { createWebhook, LOCAL_WEBHOOK_SETTINGS, webhookStep } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { onService } from '../../support/servers/on-service.ts';
import { startReceiver } from '../../support/servers/receivers.ts';
import { caughtFrom } from './caught-from.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const NOW = new Date('2026-11-20T12:00:00Z');
const BODY = JSON.stringify({ id: 'evt_1', type: 'order.paid', data: { number: 7, email: 'zoë@example.com' } });

const signed = (secret = SECRET, at = NOW): Record<string, string> => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_1', at, BODY),
});

describe('the verification of webhooks', () => {
  const verify = (changes: Partial<Parameters<typeof verifyWebhook>[0]> = {}) =>
    verifyWebhook({ body: BODY, headers: signed(), secret: SECRET, now: NOW, ...changes });
  const refusal = async (changes: Parameters<typeof verify>[0]) => {
    const error = await caughtFrom(verify(changes));
    expect(error).to.be.instanceOf(WebhookError);
    return (error as WebhookError).message;
  };

  it('returns the event, whose type narrows its data', async () => {
    const event = await verify();
    if (event.type !== 'order.paid') throw new Error(event.type);
    const number: number = event.data.number;
    expect(number).to.equal(7);
  });

  it('takes the headers of Node and of fetch, and the body as text or bytes', async () => {
    for (const headers of [signed(), new Headers(signed())]) {
      for (const body of [BODY, new TextEncoder().encode(BODY)]) {
        expect((await verify({ headers, body })).type).to.equal('order.paid');
      }
    }
  });

  it('takes any of several signatures and secrets, as while a secret is exchanged', async () => {
    const both = {
      ...signed(),
      'webhook-signature': `v1a,x v1,%% ${signed(OTHER)['webhook-signature']} ${signed()['webhook-signature']}`,
    };
    expect((await verify({ headers: both })).type).to.equal('order.paid');
    expect((await verify({ secret: [OTHER, SECRET] })).type).to.equal('order.paid');
  });

  it('refuses another secret, another body and a missing header', async () => {
    expect(await refusal({ secret: OTHER })).to.include('another secret');
    expect(await refusal({ body: BODY.replace('7', '8') })).to.include('modified');
    expect(await refusal({ headers: { ...signed(), 'webhook-id': 'evt_2' } })).to.include('modified');
    for (const name of Object.keys(signed())) {
      expect(await refusal({ headers: { ...signed(), [name]: undefined } })).to.include('lacks');
    }
  });

  it('refuses what is more than five minutes old, or from the future', async () => {
    const at = (seconds: number) => ({ headers: signed(SECRET, new Date(NOW.getTime() + seconds * 1000)) });
    for (const seconds of [-300, 300]) expect((await verify(at(seconds))).type).to.equal('order.paid');
    for (const seconds of [-301, 301]) expect(await refusal(at(seconds))).to.include('five minutes');
    expect(await refusal({ headers: { ...signed(), 'webhook-timestamp': 'now' } })).to.include('five minutes');
  });

  it('says what is wrong with a parsed body or a malformed secret', async () => {
    const parsed = await caughtFrom(verify({ body: JSON.parse(BODY) }));
    expect(parsed).to.be.instanceOf(TypeError).and.have.property('message').that.includes('not parsed');
    for (const secret of ['', 'whsec_', 'whsec_%', 'abc']) {
      expect(await caughtFrom(verify({ secret }))).to.be.instanceOf(TypeError);
    }
  });
});

onService(
  'a webhook of the service',
  ({ app }) => {
    it('is verified, also after its secret was exchanged', async () => {
      const receiver = await startReceiver();
      const { id, secret } = await createWebhook(app(), { url: receiver.url });
      const renewed = (await webhookStep(app(), id, 'rotate_secret', { body: {} })).json.secret;
      const product = await createProduct(app());
      await eventually('the webhook was received', async () => receiver.received.length > 0);
      const [{ headers, body }] = receiver.received as [(typeof receiver.received)[number]];
      for (const each of [secret, renewed]) {
        const event = await verifyWebhook({ headers, body, secret: each });
        expect([event.type, event.resource_id]).to.deep.equal(['product.created', product.id]);
      }
      receiver.close();
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);
