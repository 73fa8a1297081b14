import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import {
  createKey,
  createProduct,
  createUser,
  itemsOf,
  patchProduct,
  posted,
  signIn,
} from '../../support/builders/resources.ts';
import { advanceClock } from '../../support/builders/test-clock.ts';
import { errorPathsOf, expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { runSql } from '../../support/servers/database.ts';
import { onService } from '../../support/servers/on-service.ts';

type Json = Reply['json'];

const ADDRESS = { line1: 'Torstr. 1', city: 'Berlin', country: 'DE' };

const DAY_SECONDS = 24 * 3_600;

onService(
  'carts',
  ({ app, storage, databaseUrl }) => {
    let key: string;
    let shirt: Json;

    before(async () => {
      key = (await createKey(app(), { kind: 'publishable', allowed_origins: ['https://shop.example'] })).key;
      shirt = await createProduct(app(), { price: 20, stock: 1_000 });
    });

    const call = (method: string, at: string, body?: object, options: object = {}): Promise<Reply> =>
      app().call(`/api/carts${at}`, { method, ...(body === undefined ? {} : { body }), ...options });
    const make = async (body: object = {}, options: object = {}): Promise<Json> => {
      const reply = await call('POST', '', body, options);
      expect(reply.status, reply.text).to.equal(201);
      return reply.json;
    };
    /** How a guest opens a cart. */
    const by = ({ client_secret: token }: Json, headers: object = {}) => ({
      key,
      headers: { 'Cart-Token': token, ...headers },
    });
    const guests = (body: object = {}): Promise<Json> => make(body, { key });
    const aCustomer = async (): Promise<{ user: Json; session: { key: string } }> => {
      const user = await createUser(app());
      return { user, session: { key: await signIn(app(), user) } };
    };

    describe('of guests', () => {
      it('are opened by their token, which is shown once', async () => {
        const { client_secret: token, ...cart } = await guests({ items: itemsOf([shirt], 2) });
        expect(token).to.match(/^cpc_[0-9a-z]{26}_[\w-]{22}$/);
        expect(cart).to.deep.include({ status: 'open', user_id: null, order_id: null, changes: [], version: 1 });
        expect(cart.quote).to.include({ total: 40, currency: 'USD' });
        const opened = await call('GET', `/${cart.id}`, undefined, by({ client_secret: token }));
        expect(opened.json).to.deep.equal(cart);
        const asStaff = await call('GET', `/${cart.id}`);
        expect(asStaff.json).to.deep.equal(cart);
        for (const path of ['/api/carts', `/api/events?resource_id=${cart.id}`])
          expect((await app().call(path)).text).to.not.include(token.slice(-22));
      });

      it('are not opened without their token, by that of another cart, or by one that nobody has signed', async () => {
        const [cart, other] = [await guests(), await guests()];
        for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
          const send = (options: object) => call(method, `/${cart.id}`, body, options);
          expectProblem(await send({ key }), 403, 'insufficient_scope');
          expectProblem(await send(by(other)), 404, 'not_found');
          const { client_secret: token } = cart;
          for (const wrong of [`${token}x`, token.slice(0, -1), 'cpc_', key, 'x'.repeat(5_000)])
            expectProblem(await send(by({ client_secret: wrong })), 403, 'invalid_cart_token');
          const alone = { ...by(cart), key: null };
          expectProblem(await send(alone), 401, 'authentication_required');
        }
        const unknown = 'cart_01h455vb4pex5vsknk084sn02q';
        expectProblem(await call('GET', `/${unknown}`, undefined, by(cart)), 404, 'not_found');
        expectProblem(await call('GET', '', undefined, by(cart)), 403, 'insufficient_scope');
      });

      it('are changed and deleted by the guest, by versions and ETags', async () => {
        const created = await call('POST', '', { items: itemsOf([shirt]) }, { key });
        const cart = created.json;
        const at = `/${cart.id}`;
        const etag = created.headers.get('etag') ?? '';
        const changed = await call('PATCH', at, { note: 'Ring twice.' }, by(cart, { 'If-Match': etag }));
        expect(changed.status, changed.text).to.equal(200);
        expect(changed.json).to.deep.include({ note: 'Ring twice.', version: 2 });
        for (const stale of [etag, '"1"'])
          expectProblem(await call('PATCH', at, {}, by(cart, { 'If-Match': stale })), 412, 'version_mismatch');
        const known = { 'If-None-Match': changed.headers.get('etag') ?? '' };
        expect((await call('GET', at, undefined, by(cart, known))).status).to.equal(304);
        const other = { 'If-Match': '"7"' };
        expectProblem(await call('DELETE', at, undefined, by(cart, other)), 412, 'version_mismatch');
        expect((await call('DELETE', at, undefined, by(cart))).status).to.equal(204);
        expectProblem(await call('GET', at, undefined, by(cart)), 404, 'not_found');
        const types = (await app().call(`/api/events?resource_id=${cart.id}`)).json.data.map(({ type }: Json) => type);
        expect(types.sort()).to.deep.equal(['cart.created', 'cart.deleted', 'cart.updated']);
      });

      it('cannot be for a user', async () => {
        const { user } = await aCustomer();
        const refused = expectProblem(await call('POST', '', { user_id: user.id }, { key }), 422, 'validation_failed');
        expect(errorPathsOf(refused)).to.deep.equal(['/user_id']);
      });

      it('show their secret neither in a dry run nor in what is stored, and again with the same key', async () => {
        const dry = await call('POST', '?dry_run=true', { items: itemsOf([shirt]) }, { key });
        expect(dry.json, dry.text).to.deep.include({ dry_run: true, emits: ['cart.created'] });
        expect(dry.json).to.not.have.property('client_secret');
        const named = { key, headers: { 'Idempotency-Key': randomUUID() } };
        const [first, second] = [await make({}, named), await make({}, named)];
        expect(second).to.deep.equal(first);
        expect(first.client_secret).to.match(/^cpc_/);
        if (storage !== 'postgres') return;
        const stored = await runSql(databaseUrl(), 'select r::text as row from idempotency_records r');
        expect(JSON.stringify(stored)).to.not.include(first.client_secret.slice(-22));
      });
    });

    describe('of customers', () => {
      it('are one open cart, which a second request names', async () => {
        const { user, session } = await aCustomer();
        const cart = await make({ items: itemsOf([shirt]) }, session);
        expect(cart).to.include({ user_id: user.id });
        expect(cart).to.not.have.property('client_secret');
        for (const options of [session, {}]) {
          const again = await call('POST', '', { user_id: user.id }, options);
          expect(expectProblem(again, 409, 'already_exists').cart_id).to.equal(cart.id);
        }
        expect((await call('GET', '', undefined, session)).json.data.map(({ id }: Json) => id)).to.deep.equal([
          cart.id,
        ]);
        expect((await call('DELETE', `/${cart.id}`, undefined, session)).status).to.equal(204);
        await make({}, session);
      });

      it('are hidden from other customers, and from guests', async () => {
        const [one, other] = [await aCustomer(), await aCustomer()];
        const cart = await make({}, one.session);
        await guests();
        for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
          expectProblem(await call(method, `/${cart.id}`, body, other.session), 404, 'not_found');
        expect((await call('GET', '', undefined, other.session)).json.data).to.deep.equal([]);
        const forOther = await call('POST', '', { user_id: one.user.id }, other.session);
        expect(forOther.status, forOther.text).to.be.oneOf([403, 422]);
      });

      it('are listed and written for them by the staff, as their scopes allow', async () => {
        const { user, session } = await aCustomer();
        const cart = await make({ user_id: user.id, items: itemsOf([shirt]) });
        expect((await call('GET', `/${cart.id}`, undefined, session)).json.items).to.deep.equal(cart.items);
        const { data } = (await call('GET', `?user_id=${user.id}&status=open`)).json;
        expect(data).to.have.length(1);
        expect(data[0]).to.not.have.any.keys('quote', 'changes');
        const reader = { key: (await createKey(app(), { scopes: ['orders:read'] })).key };
        expect((await call('GET', `/${cart.id}`, undefined, reader)).status).to.equal(200);
        expectProblem(await call('PATCH', `/${cart.id}`, {}, reader), 403, 'insufficient_scope');
        expectProblem(await call('POST', '', {}, reader), 403, 'insufficient_scope');
        const unknown = await call('POST', '', { user_id: 'usr_01h455vb4pex5vsknk084sn02q' });
        expect(errorPathsOf(expectProblem(unknown, 422, 'unknown_reference'))).to.deep.equal(['/user_id']);
      });
    });

    describe('that are merged', () => {
      const merge = (cart: Json, session: object, token = cart.client_secret): Promise<Reply> =>
        call('POST', `/${cart.id}/merge`, { client_secret: token }, session);

      it('become the open cart of a customer without one, and their token no longer opens them', async () => {
        const { user, session } = await aCustomer();
        const cart = await guests({ items: itemsOf([shirt]), email: 'guest@example.com' });
        const merged = await merge(cart, session);
        expect(merged.json, merged.text).to.include({ id: cart.id, user_id: user.id, email: null, version: 2 });
        expect((await merge(cart, session)).json).to.deep.equal(merged.json);
        for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
          expectProblem(await call(method, `/${cart.id}`, body, by(cart)), 404, 'not_found');
        const stolen = { ...by(cart), method: 'POST', body: { cart_id: cart.id } };
        expectProblem(await app().call('/api/checkouts', stolen), 422, 'unknown_reference');
        const other = await aCustomer();
        expectProblem(await merge(cart, other.session), 404, 'not_found');
      });

      it('are added to the cart that the customer has, with the larger quantity of what both contain', async () => {
        const { session } = await aCustomer();
        const scarf = await createProduct(app(), { price: 7 });
        const own = await make({ items: itemsOf([shirt], 2), discount_codes: ['SALE'] }, session);
        const cart = await guests({ items: [...itemsOf([scarf]), ...itemsOf([shirt], 3)], shipping_address: ADDRESS });
        const merged = await merge(cart, session);
        expect(merged.json, merged.text).to.include({ id: own.id, version: 2 });
        expect(merged.json.items).to.deep.equal([...itemsOf([shirt], 3), ...itemsOf([scarf])]);
        expect(merged.json.shipping_address).to.include(ADDRESS);
        expect(merged.json.quote.total).to.equal(67);
        expectProblem(await call('GET', `/${cart.id}`), 404, 'not_found');
        expectProblem(await merge(cart, session), 404, 'not_found');
      });

      it('need a session and the token of the cart', async () => {
        const { session } = await aCustomer();
        const [cart, other] = [await guests(), await guests()];
        for (const token of [other.client_secret, `${cart.client_secret}x`, 'none'])
          expectProblem(await merge(cart, session, token), 404, 'not_found');
        expectProblem(await merge(cart, { key }), 403, 'insufficient_scope');
        expectProblem(await merge(cart, {}), 403, 'forbidden');
      });
    });

    describe('with products', () => {
      const change = async (cart: Json): Promise<Json> => (await call('GET', `/${cart.id}`)).json;

      it('that cannot be ordered are refused, each by its place', async () => {
        const family = await createProduct(app(), { variants: [{ options: { size: 'S' } }] });
        const archived = await createProduct(app(), { status: 'draft' });
        const euros = await createProduct(app(), { currency: 'EUR' });
        const unknown = { id: 'prod_01h455vb4pex5vsknk084sn02q' };
        const reply = await call('POST', '', { items: itemsOf([shirt, family, archived, euros, unknown]) });
        expect(errorPathsOf(expectProblem(reply, 422, 'unknown_reference'))).to.deep.equal([
          '/items/1/product_id',
          '/items/2/product_id',
          '/items/3/product_id',
          '/items/4/product_id',
        ]);
        await make({ items: itemsOf([family.variants[0]]) });
      });

      it('in numbers that no order has are refused', async () => {
        for (const items of [itemsOf([shirt], 10_001), itemsOf([shirt], 0), itemsOf([shirt, shirt])])
          expectProblem(await call('POST', '', { items }), 422, 'validation_failed');
        const many = (count: number) =>
          Array.from({ length: count }, (_, index) => ({
            product_id: `prod_${String(index).padStart(26, '0')}`,
            quantity: 1,
          }));
        expectProblem(await call('POST', '', { items: many(101) }), 422, 'validation_failed');
        expectProblem(await call('POST', '', { items: many(10_000) }), 400, 'malformed_json');
      });

      it('that changed since they were chosen say how, until they are chosen again', async () => {
        const [dearer, scarce, gone] = [
          await createProduct(app(), { price: 10 }),
          await createProduct(app(), { price: 5, stock: 9 }),
          await createProduct(app(), { price: 1 }),
        ];
        const items = itemsOf([dearer, scarce, gone], 5);
        const cart = await make({ items });
        expect(cart.changes).to.deep.equal([]);
        await patchProduct(app(), dearer.id, { price: 12.5 });
        await patchProduct(app(), scarce.id, { stock: 4 });
        await patchProduct(app(), gone.id, { status: 'archived' });
        const { changes, quote } = await change(cart);
        expect(changes.map(({ message: _message, ...rest }: Json) => rest)).to.deep.equal([
          { type: 'price', product_id: dearer.id, seen_price: 10, price: 12.5, available: null },
          { type: 'stock', product_id: scarce.id, seen_price: 5, price: 5, available: 4 },
          { type: 'gone', product_id: gone.id, seen_price: 1, price: null, available: null },
        ]);
        expect(quote.total).to.equal(87.5);
        const noted = (await call('PATCH', `/${cart.id}`, { note: 'x' })).json;
        expect(noted.changes).to.deep.equal(changes);
        const again = (await call('PATCH', `/${cart.id}`, { items: items.slice(0, 2) })).json;
        expect(again.changes.map(({ type }: Json) => type)).to.deep.equal(['stock']);
        await app().call(`/api/products/${dearer.id}`, { method: 'DELETE' });
        expect((await change(cart)).changes[0]).to.include({ type: 'gone', product_id: dearer.id });
      });

      it('tell a guest no stock beyond what guests may order unpaid, and otherwise only that there is less', async () => {
        const scarce = await createProduct(app(), { price: 5, stock: 90 });
        const changesOf = async (quantity: number): Promise<Json[]> =>
          (await guests({ items: itemsOf([scarce], quantity) })).changes;
        const [less] = await changesOf(91);
        expect(less).to.include({ type: 'stock', available: null });
        for (const quantity of [101, 10_000]) expect(await changesOf(quantity)).to.deep.equal([]);
        const split = await guests({ items: [...itemsOf([scarce], 91), ...itemsOf([shirt], 10)] });
        expect(split.changes).to.deep.equal([]);
        await patchProduct(app(), scarce.id, { stock: 0 });
        const [none] = await changesOf(101);
        expect(none).to.include({ type: 'stock', available: 0 });
      });
    });

    it('refuse a shipping method and a tax id that do not apply where they are chosen, and name codes that do not', async () => {
      const cart = await make({ items: itemsOf([shirt]) });
      const method = await call('PATCH', `/${cart.id}`, { shipping_method_id: 'shm_01h455vb4pex5vsknk084sn02q' });
      expect(errorPathsOf(expectProblem(method, 422, 'validation_failed'))).to.deep.equal(['/shipping_method_id']);
      const taxId = await call('PATCH', `/${cart.id}`, { tax_id: 'x!' });
      expect(errorPathsOf(expectProblem(taxId, 422, 'validation_failed'))).to.deep.equal(['/tax_id']);
      const codes = (await call('PATCH', `/${cart.id}`, { discount_codes: ['NONE'] })).json;
      expect(codes.quote.refused_discount_codes).to.deep.equal([
        { code: 'NONE', reason: 'unknown', message: 'is not a valid discount code of this shop' },
      ]);
      const methodId = (
        await posted(app(), '/api/shipping_methods', { name: 'Post', tiers: [{ up_to: null, price: 5 }] })
      ).id;
      const shipped = await call('PATCH', `/${cart.id}`, { shipping_method_id: methodId, shipping_address: ADDRESS });
      expect(shipped.json.quote, shipped.text).to.include({ shipping: 5, total: 25 });
    });

    it('do not let visitors guess codes', async () => {
      const address = { 'X-Forwarded-For': '203.0.113.77' };
      const cart = await guests({ items: itemsOf([shirt]) });
      const statuses: number[] = [];
      for (let guess = 0; guess < 14; guess += 1) {
        const tried = { discount_codes: [`GUESS${guess}`] };
        const options = guess % 2 === 0 ? by(cart, address) : { key, headers: address };
        const [method, at] = guess % 2 === 0 ? ['PATCH', `/${cart.id}`] : ['POST', ''];
        statuses.push((await call(method ?? '', at ?? '', { items: itemsOf([shirt]), ...tried }, options)).status);
      }
      expect(statuses.filter((status) => status < 300)).to.have.length(10);
      expect(statuses.slice(10)).to.deep.equal([429, 429, 429, 429]);
    });

    it('are gone thirty days after they were last written', async () => {
      const { session, user } = await aCustomer();
      const [kept, left] = [await make({}, session), await guests()];
      await advanceClock(app(), 29 * DAY_SECONDS);
      expect((await call('PATCH', `/${kept.id}`, { note: 'still here' }, session)).status).to.equal(200);
      await advanceClock(app(), 2 * DAY_SECONDS);
      expectProblem(await call('GET', `/${left.id}`, undefined, by(left)), 404, 'not_found');
      expectProblem(await call('PATCH', `/${left.id}`, {}, by(left)), 404, 'not_found');
      expectProblem(await call('DELETE', `/${left.id}`, undefined, by(left)), 404, 'not_found');
      const { session: late } = await aCustomer();
      const merged = await call('POST', `/${left.id}/merge`, { client_secret: left.client_secret }, late);
      expectProblem(merged, 404, 'not_found');
      const fresh = await signIn(app(), user);
      expect((await call('GET', `/${kept.id}`, undefined, { key: fresh })).status).to.equal(200);
      await advanceClock(app(), 30 * DAY_SECONDS);
      const next = { key: await signIn(app(), user) };
      expect((await make({}, next)).id).to.not.equal(kept.id);
    });
  },
  { TEST_CLOCK: 'true', TRUST_PROXY: 'true', TAX_ID_EXEMPTION: 'checked', MAX_UNPAID_GUEST_STOCK_PER_EMAIL: '100' },
  { constants: { discountCodeRateLimit: { calls: 10, seconds: 3_600 } } },
);
