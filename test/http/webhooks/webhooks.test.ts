import { expect } from 'chai';
import { createProduct } from '../../support/builders/resources.ts';
import {
  createWebhook,
  deliveriesTo,
  endedDeliveries,
  getWebhook,
  LOCAL_WEBHOOK_SETTINGS,
  webhookStep,
} from '../../support/builders/webhooks.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

const UNKNOWN = 'wh_01h455vb4pex5vsknk084sn02q';

onService(
  'webhooks',
  ({ app }) => {
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());

    it('show their secret once', async () => {
      const options = {
        method: 'POST',
        body: { url: receiver.url, events: ['product.*', 'user.created'], description: 'for the shop' },
        headers: { 'Idempotency-Key': 'register' },
      };
      const made = await app().call('/api/webhooks', options);
      const { secret, ...shown } = made.json;
      expect(made.status).to.equal(201);
      expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).to.have.length(32);
      expect(made.headers.get('location')).to.equal(`/api/webhooks/${shown.id}`);
      expect(shown).to.deep.include({
        ...options.body,
        ...{ object: 'webhook', ordering: 'none', enabled: true, disabled_reason: null, version: 1 },
      });
      await app().call(`/api/webhooks/${shown.id}`, { method: 'PATCH', body: { enabled: false } });
      const path = `/api/webhooks/${shown.id}`;
      for (const read of [path, '/api/webhooks', `${path}/deliveries`, '/api/events?limit=100', '/api/audit_log']) {
        const { text } = await app().call(read);
        expect(text, read)
          .to.not.include(secret)
          .and.not.match(/whsec_|sealed/);
      }
      const changed = await app().call(path, { method: 'PATCH', body: { description: null } });
      expect(changed.json).to.deep.include({ description: null, version: 3 }).and.not.have.property('secret');
      const replayed = await app().call('/api/webhooks', options);
      expect(replayed.headers.get('idempotency-replayed')).to.equal('true');
      expect(replayed.text).to.equal(made.text);
    });

    it('are listed in pages, the newest first', async () => {
      const made = [await createWebhook(app()), await createWebhook(app()), await createWebhook(app())];
      const first = await app().call('/api/webhooks?limit=2');
      const second = await app().call(`/api/webhooks?limit=2&cursor=${first.json.next_cursor}`);
      const listed = [...first.json.data, ...second.json.data].slice(0, 3);
      expect(listed).to.deep.equal(
        made.reverse().map(({ secret: _secret, ...shown }) => ({ ...shown, success_rate: null })),
      );
    });

    it('are updated by version', async () => {
      const { id } = await createWebhook(app());
      const { headers } = await app().call(`/api/webhooks/${id}`);
      const patch = (body: object) =>
        app().call(`/api/webhooks/${id}`, {
          method: 'PATCH',
          body,
          headers: { 'If-Match': headers.get('etag') ?? '' },
        });
      expect((await patch({ events: ['*'] })).json).to.deep.include({ events: ['*'], version: 2 });
      const stale = expectProblem(await patch({ events: ['user.*'] }), 412, 'version_mismatch');
      expect(stale).to.deep.include({ current_version: 2, changed_fields: ['events'] });
      const options = { method: 'DELETE', headers: { 'If-Match': '"1"' } };
      expectProblem(await app().call(`/api/webhooks/${id}`, options), 412, 'version_mismatch');
      const { data } = (await app().call('/api/events?type=webhook.*&limit=1')).json;
      expect(data[0]).to.deep.include({ type: 'webhook.endpoint_updated', resource_id: id });
      expect(data[0].previous).to.deep.equal({ events: ['product.*'] });
    });

    it('are removed with their deliveries', async () => {
      const { id } = await createWebhook(app(), { url: receiver.url });
      await createProduct(app());
      const [delivery] = await endedDeliveries(app(), id);
      expect((await app().call(`/api/webhooks/${id}`, { method: 'DELETE' })).status).to.equal(204);
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['DELETE', ''],
        ['GET', '/deliveries'],
        ['GET', `/deliveries/${delivery.id}`],
        ['POST', `/deliveries/${delivery.id}/retry`],
        ['POST', '/test'],
        ['POST', '/rotate_secret'],
        ['POST', '/replay'],
      ] as const) {
        const body = path === '/replay' ? { from: '2026-11-20T00:00:00Z' } : {};
        const options = { method, ...(method === 'PATCH' || path === '/replay' ? { body } : {}) };
        expectProblem(await app().call(`/api/webhooks/${id}${path}`, options), 404, 'not_found');
      }
      const before = receiver.received.length;
      const { id: other } = await createWebhook(app(), { url: receiver.url });
      await createProduct(app());
      await endedDeliveries(app(), other);
      expect(receiver.received).to.have.length(before + 1);
    });

    it('send one test for simultaneous requests with one Idempotency-Key', async () => {
      const arrived = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const slow = await startReceiver(async (_, response) => {
        arrived.resolve();
        await gate.promise;
        response.writeHead(204).end();
      });
      const { id } = await createWebhook(app(), { url: slow.url });
      const test = () => webhookStep(app(), id, 'test', { headers: { 'Idempotency-Key': 'once' } });
      const first = test();
      await arrived.promise;
      expectProblem(await test(), 409, 'idempotency_in_progress');
      gate.resolve();
      const { status, text } = await first;
      const again = await test();
      expect([status, again.status, again.text]).to.deep.equal([200, 200, text]);
      expect(slow.received).to.have.length(1);
      slow.close();
    });

    it('can be tested while disabled, and show the response', async () => {
      const failing = await startReceiver((_, response) => void response.writeHead(418).end('a teapot'));
      const { id } = await createWebhook(app(), { url: failing.url, enabled: false });
      const { status, json } = await webhookStep(app(), id, 'test');
      failing.close();
      expect(status).to.equal(200);
      const result = { status: 'failed', response_code: 418, response_body: 'a teapot', error: null };
      expect(json).to.deep.include({ object: 'webhook_test', webhook_id: id, ...result });
      const [{ headers, body } = { headers: {}, body: '' }] = failing.received;
      expect(headers).to.include({ 'webhook-id': json.event_id }).and.not.have.property('webhook-sequence');
      expect(JSON.parse(body)).to.include({ id: json.event_id, type: 'webhook.test', resource_id: id });
      expectProblem(await app().call(`/api/events/${json.event_id}`), 404, 'not_found');
      expect(await deliveriesTo(app(), id)).to.deep.equal([]);
      const closed = await webhookStep(app(), id, 'test');
      expect(closed.json).to.include({ status: 'failed', error: 'connection_failed', response_code: null });
      expectProblem(await webhookStep(app(), id, 'test?dry_run=true'), 422, 'dry_run_unsupported');
      expectProblem(await webhookStep(app(), UNKNOWN, 'test'), 404, 'not_found');
      expect(failing.received).to.have.length(1);
    });

    it('leave no trace in a dry run', async () => {
      const body = { url: receiver.url, events: ['*'] };
      const made = await app().call('/api/webhooks?dry_run=true', { method: 'POST', body });
      expect(made.json)
        .to.deep.include({ dry_run: true, events: ['*'], emits: [] })
        .and.not.have.property('secret');
      expectProblem(await app().call(`/api/webhooks/${made.json.id}`), 404, 'not_found');
      const { id } = await createWebhook(app());
      const path = `/api/webhooks/${id}?dry_run=true`;
      const disabled = await app().call(path, { method: 'PATCH', body: { enabled: false } });
      expect(disabled.json).to.deep.include({ enabled: false, emits: ['webhook.endpoint_disabled'] });
      expect(await getWebhook(app(), id)).to.include({ enabled: true, version: 1 });
    });

    it('leave no URL, description or secret in the audit log', async () => {
      const { id, secret } = await createWebhook(app(), {
        url: `${receiver.url}?token=quill`,
        description: 'of Quill',
      });
      const { secret: second } = (await webhookStep(app(), id, 'rotate_secret')).json;
      await app().call(`/api/webhooks/${id}`, { method: 'PATCH', body: { url: receiver.url, enabled: false } });
      await app().call(`/api/webhooks/${id}`, { method: 'DELETE' });
      const { json, text } = await app().call(`/api/audit_log?resource_id=${id}`);
      expect(json.data.map(({ action }: { action: string }) => action)).to.deep.equal([
        'webhook.deleted',
        'webhook.updated',
        'webhook.secret_rotated',
        'webhook.created',
      ]);
      expect(json.data[1].after).to.deep.equal({ url: '[withheld]', enabled: false, disabled_reason: 'requested' });
      for (const hidden of ['quill', 'Quill', '127.0.0.1', secret, second]) expect(text).to.not.include(hidden);
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);
