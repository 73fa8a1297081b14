import type { Order } from './order.ts';

/** Whether the buyer has paid for it, even if it was refunded since, or the shop has sent something. */
export const isBinding = ({ amountPaid, state, fulfillments }: Order): boolean =>
  amountPaid.minor > 0n || state.payment === 'authorized' || fulfillments.length > 0;
