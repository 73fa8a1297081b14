import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { createProduct, createUser } from '../../support/builders/resources.ts';
import {
  createWebhook,
  deliveriesTo,
  endedDeliveries,
  getWebhook,
  LOCAL_WEBHOOK_SETTINGS,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { KEY, VALID } from '../../support/servers/certificates.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';
import { type Receiver, startRawReceiver, startReceiver, startTlsReceiver } from '../../support/servers/receivers.ts';

/** The failure, its receiver, and the result of each of three attempts: an error, or the status of the response. */
const FAILURES: readonly (readonly [what: string, open: () => Promise<Receiver>, expected: string | number])[] = [
  ['responds with 500', () => startReceiver((_, response) => void response.writeHead(500).end('broken')), 500],
  ['resets the connection', () => startRawReceiver((socket) => socket.resetAndDestroy()), 'connection_failed'],
  // a stored value of a released version
  ['speaks no HTTP', () => startRawReceiver((socket) => socket.end('220 example.com\r\n')), 'answer_malformed'],
  ['has a self-signed certificate', () => startTlsReceiver({ key: KEY, cert: VALID }), 'certificate_invalid'],
  ['redirects to the metadata address of a cloud', () => startReceiver(redirectTo('http://169.254.169.254/')), 307],
  ['redirects to another address', () => startReceiver(redirectTo(ELSEWHERE)), 307],
];

const ELSEWHERE = 'http://127.0.0.1:1/elsewhere';

const redirectTo =
  (location: string): RequestListener =>
  (_, response) =>
    void response.writeHead(307, { location }).end();

onStorage(
  'memory',
  'deliveries to a failing webhook receiver',
  ({ app }) => {
    const receivers: Receiver[] = [];
    const webhooks: string[] = [];
    before(async () => {
      for (const [, open] of FAILURES) receivers.push(await open());
      const closed = await startReceiver();
      closed.close();
      for (const { url } of [...receivers, closed]) webhooks.push((await createWebhook(app(), { url })).id);
      await createProduct(app());
    });
    after(() => {
      for (const receiver of receivers) receiver.close();
    });

    for (const [index, [what, , expected]] of [
      ...FAILURES,
      ['does not listen', undefined, 'connection_failed'] as const,
    ].entries()) {
      it(`fail after the last attempt of the retry schedule, with every attempt listed, when the receiver ${what}`, async () => {
        const [{ status, next_attempt_at: next, attempts }] = await endedDeliveries(app(), webhooks[index] ?? '');
        expect([status, next]).to.deep.equal(['failed', null]);
        const results = attempts.map((each: Record<string, unknown>) => each['error'] ?? each['response_code']);
        expect(results).to.deep.equal([expected, expected, expected]);
      });
    }
  },
  LOCAL_WEBHOOK_SETTINGS,
);

onService(
  'webhook deliveries to unusual receivers',
  ({ app }) => {
    const receivers: Receiver[] = [];
    const webhooks: string[] = [];
    afterEach(async () => {
      for (const id of webhooks.splice(0)) await app().call(`/api/webhooks/${id}`, { method: 'DELETE' });
      for (const receiver of receivers.splice(0)) receiver.close();
    });

    const closeAfterTest = (receiver: Receiver): Receiver => {
      receivers.push(receiver);
      return receiver;
    };
    const openReceiver = async (listener: RequestListener): Promise<Receiver> =>
      closeAfterTest(await startReceiver(listener));
    const create = async (url: string, fields: object = {}): Promise<string> => {
      const { id } = await createWebhook(app(), { url, ...fields });
      webhooks.push(id);
      return id;
    };

    it('are retried until the receiver recovers, with the same id and sequence and the timestamp of each attempt', async () => {
      let calls = 0;
      const { url, received } = await openReceiver((_, response) => {
        calls += 1;
        response.writeHead(calls < 3 ? 503 : 200).end('x'.repeat(2_000));
      });
      const id = await create(url);
      await createProduct(app());
      const [{ attempts, event_id, status }] = await endedDeliveries(app(), id);
      expect(status).to.equal('succeeded');
      expect(received.map(({ headers }) => [headers['webhook-id'], headers['webhook-sequence']])).to.deep.equal(
        [1, 2, 3].map(() => [event_id, '1']),
      );
      for (const [index, { at, response_body: body, duration_ms: duration }] of attempts.entries()) {
        const stamp = Number(received[index]?.headers['webhook-timestamp']);
        expect(stamp).to.equal(Math.floor(Date.parse(at) / 1000));
        expect(body).to.equal('x'.repeat(1024));
        expect(duration).to.be.within(0, 15_000);
      }
      const times = attempts.map(({ at }: { at: string }) => Date.parse(at));
      expect(times[1] - times[0]).to.be.at.least(50);
      expect(times[2] - times[1]).to.be.at.least(100);
    });

    it('wait for as long as Retry-After requests', async () => {
      let calls = 0;
      const { url } = await openReceiver((_, response) => {
        calls += 1;
        response.writeHead(calls === 1 ? 429 : 200, { 'retry-after': '1' }).end();
      });
      const id = await create(url);
      await createProduct(app());
      const [{ attempts, status }] = await endedDeliveries(app(), id);
      expect([status, attempts.length]).to.deep.equal(['succeeded', 2]);
      expect(Date.parse(attempts[1].at) - Date.parse(attempts[0].at)).to.be.at.least(1_000);
    });

    it('disable the webhook after a 410, and emit an event', async () => {
      const { url, received } = await openReceiver((_, response) => void response.writeHead(410).end());
      const observer = await openReceiver((_, response) => void response.end());
      const id = await create(url);
      await create(observer.url, { events: ['webhook.*', 'product.*'] });
      const observed = () => observer.received.map(({ body }) => JSON.parse(body));
      const disabled = () => observed().filter(({ type }) => type === 'webhook.endpoint_disabled');
      await createProduct(app());
      const [{ attempts, status }] = await endedDeliveries(app(), id);
      expect([status, attempts.length]).to.deep.equal(['failed', 1]);
      await eventually('the observer receives the event', async () => disabled().length > 0);
      expect(await getWebhook(app(), id)).to.include({ enabled: false, disabled_reason: 'gone' });
      expect(disabled()).to.have.length(1);
      expect(disabled()[0]).to.deep.include({
        type: 'webhook.endpoint_disabled',
        resource_id: id,
        previous: { enabled: true, disabled_reason: null },
      });
      const { data } = (await app().call(`/api/audit_log?resource_id=${id}&action=webhook.disabled`)).json;
      expect(data).to.have.length(1);
      expect(data[0].actor.kind).to.equal('system');
      const next = await createProduct(app());
      await eventually('the observer receives the next product', async () =>
        observed().some(({ type, resource_id: resourceId }) => type === 'product.created' && resourceId === next.id),
      );
      expect(received).to.have.length(1);
      expect(await deliveriesTo(app(), id)).to.have.length(1);
    });

    it('reach a receiver that responds although twenty others hang', async () => {
      const silent = closeAfterTest(await startRawReceiver(() => {}));
      for (let index = 0; index < 20; index += 1) await create(`${silent.url}/${index}`);
      const { url, received } = await openReceiver((_, response) => void response.end());
      const id = await create(url);
      for (let index = 0; index < 5; index += 1) await createProduct(app());
      await endedDeliveries(app(), id, 5);
      await eventually('the silent receiver has twenty connections', async () => silent.connections() >= 20);
      expect(received).to.have.length(5);
      const { text } = await app().call('/metrics', { key: null });
      expect(text).to.match(/^webhook_deliveries_pending [1-9]\d*$/m);
      expect(text).to.match(/^webhook_deliveries_oldest_seconds [\d.]+$/m);
      expect(text).to.match(/^event_backlog\{publisher="webhooks"\} \d+$/m);
      expect(text).to.include(`webhook_attempts_total{webhook="${id}",outcome="succeeded"} 5`);
    });

    it('contain no personal data after an erasure, and neither do the stored responses', async () => {
      const echo = await openReceiver((_, response) => {
        const isFirst = received.length === 1;
        response.writeHead(isFirst ? 500 : 200, { 'retry-after': '5' }).end(isFirst ? received[0]?.body : '');
      });
      const { received } = echo;
      const id = await create(echo.url, { events: ['user.*'] });
      const user = await createUser(app(), { name: 'Xanthippe Quillfeather' });
      await eventually(
        'the first attempt is recorded',
        async () => (await deliveriesTo(app(), id))[0]?.attempts.length === 1,
      );
      expect(JSON.stringify(await deliveriesTo(app(), id))).to.include('Quillfeather');
      expect((await app().call(`/api/users/${user.id}`, { method: 'DELETE' })).status).to.equal(204);
      expect(JSON.stringify(await deliveriesTo(app(), id))).to.not.include('Quillfeather');
      await endedDeliveries(app(), id, 2);
      const later = received.slice(1).map(({ body }) => JSON.parse(body));
      expect(later.map(({ type }) => type)).to.include.members(['user.created', 'user.deleted']);
      for (const read of [later, await deliveriesTo(app(), id), (await app().call('/api/events?type=user.*')).json]) {
        expect(JSON.stringify(read)).to.not.match(/Quillfeather|somebody-/);
      }
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);
