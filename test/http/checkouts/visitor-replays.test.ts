import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { createKey, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('checkouts of visitors', ({ app }) => {
  it('are not shown by an Idempotency-Key to who has the token of another one', async () => {
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const items = itemsOf([await createProduct(app())]);
    const start = async () =>
      (await app().call('/api/checkouts', { method: 'POST', key, body: { items, email: 'guest@example.com' } })).json;
    const [first, second] = [await start(), await start()];
    const idempotencyKey = randomUUID();
    const complete = (token: string) =>
      app().call(`/api/checkouts/${first.id}/complete`, {
        method: 'POST',
        key,
        headers: { 'Checkout-Token': token, 'Idempotency-Key': idempotencyKey },
      });
    const completed = await complete(first.client_secret);
    expect(completed.status).to.equal(200);
    expect((await complete(first.client_secret)).json).to.deep.equal(completed.json);
    expectProblem(await complete(second.client_secret), 404, 'not_found');
  });
});
