import { expect } from 'chai';
import { createUser } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

/** Scopes, patterns and event types without a capability. */
const SCOPES = ['baskets:read', 'loyalty:write', 'analytics:write'];
const PATTERNS = ['basket.*', 'basket.paid', 'loyalty.*', 'invoice.canceled'];

onService('a value that no capability declares', ({ app }) => {
  const post = (path: string, body: object) => app().call(path, { method: 'POST', body });

  for (const scope of SCOPES) {
    it(`is rejected as a scope of a key and as a permission: ${scope}`, async () => {
      expectProblem(await post('/api/auth/keys', { name: 'a key', scopes: [scope] }), 422, 'validation_failed');
      const user = { email: 'ada@example.com', permissions: [scope] };
      expectProblem(await post('/api/users', user), 422, 'validation_failed');
      const { id } = await createUser(app());
      const patch = { method: 'PATCH', body: { permissions: [scope] } };
      expectProblem(await app().call(`/api/users/${id}`, patch), 422, 'validation_failed');
    });
  }

  for (const pattern of PATTERNS) {
    it(`is rejected as a pattern of a webhook and of events: ${pattern}`, async () => {
      const webhook = { url: 'https://shop.example/hooks', events: [pattern] };
      expectProblem(await post('/api/webhooks', webhook), 422, 'validation_failed');
      const filtered = await app().call(`/api/events?type=${pattern}`);
      expect(filtered.status).to.equal((await app().call('/api/events?type=no.such')).status);
      expect(filtered.status).to.be.within(400, 422);
    });
  }

  it('is granted to no user, not even an owner', async () => {
    const { json } = await app().call('/api/auth');
    expect(json.scopes).to.not.include.members(SCOPES);
    const { json: key } = await post('/api/auth/keys', { name: 'all that I may' });
    expect(key.scopes).to.not.include.members(SCOPES);
  });
});
