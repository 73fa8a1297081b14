import type { FulfilledItem } from '#core/orders/fulfillment.ts';
import type { Order } from '#core/orders/order.ts';
import { Return } from '#core/returns/return.ts';
import { returnableQuantities } from '#core/returns/returnable-items.ts';
import type { DecideReturn } from '#core/returns/use-cases/decide-return.ts';
import type { RequestReturn } from '#core/returns/use-cases/request-return.ts';
import type { WithdrawalsTx } from '../ports.ts';
import { BY_LAW } from './by-law.ts';

/**
 * Whether a withdrawal may take items of an open return over: the shop may still reject them, and refunds no shipping for
 * them. Those of another withdrawal stay, and those of which a part came back.
 */
export const isReplaceable = (open: Return): boolean => open.withdrawal === null && !Return.hasReceived(open);

type ReplaceDeps = Readonly<{ requestReturn: RequestReturn; decideReturn: DecideReturn }>;

type Replaced = Readonly<{ order: Order; open: readonly Return[]; sent: readonly FulfilledItem[] }>;

/** Takes items of a withdrawal out of other returns, as far as they are in one: these are requested anew without them. */
export const replaceReturns = async (
  tx: WithdrawalsTx,
  { requestReturn, decideReturn }: ReplaceDeps,
  { order, open, sent }: Replaced,
): Promise<void> => {
  const free = returnableQuantities(order, open);
  const missing = new Map(sent.map(({ itemId, quantity }) => [itemId, quantity - (free.get(itemId) ?? 0)]));
  for (const { id, status, reason, items } of open.filter(isReplaceable)) {
    const rest = items.map((item) => {
      const taken = Math.min(item.quantity, Math.max(missing.get(item.itemId) ?? 0, 0));
      missing.set(item.itemId, (missing.get(item.itemId) ?? 0) - taken);
      return { ...item, quantity: item.quantity - taken };
    });
    if (rest.every(({ quantity }, index) => quantity === items[index]?.quantity)) continue;
    await decideReturn(BY_LAW, { id, decision: 'reject', expected: undefined })(tx);
    const left = rest.filter(({ quantity }) => quantity > 0);
    if (left.length === 0) continue;
    const again = await requestReturn(BY_LAW, { orderId: order.id, items: left, reason })(tx);
    if (status === 'approved')
      await decideReturn(BY_LAW, { id: again.id, decision: 'approve', expected: undefined })(tx);
  }
};
