import { expect } from 'chai';
import { bearerTokens } from '#adapters/system/bearer-tokens.ts';
import { createProduct } from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService, onStorage } from '../../support/servers/on-service.ts';

onStorage('memory', 'an error message', ({ app }) => {
  const post = (path: string, body: unknown) => app().call(path, { method: 'POST', body });
  const authorized = (authorization: string) =>
    app().call('/api/auth', { key: null, headers: { Authorization: authorization } });

  it('names the method and the path that do not exist, the nearest path, and the docs', async () => {
    const detailOf = async (path: string) => expectProblem(await app().call(path), 404, 'not_found').detail;
    const docs = `See ${app().url}/docs.`;
    expect(await detailOf('/api/prodcts')).to.equal(
      `There is no path for GET /api/prodcts. Did you mean /api/products? ${docs}`,
    );
    expect(await detailOf('/api/product/prod_01h455vb4pex5vsknk084sn02q')).to.include(
      'Did you mean /api/products/{id}?',
    );
    expect(await detailOf('/api/webhook/wh_1/delivereis')).to.include('Did you mean /api/webhooks/{id}/deliveries?');
    for (const [path, nearest] of [
      ['/api/orders/ord_01h455vb4pex5vsknk084sn02q/fulfil', '/api/orders/{id}/fulfillments'],
      ['/api/refunds', '/api/payments/{id}/refunds'],
      ['/api/v1/products', '/api/products'],
      ['/API/products', '/api/products'],
    ] as const) {
      expect(await detailOf(path))
        .to.match(/^There is no path for GET .*\. Did/)
        .and.include(`mean ${nearest}?`);
    }
    expect(await detailOf('/api/v1/products')).to.include('GET /api/v1/products.');
    for (const path of ['/api/lamps', '/api/weather']) expect(await detailOf(path)).to.not.include('Did you mean');
    expect(await detailOf('/something/else')).to.equal(`There is no path for GET /something/else. ${docs}`);
    expect(await detailOf(`/api/${'x'.repeat(3000)}`)).to.match(/^There is no path for GET \/api\/.{0,300}$/);
  });

  it('says how a token is sent', async () => {
    for (const authorization of [app().ownerKey, `Basic ${app().ownerKey}`, 'Bearer', 'Bearer a b']) {
      const { detail } = expectProblem(await authorized(authorization), 401, 'invalid_api_key');
      expect(detail).to.equal('The header Authorization must be the word Bearer, a space, and the API key.');
      expect(detail).to.not.include(app().ownerKey);
    }
  });

  it('says that a session has ended', async () => {
    const body = { email: 'owner@example.com', password: app().ownerPassword };
    const { token } = (await app().call('/api/auth', { method: 'POST', body, key: null })).json;
    expect((await app().call('/api/auth', { method: 'DELETE', key: token })).status).to.equal(204);
    expectProblem(await app().call('/api/auth', { key: token }), 401, 'session_ended');
    expectProblem(await app().call('/api/auth', { key: bearerTokens.make('cps').token }), 401, 'session_ended');
    expectProblem(await app().call('/api/auth', { key: `${token}x` }), 401, 'invalid_api_key');
  });

  it('names the field or parameter that was probably meant', async () => {
    const { errors } = expectProblem(
      await post('/api/orders', { itms: [], shipping_address: { lin1: 'x' }, colour_of_the_box: 'red' }),
      422,
      'validation_failed',
    );
    const messages = Object.fromEntries(
      errors.map(({ pointer, message }: Record<string, string>) => [pointer, message]),
    );
    expect(messages['/itms']).to.equal('is not a known field; did you mean items?');
    expect(messages['/shipping_address/lin1']).to.equal('is not a known field; did you mean line1?');
    expect(messages['/colour_of_the_box']).to.equal('is not a known field');
    const { detail } = expectProblem(await app().call('/api/products?limti=5'), 400, 'invalid_parameter');
    expect(detail).to.equal('limti is not a known parameter; did you mean limit?');
  });

  it('says that a field of responses is read-only', async () => {
    const product = await createProduct(app());
    const { detail } = expectProblem(
      await app().call(`/api/products/${product.id}`, { method: 'PUT', body: product }),
      422,
      'validation_failed',
    );
    expect(detail).to.include('id is read-only: omit it').and.include('version is read-only: omit it');
    const body = { name: 'a', price: 1, dry_run: true };
    const unknown = expectProblem(await post('/api/products', body), 422, 'validation_failed');
    expect(unknown.detail).to.equal('dry_run is not a known field');
  });

  it('states an error of the JSON once, without the input', async () => {
    for (const [body, clause] of [
      ['{"secret": }', "unexpected '}'"],
      ['{"secret": 1', "expected ',' or '}' after property value at line 1 column 13"],
      ['', 'it is empty'],
    ] as const) {
      const { detail, errors } = expectProblem(await post('/api/products', body), 400, 'malformed_json');
      expect(detail).to.equal(`The body is not valid JSON: ${clause}`);
      expect(errors).to.have.length(1);
    }
  });

  it('says what would be right in plain words', async () => {
    const { errors } = expectProblem(
      await post('/api/products', { name: 'a', price: 1, status: 'on', stock: 1.5, images: ['ftp://x'], metadata: [] }),
      422,
      'validation_failed',
    );
    expect(errors.map(({ message }: { message: string }) => message).sort()).to.deep.equal([
      'must be a URL with the scheme https',
      'must be a whole number',
      'must be an object',
      'must be one of draft, active, archived',
    ]);
    const { detail } = expectProblem(await post('/api/orders', { items: [] }), 422, 'validation_failed');
    expect(detail).to.match(/^items must have at least 1 item(;|$)/);
  });
});

onService('an error message about a duplicate', ({ app }) => {
  it('names the field and the kind of the other resource', async () => {
    await createProduct(app(), { sku: 'LINEN-1' });
    const body = { name: 'Linen', price: 1, sku: 'LINEN-1' };
    const { detail } = expectProblem(
      await app().call('/api/products', { method: 'POST', body }),
      409,
      'already_exists',
    );
    expect(detail).to.equal('sku is already used by another product');
  });
});
