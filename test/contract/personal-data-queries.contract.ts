import { expect } from 'chai';
import { apiKeyView } from '#core/access/api-key-view.ts';
import { orderCreated } from '#core/orders/events.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { paymentChanged } from '#core/payments/events.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { Actor } from '#core/shared/actor.ts';
import { userCreatedBy, userExportedBy } from '#core/users/audit-entries.ts';
import { userCreated } from '#core/users/events.ts';
import type { PersonalData } from '#core/users/personal-data-queries.ts';
import { userView } from '#core/users/user-view.ts';
import { aKey, aLargeUser, anActor, aSession, aUser, ids, NOON, noonPlus } from '../support/builders.ts';
import { aGuestOrder, anEntry, dollars } from '../support/order-builders.ts';
import { anOperation, aPaidRow, aPaymentRow, beginRow } from '../support/payment-rows.ts';
import { type OpenStorage, useStorage } from './storage-under-test.ts';

export const personalDataQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`PersonalDataQueries on ${name}`, () => {
    const storage = useStorage(open);
    const [person, other] = [aLargeUser({ role: 'staff' }), aUser()];
    const [{ key }, { session }] = [aKey(person), aSession(person)];

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        for (const one of [person, other]) {
          await tx.users.add(one);
          await tx.events.append(Actor.system, userCreated(one));
          await tx.audit.append(userCreatedBy(Actor.system, one));
        }
        await tx.apiKeys.add(key);
        await tx.apiKeys.add(aKey(other).key);
        await tx.sessions.add(session);
        await tx.sessions.add(aSession(other).session);
        await tx.audit.append(
          userExportedBy(anActor(person), other, noonPlus(1)),
          userExportedBy(anActor(person), person, noonPlus(2)),
        );
      }),
    );

    const collect = async (id: (typeof person)['id']): Promise<PersonalData> =>
      JSON.parse((await storage().personalDataQueries.collect(id)) ?? 'null') as PersonalData;

    it('returns the person and all their data, and nothing of others', async () => {
      const data = await collect(person.id);
      expect(data.user).to.deep.equal(userView(person));
      expect(data.api_keys).to.deep.equal([apiKeyView(key)]);
      expect(data.sessions).to.deep.equal([
        {
          id: session.id,
          object: 'session',
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        },
      ]);
      expect(data.events).to.have.length(1);
      expect(data.events[0]).to.deep.include({
        type: 'user.created',
        sequence: 1,
        data: userView(person),
        previous: {},
      });
      expect(data.events[0]).to.include({ object: 'event', created_at: NOON.toISOString() });
    });

    it('returns actions by and on the person, the newest first, each once', async () => {
      const actions = ({ audit_log }: PersonalData) =>
        (audit_log as { action: string; resource: { id: string } }[]).map(({ action, resource }) => [
          action,
          resource.id,
        ]);
      expect(actions(await collect(person.id))).to.deep.equal([
        ['user.exported', person.id],
        ['user.exported', other.id],
        ['user.created', person.id],
      ]);
      expect(actions(await collect(other.id))).to.deep.equal([
        ['user.exported', other.id],
        ['user.created', other.id],
      ]);
    });

    it('returns their orders and timelines, including guest orders, and nobody else’s', async () => {
      const own = aGuestOrder({ userId: person.id, at: noonPlus(1) });
      const asGuest = aGuestOrder({ email: person.email.toUpperCase(), at: noonPlus(2) });
      const ofOthers = [
        aGuestOrder({ userId: other.id, email: person.email }),
        aGuestOrder({ email: other.email }),
        aGuestOrder(),
      ];
      await storage().unitOfWork.run(async (tx) => {
        for (const order of [own, asGuest, ...ofOthers]) {
          await tx.orders.add(order, [anEntry(order), anEntry(order, 'note', { details: { text: 'x' }, at: NOON })]);
          await tx.events.append(Actor.system, ...orderCreated(order));
        }
      });
      const { orders, order_timeline: timeline, events } = await collect(person.id);
      expect(orders).to.deep.equal([orderView(asGuest), orderView(own)]);
      const entries = timeline as TimelineEntryView[];
      expect(entries.map(({ type, actor }) => [type, actor])).to.have.deep.members(
        [asGuest, own].flatMap(() => [
          ['note', null],
          ['created', null],
        ]),
      );
      expect(new Set(entries.map((entry) => entry.order_id))).to.deep.equal(new Set([own.id, asGuest.id]));
      const types = (events as { type: string; data: { id: string } }[]).map(({ type, data }) => [type, data.id]);
      expect(types).to.deep.equal([
        ['user.created', person.id],
        ...[own.id, asGuest.id].sort().map((id) => ['order.created', id]),
      ]);
      // the e-mail is not verified
      expect((await collect(other.id)).orders).to.have.length(1);
    });

    it('returns payments and refunds of their orders with events, and nothing of others', async () => {
      const buyer = aUser();
      const [own, others] = [aGuestOrder({ userId: buyer.id }), aGuestOrder({ userId: other.id })];
      const rowOf = (order: typeof own, at: Date) =>
        aPaidRow({ orderId: order.id, userId: order.userId, amount: dollars(10), metadata: { from: 'a purse' }, at });
      const [first, second, foreign] = [rowOf(own, NOON), rowOf(own, noonPlus(1)), rowOf(others, NOON)];
      const aRefund = (payment: typeof first, at: Date) => {
        const fields = { kind: 'refund', amount: dollars(1), reason: 'a change of mind', createdAt: at } as const;
        return anOperation(payment, { id: ids.next('re'), ...fields });
      };
      const refunds = [aRefund(first, noonPlus(2)), aRefund(first, noonPlus(3))];
      const operations = [[anOperation(first), ...refunds], [anOperation(second)], [aRefund(foreign, noonPlus(2))]];
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(buyer);
        for (const order of [own, others]) await tx.orders.add(order, []);
        for (const [index, payment] of [first, second, foreign].entries()) {
          await beginRow(payment, { operations: operations[index] ?? [] })(tx);
          await tx.events.append(
            Actor.system,
            paymentChanged(aPaymentRow({ ...payment, status: 'processing' }), payment),
          );
        }
      });
      const data = await collect(buyer.id);
      expect(data.payments).to.deep.equal([paymentView(second), paymentView(first)]);
      expect(data.refunds).to.deep.equal(refunds.map(refundView).reverse());
      const events = data.events as { data: unknown }[];
      expect(events.map((event) => event.data)).to.have.deep.members([paymentView(first), paymentView(second)]);
    });

    it('returns no secret', async () => {
      const text = await storage().personalDataQueries.collect(person.id);
      for (const secret of [key.hash, session.hash, person.passwordHash]) expect(text).to.not.include(secret);
    });

    it('returns nothing for an unknown user', async () => {
      expect(await storage().personalDataQueries.collect(ids.next('usr'))).to.equal(undefined);
    });

    it('returns the newest events when there are too many', async () => {
      const busy = aUser();
      const changed = (version: number) => ({
        ...userCreated(busy),
        type: `user.${version}`,
        resourceVersion: version,
        data: { text: 'x'.repeat(5_000_000) },
        occurredAt: noonPlus(version),
      });
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(busy);
        await tx.events.append(Actor.system, changed(1), changed(2), changed(3));
      });
      const { events } = await collect(busy.id);
      expect((events as { type: string }[]).map(({ type }) => type)).to.deep.equal(['user.2', 'user.3']);
    });
  });
};
