import { apiKeyView } from '#core/access/api-key.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import { auditEntryView } from '#core/audit/audit-entry.ts';
import { eventView } from '#core/events/event-view.ts';
import type { CreditNote } from '#core/invoices/credit-note.ts';
import { creditNoteView } from '#core/invoices/credit-note.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import type { Order } from '#core/orders/order.ts';
import { orderView } from '#core/orders/order-view.ts';
import { timelineEntryView } from '#core/orders/timeline-entry.ts';
import { PaymentMethod, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import type { Payment } from '#core/payments/payment.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import type { Return } from '#core/returns/return.ts';
import { returnView } from '#core/returns/return.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import { subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { PersonalDataKind, PersonalDataQueries } from '#core/users/ports.ts';
import { savedViewsView } from '#core/users/saved-views.ts';
import type { User, UserId } from '#core/users/user.ts';
import type { MemoryStore } from '../store/memory-store.ts';

const PAGE_SIZE = 20;

export class MemoryPersonalDataQueries implements PersonalDataQueries {
  readonly #store: MemoryStore;

  constructor(store: MemoryStore) {
    this.#store = store;
  }

  async *pages(kind: PersonalDataKind, id: UserId): AsyncGenerator<readonly Json<object>[]> {
    const views = this.#viewsOf[kind](id);
    for (let start = 0; start < views.length; start += PAGE_SIZE)
      yield views.slice(start, start + PAGE_SIZE).map(Json.of);
  }

  readonly #viewsOf: Readonly<Record<PersonalDataKind, (id: UserId) => readonly object[]>> = {
    sessions: (id) =>
      [...this.#store.sessions.values()].filter(belongsTo(id)).map((session) => ({
        id: session.id,
        object: 'session',
        user_agent: session.userAgent,
        ip: session.ip,
        created_at: session.createdAt.toISOString(),
        expires_at: session.expiresAt.toISOString(),
      })),
    saved_views: (id) => {
      const views = this.#store.savedViews.get(id);
      return views === undefined ? [] : [savedViewsView(views)];
    },
    api_keys: (id) => [...this.#store.apiKeys.values()].filter(belongsTo(id)).map(apiKeyView),
    second_factors: (id) => [...this.#store.secondFactors.values()].filter(belongsTo(id)).map(secondFactorView),
    orders: (id) => this.#ordersOf(id).map(orderView),
    order_timeline: (id) =>
      this.#ordersOf(id)
        .flatMap((order) => this.#store.orderTimelines.get(order.id) ?? [])
        .map((entry) => timelineEntryView(entry, { withActor: false })),
    payments: (id) => this.#paymentsOf(id).map(paymentView),
    refunds: (id) => {
      const paymentIds = new Set(this.#paymentsOf(id).map((payment) => payment.id));
      const operations = [...this.#store.paymentOperations.values()];
      const refunds = operations.filter(({ kind, paymentId }) => kind === 'refund' && paymentIds.has(paymentId));
      return newestFirst(refunds).map(refundView);
    },
    returns: (id) => newestFirst(this.#returnsOf(id)).map(returnView),
    payment_methods: (id) =>
      newestFirst(this.#methodsOf(id).filter((method) => !PaymentMethod.isDeleted(method))).map(paymentMethodView),
    subscriptions: (id) => this.#subscriptionsOf(id).map(subscriptionView),
    invoices: (id) => this.#invoicesOf(id).map(invoiceView),
    credit_notes: (id) => this.#creditNotesOf(id).map(creditNoteView),
    events: (id) => {
      const keys = [...this.#store.apiKeys.values(), ...this.#methodsOf(id)].filter(belongsTo(id));
      const ofOrders = [...this.#ordersOf(id), ...this.#paymentsOf(id), ...this.#returnsOf(id)];
      const billed = [...this.#subscriptionsOf(id), ...this.#invoicesOf(id), ...this.#creditNotesOf(id)];
      const resources = [...keys, ...ofOrders, ...billed];
      const ids = [id, ...resources.map((resource) => resource.id)];
      return ids.flatMap((resourceId) => this.#store.events.get(resourceId) ?? []).map(eventView);
    },
    audit_log: (id) =>
      [...this.#store.auditEntries.values()]
        .filter(({ actor, resource }) => actor.userId === id || resource?.id === id)
        .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1))
        .map(auditEntryView),
  };

  #methodsOf(id: UserId): PaymentMethod[] {
    return [...this.#store.paymentMethods.values()].filter(belongsTo(id));
  }

  #subscriptionsOf(id: UserId): Subscription[] {
    const all = [...this.#store.subscriptions.values()].map(({ subscription }) => subscription);
    return newestFirst(all.filter(belongsTo(id)));
  }

  #returnsOf(id: UserId): Return[] {
    const orderIds = new Set(this.#ordersOf(id).map((order) => order.id));
    return [...this.#store.returns.values()].filter(({ orderId }) => orderIds.has(orderId));
  }

  #invoicesOf(id: UserId): Invoice[] {
    const orderIds = new Set<string | null>(this.#ordersOf(id).map((order) => order.id));
    const isOf = ({ userId, orderId }: Invoice): boolean => userId === id || (userId === null && orderIds.has(orderId));
    return newestFirst([...this.#store.invoices.values()].filter(isOf));
  }

  #creditNotesOf(id: UserId): CreditNote[] {
    const invoiceIds = new Set(this.#invoicesOf(id).map((invoice) => invoice.id));
    return newestFirst([...this.#store.creditNotes.values()].filter(({ invoiceId }) => invoiceIds.has(invoiceId)));
  }

  #ordersOf(id: UserId): Order[] {
    const user = this.#store.users.get(id);
    return user === undefined
      ? []
      : newestFirst([...this.#store.orders.values()].filter((order) => isOrderOf(order, user)));
  }

  #paymentsOf(id: UserId): Payment[] {
    const payableIds = new Set<string>([...this.#ordersOf(id), ...this.#invoicesOf(id)].map((payable) => payable.id));
    return newestFirst([...this.#store.payments.values()].filter(({ payableId }) => payableIds.has(payableId)));
  }
}

const belongsTo =
  (id: UserId) =>
  ({ userId }: Readonly<{ userId: UserId }>): boolean =>
    userId === id;

/** An order of the user, or a guest order with the user's verified e-mail. */
const isOrderOf = ({ userId, email }: Order, user: User): boolean => {
  const isOfGuest = userId === null && email !== null && emailKey(email) === emailKey(user.email);
  return userId === user.id || (isOfGuest && user.emailVerifiedAt !== null);
};

const newestFirst = <R extends { id: string; createdAt: Date }>(resources: readonly R[]): R[] =>
  [...resources].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
