import { expect } from 'chai';
import { createKey, createProduct, createUser, itemsOf, signIn } from '../../support/builders/resources.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { onStorage } from '../../support/servers/on-service.ts';

const EVIL = 'https://evil.example/?like=https://shop.example';

onStorage('memory', 'the pages to which buyers return', ({ app }) => {
  const post = (path: string, body: object, options: object = {}): Promise<Reply> =>
    app().call(`/api/${path}`, { method: 'POST', body, ...options });
  const items = async () => itemsOf([await createProduct(app())]);
  const checkout = async (url: string, options: object = {}): Promise<Reply> =>
    post('checkouts', { items: await items(), return_url: url }, options);
  const expectRefused = (reply: Reply): void => {
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(['/return_url']);
  };

  it('of a checkout are named by customers among the pages that may use the API, or those of the rules', async () => {
    const customer = { key: await signIn(app(), await createUser(app())) };
    expect((await checkout('http://localhost:5173/cart', customer)).status).to.equal(201);
    expectRefused(await checkout('https://shop.example/cart', customer));
    await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] });
    const { id } = (await checkout('https://shop.example/cart', customer)).json;
    const evil = { payment_method: { token: 'tok_requires_action' }, return_url: EVIL };
    expectRefused(await post(`checkouts/${id}/complete`, evil, customer));
    const patch = { method: 'PATCH', body: { return_url: EVIL }, ...customer };
    expectRefused(await app().call(`/api/checkouts/${id}`, patch));
    const terms = (url: string | null) =>
      app().call('/api/shop/rules', { method: 'PATCH', body: { terms_page_url: url } });
    expectRefused(await checkout('https://own.example/', customer));
    await terms('https://own.example/terms');
    expect((await checkout('https://own.example/', customer)).status).to.equal(201);
    await terms(null);
  });

  it('of a checkout are named by visitors among the pages of their key, and freely by the staff', async () => {
    await createKey(app(), { kind: 'publishable', allowed_origins: ['https://other.example'] });
    const { key } = await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] });
    expect((await checkout('https://shop.example/cart', { key })).status).to.equal(201);
    expectRefused(await checkout('https://other.example/cart', { key }));
    const server = { key: (await createKey(app(), { kind: 'publishable', allowed_origins: [] })).key };
    expect((await checkout('http://127.0.0.1:4321/cart', server)).status).to.equal(201);
    expectRefused(await checkout(EVIL, server));
    expect((await checkout(EVIL)).status).to.equal(201);
  });

  it('are no addresses that no browser can open', async () => {
    expectRefused(await checkout('https://shop.example:99999/'));
  });
});
