import { expect } from 'chai';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import { onStorage } from '../../support/servers/on-service.ts';

onStorage('memory', 'invalid bodies', ({ app }) => {
  const post = (body: unknown) => app().call('/api/products', { method: 'POST', body });

  it('are rejected with all errors and their positions', async () => {
    const body = {
      name: '',
      price: '19.99',
      currency: 'usd',
      description: 1,
      category: ' ',
      sku: 'x'.repeat(101),
      status: 'gone',
      stock: -1,
      images: ['http://example.com/a.jpg', 'https://example.com/b.jpg', 7],
      attributes: { 'a/b': 1, 'c~d': null, e: 'fine' },
      metadata: { [`k${'e'.repeat(40)}`]: 'v' },
      available: true,
    };
    const paths = [
      'name',
      'price',
      'currency',
      'description',
      'category',
      'sku',
      'status',
      'stock',
      'images/0',
      'images/2',
    ];
    const deeper = ['attributes/a~1b', 'attributes/c~0d', `metadata/k${'e'.repeat(40)}`, 'available'];
    const problem = expectProblem(await post(body), 422, 'validation_failed');
    expect(errorPathsOf(problem)).to.deep.equal([...paths, ...deeper].map((path) => `/${path}`).sort());
    for (const { code, message } of problem.errors)
      expect([typeof code, typeof message]).to.deep.equal(['string', 'string']);
  });

  it('are rejected for missing, unknown and read-only fields', async () => {
    const read = {
      id: 'prod_01h455vb4pex5vsknk084sn02q',
      object: 'product',
      version: 1,
      created_at: 'x',
      dry_run: true,
    };
    const problem = expectProblem(await post({ ...read, colour: 'blue' }), 422, 'validation_failed');
    const paths = ['colour', 'created_at', 'dry_run', 'id', 'name', 'object', 'price', 'version'];
    expect(errorPathsOf(problem)).to.deep.equal(paths.map((path) => `/${path}`));
  });

  it('are rejected with the first error of a field that takes long to normalize', async () => {
    const slow = '\u0301\u0316'.repeat(1_000);
    const problem = expectProblem(await post({ name: 'a', price: 1, slug: slow }), 422, 'validation_failed');
    expect(problem.errors.map(({ code }: { code: string }) => code)).to.deep.equal(['string.max']);
    const reset = { method: 'POST', body: { email: slow } };
    const ofEmail = expectProblem(await app().call('/api/auth/password_resets', reset), 422, 'validation_failed');
    expect(ofEmail.errors.map(({ code }: { code: string }) => code)).to.deep.equal(['string.max']);
  });

  it('are rejected with their first error when they are large', async () => {
    const many = Array.from({ length: 1_900 }, (_, index) => [`k${index}`, 'x'.repeat(10)]);
    const bodies: readonly (readonly [object, RegExp])[] = [
      [{ name: 'a', price: 1, images: Array(1_900).fill('x'.repeat(10)) }, /^\/images\/0$/],
      [{ name: 'a', price: 1, attributes: { a: 1, b: 'x'.repeat(20_000) }, sku: '' }, /^\/sku|\/attributes\/a$/],
      [Object.fromEntries(many), /^\/(k0|name)$/],
    ];
    for (const [body, expected] of bodies) {
      const paths = errorPathsOf(expectProblem(await post(body), 422, 'validation_failed'));
      expect(paths).to.have.length(1);
      expect(paths[0]).to.match(expected);
    }
  });

  it('are rejected with their first error when they have many values', async () => {
    const body = { name: 'A', scopes: Array.from({ length: 600 }, () => 'x') };
    const { errors } = expectProblem(
      await app().call('/api/auth/keys', { method: 'POST', body }),
      422,
      'validation_failed',
    );
    expect(errors).to.have.length(1);
  });

  it('are rejected for too many parameters before these are validated', async () => {
    const query = Array.from({ length: 301 }, (_, index) => `k${index}`).join('&');
    const { errors } = expectProblem(await app().call(`/api/products?${query}`), 400, 'invalid_parameter');
    expect(errors).to.deep.equal([
      { parameter: 'k300', code: 'query.max', message: 'is one of more than 300 parameters' },
    ]);
  });

  it('are rejected without repeating a long field name', async () => {
    const problem = expectProblem(await post({ ['n'.repeat(5_000)]: 1 }), 422, 'validation_failed');
    expect(errorPathsOf(problem)).to.include(`/${'n'.repeat(200)}…`);
    expect(JSON.stringify(problem).length).to.be.below(2_000);
  });

  it('are rejected when they are no object', async () => {
    for (const body of ['[]', '"name"', '1', 'null', 'true', '[{"name":"a","price":1}]']) {
      expect(errorPathsOf(expectProblem(await post(body), 422, 'validation_failed')), body).to.deep.equal(['']);
    }
  });

  it('ignore inherited members', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
      const problem = expectProblem(await post(`{"name":"a","price":1,"${name}":"x"}`), 422, 'validation_failed');
      expect(errorPathsOf(problem)).to.deep.equal([`/${name}`]);
      const { metadata } = (await post({ name: 'a', price: 1, metadata: { [name]: 'x' } })).json;
      expect(metadata).to.deep.equal({ [name]: 'x' });
    }
  });

  it('are validated for keys as for products', async () => {
    const body = {
      name: ' ',
      scopes: ['products:read', 'all', 'products:read'],
      expires_at: 'tomorrow',
      key: 'mine',
    };
    const reply = await app().call('/api/auth/keys', { method: 'POST', body });
    const paths = ['/expires_at', '/key', '/name', '/scopes/1', '/scopes/2'];
    expect(errorPathsOf(expectProblem(reply, 422, 'validation_failed'))).to.deep.equal(paths);
  });
});
