import { expect } from 'chai';
import { createKey, createProduct, itemsOf, posted } from '../../support/builders/resources.ts';
import { onService } from '../../support/servers/on-service.ts';

onService('the address of a checkout', ({ app }) => {
  it('is not shown to those who only read orders, since its token completes the checkout', async () => {
    const items = itemsOf([await createProduct(app())]);
    const { id, url } = await posted(app(), '/api/checkouts', { items });
    expect(url).to.match(/^http:\S+\/checkout\/cpx_\w+/);
    const { key } = await createKey(app(), { scopes: ['orders:read'] });
    const { json, status } = await app().call(`/api/checkouts/${id}`, { key });
    expect(status).to.equal(200);
    expect(json).to.include({ id, url: null });
  });
});
