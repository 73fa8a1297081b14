import { expect } from 'chai';
import {
  createKey,
  createOrder,
  createProduct,
  createUser,
  itemsOf,
  order,
  signIn,
  stockOf,
} from '../../support/builders/resources.ts';
import { expectProblem } from '../../support/problems.ts';
import { onService } from '../../support/servers/on-service.ts';

type FieldError = Readonly<{ pointer: string; code: string; message: string }>;

onService('an invalid order', ({ app }) => {
  let good: { id: string };

  before(async () => {
    good = await createProduct(app(), { stock: 100 });
  });
  afterEach(async () => {
    expect(await stockOf(app(), good), 'the stock').to.equal(100);
  });

  /** Rejected at these positions; the other items are valid. */
  const expectRejected = async (body: object, status: number, code: string): Promise<[string, string][]> => {
    const problem = expectProblem(await order(app(), body), status, code);
    return (problem.errors as FieldError[]).map(({ pointer, message }) => [pointer, message]);
  };
  const withGood = (...items: object[]): object => ({ items: [...itemsOf([good]), ...items] });
  const absent = { product_id: 'prod_01h455vb4pex5vsknk084sn02q', quantity: 1 };

  it('reports missing, too many and duplicate items', async () => {
    expect(await expectRejected({ items: [] }, 422, 'validation_failed')).to.deep.equal([
      ['/items', 'must have at least 1 item'],
    ]);
    expect(await expectRejected({}, 422, 'validation_failed')).to.deep.equal([['/items', 'is required']]);
    const many = Array.from({ length: 101 }, (_, index) => ({
      product_id: `prod_01h455vb4pex5vsknk084sn${String(index).padStart(3, '0')}`,
      quantity: 1,
    }));
    expect(await expectRejected({ items: many }, 422, 'validation_failed')).to.deep.equal([
      ['/items', 'must have at most 100 items'],
    ]);
    expect(await expectRejected(withGood(...itemsOf([good], 2)), 422, 'validation_failed')).to.deep.equal([
      ['/items/1', 'must not be a duplicate'],
    ]);
  });

  it('reports every invalid quantity', async () => {
    const wrong = [0, -1, 1.5, 1e9, 10_001, '2', null];
    const items = wrong.map((quantity, index) => ({
      product_id: `prod_01h455vb4pex5vsknk084sn0${index}0`,
      quantity,
    }));
    const errors = await expectRejected({ items }, 422, 'validation_failed');
    expect([...new Set(errors.map(([pointer]) => pointer))]).to.deep.equal(
      wrong.map((_, index) => `/items/${index}/quantity`),
    );
  });

  it('reports every product that is not on sale', async () => {
    const [draft, archived, deleted] = [
      await createProduct(app(), { status: 'draft' }),
      await createProduct(app(), { status: 'archived' }),
      await createProduct(app()),
    ];
    await app().call(`/api/products/${deleted.id}`, { method: 'DELETE' });
    const errors = await expectRejected(
      withGood(...itemsOf([draft, archived, deleted]), absent),
      422,
      'unknown_reference',
    );
    const message = 'must be a product that is on sale';
    expect(errors).to.deep.equal([1, 2, 3, 4].map((index) => [`/items/${index}/product_id`, message]));
    expect(
      await expectRejected(withGood({ product_id: good.id.toUpperCase(), quantity: 1 }), 422, 'validation_failed'),
    ).to.have.length(1);
  });

  it('reports a malformed id or e-mail once, with the expected form', async () => {
    const body = { items: [{ product_id: 'x'.repeat(600), quantity: 1 }], email: '"a b"@example.com', user_id: 'me' };
    expect(await expectRejected(body, 422, 'validation_failed')).to.deep.equal([
      ['/items/0/product_id', 'must be an id such as prod_01h455vb4pex5vsknk084sn02q'],
      ['/user_id', 'must be an id such as usr_01h455vb4pex5vsknk084sn02q'],
      ['/email', 'must be an e-mail address such as ada@example.com'],
    ]);
  });

  it('reports every product of another currency', async () => {
    const [yen, euro] = [
      await createProduct(app(), { currency: 'JPY', price: 100 }),
      await createProduct(app(), { currency: 'EUR' }),
    ];
    expect(await expectRejected(withGood(...itemsOf([yen, euro])), 422, 'currency_mismatch')).to.deep.equal([
      ['/items/1/product_id', 'must be a product that is sold in USD'],
      ['/items/2/product_id', 'must be a product that is sold in USD'],
    ]);
    expect(
      await expectRejected({ ...withGood(...itemsOf([euro])), currency: 'EUR' }, 422, 'currency_mismatch'),
    ).to.deep.equal([['/items/0/product_id', 'must be a product that is sold in EUR']]);
    expect(await expectRejected({ ...withGood(), currency: 'usd' }, 422, 'validation_failed')).to.have.length(1);
  });

  it('reports every product that is short', async () => {
    const [few, none] = [await createProduct(app(), { stock: 2 }), await createProduct(app(), { stock: 0 })];
    const reply = await order(
      app(),
      withGood({ product_id: few.id, quantity: 3 }, { product_id: none.id, quantity: 1 }),
    );
    const problem = expectProblem(reply, 409, 'insufficient_stock');
    expect(problem.items).to.deep.equal([
      { product_id: few.id, requested: 3, available: 2 },
      { product_id: none.id, requested: 1, available: 0 },
    ]);
    expect(problem.errors.map(({ pointer }: FieldError) => pointer)).to.deep.equal([
      '/items/1/quantity',
      '/items/2/quantity',
    ]);
    expect(await stockOf(app(), few)).to.equal(2);
  });

  it('tells visitors and customers of a product that is short, and not how much there is', async () => {
    const [few, none] = [await createProduct(app(), { stock: 7 }), await createProduct(app(), { stock: 0 })];
    const { key: visitor } = await createKey(app(), { kind: 'publishable', allowed_origins: [] });
    const customer = await signIn(app(), await createUser(app()));
    const items = [...itemsOf([few], 200), ...itemsOf([none])];
    for (const [key, email] of [
      [visitor, { email: 'guest@example.com' }],
      [customer, {}],
    ] as const) {
      for (const query of ['', '?dry_run=true']) {
        const reply = await app().call(`/api/orders${query}`, { method: 'POST', key, body: { items, ...email } });
        const problem = expectProblem(reply, 409, 'insufficient_stock');
        expect(problem.items).to.deep.equal([
          { product_id: few.id, requested: 200 },
          { product_id: none.id, requested: 1 },
        ]);
        expect(problem.errors.map(({ message }: FieldError) => message)).to.deep.equal([
          'must be less: there is not enough in stock',
          'cannot be fulfilled: the product is out of stock',
        ]);
        expect(reply.text).to.not.include('available');
      }
    }
  });

  it('reports a changed total and an invalid one', async () => {
    const body = withGood();
    const problem = expectProblem(await order(app(), { ...body, expected_total: 20 }), 409, 'total_changed');
    expect(problem).to.include({ total: 19.99, currency: 'USD' });
    expect(await expectRejected({ ...body, expected_total: 19.991 }, 422, 'validation_failed')).to.deep.equal([
      ['/expected_total', 'must have at most 2 decimals in USD'],
    ]);
    for (const total of [-1, 1e15, '19.99', null]) {
      const [error] = await expectRejected({ ...body, expected_total: total }, 422, 'validation_failed');
      expect(error?.[0]).to.equal('/expected_total');
    }
  });

  it('reports a total above the maximum', async () => {
    const dear = await createProduct(app(), { price: 999_999_999_999.99 });
    expect(await expectRejected({ items: itemsOf([dear], 2) }, 422, 'validation_failed')).to.deep.equal([
      ['/items', 'must cost at most 999999999999.99 together'],
    ]);
    expect((await createOrder(app(), { items: itemsOf([dear]) })).total).to.equal(999_999_999_999.99);
  });

  it('reports invalid addresses, e-mails, metadata and unknown fields', async () => {
    const body = {
      ...withGood(),
      email: 'nobody',
      shipping_address: { city: 'Lisboa', country: 'Portugal', planet: 'Earth' },
      billing_address: 'Rua Augusta 1',
      metadata: { a: 1 },
      total: 1,
      status: 'completed',
    };
    const errors = await expectRejected(body, 422, 'validation_failed');
    const messages = Object.fromEntries(errors);
    expect(messages).to.include({
      '/email': 'must be an e-mail address such as ada@example.com',
      '/shipping_address/line1': 'is required',
      '/shipping_address/country': 'must be an ISO 3166-1 alpha-2 code such as PT',
    });
    expect(errors.map(([pointer]) => pointer)).to.have.members([
      '/email',
      '/shipping_address/line1',
      '/shipping_address/country',
      '/shipping_address/planet',
      '/billing_address',
      '/metadata/a',
      '/total',
      '/status',
    ]);
  });
});
