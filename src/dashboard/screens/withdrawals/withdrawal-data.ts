import { request } from '../../api/request.ts';
import type { Withdrawal } from '../orders/order-data.ts';
import type { WithdrawnOrder } from './withdrawable-items.ts';

/** Upper bound of what the staff has to subtract. */
const MAX_RETURNS = 100;

/** A withdrawal, with its order once that is found. */
export type WithdrawalData = Readonly<{ withdrawal: Withdrawal; withdrawn: WithdrawnOrder | undefined }>;

/** Reads a withdrawal and its order. @throws ApiError if one of them cannot be read. */
export const loadWithdrawal = async (id: string, signal: AbortSignal): Promise<WithdrawalData> => {
  const { data: withdrawal } = await request('get', '/api/withdrawals/{id}', { params: { id }, signal });
  const { order_id: orderId } = withdrawal;
  return { withdrawal, withdrawn: orderId === null ? undefined : await loadWithdrawnOrder(orderId, signal) };
};

/** Reads an order and its returns. @throws ApiError if one of them cannot be read. */
export const loadWithdrawnOrder = async (id: string, signal: AbortSignal): Promise<WithdrawnOrder> => {
  const [{ data: order }, { data: returns }] = await Promise.all([
    request('get', '/api/orders/{id}', { params: { id }, signal }),
    request('get', '/api/orders/{id}/returns', { params: { id }, query: { limit: MAX_RETURNS }, signal }),
  ]);
  return { order, returns: returns.data };
};
