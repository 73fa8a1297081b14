import { accessLevelOf } from '#core/access/ownership.ts';
import type { Actor } from '#core/shared/actor.ts';
import { DomainError } from '#core/shared/domain-error.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import type { UnitOfWork, Work } from '#core/shared/unit-of-work.ts';
import { Order, type OrderId } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import type { OrderEdit } from '../price-edit.ts';
import { type ChangeOrder, movesPlace, type OrderPatch } from './change-order.ts';
import type { EditOrder } from './edit-order.ts';

type Command = Readonly<{
  id: OrderId;
  /** Undefined unless the request names something that the order is priced by. */
  edit: OrderEdit | undefined;
  patch: OrderPatch;
  expected: ExpectedVersions;
}>;

/** Changes the details of an order, and edits it if they change its price. */
export type UpdateOrder = (actor: Actor, command: Command) => Promise<Work<Order, OrdersTx>>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<OrdersTx>; changeOrder: ChangeOrder; editOrder: EditOrder }>;

export const makeUpdateOrder =
  ({ unitOfWork, changeOrder, editOrder }: Deps): UpdateOrder =>
  async (actor, { edit, ...command }) => {
    if (edit !== undefined) return editOrder(actor, { ...command, edit });
    if (!hasAddress(command.patch)) return changeOrder(actor, command);
    const order = await unitOfWork.run((tx) => tx.orders.find(command.id));
    if (order === undefined || !movesPlace(order, command.patch)) return changeOrder(actor, command);
    const move = { ...command, edit: {} };
    const correction = { ...command, mayMove: true };
    // customers must not avoid a tax by an address that leaves the prices
    if (accessLevelOf(actor, 'orders:write') !== 'all') return editOrder(actor, move);
    if (!Order.allows(order, 'edit')) return changeOrder(actor, correction);
    return editOrder(actor, move).catch((error: unknown) => {
      // an order with a deleted product cannot be priced
      if (error instanceof DomainError && error.code === 'unknown_reference') return changeOrder(actor, correction);
      throw error;
    });
  };

/** Whether a patch names an address, on which tax and shipping depend. */
export const hasAddress = (patch: OrderPatch): boolean => 'shipping_address' in patch || 'billing_address' in patch;
