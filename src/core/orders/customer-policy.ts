import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { CustomerPermission } from '#core/shop/rules.ts';
import type { Order } from './order.ts';
import type { OrderPaymentStatus } from './order-states.ts';

/** The permission that a cancellation needs. */
export const cancelPermission = (status: OrderPaymentStatus): CustomerPermission =>
  status === 'unpaid' ? 'cancel_unpaid' : 'cancel_paid';

const REFUSED: Readonly<Record<CustomerPermission, string>> = {
  cancel_unpaid: 'Customers of this shop cannot cancel orders. Ask the shop to cancel it.',
  cancel_paid: 'Customers of this shop cannot cancel orders that are paid. Ask the shop to cancel it.',
  change_address: 'Customers of this shop cannot change where an order is sent. Ask the shop to change it.',
  request_return: 'Customers of this shop cannot request returns. Ask the shop to do so.',
};

/** Requires a permission of callers who may only write their own orders. @throws DomainError `forbidden`. */
export const requirePermission = async (tx: RulesTx, actor: Actor, permission: CustomerPermission): Promise<void> => {
  if (accessLevelOf(actor, 'orders:write') === 'all') return;
  const { customer_permissions: permissions } = await tx.shopRules.read();
  if (!permissions.includes(permission)) throw new DomainError('forbidden', 'forbidden', REFUSED[permission]);
};

/** Requires that the caller may change where an order is sent. @throws DomainError `forbidden`. */
export const requireMayMove = async (
  tx: RulesTx,
  actor: Actor,
  { withdrawalTerms }: Pick<Order, 'withdrawalTerms'>,
): Promise<void> => {
  await requirePermission(tx, actor, 'change_address');
  if (accessLevelOf(actor, 'orders:write') === 'all' || withdrawalTerms.subscriptionId === null) return;
  const reason =
    'Customers cannot change the addresses of goods of a subscription, which decided their tax. Ask the shop to do so.';
  throw new DomainError('forbidden', 'forbidden', reason);
};
