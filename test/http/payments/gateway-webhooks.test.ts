import { expect } from 'chai';
import { makeGatewayWebhook } from '#adapters/payment-gateways/sandbox/sandbox-webhook.ts';
import type { GatewayWebhook } from '#core/payments/payment-gateway.ts';
import { byToken, createOrder, createPayment, paymentStep } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

const SECRET = 'the secret of the sandbox in tests';
const UNKNOWN = 'pay_01h455vb4pex5vsknk084sn02q';
const PATH = '/api/payments/notifications/sandbox';

onService(
  'gateway webhooks',
  ({ app }) => {
    const send = (
      { headers, body }: Pick<GatewayWebhook, 'headers' | 'body'>,
      key: string | null = null,
      type = 'application/json',
    ) => app().call(PATH, { method: 'POST', headers: { ...headers, 'Content-Type': type }, body, key });
    const now = () => new Date();
    const get = async (id: string) => (await app().call(`/api/payments/${id}`)).json;
    const waiting = async () => createPayment(app(), (await createOrder(app())).id, byToken('tok_requires_action'));
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

    it('are accepted when signed, in any order and repeatedly', async () => {
      const { id } = await createPayment(app(), (await createOrder(app())).id, byToken('tok_timeout'));
      const webhook = makeGatewayWebhook(SECRET, id, now());
      const late = makeGatewayWebhook(SECRET, id, minutesAgo(4));
      const replies = await Promise.all([send(webhook), send(webhook), send(late), send(webhook)]);
      for (const reply of replies) expect([reply.status, reply.text]).to.deep.equal([204, '']);
      const settled = await get(id);
      expect(settled).to.include({ status: 'succeeded', amount_refunded: 0 });
      await paymentStep(app(), id, 'refunds', { amount: 1 });
      for (let times = 0; times < 5; times += 1) expect((await send(webhook)).status).to.equal(204);
      expect(await get(id)).to.include({ status: 'succeeded', amount_refunded: 1, version: settled.version + 2 });
    });

    it('are rejected unless they are JSON', async () => {
      const { id, version } = await waiting();
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
        const reply = await send(makeGatewayWebhook(SECRET, id, now()), null, type);
        expectProblem(reply, 415, 'unsupported_media_type');
      }
      expect((await get(id)).version).to.equal(version);
    });

    it('are rejected when unsigned or old, and change nothing', async () => {
      const { id, version } = await waiting();
      const good = makeGatewayWebhook(SECRET, id, now());
      const altered = Buffer.from(good.body.toString().replace(id, UNKNOWN));
      const rejected: [string, Pick<GatewayWebhook, 'headers' | 'body'>][] = [
        ['is not signed', { headers: {}, body: good.body }],
        ['is not signed', { headers: { 'sandbox-signature': 'v1=' }, body: good.body }],
        ['has a wrong signature', makeGatewayWebhook('another secret than that one', id, now())],
        ['has a wrong signature', { headers: good.headers, body: altered }],
        ['has a wrong signature', { headers: good.headers, body: Buffer.from([0, 255, 1]) }],
        ['is too old', makeGatewayWebhook(SECRET, id, minutesAgo(6))],
        ['is too old', makeGatewayWebhook(SECRET, id, minutesAgo(-6))],
      ];
      for (const [why, request] of rejected) {
        const problem = expectProblem(await send(request), 401, 'invalid_credentials');
        expect(problem.detail).to.equal(`The webhook ${why}.`);
      }
      expect(await get(id)).to.include({ status: 'requires_action', version });
    });

    it('are accepted for an unknown payment, so that they are not sent again', async () => {
      expect((await send(makeGatewayWebhook(SECRET, UNKNOWN, now()))).status).to.equal(204);
    });

    it('are rejected when they are too large or for a disabled gateway', async () => {
      const large = await send({ headers: {}, body: Buffer.alloc(2 * 1024 * 1024) });
      expectProblem(large, 413, 'payload_too_large');
      const unheardOf = await app().call('/api/payments/notifications/paypal', { method: 'POST', body: {} });
      expectProblem(unheardOf, 404, 'not_found');
      expectProblem(await app().call(PATH), 405, 'method_not_allowed');
      expectProblem(await send(makeGatewayWebhook(SECRET, UNKNOWN, now()), 'a bad key'), 401, 'invalid_api_key');
    });
  },
  {},
  { constants: { sandboxWebhookSecret: SECRET } },
);
