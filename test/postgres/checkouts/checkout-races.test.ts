import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { runs } from '../../support/extent.ts';
import { type Caller, callerOf, ownerKeyOf, type Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { createDatabase } from '../../support/servers/postgres.ts';
import { killLeftovers, type SpawnedService, spawnService } from '../../support/servers/spawn-service.ts';

type Json = Reply['json'];

const ROUNDS = runs(20);

const AT_ONCE = 20;

const STOCK = 1_000;

const SETTINGS = { SECRET_KEY: 'a secret key of the two processes together', MAX_UNPAID_ORDERS_PER_CUSTOMER: '1000' };

const PAYING = { payment_method: { token: 'tok_success' } };

/** What became of a checkout: its orders, their charges at the gateway, and their payments here. */
const BOOKS = (checkoutId: string): string => `
  select (select count(*)::integer from orders where checkout_id = '${checkoutId}') as orders,
    (select count(*)::integer from sandbox_charges c join orders o on o.id = c.order_id
     where o.checkout_id = '${checkoutId}' and c.captured_minor > 0) as charges`;

describe('carts and checkouts that two processes write at once', () => {
  let databaseUrl: string;
  let services: SpawnedService[];
  let callers: Caller[];
  let customers = 0;
  let turn = 0;

  before(async () => {
    databaseUrl = await createDatabase();
    const settings = { ...SETTINGS, DATABASE_URL: databaseUrl };
    const first = await spawnService(settings);
    services = [first, await spawnService(settings)];
    const key = await ownerKeyOf(first.url);
    callers = services.map(({ url }) => callerOf(url, key));
  });
  after(async () => {
    // a deadlock is tried again after a second, and seen by nobody; it is counted a moment later
    await sleep(1_500);
    const [row] = await runSql(
      databaseUrl,
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    );
    await Promise.all(services.map((service) => service.end('SIGTERM')));
    killLeftovers();
    expect(row).to.deep.equal({ deadlocks: 0 });
  });

  /** Calls the processes in turn. */
  const call: Caller = (...request) => {
    turn += 1;
    return (callers[turn % 2] as Caller)(...request);
  };
  const post = (at: string, body: object = {}, options: object = {}): Promise<Reply> =>
    call(`/api/${at}`, { method: 'POST', body, ...options });
  const posted = async (at: string, body: object = {}, options: object = {}): Promise<Json> => {
    const { status, text, json } = await post(at, body, options);
    expect(status, text).to.be.within(200, 201);
    return json;
  };
  const read = async (at: string, options: object = {}): Promise<Json> => (await call(`/api/${at}`, options)).json;
  const aProduct = (): Promise<Json> => posted('products', { name: 'Shirt', price: 20, stock: STOCK });
  const itemsOf = ({ id }: Json, quantity = 2) => [{ product_id: id, quantity }];
  const aCustomer = async (): Promise<{ user: Json; session: { key: string } }> => {
    customers += 1;
    const body = { email: `racer-${customers}@example.com`, password: PASSWORD };
    const user = await posted('users', body);
    return { user, session: { key: (await posted('auth', body, { key: null })).token } };
  };
  const aCheckout = async (fields: object = {}): Promise<{ product: Json; checkout: Json }> => {
    const product = await aProduct();
    return { product, checkout: await posted('checkouts', { items: itemsOf(product), ...fields }) };
  };
  const complete = ({ id }: Json, body: object = {}, options: object = {}): Promise<Reply> =>
    post(`checkouts/${id}/complete`, body, options);
  const many = <T>(make: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => make(index)));
  const booksOf = async ({ id }: Json) => (await runSql(databaseUrl, BOOKS(id)))[0];
  const stockOf = async ({ id }: Json): Promise<number> => (await read(`products/${id}`)).stock;
  const expectNoFailure = (replies: readonly Reply[]): void => {
    for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 201, 404, 409, 422]);
  };

  for (const [how, body, charges] of [
    ['with a payment', PAYING, 1],
    ['without one', {}, 0],
  ] as const) {
    it(`place one order and charge at most once, ${how}`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { product, checkout } = await aCheckout();
        const replies = await many(() => complete(checkout, body));
        expectNoFailure(replies);
        expect(replies.filter(({ status }) => status === 200)).to.not.be.empty;
        expect(await booksOf(checkout)).to.deep.equal({ orders: 1, charges });
        expect(await stockOf(product)).to.equal(STOCK - 2);
        const shown = await read(`checkouts/${checkout.id}`);
        expect(shown.status).to.equal(charges === 1 ? 'completed' : 'in_progress');
        expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
      }
    });

    it(`respond alike to one request that is sent many times, ${how}`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { product, checkout } = await aCheckout();
        const headers = { 'Idempotency-Key': randomUUID() };
        const untilDone = async (): Promise<Reply> => {
          const reply = await complete(checkout, body, { headers });
          if (reply.status !== 409 || reply.json.code !== 'idempotency_in_progress') return reply;
          await sleep(100);
          return untilDone();
        };
        const replies = await many(untilDone);
        for (const { status, text } of replies) expect(status, text).to.equal(200);
        expect(new Set(replies.map(({ text }) => text)).size).to.equal(1);
        expect(await booksOf(checkout)).to.deep.equal({ orders: 1, charges });
        expect(await stockOf(product)).to.equal(STOCK - 2);
      }
    });
  }

  it('order what was there before a change or after it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { product, checkout } = await aCheckout();
      const change = () =>
        call(`/api/checkouts/${checkout.id}`, { method: 'PATCH', body: { items: itemsOf(product, 5), note: 'Five' } });
      const replies = await Promise.all([change(), complete(checkout, PAYING), change()]);
      expectNoFailure(replies);
      const [, completed] = replies;
      expect(completed?.status, completed?.text).to.equal(200);
      const order = await read(`orders/${completed?.json.order_id}`);
      const quantity = order.items[0].quantity;
      expect([quantity, order.note, order.payment_status]).to.be.deep.oneOf([
        [2, null, 'paid'],
        [5, 'Five', 'paid'],
      ]);
      expect(await booksOf(checkout)).to.deep.equal({ orders: 1, charges: 1 });
      expect(await stockOf(product)).to.equal(STOCK - quantity);
    }
  });

  it('are either completed or cancelled, and a cancelled order holds no stock and no money', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { product, checkout } = await aCheckout();
      const cancel = () => post(`checkouts/${checkout.id}/cancel`);
      const pay = () => complete(checkout, round % 2 === 0 ? PAYING : {});
      const replies = await Promise.all(round % 4 < 2 ? [pay(), cancel()] : [cancel(), pay()]);
      expectNoFailure(replies);
      const { status, order_id: orderId } = await read(`checkouts/${checkout.id}`);
      expect(status).to.be.oneOf(['completed', 'cancelled', 'in_progress']);
      expect(await stockOf(product)).to.equal(status === 'cancelled' ? STOCK : STOCK - 2);
      const { payment_status: paid } = orderId === null ? { payment_status: 'none' } : await read(`orders/${orderId}`);
      if (status === 'completed') expect(paid).to.equal('paid');
      else expect(paid).to.be.oneOf(['none', 'unpaid', 'refunded']);
    }
    expect(await runSql(databaseUrl, 'select * from ledger_discrepancies')).to.deep.equal([]);
  });

  it('of one cart place one order', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { session } = await aCustomer();
      const product = await aProduct();
      const cart = await posted('carts', { items: itemsOf(product) }, session);
      const checkout = () => posted('checkouts', { cart_id: cart.id }, session);
      const checkouts = [await checkout(), await checkout()];
      const replies = await Promise.all(checkouts.map((each) => complete(each, PAYING, session)));
      expect(replies.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
      const ended = await read(`carts/${cart.id}`, session);
      expect(ended.status).to.equal('ordered');
      expect(ended.order_id).to.equal(replies.find(({ status }) => status === 200)?.json.order_id);
      expect(await stockOf(product)).to.equal(STOCK - 2);
      const events = (await read(`events?resource_id=${cart.id}`)).data;
      expect(events.map(({ type }: Json) => type).sort()).to.deep.equal(['cart.created', 'cart.updated']);
    }
  });

  it('are opened once for a customer who begins on many devices', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { session } = await aCustomer();
      const replies = await many(() => post('carts', {}, session));
      const made = replies.filter(({ status }) => status === 201);
      expect(made).to.have.length(1);
      for (const { status, json, text } of replies)
        if (status !== 201)
          expect([status, json.code, json.cart_id], text).to.deep.equal([409, 'already_exists', made[0]?.json.id]);
      expect((await read('carts', session)).data).to.have.length(1);
    }
  });

  it('of a guest on two devices are merged into one, and nothing is lost', async () => {
    const { key } = await posted('auth/keys', { name: 'shop', kind: 'publishable', allowed_origins: [] });
    const products = await Promise.all([aProduct(), aProduct(), aProduct()]);
    for (let round = 0; round < ROUNDS; round += 1) {
      const { session } = await aCustomer();
      if (round % 2 === 0) await posted('carts', { items: itemsOf(products[2], 1) }, session);
      const guests = await Promise.all(
        products.slice(0, 2).map((product) => posted('carts', { items: itemsOf(product) }, { key })),
      );
      const merge = ({ id, client_secret }: Json) => post(`carts/${id}/merge`, { client_secret }, session);
      const replies = await Promise.all([...guests, ...guests].map(merge));
      // the second merge of a cart finds it merged or removed
      for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 404]);
      const { data } = await read('carts', session);
      expect(data).to.have.length(1);
      const quantities = Object.fromEntries(data[0].items.map(({ product_id: id, quantity }: Json) => [id, quantity]));
      const expected = products.slice(0, round % 2 === 0 ? 3 : 2).map(({ id }, index) => [id, index === 2 ? 1 : 2]);
      expect(quantities).to.deep.equal(Object.fromEntries(expected));
    }
  });

  it('leave nothing of a customer who is erased meanwhile', async () => {
    const { key } = await posted('auth/keys', { name: 'shop', kind: 'publishable', allowed_origins: [] });
    const product = await aProduct();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { user, session } = await aCustomer();
      if (round % 2 === 0) await posted('carts', { items: itemsOf(product) }, session);
      const { id, client_secret } = await posted('carts', { items: itemsOf(product) }, { key });
      const [erased, ...written] = await Promise.all([
        call(`/api/users/${user.id}`, { method: 'DELETE' }),
        post(`carts/${id}/merge`, { client_secret }, session),
        post('carts', {}, session),
      ]);
      expect(erased?.status, erased?.text).to.equal(204);
      for (const { status, text } of written) expect(status, text).to.be.oneOf([200, 201, 401, 404, 409, 422]);
      const left = `select count(*)::integer from carts where user_id = '${user.id}'`;
      expect(await runSql(databaseUrl, left)).to.deep.equal([{ count: 0 }]);
    }
  });

  it('take all changes of one cart, or refuse those of an older version', async () => {
    const cart = await posted('carts', {});
    const change = (metadata: object, headers: object = {}) =>
      call(`/api/carts/${cart.id}`, { method: 'PATCH', body: { metadata }, headers: { ...headers } });
    const replies = await many((index) => change({ [`field ${index}`]: 'x' }));
    expectNoFailure(replies);
    const changed = replies.filter(({ status }) => status === 200).length;
    const after = await read(`carts/${cart.id}`);
    expect(Object.keys(after.metadata)).to.have.length(changed);
    expect(after.version).to.equal(1 + changed);
    const ifCurrent = await many(() => change({ last: 'y' }, { 'If-Match': `"${after.version}"` }));
    const statuses = ifCurrent.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status === 412)).to.have.length(AT_ONCE - 1);
  });
});
