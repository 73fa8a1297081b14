import { expect } from 'chai';
import { Order } from '#core/orders/order.ts';
import { orderChanged, orderCreated } from '#core/orders/records.ts';
import { TimelineEntry } from '#core/orders/timeline-entry.ts';
import { Actor } from '#core/shared/actor.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import type { User, UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import { aLargeUser, anActor, ids, NOON, noonPlus } from '../../support/builders/builders.ts';
import { anOrder } from '../../support/builders/order-builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { aProgram, openUsers, type Users } from './users-under-test.ts';

const ERASED_USER = { email: null, name: null, phone: null, addresses: [], metadata: {} };

describe('eraseUser', () => {
  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  it('removes the person with sessions, keys and tokens, and nothing of others', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [left, leftOfOther] = [await users.equip(user), await users.equip(other)];
    await users.erase(users.asOwner, user.id);
    expect(await users.find(user.id)).to.equal(undefined);
    expect(await left()).to.deep.equal([]);
    expect(await users.get(other.id)).to.deep.equal(other);
    expect(await leftOfOther()).to.deep.equal(['session', 'key', 'token']);
  });

  it('removes pending mail requests', async () => {
    const [user, other] = [await users.join({ email: 'Zoe@example.com' }), await users.join()];
    await users.requestPasswordReset('zoe@EXAMPLE.com');
    await users.requestEmailVerification(anActor(user));
    await users.requestPasswordReset(other.email);
    await users.erase(users.asOwner, user.id);
    expect(await users.waiting()).to.deep.equal([['password_reset', emailKey(other.email)]]);
  });

  it('removes personal data from events and keeps the rest', async () => {
    const user = aLargeUser();
    const fields = { email: user.email, name: user.name, phone: user.phone, addresses: user.addresses };
    const { id } = await users.create(users.asOwner, { ...fields, metadata: user.metadata, role: 'staff' });
    await users.change(users.asOwner, id, { name: 'Zoë', email: 'zoe@example.com', phone: null, role: 'analyst' });
    await users.erase(users.asOwner, id);
    const events = await users.eventsOf(id);
    expect(events.map(({ type, resourceVersion }) => [type, resourceVersion])).to.deep.equal([
      ['user.created', 1],
      ['user.updated', 2],
      ['user.deleted', 3],
    ]);
    for (const { data } of events) expect(data).to.deep.include({ ...ERASED_USER, id });
    expect(events[1]?.previous).to.deep.equal({ email: null, name: null, phone: null, role: 'staff' });
    expect(JSON.stringify(events)).to.not.match(/example\.com|Zo|李|912|Augusta|quotes/i);
  });

  it('emits user.deleted without personal data', async () => {
    const user = await users.join({ role: 'staff' });
    users.clock.advance(60);
    await users.erase(users.asOwner, user.id);
    const [event, ...others] = await users.eventsOf(user.id);
    expect(event).to.deep.include({ type: 'user.deleted', resourceVersion: 2, previous: {}, occurredAt: noonPlus(60) });
    expect(event?.data).to.deep.equal({ ...userView(user), ...ERASED_USER });
    expect(others).to.deep.equal([]);
  });

  it('records who erased whom and their permissions, without personal data', async () => {
    const user = await users.join({ email: 'zoe@example.com', name: 'Zoë', role: 'staff', passwordHash: 'hash of it' });
    await users.erase(users.asOwner, user.id);
    const [entry] = await users.auditOf(user.id);
    expect(entry).to.deep.include({ action: 'user.erased', resource: { type: 'user', id: user.id } });
    expect(entry?.actor).to.include({ user_id: users.owner.id });
    const hidden = { email: '[withheld]', name: '[withheld]', password: '[withheld]' };
    expect(entry?.before).to.deep.include({ ...hidden, role: 'staff', status: 'active', permissions: [] });
    expect(JSON.stringify(entry)).to.not.match(/zo[eë]|hash of/i);
  });

  it('empties idempotency records about the user and removes the user’s own', async () => {
    const user = await users.join();
    const name = ({ id }: Pick<User, 'id'>) => ({ account: id, operation: 'POST /api/users', key: 'a-key' });
    const since = noonPlus(-60);
    for (const account of [user, users.owner]) {
      await users.unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(name(account), since);
        const record = { fingerprint: 'f', status: 201, headers: {}, body: user.email };
        await tx.idempotency.complete(name(account), { ...record, mentionedIds: [user.id], at: users.clock.now() });
      });
    }
    await users.erase(users.asOwner, user.id);
    expect(await users.idempotencyQueries.find(name(user), since)).to.equal(undefined);
    expect(await users.idempotencyQueries.find(name(users.owner), since)).to.include({ status: 201, body: null });
  });

  it('frees the e-mail', async () => {
    const { id, email } = await users.join();
    await users.erase(users.asOwner, id);
    expect((await users.create(users.asOwner, { email })).id).to.not.equal(id);
  });

  it('lets customers erase themselves and hides others', async () => {
    const [customer, other] = [await users.join(), await users.join()];
    expect(await rejectionOf(users.erase(anActor(customer), other.id))).to.include({ kind: 'not_found' });
    await users.erase(anActor(customer), customer.id);
    expect(await users.find(customer.id)).to.equal(undefined);
    expect(await users.get(other.id)).to.deep.equal(other);
  });

  it('rejects callers without the scope, also keys of the customer', async () => {
    const [staff, customer] = [await users.join({ role: 'staff' }), await users.join()];
    for (const [actor, { id }, needed] of [
      [anActor(staff), staff, 'users:write'],
      [anActor(staff, ['users:read']), customer, 'customers:write'],
      [aProgram(customer), customer, 'customers:write'],
    ] as const) {
      const error = await rejectionOf(users.erase(actor, id));
      expect(error).to.include({ kind: 'forbidden', code: 'insufficient_scope' });
      expect(error.details).to.include({ required_scope: needed });
    }
  });

  it('rejects a stale version', async () => {
    const { id } = await users.join();
    await users.change(users.asOwner, id, { name: 'Zoë' });
    const error = await rejectionOf(users.erase(users.asOwner, id, [1]));
    expect(error).to.include({ kind: 'stale', code: 'version_mismatch' });
    expect(error.details).to.deep.equal({ current_version: 2, changed_fields: ['name'] });
    await users.erase(users.asOwner, id, [2]);
    expect(await users.find(id)).to.equal(undefined);
  });

  it('rejects an unknown user', async () => {
    expect(await rejectionOf(users.erase(users.asOwner, ids.next('usr')))).to.include({ kind: 'not_found' });
  });
});

describe('eraseUser for a user with orders', () => {
  const ADDRESS = { name: 'Zoë', line1: 'Rua Augusta 1', country: 'PT' };
  const details = { email: 'zoe@example.com', shipping_address: ADDRESS, billing_address: ADDRESS };

  let users: Users;

  beforeEach(async () => {
    users = await openUsers();
  });

  /** Stores a cancelled order with every kind of personal data, a note and its events. */
  const anOrderOf = async (userId: UserId | null, email: string = details.email): Promise<Order> => {
    const placed = anOrder({ userId, details: { ...details, email, metadata: { nickname: 'Zozo' } } });
    const cancelled = Order.cancel(placed, 'Zoë moved away.', noonPlus(60));
    const input = { ids, actor: users.asOwner, order: placed, at: NOON };
    await users.unitOfWork.run(async (tx) => {
      await tx.orders.add(placed, [TimelineEntry.of(input, 'created', { total: 19.99, currency: 'USD' })]);
      await tx.orders.note(TimelineEntry.of(input, 'note', { text: 'Zoë called.' }));
      await tx.orders.save(cancelled, [TimelineEntry.of(input, 'cancelled', { reason: 'Zoë moved away.' })]);
      await tx.events.append(Actor.system, ...orderCreated(placed), orderChanged(placed, cancelled));
    });
    return cancelled;
  };

  const getOrder = ({ id }: Order) => users.unitOfWork.run((tx) => tx.orders.get(id));

  const without = (order: Order): Order => ({
    ...order,
    email: null,
    shippingAddress: null,
    billingAddress: null,
    metadata: {},
    cancelReason: null,
    isErased: true,
    version: order.version + 1,
    updatedAt: users.clock.now(),
  });

  it('removes personal data from their orders and keeps amounts and ownership', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [order, another] = [await anOrderOf(user.id), await anOrderOf(other.id)];
    await users.erase(users.asOwner, user.id);
    expect(await getOrder(order)).to.deep.equal(without(order));
    expect((await getOrder(order)).userId).to.equal(user.id);
    expect(await getOrder(another)).to.deep.equal(another);
  });

  it('removes the pending mails about their orders', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [order, another] = [await anOrderOf(user.id), await anOrderOf(other.id)];
    await users.unitOfWork.run(async (tx) => {
      for (const { id: orderId } of [order, another]) {
        const request = { purpose: 'shipment', orderId, reference: null, amount: null, client: null } as const;
        await tx.mailRequests.add(request);
      }
    });
    await users.erase(users.asOwner, user.id);
    expect(await users.waiting()).to.deep.equal([['shipment', another.id]]);
  });

  it('removes free text from order timelines and keeps the entries', async () => {
    const user = await users.join();
    const { id } = await anOrderOf(user.id);
    await users.erase(users.asOwner, user.id);
    const { items } = await users.orderQueries.timeline(id, { limit: 100 }, 'full');
    const entries = items.map(Json.parse);
    expect(Object.fromEntries(entries.map((entry) => [entry.type, entry.details]))).to.deep.equal({
      created: { total: 19.99, currency: 'USD' },
      note: {},
      cancelled: {},
    });
  });

  it('removes personal data from order events and keeps the rest', async () => {
    const user = await users.join();
    const { id } = await anOrderOf(user.id);
    await users.erase(users.asOwner, user.id);
    const events = await users.eventsOf(id);
    expect(events.map(({ type }) => type)).to.deep.equal(['order.created', 'order.cancelled']);
    const erasedFields = {
      email: null,
      shipping_address: null,
      billing_address: null,
      metadata: {},
      cancel_reason: null,
    };
    for (const { data } of events) expect(data).to.deep.include({ ...erasedFields, user_id: user.id, total: 19.99 });
    expect(JSON.stringify(events)).to.not.match(/zo[eë]|zozo|Augusta/i);
  });

  it('empties idempotency records about their orders', async () => {
    const [user, other] = [await users.join(), await users.join()];
    const [own, another] = [await anOrderOf(user.id), await anOrderOf(other.id)];
    const name = ({ id }: Order) => ({ account: users.owner.id, operation: 'POST /api/orders', key: id });
    for (const order of [own, another]) {
      await users.unitOfWork.run(async (tx) => {
        await tx.idempotency.claim(name(order), NOON);
        const record = { fingerprint: 'f', status: 201, headers: {}, body: 'Zoë' };
        await tx.idempotency.complete(name(order), { ...record, mentionedIds: [order.id], at: noonPlus(1) });
      });
    }
    await users.erase(users.asOwner, user.id);
    expect(await users.idempotencyQueries.find(name(own), NOON)).to.include({ status: 201, body: null });
    expect(await users.idempotencyQueries.find(name(another), NOON)).to.include({ status: 201, body: 'Zoë' });
  });

  describe('guest orders with the same e-mail', () => {
    it('are erased when the e-mail is verified', async () => {
      const user = await users.join({ email: 'Zoe@Example.com', emailVerifiedAt: noonPlus(-60) });
      const [order, foreign] = [await anOrderOf(null), await anOrderOf(null, 'other@example.com')];
      await users.erase(anActor(user), user.id);
      expect(await getOrder(order)).to.deep.equal({ ...without(order), erasedBuyer: user.id });
      expect(await getOrder(foreign)).to.deep.equal(foreign);
    });

    it('are kept when the e-mail is not verified', async () => {
      const user = await users.join({ email: 'zoe@example.com', emailVerifiedAt: null });
      const [order, own] = [await anOrderOf(null), await anOrderOf(user.id)];
      await users.erase(anActor(user), user.id);
      expect(await getOrder(order)).to.deep.equal(order);
      expect(await getOrder(own)).to.deep.equal(without(own));
      expect(JSON.stringify(await users.eventsOf(order.id))).to.include('zoe@example.com');
    });

    it('are erased for a caller who may erase others', async () => {
      const user = await users.join({ email: 'zoe@example.com', emailVerifiedAt: null });
      const order = await anOrderOf(null);
      await users.erase(users.asOwner, user.id);
      expect(await getOrder(order)).to.deep.equal({ ...without(order), erasedBuyer: user.id });
      expect(JSON.stringify(await users.eventsOf(order.id))).to.not.match(/zo[eë]/i);
    });

    it('are kept when they belong to another account', async () => {
      const user = await users.join({ email: 'zoe@example.com', emailVerifiedAt: NOON });
      const other = await users.join();
      const order = await anOrderOf(other.id, 'zoe@example.com');
      await users.erase(users.asOwner, user.id);
      expect(await getOrder(order)).to.deep.equal(order);
    });
  });
});
