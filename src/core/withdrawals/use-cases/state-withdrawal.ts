import { accessLevelOf, owns, requireOwnership } from '#core/access/ownership.ts';
import { Scope } from '#core/access/scope.ts';
import { type FulfilledItem, requireAvailable } from '#core/orders/fulfillment.ts';
import type { Order, OrderId } from '#core/orders/order.ts';
import { agreedQuantity } from '#core/orders/order-item.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { BusinessClock } from '#core/shared/clock.ts';
import { type FieldError, invalid, orNotFound } from '#core/shared/domain-error.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Work } from '#core/shared/unit-of-work.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { storeWithdrawal } from '../steps/store-withdrawal.ts';
import { Withdrawal } from '../withdrawal.ts';

type Command = Readonly<{
  /** The order that the caller may see; the one of their order token if omitted. */
  orderId?: OrderId | undefined;
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
    const id = command.orderId ?? (command.orderNumber === undefined ? actor.order?.id : undefined);
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

const required = (field: string, message: string): FieldError => ({ path: [field], code: 'any.required', message });

const stateOf = async (
  tx: WithdrawalsTx,
  { actor, clock, ids, id }: Author & Readonly<{ id: OrderId }>,
  { name, note, ...command }: Command,
): Promise<Withdrawal> => {
  const order = await tx.orders.get(id);
  requireBuyer(actor, order);
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
    const after = Withdrawal.verify(before, { name, email, items, note }, at);
    return storeWithdrawal(tx, { actor, ids }, { before, after, what: 'verified', mail: 'withdrawal_received' });
  }
  const after = Withdrawal.state(
    {
      ...{ id: ids.next('wdr'), orderId: id, userId: order.userId, isVerified: true },
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

/**
 * The law gives the right to the buyer, with a token that only reads, too; others of the staff than those who change orders
 * have none. @throws DomainError `not_found`, `insufficient_scope`.
 */
const requireBuyer = (actor: Actor, { id, userId }: Order): void => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return;
  requireOwnership(actor, 'orders:read', { kind: 'order', id, orderId: id, userId });
  const isBuyer = accessLevelOf(actor, 'orders:read') === 'own' || (actor.own && owns(actor, { userId }));
  if (!isBuyer) Scope.requireAll(actor, ['orders:write'], 'This');
};

/** Requires items of the order, at most what was ordered; what is left of them is seen when it is processed. */
const requireItems = ({ items }: Order, requested: readonly FulfilledItem[]): void =>
  requireAvailable(requested, {
    quantities: new Map(items.map((item) => [item.id, agreedQuantity(item)])),
    what: 'what was ordered',
  });

const emailOf = async (tx: WithdrawalsTx, { email, userId }: Order): Promise<string | undefined> =>
  email ?? (userId === null ? undefined : orNotFound(await tx.users.find(userId), 'user', userId).email);
