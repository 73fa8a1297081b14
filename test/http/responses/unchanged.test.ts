import { expect } from 'chai';
import { createOrder, createPlan, createProduct, createUser, posted } from '../../support/builders/resources.ts';
import { createWebhook } from '../../support/builders/webhooks.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('a PATCH that changes nothing', ({ app }) => {
  const RESOURCES = [
    {
      path: '/api/products',
      create: () => createProduct(app(), { category: 'Shirts', stock: 3, attributes: { size: 'M', cut: 'x' } }),
      fields: ['name', 'price', 'category', 'attributes', 'stock', 'metadata'],
      change: { metadata: { other: 'value' } },
    },
    {
      path: '/api/orders',
      create: () => createOrder(app(), { email: 'ada@example.com', metadata: { gift: 'yes' } }),
      fields: ['email', 'metadata', 'shipping_address'],
      change: { metadata: { other: 'value' } },
    },
    {
      path: '/api/users',
      create: () => createUser(app(), { name: 'Ada', metadata: { tier: 'gold' } }),
      fields: ['email', 'name', 'role', 'permissions', 'addresses', 'metadata'],
      change: { metadata: { other: 'value' } },
    },
    {
      path: '/api/webhooks',
      create: () => createWebhook(app(), { url: 'https://example.com/hook?token=a', description: 'ERP' }),
      fields: ['url', 'events', 'ordering', 'description', 'enabled', 'owner_id'],
      change: { description: 'CRM' },
    },
    {
      path: '/api/plans',
      create: () => createPlan(app(), { pricing: 'volume', tiers: [{ up_to: null, unit_amount: 1 }], amount: null }),
      fields: ['name', 'status', 'tiers', 'currency', 'usage', 'interval_count', 'trial_days', 'metadata'],
      change: { trial_days: 30 },
    },
    {
      path: '/api/redirects',
      create: () => posted(app(), '/api/redirects', { path: '/Old/', target: '/new page' }),
      fields: ['path', 'target'],
      change: { target: '/other' },
    },
  ] as const;

  for (const { path, create, fields, change } of RESOURCES) {
    it(`writes nothing: ${path}`, async () => {
      const { id } = await create();
      const { json: before, headers } = await app().call(`${path}/${id}`);
      const patch = (query: string, body: object) => app().call(`${path}/${id}${query}`, { method: 'PATCH', body });
      const written = async () => {
        const events = (await app().call(`/api/events?limit=100`)).json.data as { resource_id: string }[];
        const entries = (await app().call(`/api/audit_log?resource_id=${id}&limit=100`)).json.data as object[];
        return [events.filter(({ resource_id: about }) => about === id).length, entries.length];
      };
      const first = await written();
      for (const body of [{}, Object.fromEntries(fields.map((field) => [field, before[field]]))]) {
        const reply = await patch('', body);
        expect(reply.status, reply.text).to.equal(200);
        // only reads count deliveries
        const { success_rate: _rate, ...resource } = before;
        expect(reply.json).to.deep.equal(resource);
        expect((await patch('?dry_run=true', body)).json.emits).to.deep.equal([]);
      }
      expect(await written()).to.deep.equal(first);
      expect((await app().call(`${path}/${id}`)).headers.get('etag')).to.equal(headers.get('etag'));
      const changed = await patch('', change);
      expect(changed.json.version, changed.text).to.equal(before.version + 1);
      expect(await written()).to.deep.equal(first.map((count: number) => count + 1));
    });
  }

  it('writes a change of the query of a webhook, which events do not show', async () => {
    const { id } = await createWebhook(app(), { url: 'https://example.com/hook?token=a' });
    const url = 'https://example.com/hook?token=b';
    const { json } = await app().call(`/api/webhooks/${id}`, { method: 'PATCH', body: { url } });
    expect(json).to.include({ url, version: 2 });
  });
});
