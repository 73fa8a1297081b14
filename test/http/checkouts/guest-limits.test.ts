import { expect } from 'chai';
import { createKey, createProduct, itemsOf } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage(
  'memory',
  'limits of the orders of guests by checkouts',
  ({ app }) => {
    it('count those with an e-mail from all addresses, and with orders without a checkout', async () => {
      const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
      const body = { items: itemsOf([await createProduct(app())]), email: 'Guest@Example.com' };
      const post = (path: string, address: string, options: object): Promise<Reply> =>
        app().call(`/api/${path}`, {
          method: 'POST',
          key,
          ...options,
          headers: { 'X-Forwarded-For': address, ...(options as { headers?: object }).headers },
        });
      const ordered = async (address: string): Promise<Reply> => {
        const { id, client_secret: token } = (await post('checkouts', address, { body })).json;
        return post(`checkouts/${id}/complete`, address, { headers: { 'Checkout-Token': token } });
      };
      expect((await ordered('203.0.113.1')).status).to.equal(200);
      expect((await post('orders', '203.0.113.2', { body: { ...body, email: 'guest@example.com' } })).status).to.equal(
        201,
      );
      expectProblem(await ordered('203.0.113.3'), 429, 'rate_limited');
    });
  },
  { TRUST_PROXY: 'true' },
  { constants: { guestOrderRateLimit: { calls: 2, seconds: 3_600 } } },
);
