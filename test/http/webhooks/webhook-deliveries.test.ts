import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { createProduct, patchProduct } from '../../support/builders/resources.ts';
import {
  createWebhook,
  deliveriesTo,
  endedDeliveries,
  LOCAL_WEBHOOK_SETTINGS,
  webhookStep,
} from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

const UNKNOWN = 'dlv_01h455vb4pex5vsknk084sn02q';

onService(
  'webhook deliveries',
  ({ app }) => {
    let receiver: Receiver;
    let status: number;
    beforeEach(async () => {
      status = 204;
      receiver = await startReceiver((_, response) => void response.writeHead(status).end());
    });
    afterEach(() => receiver.close());

    const create = (fields: object = {}) => createWebhook(app(), { url: receiver.url, ...fields });
    const disable = (id: string, enabled = false) =>
      app().call(`/api/webhooks/${id}`, { method: 'PATCH', body: { enabled } });
    const until = (count: number): Promise<void> =>
      eventually(`${count} were received`, async () => receiver.received.length >= count);
    const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);
    const verifies = (secret: string, { body, headers }: Receiver['received'][number]): boolean => {
      try {
        new Webhook(secret).verify(body, headers as Record<string, string>);
        return true;
      } catch {
        return false;
      }
    };

    it('contain the logged events, signed by Standard Webhooks', async () => {
      const { id, secret } = await create();
      const product = await createProduct(app());
      await patchProduct(app(), product.id, { price: 5 });
      await until(2);
      const { data } = (await app().call('/api/events?limit=2')).json;
      for (const [index, event] of data.reverse().entries()) {
        const received = receiver.received.find(({ headers }) => headers['webhook-id'] === event.id);
        if (received === undefined) throw new Error('The event is received.');
        expect(JSON.parse(received.body)).to.deep.equal(event);
        expect(received).to.include({ method: 'POST', path: '/hook' });
        expect(received.headers).to.include({ 'content-type': 'application/json', 'webhook-sequence': `${index + 1}` });
        expect([verifies(secret, received), verifies('whsec_c29tZWJvZHkgZWxzZQ==', received)]).to.deep.equal([
          true,
          false,
        ]);
        expect(verifies(secret, { ...received, body: `${received.body} ` })).to.equal(false);
      }
      const deliveries = await endedDeliveries(app(), id, 2);
      expect(deliveries.map(({ event_id, sequence }) => [event_id, sequence])).to.deep.equal(
        [...data.entries()].reverse().map(([index, event]) => [event.id, index + 1]),
      );
    });

    it('are signed with both secrets during the overlap, and then with the new secret alone', async () => {
      const { id, secret: old } = await create();
      const rotated = await webhookStep(app(), id, 'rotate_secret', { body: { overlap_seconds: 3 } });
      const { secret } = rotated.json;
      expect([rotated.status, secret === old, rotated.json.version]).to.deep.equal([200, false, 2]);
      await webhookStep(app(), id, 'test');
      await sleep(3_000);
      await webhookStep(app(), id, 'test');
      const [both, one] = receiver.received.map((received) => [old, secret].map((each) => verifies(each, received)));
      expect([both, one]).to.deep.equal([
        [true, true],
        [false, true],
      ]);
      const again = await webhookStep(app(), id, 'rotate_secret', { body: { overlap_seconds: 0 } });
      await webhookStep(app(), id, 'test');
      const [, , last] = receiver.received;
      expect(last && [secret, again.json.secret].map((each) => verifies(each, last))).to.deep.equal([false, true]);
    });

    it('use the webhook’s new settings as soon as the change is confirmed', async () => {
      const { id } = await create();
      const path = `/api/webhooks/${id}`;
      const toOther = await startReceiver();
      for (let rotations = 0; rotations < 3; rotations += 1) {
        await createProduct(app());
        await until(2 * rotations + 1);
        const rotated = await webhookStep(app(), id, 'rotate_secret', { body: { overlap_seconds: 60 } });
        await createProduct(app());
        await until(2 * rotations + 2);
        const last = receiver.received.at(-1);
        expect(last && verifies(rotated.json.secret, last)).to.equal(true);
      }
      await app().call(path, { method: 'PATCH', body: { url: toOther.url } });
      await createProduct(app());
      await eventually('it is sent elsewhere', async () => toOther.received.length === 1);
      expect(receiver.received).to.have.length(6);
      toOther.close();
    });

    it('end with the webhook’s removal or deactivation', async () => {
      for (const end of ['DELETE', 'PATCH'] as const) {
        const held: (() => void)[] = [];
        const slow = await startReceiver((_, response) => void held.push(() => response.writeHead(204).end()));
        const { id } = await create({ url: slow.url });
        await Promise.all(Array.from({ length: 20 }, () => createProduct(app())));
        await eventually('as many as may are on their way', async () => slow.received.length === 16);
        const body = end === 'PATCH' ? { body: { enabled: false } } : {};
        await app().call(`/api/webhooks/${id}`, { method: end, ...body });
        await sleep(1_000);
        for (const respond of held) respond();
        await sleep(500);
        expect(slow.received).to.have.length(16);
        slow.close();
      }
    });

    it('are listed by status, type and event in pages', async () => {
      const { id } = await create({ events: ['product.*', 'user.*'] });
      const product = await createProduct(app());
      await endedDeliveries(app(), id);
      status = 500;
      await patchProduct(app(), product.id, { price: 5 });
      await patchProduct(app(), product.id, { price: 6 });
      const all = await endedDeliveries(app(), id, 3);
      const idsOf = (deliveries: { id: string }[]) => deliveries.map((each) => each.id);
      const listed = async (query: string) => idsOf(await deliveriesTo(app(), id, query));
      expect(await listed('&status=failed')).to.deep.equal(idsOf(all.slice(0, 2)));
      expect(await listed('&status=succeeded')).to.deep.equal(idsOf(all.slice(2)));
      expect(await listed('&status=pending')).to.deep.equal([]);
      expect(await listed(`&event_id=${all[1].event_id}&status=failed`)).to.deep.equal([all[1].id]);
      const path = `/api/webhooks/${id}/deliveries`;
      const first = (await app().call(`${path}?limit=2`)).json;
      const second = (await app().call(`${path}?limit=2&cursor=${first.next_cursor}`)).json;
      expect([...first.data, ...second.data]).to.deep.equal(all);
      expect(second.next_cursor).to.equal(null);
      expectProblem(await app().call(`${path}?status=failed&cursor=${first.next_cursor}`), 400, 'invalid_cursor');
      expect((await app().call(`${path}/${all[0].id}`)).json).to.deep.equal(all[0]);
    });

    it('are retried one by one in any status', async () => {
      const { id } = await create();
      status = 500;
      await createProduct(app());
      const [failed] = await endedDeliveries(app(), id);
      expect(failed.attempts).to.have.length(3);
      status = 200;
      const response = await webhookStep(app(), id, `deliveries/${failed.id}/retry`);
      expect(response.json).to.include({ id: failed.id, status: 'pending' });
      const [received] = await endedDeliveries(app(), id);
      expect(received).to.deep.include({ status: 'succeeded', sequence: 1, event_id: failed.event_id });
      expect(received.attempts).to.have.length(4);
      await webhookStep(app(), id, `deliveries/${failed.id}/retry?dry_run=true`);
      await webhookStep(app(), id, `deliveries/${failed.id}/retry`);
      await until(5);
      const [again] = await endedDeliveries(app(), id);
      expect(again.attempts).to.have.length(5);
      expect(new Set(idsReceived())).to.deep.equal(new Set([failed.event_id]));
      const { id: other } = await create();
      for (const path of [`${other}/deliveries/${failed.id}`, `${id}/deliveries/${UNKNOWN}`]) {
        expectProblem(await app().call(`/api/webhooks/${path}`), 404, 'not_found');
        expectProblem(await app().call(`/api/webhooks/${path}/retry`, { method: 'POST' }), 404, 'not_found');
      }
      await disable(id);
      expectProblem(await webhookStep(app(), id, `deliveries/${failed.id}/retry`), 409, 'invalid_state');
    });

    it('are created by a replay for events from a deactivation', async () => {
      const { id } = await create();
      const from = new Date();
      await disable(id);
      const product = await createProduct(app());
      await patchProduct(app(), product.id, { price: 5 });
      expectProblem(await webhookStep(app(), id, 'replay', { body: { from } }), 409, 'invalid_state');
      await disable(id, true);
      await patchProduct(app(), product.id, { price: 6 });
      await until(1);
      expect(await endedDeliveries(app(), id)).to.have.length(1);
      const replayed = await webhookStep(app(), id, 'replay', { body: { from } });
      expect(replayed.status).to.equal(202);
      expect(replayed.json).to.deep.equal({ object: 'webhook_replay', webhook_id: id, count: 3, next_from: null });
      await until(4);
      const { data } = (await app().call('/api/events?type=product.*&limit=3')).json;
      const expected = data.map((event: { id: string }) => event.id);
      expect([...new Set(idsReceived())].sort()).to.deep.equal(expected.sort());
    });

    it('are replayed by time, types and status, once per Idempotency-Key', async () => {
      const { id } = await create({ events: ['product.*'] });
      const from = new Date();
      const product = await createProduct(app());
      await patchProduct(app(), product.id, { price: 5 });
      await endedDeliveries(app(), id, 2);
      const count = async (body: object, options: { step?: string; headers?: Record<string, string> } = {}) => {
        const { step = 'replay?dry_run=true', headers = {} } = options;
        return (await webhookStep(app(), id, step, { body: { from, ...body }, headers })).json.count;
      };
      expect(await count({})).to.equal(2);
      expect(await count({ types: ['product.updated', 'user.*'] })).to.equal(1);
      expect(await count({ types: ['user.created'] })).to.equal(0);
      expect(await count({ status: 'succeeded' })).to.equal(2);
      expect(await count({ status: 'failed' })).to.equal(0);
      expect(await count({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' })).to.equal(0);
      expect(receiver.received).to.have.length(2);
      const named = { step: 'replay', headers: { 'Idempotency-Key': `replay-${id}` } };
      expect([await count({}, named), await count({}, named), await count({}, named)]).to.deep.equal([2, 2, 2]);
      await until(4);
      const deliveries = await endedDeliveries(app(), id, 2);
      expect(deliveries.map(({ attempts }) => attempts.length)).to.deep.equal([2, 2]);
      expect(receiver.received).to.have.length(4);
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);
