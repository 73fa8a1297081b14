import { expect } from 'chai';
import { apiKeySchema } from '#adapters/http/access/schemas.ts';
import { orderSchema } from '#adapters/http/orders/schemas.ts';
import { paymentSchema } from '#adapters/http/payments/schemas.ts';
import { userSchema } from '#adapters/http/schemas/user.ts';
import { systemClock } from '#adapters/system/system-clock.ts';
import { makeAnnounceExpiringKeys } from '#core/access/use-cases/announce-expiring-keys.ts';
import { ids } from '../../support/builders/builders.ts';
import { aDiscount } from '../../support/builders/pricing-builders.ts';
import {
  byToken,
  createOrder,
  createPayment,
  createProduct,
  itemsOf,
  payment,
  posted,
} from '../../support/builders/resources.ts';
import { PASSWORD } from '../../support/builders/secrets.ts';
import { createWebhook } from '../../support/builders/webhooks.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/problems.ts';
import type { Reply } from '../../support/servers/calls.ts';
import { columnsOf, dumpOf, runSql } from '../../support/servers/database.ts';
import { onStorage } from '../../support/servers/on-service.ts';
import { connectPostgresStorage } from '../../support/servers/postgres-storage.ts';
import { type Receiver, startReceiver } from '../../support/servers/receivers.ts';

/** A unique word for each kind of personal data, at first and later. */
const MARKS = {
  email: ['quillfeather@example.com', 'featherquill@example.org'],
  name: ['Xanthippe Quillfeather', 'Xanthippe Featherquill'],
  phone: ['+351 999 123 457', '+351 999 765 431'],
  taxId: ['QUILLFEATHER77', 'FEATHERQUILL78'],
  line1: ['77 Zwischenstrasse', '78 Zwischenstrasse'],
  city: ['Quillburg', 'Featherburg'],
  metadata: ['her favourite colour is mauve', 'her favourite colour is taupe'],
  consent: ['the fair in Quillburg', 'the fair in Featherburg'],
  device: ['The browser of Xanthippe', 'The browser of Xanthippe'],
  view: ['q=Zwischenquill', 'q=Zwischenquill'],
  tracking: ['QUILL0034043416', 'QUILL0034043416'],
  payment: ['from the purse of Quillfeather', 'Quillfeather has changed her mind'],
  tag: ['Friend of Quillburg', 'Friend of Featherburg'],
  note: ['rings twice at Quillburg', 'rings once at Featherburg'],
  return: ['https://shop.example/come-back/quillfeather', 'https://shop.example/come-back/featherquill'],
};

onStorage(
  'postgres',
  'an erasure',
  ({ app, databaseUrl }) => {
    const bodyOf = (at: 0 | 1) => ({
      email: MARKS.email[at],
      name: MARKS.name[at],
      phone: MARKS.phone[at],
      tax_id: MARKS.taxId[at],
      addresses: [
        { name: MARKS.name[at], line1: MARKS.line1[at], city: MARKS.city[at], country: 'DE', phone: MARKS.phone[at] },
      ],
      metadata: { note: MARKS.metadata[at] },
    });
    const noted = (at: 0 | 1) => ({ tags: [MARKS.tag[at]], note: MARKS.note[at] });
    const consentOf = (at: 0 | 1) => ({ email_marketing: { granted: at === 0, source: MARKS.consent[at] } });
    const marks = Object.values(MARKS).flat();
    const found = async (): Promise<string[]> => {
      // the sandbox's record belongs to a gateway, which is external for real payments
      const dump = (await dumpOf(databaseUrl(), await columnsOf(databaseUrl(), ['sandbox_']))).toLowerCase();
      return marks.filter((mark) => dump.includes(mark.toLowerCase()));
    };
    const create = () =>
      app().call('/api/users', {
        method: 'POST',
        body: { ...bodyOf(0), ...noted(0), consents: consentOf(0), password: PASSWORD, role: 'admin' },
        headers: { 'Idempotency-Key': `register-${MARKS.email[0]}` },
      });

    /** Receives all events and echoes them. */
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver((_, response) => {
        response
          .writeHead(500, { 'retry-after': '60' })
          .end(receiver.received.map(({ body }) => body.slice(-900)).at(-1));
      });
      await createWebhook(app(), { url: receiver.url, events: ['*'] });
    });
    after(() => receiver.close());

    const untilAllWereTried = (): Promise<void> =>
      eventually('all deliveries were tried', async () => {
        const [row] = await runSql(
          databaseUrl(),
          `select (select count(*) from webhook_deliveries where cardinality(attempts) > 0) = (
            select count(*) from events where created_at >= (select enabled_at from webhook_endpoints)) as all`,
        );
        return row?.['all'] === true;
      });

    /** Leaves personal data everywhere. @returns the user's id and session. */
    const leaveTraces = async () => {
      const { id } = (await create()).json;
      const signedIn = await app().call('/api/auth', {
        method: 'POST',
        key: null,
        body: { email: MARKS.email[0], password: PASSWORD },
        headers: { 'Idempotency-Key': 'sign-in', 'User-Agent': MARKS.device[0] ?? '' },
      });
      const { token } = signedIn.json;
      const made = await app().call('/api/auth/keys', {
        method: 'POST',
        key: token,
        body: { name: `The laptop of ${MARKS.name[0]}` },
        headers: { 'Idempotency-Key': 'key' },
      });
      await app().call('/api/users/me', { method: 'PATCH', key: token, body: bodyOf(1) });
      const replacement = { ...bodyOf(1), ...noted(1), consents: consentOf(1), role: 'admin', name: 'X' };
      await app().call(`/api/users/${id}`, { method: 'PUT', body: replacement });
      await app().call(`/api/users/${id}`, { method: 'PATCH', body: { name: MARKS.name[1] } });
      await app().call(`/api/users/${id}/export`);
      const views = [{ list: 'orders', name: 'Mine', query: MARKS.view[0] }];
      await app().call('/api/users/me/views', { method: 'PUT', key: token, body: { views } });
      await app().call(`/api/users?q=${encodeURIComponent('featherquill')}`);
      await app().call('/api/auth', { method: 'POST', key: null, body: { email: MARKS.email[1], password: 'wrong' } });
      await app().call('/api/auth/email_verifications', { method: 'POST', key: token });
      await app().call('/api/auth/password_resets', { method: 'POST', key: null, body: { email: MARKS.email[1] } });
      const ending = { name: `The phone of ${MARKS.name[1]}`, expires_at: new Date(Date.now() + 86_400_000) };
      const { json: expiring } = await app().call('/api/auth/keys', { method: 'POST', key: token, body: ending });
      await tellThatItExpires(expiring.id);
      await order(id);
      await useDiscounts(id);
      await pay(id);
      return { id, token, key: made.json.key as string };
    };

    /** Orders as a user and as a guest, with personal data in every field. */
    const order = async (userId: string): Promise<void> => {
      const [address, other] = [bodyOf(0).addresses[0], bodyOf(1).addresses[0]];
      const product = await createProduct(app(), { stock: 10 });
      const details = {
        shipping_address: address,
        billing_address: other,
        metadata: bodyOf(0).metadata,
        note: MARKS.note[0],
      };
      let sending = 0;
      const send = async (path: string, body: object) => {
        sending += 1;
        const reply = await app().call(path, {
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': `send-${sending}` },
        });
        expect(reply.status, reply.text).to.be.oneOf([200, 201]);
        return reply;
      };
      for (const buyer of [{ user_id: userId }, { email: MARKS.email[1] }]) {
        const [sent, cancelled] = [
          await send('/api/orders', { items: itemsOf([product]), ...buyer, ...details }),
          await send('/api/orders', { items: itemsOf([product], 2), ...buyer, ...details }),
        ];
        const change = { email: MARKS.email[0], shipping_address: { ...other, name: MARKS.name[0] } };
        await app().call(`/api/orders/${sent.json.id}`, { method: 'PATCH', body: change });
        await app().call(`/api/orders/${sent.json.id}`, {
          method: 'PATCH',
          body: { email: MARKS.email[1], note: MARKS.note[1] },
        });
        await send(`/api/orders/${sent.json.id}/notes`, { text: `${MARKS.name[0]} called` });
        await send(`/api/orders/${sent.json.id}/fulfillments`, { tracking_number: MARKS.tracking[0] });
        const reason = `${MARKS.name[1]} is away`;
        const returned = { item_id: sent.json.items[0].id, quantity: 1, reason: `${MARKS.name[0]} is tall` };
        const { json } = await send(`/api/orders/${sent.json.id}/returns`, { items: [returned], reason });
        await send(`/api/returns/${json.id}/approve`, {});
        await send(`/api/orders/${cancelled.json.id}/cancel`, { reason });
        await fillCart(send, { ...buyer, ...details, items: itemsOf([product]), return_url: MARKS.return[0] });
      }
    };

    /** Leaves a cart, a checkout without an order and one with an order. */
    const fillCart = async (
      send: (path: string, body: object) => Promise<Reply>,
      { return_url: returnUrl, ...fields }: Readonly<Record<string, unknown>>,
    ): Promise<void> => {
      await send('/api/carts', { ...fields, email: MARKS.email[1] });
      await send('/api/checkouts', { ...fields, email: MARKS.email[1], return_url: returnUrl });
      const { json } = await send('/api/checkouts', { ...fields, email: MARKS.email[1], return_url: returnUrl });
      await send(`/api/checkouts/${json.id}/complete`, {});
    };

    /** Uses a discount as a user and as a guest. */
    const useDiscounts = async (userId: string): Promise<void> => {
      const storage = await connectPostgresStorage(databaseUrl());
      const discount = aDiscount();
      const uses = [{ discountId: discount.id, maxUsesPerCustomer: null }];
      await storage.unitOfWork.run(async (tx) => {
        await tx.discounts.add(discount);
        for (const customerKey of [userId, MARKS.email[1] ?? '']) {
          await tx.discounts.claim(uses, { usedBy: ids.next('ord'), customerKey });
        }
      });
      await storage.close();
    };

    /** Pays as a user and as a guest, at once and by redirect, with refunds. */
    const pay = async (userId: string): Promise<void> => {
      for (const [index, buyer] of [{ user_id: userId }, { email: MARKS.email[1] }].entries()) {
        const { id: orderId } = await createOrder(app(), buyer);
        const fields = { metadata: { note: MARKS.payment[0] }, return_url: MARKS.return[index] };
        const named = (name: string) => ({ headers: { 'Idempotency-Key': `${name}-${index}` } });
        await posted(app(), '/api/payment_links', { order_id: orderId, send: true });
        const first = await payment(app(), orderId, { ...fields, amount: 10 }, named('pay'));
        expect(first.status, first.text).to.equal(201);
        const body = { amount: 5, reason: MARKS.payment[1] };
        const path = `/api/payments/${first.json.id}/refunds`;
        const back = await app().call(path, { method: 'POST', body, ...named('refund') });
        expect(back.status, back.text).to.equal(201);
        await createPayment(app(), orderId, { ...fields, ...byToken('tok_requires_action') });
      }
    };

    it('leaves nothing of a person in any table and keeps all other data', async () => {
      const { id, token, key } = await leaveTraces();
      await untilAllWereTried();
      expect(await found()).to.include.members(marks);
      const attempts = await runSql(databaseUrl(), 'select attempts::text as text from webhook_deliveries');
      expect(JSON.stringify(attempts)).to.include(MARKS.email[1]).and.include(MARKS.city[0]);
      const rowsBefore = await counts();
      expect((await app().call(`/api/users/${id}`, { method: 'DELETE' })).status).to.equal(204);
      expect(await found()).to.deep.equal([]);
      expect(await rowsOf(id, 'users', 'id')).to.equal(0);
      for (const table of ['sessions', 'api_keys', 'one_time_tokens', 'saved_views'])
        expect(await rowsOf(id, table, 'user_id')).to.equal(0);
      expect(await counts()).to.deep.equal({ ...rowsBefore, events: (rowsBefore['events'] ?? 0) + 1 });
      expect(rowsBefore).to.include({ paid: 4, refunds: 2, captured: '20.0000' });
      expectProblem(await app().call('/api/auth', { key: token }), 401, 'session_ended');
      expectProblem(await app().call('/api/auth', { key }), 401, 'invalid_api_key');
      for (const path of ['', '/permissions', '/export']) {
        expectProblem(await app().call(`/api/users/${id}${path}`), 404, 'not_found');
      }
      expectProblem(await app().call(`/api/users/${id}`, { method: 'DELETE' }), 404, 'not_found');
    });

    it('allows repeating the request that created the person without creating another', async () => {
      const again = await create();
      expect([again.status, again.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);
      expect(again.json).to.deep.equal({ object: 'erased_answer' });
      expect(await found()).to.deep.equal([]);
    });

    it('is recorded: an event without personal data, and an audit entry', async () => {
      const [deleted] = await runSql(databaseUrl(), `select resource_id, data from events where type = 'user.deleted'`);
      const erasedFields = { email: null, name: null, phone: null, tax_id: null, addresses: [], metadata: {} };
      expect(deleted?.['data']).to.deep.include({ ...erasedFields, object: 'user', role: 'admin' });
      const { data } = (await app().call(`/api/audit_log?resource_id=${deleted?.['resource_id']}`)).json;
      const actions = data.map(({ action }: { action: string }) => action);
      expect(actions.slice(0, 1)).to.deep.equal(['user.erased']);
      expect(actions).to.include('user.exported');
      expect(data[0].before).to.include({ role: 'admin', email: '[withheld]' });
    });

    it('keeps events in the form that the API documents', async () => {
      const rows = await runSql(databaseUrl(), 'select resource_id, data from events where erased');
      const shapes = {
        usr: userSchema.keys({ email: null }),
        ord: orderSchema,
        pay: paymentSchema,
        key: apiKeySchema.keys({ name: null }),
      };
      for (const [prefix, shape] of Object.entries(shapes)) {
        const matching = rows.filter((row) => String(row['resource_id']).startsWith(`${prefix}_`));
        expect(matching, prefix).to.not.deep.equal([]);
        for (const { data } of matching)
          expect(shape.validate(data, { convert: false }).error, prefix).to.equal(undefined);
      }
    });

    it('is serialized with a sign-in of the person', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { json } = await app().call('/api/users', { method: 'POST', body: { ...bodyOf(0), password: PASSWORD } });
        const [erased, signedIn] = await Promise.all([
          app().call(`/api/users/${json.id}`, { method: 'DELETE' }),
          app().call('/api/auth', {
            method: 'POST',
            key: null,
            body: { email: MARKS.email[0], password: PASSWORD },
            headers: { 'Idempotency-Key': `race-${round}` },
          }),
        ]);
        expect(erased.status).to.equal(204);
        if (signedIn.status === 201) {
          await eventually('the session has ended', async () => {
            return (await app().call('/api/auth', { key: signedIn.json.token })).status === 401;
          });
        } else expectProblem(signedIn, 401, 'invalid_credentials');
        expect(await found()).to.deep.equal([]);
      }
    });

    /** What the service does within a minute. */
    const tellThatItExpires = async (id: string): Promise<void> => {
      const { unitOfWork, close } = await connectPostgresStorage(databaseUrl());
      const announce = makeAnnounceExpiringKeys({ unitOfWork, systemClock });
      // by this call, or by the service, which may be ahead
      await announce();
      await close();
      await eventually('it is announced', async () => {
        return (await runSql(databaseUrl(), `select data from events where resource_id = '${id}'`)).length === 1;
      });
    };
    const rowsOf = async (id: string, table: string, column: string): Promise<number> =>
      (await runSql(databaseUrl(), `select 1 from ${table} where ${column} = '${id}'`)).length;
    const counts = async (): Promise<Record<string, number>> => {
      const [row] = await runSql(
        databaseUrl(),
        `select (select count(*)::integer from events) as events, (select count(*)::integer from orders) as orders,
          (select sum(total)::text from orders) as total, (select count(user_id)::integer from orders) as owned,
          (select count(*)::integer from order_timeline) as entries, (select count(*)::integer from payments) as paid,
          (select sum(amount_captured)::text from payments) as captured,
          (select count(*)::integer from payment_operations where kind = 'refund') as refunds`,
      );
      return row as Record<string, number>;
    };
  },
  // shared rate limits are stored by e-mail digest in a table
  { RATE_LIMIT: '6000/60', SIGN_IN_RATE_LIMIT: '1000/60', RATE_LIMIT_STORE: 'postgres', WEBHOOK_ALLOW_PRIVATE: 'true' },
);
