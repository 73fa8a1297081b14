import { expect } from 'chai';
import { apiKeyView } from '#core/access/api-key.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import { CartContents } from '#core/carts/cart-contents.ts';
import { cartCreated } from '#core/carts/records.ts';
import { storedCartView } from '#core/carts/saved-cart-view.ts';
import { Checkout } from '#core/checkouts/checkout.ts';
import { storedCheckoutView } from '#core/checkouts/checkout-view.ts';
import { checkoutCreated } from '#core/checkouts/records.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import { orderCreated } from '#core/orders/records.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { PaymentMethod, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import { paymentMethodCreated } from '#core/payments/methods/records.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { paymentChanged } from '#core/payments/records.ts';
import { Actor } from '#core/shared/actor.ts';
import { PERSONAL_DATA_KINDS } from '#core/users/ports.ts';
import { userAuditEntry, userCreated, userExportedBy } from '#core/users/records.ts';
import { SavedViews, savedViewsView } from '#core/users/saved-views.ts';
import type { UserId } from '#core/users/user.ts';
import { userView } from '#core/users/user-view.ts';
import {
  aKey,
  aLargeUser,
  anActor,
  aSession,
  aUser,
  ids,
  momentAt,
  NOON,
  noonPlus,
} from '../../support/builders/builders.ts';
import { aCart, aCheckout } from '../../support/builders/cart-builders.ts';
import { aGuestOrder, anEntry, dollars } from '../../support/builders/order-builders.ts';
import { anActiveMethod } from '../../support/builders/payment-method-builders.ts';
import { anOperation, aPaidRow, aPaymentRow, beginRow } from '../../support/builders/payment-rows.ts';
import { aFactor } from '../../support/builders/second-factors.ts';
import { type ExportedData, readExport } from '../../support/documents/exported-data.ts';
import { type OpenStorage, useStorage } from '../storage/storage-under-test.ts';

export const personalDataQueriesContract = (name: string, open: OpenStorage): void => {
  describe(`PersonalDataQueries on ${name}`, () => {
    const storage = useStorage(open);
    const [person, other] = [aLargeUser({ role: 'staff' }), aUser()];
    const [{ key }, { session }, { factor }] = [aKey(person), aSession(person), aFactor(person)];
    const views = SavedViews.replace(SavedViews.initial(person.id), [{ list: 'orders', name: 'Mine', query: '' }]);

    before(() =>
      storage().unitOfWork.run(async (tx) => {
        for (const one of [person, other]) {
          await tx.users.add(one);
          await tx.events.append(Actor.system, userCreated(one));
          await tx.audit.append(userAuditEntry(Actor.system, 'created', { before: null, after: one }));
        }
        await tx.apiKeys.add(key);
        await tx.apiKeys.add(aKey(other).key);
        for (const one of [factor, aFactor(other).factor]) await tx.secondFactors.add(one);
        await tx.sessions.add(session);
        await tx.savedViews.save(views);
        await tx.sessions.add(aSession(other).session);
        await tx.audit.append(
          userExportedBy(anActor(person), other, noonPlus(1)),
          userExportedBy(anActor(person), person, noonPlus(2)),
        );
      }),
    );

    const collect = (id: UserId, reader: TimelineVisibility = 'full'): Promise<ExportedData> =>
      readExport(
        PERSONAL_DATA_KINDS.map((kind) => ({ kind, pages: storage().personalDataQueries.pages(kind, id, reader) })),
      );

    it('returns all data of the person, and nothing of others', async () => {
      const data = await collect(person.id);
      expect(data.api_keys).to.deep.equal([apiKeyView(key)]);
      expect(data.second_factors).to.deep.equal([secondFactorView(factor)]);
      expect(data.sessions).to.deep.equal([
        {
          id: session.id,
          object: 'session',
          user_agent: 'a browser',
          ip: '203.0.113.7',
          created_at: session.createdAt.toISOString(),
          expires_at: session.expiresAt.toISOString(),
        },
      ]);
      expect(data.saved_views).to.deep.equal([savedViewsView(views)]);
      expect(data.events).to.have.length(1);
      expect(data.events[0]).to.deep.include({
        type: 'user.created',
        sequence: 1,
        data: userView(person),
        previous: {},
      });
      expect(data.events[0]).to.include({ object: 'event', created_at: NOON.toISOString() });
    });

    it('returns actions by and on the person, each once', async () => {
      const actions = ({ audit_log }: ExportedData) =>
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
      expect(orders).to.have.deep.members([orderView(asGuest), orderView(own)]);
      const entries = timeline as TimelineEntryView[];
      expect(entries.map(({ type, actor }) => [type, actor])).to.have.deep.members(
        [asGuest, own].flatMap(() => [
          ['note', null],
          ['created', null],
        ]),
      );
      const { order_timeline: seen } = await collect(person.id, 'buyer');
      expect((seen as TimelineEntryView[]).map(({ type }) => type)).to.deep.equal(['created', 'created']);
      expect(new Set(entries.map((entry) => entry.order_id))).to.deep.equal(new Set([own.id, asGuest.id]));
      const types = (events as { type: string; data: { id: string } }[]).map(({ type, data }) => [type, data.id]);
      expect(types).to.have.deep.members([
        ['user.created', person.id],
        ['order.created', own.id],
        ['order.created', asGuest.id],
      ]);
      // the e-mail is not verified
      expect((await collect(other.id)).orders).to.have.length(1);
    });

    it('returns their carts and open checkouts, including those of a guest with their e-mail, and nobody else’s', async () => {
      const contents = CartContents.of({ email: person.email.toUpperCase() });
      const unproved = CartContents.of({ email: other.email });
      const carts = [aCart({ userId: person.id }), aCart({ contents })];
      const checkouts = [aCheckout({ userId: person.id }), aCheckout({ contents })];
      const order = { orderId: ids.next('ord'), paymentLinkId: null };
      const ordered = aCheckout({ userId: person.id });
      await storage().unitOfWork.run(async (tx) => {
        for (const cart of [...carts, aCart({ contents: unproved }), aCart({ userId: other.id, contents })])
          await tx.carts.add(cart);
        await tx.events.append(Actor.system, ...carts.map(cartCreated), ...checkouts.map(checkoutCreated));
        for (const checkout of [...checkouts, ordered, aCheckout({ contents: unproved })])
          await tx.checkouts.add(checkout);
        await tx.checkouts.save(Checkout.order(ordered, order, NOON));
      });
      const data = await collect(person.id);
      expect(data.carts).to.have.deep.members(carts.map(storedCartView));
      expect(data.checkouts).to.have.deep.members(checkouts.map(storedCheckoutView));
      const seen = (data.events as { data: { id: string } }[]).map((event) => event.data.id);
      expect(seen).to.include.members([...carts, ...checkouts].map(({ id }) => id));
      const { carts: own, checkouts: none } = await collect(other.id);
      expect([own, none].map((each) => each.length)).to.deep.equal([1, 0]);
    });

    it('returns payments and refunds of their orders with events, and nothing of others', async () => {
      const buyer = aUser();
      const [own, others] = [aGuestOrder({ userId: buyer.id }), aGuestOrder({ userId: other.id })];
      const rowOf = (order: typeof own, at: Date) =>
        aPaidRow({ payableId: order.id, userId: order.userId, amount: dollars(10), metadata: { from: 'a purse' }, at });
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

    it('returns payment methods without deleted ones, and the events of all', async () => {
      const owner = aUser();
      const of = { userId: owner.id };
      const [older, newer] = [anActiveMethod(of), anActiveMethod({ ...of, at: noonPlus(1) })];
      const removing = PaymentMethod.remove(anActiveMethod(of), momentAt(NOON));
      const gone = PaymentMethod.endRemoval(removing, momentAt(NOON));
      const methods = [older, newer, gone, anActiveMethod({ userId: other.id })];
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(owner);
        for (const method of methods) {
          await tx.paymentMethods.add(method);
          await tx.events.append(Actor.system, paymentMethodCreated(method));
        }
      });
      const data = await collect(owner.id);
      expect(data.payment_methods).to.deep.equal([newer, older].map(paymentMethodView));
      const events = data.events as { resource_id: string }[];
      expect(events.map((event) => event.resource_id)).to.have.members([older.id, newer.id, gone.id]);
      expect(JSON.stringify(data)).to.not.include('encrypted');
    });

    it('returns no secret', async () => {
      const text = JSON.stringify(await collect(person.id));
      for (const secret of [key.hash, session.hash, person.passwordHash]) expect(text).to.not.include(secret);
    });

    it('returns nothing for an unknown user', async () => {
      expect(Object.values(await collect(ids.next('usr'))).flat()).to.deep.equal([]);
    });

    it('returns everything, in pages of at most 100 rows, and the events of a resource in their order', async () => {
      const busy = aUser();
      const orders = Array.from({ length: 45 }, (_, index) => aGuestOrder({ userId: busy.id, at: noonPlus(index) }));
      const [first] = orders;
      const changed = (version: number) => ({
        ...userCreated(busy),
        type: 'user.updated',
        resourceVersion: version,
        occurredAt: noonPlus(version),
      });
      await storage().unitOfWork.run(async (tx) => {
        await tx.users.add(busy);
        for (const order of orders) {
          const notes = order === first ? 60 : 1;
          const at = noonPlus(100);
          const details = { text: 'x' };
          await tx.orders.add(
            order,
            Array.from({ length: notes }, () => anEntry(order, 'note', { details, at })),
          );
          await tx.events.append(Actor.system, ...orderCreated(order));
        }
        await tx.events.append(Actor.system, ...Array.from({ length: 130 }, (_, version) => changed(version + 1)));
      });
      const lengths: number[] = [];
      for (const kind of PERSONAL_DATA_KINDS) {
        for await (const page of storage().personalDataQueries.pages(kind, busy.id, 'full')) {
          lengths.push(page.length);
        }
      }
      expect(Math.max(...lengths)).to.be.at.most(100);
      expect(Math.min(...lengths)).to.be.at.least(1);
      const data = await collect(busy.id);
      expect(new Set((data.orders as { id: string }[]).map(({ id }) => id))).to.deep.equal(
        new Set(orders.map(({ id }) => id)),
      );
      expect(data.orders).to.have.length(45);
      expect(data.order_timeline).to.have.length(104);
      expect(data.events).to.have.length(175);
      const ofUser = (data.events as { resource_id: string; sequence: number }[]).filter(
        (event) => event.resource_id === busy.id,
      );
      expect(ofUser.map(({ sequence }) => sequence)).to.deep.equal(
        Array.from({ length: 130 }, (_, index) => index + 1),
      );
    });
  });
};
