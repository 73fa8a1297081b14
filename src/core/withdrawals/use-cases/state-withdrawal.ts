import { accessLevelOf, owns } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { type FulfilledItem, requireAvailable } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import { agreedQuantity } from '#core/orders/order-item.ts';
import { type Actor, countedClient } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type FieldError, invalid, notFound, orNotFound } from '#core/shared/domain-error.ts';
import type { Id, IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { storeWithdrawal } from '../steps/store-withdrawal.ts';
import { Withdrawal } from '../withdrawal.ts';

type Command = Readonly<{
  /** The order that the caller may see; the one of their order token if omitted. */
  orderId?: OrderId | undefined;
  /** Of the caller. */
  subscriptionId?: SubscriptionId | undefined;
  orderNumber?: string | undefined;
  name: string;
  /** That of the order or its user if omitted. */
  email?: string | undefined;
  items?: readonly FulfilledItem[] | undefined;
  note: string | null;
}>;

/**
 * Stores the statement of a withdrawal, whatever the state of the order is: it counts from now. It is processed after the
 * commit. Who names an order by its number and e-mail learns nothing about it.
 */
export type StateWithdrawal = (actor: Actor, command: Command) => Work<Withdrawal, WithdrawalsTx>;

type Deps = Readonly<{ clock: BusinessClock; ids: IdGenerator }>;

export const makeStateWithdrawal =
  (deps: Deps): StateWithdrawal =>
  (actor, command) =>
  async (tx) => {
    const { orderId, subscriptionId, orderNumber } = command;
    const named = { order_id: orderId, subscription_id: subscriptionId, order_number: orderNumber };
    const [first, ...others] = Object.entries(named).flatMap(([field, value]) => (value === undefined ? [] : [field]));
    if (first !== undefined && others.length > 0) throw invalid(others.map((field) => excess(field, first)));
    if (subscriptionId !== undefined) return stateOfSubscription(tx, { ...deps, actor, id: subscriptionId }, command);
    const id = orderId ?? (orderNumber === undefined ? actor.order?.id : undefined);
    return id === undefined
      ? stateByNumber(tx, { ...deps, actor }, command)
      : stateOf(tx, { ...deps, actor, id }, command);
  };

type Author = Deps & Readonly<{ actor: Actor }>;

const stateByNumber = (tx: WithdrawalsTx, { actor, clock, ids }: Author, command: Command): Promise<Withdrawal> => {
  const { orderNumber, email, name, items, note } = command;
  const missing = [...(orderNumber === undefined ? ['order_number'] : []), ...(email === undefined ? ['email'] : [])];
  const errors = missing.map((field) => required(field, 'is required without order_id and Order-Token'));
  if (items !== undefined)
    errors.push({ path: ['items'], code: 'any.unknown', message: 'must be omitted: say in note which part it is' });
  if (orderNumber === undefined || email === undefined || errors.length > 0) throw invalid(errors);
  const after = Withdrawal.state(
    {
      id: ids.next('wdr'),
      orderId: null,
      userId: null,
      isVerified: false,
      client: countedClient(actor),
      orderNumber,
      name,
      email,
      items: null,
      note,
    },
    clock.now(),
  );
  return storeWithdrawal(tx, { actor, ids }, { before: null, after, what: 'created', mail: 'withdrawal_received' });
};

const excess = (field: string, other: string): FieldError => ({
  path: [field],
  code: 'any.unknown',
  message: `must be omitted with ${other}`,
});

const required = (field: string, message: string): FieldError => ({ path: [field], code: 'any.required', message });

const stateOf = async (
  tx: WithdrawalsTx,
  { actor, clock, ids, id }: Author & Readonly<{ id: OrderId }>,
  { name, note, ...command }: Command,
): Promise<Withdrawal> => {
  const order = await tx.orders.get(id);
  requireBuyer(actor, 'orders', { kind: 'order', id, orderId: id, userId: order.userId });
  if (command.items !== undefined) requireItems(order, command.items);
  const items = command.items ?? null;
  const email = command.email ?? (await emailOf(tx, order));
  if (email === undefined) throw invalid([required('email', 'is required: the order has none')]);
  const at = clock.now();
  const unverified = (await tx.withdrawals.listReceived(id)).find(
    ({ isVerified, isErased }) => !isVerified && !isErased,
  );
  if (unverified !== undefined) {
    const before = await tx.withdrawals.get(unverified.id);
    const after = Withdrawal.verify(before, { name, email, items, note, client: countedClient(actor) }, at);
    return storeWithdrawal(tx, { actor, ids }, { before, after, what: 'verified', mail: 'withdrawal_received' });
  }
  const after = Withdrawal.state(
    {
      ...{ id: ids.next('wdr'), orderId: id, userId: order.userId, isVerified: true, client: countedClient(actor) },
      subscriptionId: order.withdrawalTerms.subscriptionId,
      ...{ orderNumber: String(order.number), name, email, items, note },
    },
    at,
  );
  return storeWithdrawal(
    tx,
    { actor, ids },
    { before: null, after, what: 'created', mail: 'withdrawal_received', noted: 'withdrawal_received' },
  );
};

/** If goods were ordered, the first order stands for the subscription: its delivery begins the period. */
const stateOfSubscription = async (
  tx: WithdrawalsTx,
  { actor, id, ...author }: Author & Readonly<{ id: SubscriptionId }>,
  command: Command,
): Promise<Withdrawal> => {
  const { clock, ids } = author;
  const subscription = orNotFound(await tx.subscriptions.find(id), 'subscription', id);
  requireBuyer(actor, 'subscriptions', { kind: 'subscription', id, userId: subscription.userId });
  const first = await tx.orders.findFirstOf(id);
  if (first !== undefined) return stateOf(tx, { ...author, actor, id: first.id }, command);
  const user = orNotFound(await tx.users.find(subscription.userId), 'user', subscription.userId);
  const { latestInvoiceId } = subscription;
  const invoice = latestInvoiceId === null ? undefined : await tx.invoices.find(latestInvoiceId);
  const { name, note, email = user.email } = command;
  if (command.items !== undefined) throw invalid([excess('items', 'subscription_id')]);
  const after = Withdrawal.state(
    {
      ...{ id: ids.next('wdr'), orderId: null, subscriptionId: id, userId: user.id, isVerified: true },
      ...{ orderNumber: invoice?.number ?? id, name, email, items: null, note, client: countedClient(actor) },
    },
    clock.now(),
  );
  const stored = { before: null, after, what: 'created', mail: 'withdrawal_received' } as const;
  return storeWithdrawal(tx, { actor, ids }, stored);
};

type Contract = Parameters<typeof owns>[1] & Readonly<{ kind: string; id: Id }>;

/**
 * Requires the buyer, by a token of a link, too, since the law gives them the right; or the staff, who writes for them.
 * @throws DomainError as `requireOwnership` does.
 */
const requireBuyer = (actor: Actor, resources: 'orders' | 'subscriptions', { kind, id, ...owned }: Contract): void => {
  const isBuyer = (actor.own || actor.order !== undefined) && owns(actor, owned);
  if (isBuyer || accessLevelOf(actor, `${resources}:write`) === 'all') return;
  if (accessLevelOf(actor, `${resources}:read`) === 'own') throw notFound(kind, id);
  Scope.requireAll(actor, [`${resources}:write`], 'This');
};

/** Requires items of the order, at most what was ordered; what is left of them is seen when it is processed. */
const requireItems = ({ items }: Order, requested: readonly FulfilledItem[]): void =>
  requireAvailable(requested, {
    quantities: new Map(items.map((item) => [item.id, agreedQuantity(item)])),
    what: 'what was ordered',
  });

const emailOf = async (tx: WithdrawalsTx, { email, userId }: Order): Promise<string | undefined> =>
  email ?? (userId === null ? undefined : orNotFound(await tx.users.find(userId), 'user', userId).email);
