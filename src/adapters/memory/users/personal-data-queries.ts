import { apiKeyView } from '#core/access/api-key.ts';
import { secondFactorView } from '#core/access/second-factors/second-factor.ts';
import type { Session } from '#core/access/session.ts';
import { auditEntryView } from '#core/audit/audit-entry.ts';
import { storedCartView } from '#core/carts/saved-cart-view.ts';
import { storedCheckoutView } from '#core/checkouts/checkout-view.ts';
import { eventView } from '#core/events/event-view.ts';
import { creditNoteView } from '#core/invoices/credit-note.ts';
import { invoiceView } from '#core/invoices/invoice-view.ts';
import { orderView } from '#core/orders/order-view.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import { STAFF_ENTRIES, timelineEntryView } from '#core/orders/timeline-entry.ts';
import { PaymentMethod, paymentMethodView } from '#core/payments/methods/payment-method.ts';
import { paymentView, refundView } from '#core/payments/payment-view.ts';
import { returnView } from '#core/returns/return.ts';
import { emailKey } from '#core/shared/mail.ts';
import { Json } from '#core/shared/page.ts';
import { subscriptionView } from '#core/subscriptions/subscription-view.ts';
import type { PersonalDataKind, PersonalDataQueries } from '#core/users/ports.ts';
import { savedViewsView } from '#core/users/saved-views.ts';
import type { User, UserId } from '#core/users/user.ts';
import { withdrawalView } from '#core/withdrawals/withdrawal-view.ts';
import { isOwnedBy } from '../lists/owned.ts';
import type { MemoryStore } from '../store/memory-store.ts';
import { byId, newestFirst } from '../store/order.ts';

const PAGE_SIZE = 20;

type Views = Readonly<Record<PersonalDataKind, () => readonly object[]>>;

export const makePersonalDataQueries = (store: MemoryStore): PersonalDataQueries => ({
  async *pages(kind, id, reader) {
    const views = viewsOf(store, id, reader)[kind]();
    for (let start = 0; start < views.length; start += PAGE_SIZE)
      yield views.slice(start, start + PAGE_SIZE).map(Json.of);
  },
});

const viewsOf = (store: MemoryStore, id: UserId, reader: TimelineVisibility): Views => {
  const isOwn = isOwnedBy(id);
  const user = store.users.get(id);
  const isBought = ({ userId, contents: { email } }: Bought): boolean => isBuyerOf({ userId, email }, user);
  const carts = () => store.carts.filter(isBought).sort(newestFirst);
  const checkouts = () => store.checkouts.filter((each) => each.orderId === null && isBought(each)).sort(newestFirst);
  const { orders, invoices, creditNotes, payments, returns, withdrawals, subscriptions, methods } = billedTo(store, id);
  return {
    sessions: () => store.sessions.filter(isOwn).map(sessionData),
    saved_views: () => [store.savedViews.get(id) ?? []].flat().map(savedViewsView),
    api_keys: () => store.apiKeys.filter(isOwn).map(apiKeyView),
    second_factors: () => store.secondFactors.filter(isOwn).map(secondFactorView),
    carts: () => carts().map(storedCartView),
    checkouts: () => checkouts().map(storedCheckoutView),
    orders: () => orders.map(orderView),
    order_timeline: () =>
      orders
        .flatMap((order) => store.orderTimelines.get(order.id) ?? [])
        .filter(({ type }) => reader === 'full' || !STAFF_ENTRIES.includes(type))
        .map((entry) => timelineEntryView(entry, { withActor: false })),
    payments: () => payments.map(paymentView),
    refunds: () => {
      const isOfPayment = among(payments);
      const refunds = store.paymentOperations.filter(
        ({ kind, paymentId }) => kind === 'refund' && isOfPayment(paymentId),
      );
      return refunds.sort(newestFirst).map(refundView);
    },
    returns: () => returns.map(returnView),
    withdrawals: () => withdrawals.map(withdrawalView),
    payment_methods: () => methods.filter((method) => !PaymentMethod.isDeleted(method)).map(paymentMethodView),
    subscriptions: () => subscriptions.map(subscriptionView),
    invoices: () => invoices.map(invoiceView),
    credit_notes: () => creditNotes.map(creditNoteView),
    events: () => {
      const keys = store.apiKeys.filter(isOwn);
      const resources = [
        ...keys,
        carts(),
        checkouts(),
        methods,
        orders,
        payments,
        returns,
        withdrawals,
        subscriptions,
        invoices,
        creditNotes,
      ].flat();
      const ids = [id, ...resources.map((resource) => resource.id)];
      return ids.flatMap((resourceId) => store.events.get(resourceId) ?? []).map(eventView);
    },
    audit_log: () =>
      store.auditEntries
        .filter(({ actor, resource }) => actor.userId === id || resource?.id === id)
        .sort((a, b) => b.at.getTime() - a.at.getTime() || byId(b, a))
        .map(auditEntryView),
  };
};

/** What a user has ordered and paid, each the newest first. */
const billedTo = (store: MemoryStore, id: UserId) => {
  const user = store.users.get(id);
  const orders = store.orders.filter((order) => isBuyerOf(order, user)).sort(newestFirst);
  const isOfOrder = among(orders);
  const invoices = store.invoices
    .filter(({ userId, orderId }) => userId === id || (userId === null && isOfOrder(orderId)))
    .sort(newestFirst);
  const [isOfInvoice, isOfPayable] = [among(invoices), among([...orders, ...invoices])];
  const subscriptions = store.subscriptions.values().map(({ subscription }) => subscription);
  return {
    orders,
    invoices,
    creditNotes: store.creditNotes.filter(({ invoiceId }) => isOfInvoice(invoiceId)).sort(newestFirst),
    payments: store.payments.filter(({ payableId }) => isOfPayable(payableId)).sort(newestFirst),
    returns: store.returns.filter(({ orderId }) => isOfOrder(orderId)).sort(newestFirst),
    withdrawals: [
      ...store.withdrawals.filter(({ orderId }) => isOfOrder(orderId)).sort(newestFirst),
      ...store.withdrawals.filter((each) => each.orderId === null && isByEmailOf(each, user)).sort(newestFirst),
    ],
    subscriptions: subscriptions.filter(isOwnedBy(id)).sort(newestFirst),
    methods: store.paymentMethods.filter(isOwnedBy(id)).sort(newestFirst),
  };
};

const among = (resources: readonly Readonly<{ id: string }>[]): ((id: string | null) => boolean) => {
  const ids = new Set<string | null>(resources.map((resource) => resource.id));
  return (id) => ids.has(id);
};

type Buyer = Readonly<{ userId: UserId | null; email: string | null }>;

/** A cart or a checkout. */
type Bought = Readonly<{ userId: UserId | null; contents: Pick<Buyer, 'email'> }>;

/** Whether the user buys, or a guest with the user's verified e-mail. */
const isBuyerOf = ({ userId, email }: Buyer, user: User | undefined): boolean =>
  user !== undefined && (userId === null ? isByEmailOf({ email }, user) : userId === user.id);

/** Whether it is by the user's verified e-mail. */
const isByEmailOf = ({ email }: Pick<Buyer, 'email'>, user: User | undefined): boolean =>
  user !== undefined && user.emailVerifiedAt !== null && email !== null && emailKey(email) === emailKey(user.email);

const sessionData = ({ id, userAgent, ip, createdAt, expiresAt }: Session) => ({
  id,
  object: 'session',
  user_agent: userAgent,
  ip,
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
});
