import { expect } from 'chai';
import { BEGINNING } from '#core/events/use-cases/subscribe-to-events.ts';
import { createKey, createProduct, createUser, signIn } from '../../support/builders/resources.ts';
import { createWebhook, deliveriesTo, LOCAL_WEBHOOK_SETTINGS } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { openEventStream } from '../../support/servers/event-stream.ts';
import { onService } from '../../support/servers/on-service.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

type Json = Reply['json'];

onService(
  'events and the scopes of their resources',
  ({ app }) => {
    let receiver: Receiver;
    let product: Json;
    let user: Json;
    before(async () => {
      receiver = await startReceiver();
      product = await createProduct(app());
      user = await createUser(app());
    });
    after(() => receiver.close());

    const typesTo = async (key: string, query = ''): Promise<string[]> => {
      const { data } = (await app().call(`/api/events?limit=100${query}`, { key })).json;
      return [...new Set<string>(data.map(({ type }: { type: string }) => type))];
    };
    const keyOf = async (...scopes: string[]): Promise<string> => (await createKey(app(), { scopes })).key;
    const register = (key: string, body: object = {}) =>
      app().call('/api/webhooks', { method: 'POST', key, body: { url: receiver.url, events: ['*'], ...body } });
    const patchUser = (id: string, body: object) => app().call(`/api/users/${id}`, { method: 'PATCH', body });
    const eventOf = async (id: string): Promise<Json> =>
      (await app().call('/api/events?limit=100')).json.data.find((event: Json) => event.resource_id === id);

    it('are listed to callers who may read the resource', async () => {
      const key = await keyOf('events:read', 'products:read');
      expect(await typesTo(key)).to.deep.equal(['product.created']);
      expect(await typesTo(key, '&type=product.*&type=user.*')).to.deep.equal(['product.created']);
      expect((await app().call('/api/events?include_total=true', { key })).json.total).to.equal(1);
      const refused = await app().call('/api/events?type=user.*', { key });
      expect(expectProblem(refused, 403, 'insufficient_scope').required_scope).to.equal('users:read');
      expect(await typesTo(await keyOf('events:read'))).to.deep.equal([]);
    });

    it('are shown one by one to callers who may read the resource', async () => {
      const key = await keyOf('events:read', 'products:read');
      const [shown, hidden] = [await eventOf(product.id), await eventOf(user.id)];
      expect((await app().call(`/api/events/${shown.id}`, { key })).json).to.deep.equal(shown);
      const refused = expectProblem(await app().call(`/api/events/${hidden.id}`, { key }), 403, 'insufficient_scope');
      expect(refused.required_scope).to.equal('users:read');
    });

    it('are streamed to callers who may read the resource, until they lose the scope', async () => {
      const staff = await createUser(app(), { role: 'staff', permissions: ['events:read'] });
      const key = await signIn(app(), staff);
      const stream = await openEventStream(app().url, {
        key,
        lastEventId: BEGINNING,
        query: '?type=user.*&type=product.*',
      });
      await stream.until(2);
      await patchUser(staff.id, { role: 'customer', permissions: ['events:read', 'products:read'] });
      await stream.ended;
      const rest = await openEventStream(app().url, { key, lastEventId: BEGINNING });
      await rest.until(1);
      expect(new Set(rest.events.map(({ data }) => data.type))).to.deep.equal(new Set(['product.created']));
      rest.cut();
    });

    it('are registered for webhooks by callers who may read the resources', async () => {
      const key = await keyOf('webhooks:write', 'webhooks:read', 'products:read');
      const refused = expectProblem(await register(key), 403, 'insufficient_scope');
      expect(refused.required_scope).to.include('users:read').and.not.include('products:read');
      const made = (await register(key, { events: ['product.*'] })).json;
      const wide = await createWebhook(app(), { url: receiver.url, events: ['*'], enabled: false });
      for (const [id, body] of [
        [made.id, { events: ['product.*', 'user.created'] }],
        [wide.id, { url: `${receiver.url}/elsewhere` }],
      ]) {
        const reply = await app().call(`/api/webhooks/${id}`, { method: 'PATCH', key, body });
        expectProblem(reply, 403, 'insufficient_scope');
      }
      const renamed = { method: 'PATCH', key, body: { description: 'for products' } };
      expect((await app().call(`/api/webhooks/${wide.id}`, renamed)).status).to.equal(200);
    });

    describe('of a webhook’s owner', () => {
      let owner: Json;
      let webhook: Json;
      before(async () => {
        owner = await createUser(app(), { role: 'admin' });
        webhook = (await register(await signIn(app(), owner), { url: `${receiver.url}?token=secret` })).json;
        expect(webhook.owner_id).to.equal(owner.id);
      });

      const sent = async (type: string): Promise<Json[]> =>
        receiver.received.map(({ body }) => JSON.parse(body)).filter((event) => event.type === type);

      it('decide what is delivered after they shrink', async () => {
        await createUser(app());
        await eventually('a profile is sent', async () => (await sent('user.created')).length > 0);
        await patchUser(owner.id, { role: 'customer', permissions: ['products:read', 'webhooks:read'] });
        const before = (await sent('user.created')).length;
        const { id } = await createUser(app());
        const late = await createProduct(app());
        await eventually('the product is sent', async () => {
          return (await sent('product.created')).some(({ resource_id }) => resource_id === late.id);
        });
        expect(await sent('user.created')).to.have.length(before);
        const deliveries = await deliveriesTo(app(), webhook.id);
        expect(deliveries.filter(({ resource_id }: Json) => resource_id === id)).to.deep.equal([]);
      });

      it('cover its own webhooks alone, except for admins', async () => {
        const key = await signIn(app(), owner);
        const foreign = await createWebhook(app());
        const listed = (await app().call('/api/webhooks', { key })).json.data;
        expect(listed.map(({ id }: Json) => id)).to.deep.equal([webhook.id]);
        const admin = (await app().call('/api/webhooks?limit=100')).json.data.map(({ id }: Json) => id);
        expect(admin).to.include.members([webhook.id, foreign.id]);
        for (const path of ['', '/deliveries']) {
          expectProblem(await app().call(`/api/webhooks/${foreign.id}${path}`, { key }), 404, 'not_found');
        }
        await patchUser(owner.id, { permissions: ['products:read', 'webhooks:read', 'webhooks:write'] });
        for (const [method, path, body] of [
          ['PATCH', '', { enabled: false }],
          ['DELETE', '', undefined],
          ['POST', '/test', undefined],
          ['POST', '/rotate_secret', undefined],
          ['POST', '/replay', { from: '2026-01-01T00:00:00Z' }],
        ] as const) {
          const options = { method, key, ...(body === undefined ? {} : { body }) };
          expectProblem(await app().call(`/api/webhooks/${foreign.id}${path}`, options), 404, 'not_found');
        }
        const give = { method: 'PATCH', key, body: { owner_id: user.id } };
        expectProblem(await app().call(`/api/webhooks/${webhook.id}`, give), 403, 'insufficient_scope');
      });

      it('appear in no event with the query of the URL', async () => {
        await app().call(`/api/webhooks/${webhook.id}`, {
          method: 'PATCH',
          body: { url: `${receiver.url}?token=other` },
        });
        const { text } = await app().call('/api/events?limit=100&type=webhook.*');
        expect(text).to.include(receiver.url).and.not.include('token');
      });

      it('are lost when the owner is disabled: the webhook is disabled too, until it is transferred', async () => {
        const kept = (await register(await signIn(app(), owner), { events: ['product.*'] })).json;
        const transferred = await app().call(`/api/webhooks/${kept.id}`, {
          method: 'PATCH',
          body: { owner_id: (await app().call('/api/auth')).json.user.id },
        });
        expect(transferred.json).to.include({ enabled: true, version: 2 });
        const disabled = (await patchUser(owner.id, { status: 'disabled' })).json;
        expect(disabled.disabled_webhooks).to.deep.equal([webhook.id]);
        const shown = (await app().call(`/api/webhooks/${webhook.id}`)).json;
        expect(shown).to.include({ enabled: false, disabled_reason: 'owner_disabled' });
        const change = (body: object) => app().call(`/api/webhooks/${webhook.id}`, { method: 'PATCH', body });
        expectProblem(await change({ enabled: true }), 409, 'invalid_state');
        expectProblem(await change({ owner_id: 'usr_01h455vb4pex5vsknk084sn02q' }), 422, 'unknown_reference');
        const other = await createUser(app(), { role: 'admin' });
        expect((await change({ owner_id: other.id, enabled: true })).json).to.include({
          owner_id: other.id,
          enabled: true,
        });
        expect((await app().call(`/api/users/${other.id}`, { method: 'DELETE' })).status).to.equal(204);
        const orphan = (await app().call(`/api/webhooks/${webhook.id}`)).json;
        expect(orphan).to.include({ owner_id: null, enabled: false, disabled_reason: 'owner_disabled' });
      });
    });
  },
  LOCAL_WEBHOOK_SETTINGS,
);
