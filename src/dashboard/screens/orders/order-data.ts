import { request, type Schemas } from '../../api/request.ts';
import { holds, type Scope } from '../../app/session.ts';
import { valueLabel } from '../../text/text.ts';
import type { TimelinePage } from './timeline.ts';
import { loadTimeline } from './timeline-page.ts';

export type Order = Schemas['ExpandedOrder'];
export type OrderItem = Order['items'][number];
export type Fulfillment = Schemas['Fulfillment'];
export type Payment = Schemas['Payment'];
export type Refund = Schemas['Refund'];
export type Return = Schemas['Return'];
export type Withdrawal = Schemas['Withdrawal'];

/** Upper bound; the lists of payments and returns show the rest. */
const MAX_RELATED = 100;

/** All that the screen of an order shows. What the user may not read is undefined. */
export type OrderData = Readonly<{
  order: Order;
  etag: string | undefined;
  customer: Schemas['User'] | undefined;
  payments: readonly Payment[] | undefined;
  /** The refunds of all payments. */
  refunds: readonly Refund[];
  gateways: readonly Schemas['PaymentGateway'][];
  returns: readonly Return[];
  withdrawals: readonly Withdrawal[];
  timeline: TimelinePage;
}>;

/** Reads an order and what belongs to it. @throws ApiError if one of them cannot be read. */
export const loadOrder = async (id: string, signal: AbortSignal): Promise<OrderData> => {
  const [{ data: order, etag }, payments, returns, withdrawals, gateways, timeline] = await Promise.all([
    request('get', '/api/orders/{id}', { params: { id }, signal }),
    loadPayments(id, signal),
    request('get', '/api/orders/{id}/returns', { params: { id }, query: { limit: MAX_RELATED }, signal }),
    request('get', '/api/withdrawals', { query: { order_id: id, limit: MAX_RELATED }, signal }),
    request('get', '/api/payment_gateways', { signal }),
    loadTimeline(id, { signal }),
  ]);
  const [customer, refunds] = await Promise.all([
    loadCustomer(order.user_id, signal),
    Promise.all((payments ?? []).map((payment) => loadRefunds(payment, signal))),
  ]);
  return {
    order,
    etag,
    customer,
    payments,
    refunds: refunds.flat(),
    gateways: gateways.data.data,
    returns: returns.data.data,
    withdrawals: withdrawals.data.data,
    timeline,
  };
};

const loadPayments = async (id: string, signal: AbortSignal): Promise<readonly Payment[] | undefined> => {
  if (!holds('payments:read')) return undefined;
  const query = { order_id: id, limit: MAX_RELATED };
  return (await request('get', '/api/payments', { query, signal })).data.data;
};

const loadRefunds = async ({ id, amount_captured: captured }: Payment, signal: AbortSignal): Promise<Refund[]> => {
  if (captured === 0) return [];
  const options = { params: { id }, query: { limit: MAX_RELATED }, signal };
  return (await request('get', '/api/payments/{id}/refunds', options)).data.data;
};

const loadCustomer = async (id: string | null, signal: AbortSignal): Promise<Schemas['User'] | undefined> => {
  if (id === null || !holds('users:read')) return undefined;
  return (await request('get', '/api/users/{id}', { params: { id }, signal })).data;
};

/** Whether something goes on that the service finishes by itself, so that the screen is soon out of date. */
export const isInProgress = ({ order, payments, refunds, withdrawals }: OrderData): boolean =>
  order.refund_due > 0 ||
  withdrawals.some(isProcessing) ||
  (payments ?? []).some(({ status }) => status === 'processing' || status === 'requires_action') ||
  refunds.some(({ status }) => status === 'pending');

/** Whether the service decides on a withdrawal soon. */
export const isProcessing = ({ status, reason }: Withdrawal): boolean => status === 'received' && reason === null;

/**
 * Whether the button of an action is shown. The API leaves out of `actions` what the caller may not do: without the scope
 * the state decides, and the button is disabled.
 */
export const isOffered = (
  { actions }: Readonly<{ actions: readonly string[] }>,
  action: string,
  { scope, otherwise }: Readonly<{ scope: Scope; otherwise: boolean }>,
): boolean => (holds(scope) ? actions.includes(action) : otherwise);

/** A reason of a cancellation, which the service gives where the buyer has withdrawn. */
export const reasonText = (reason: string): string => (reason === 'withdrawal' ? valueLabel(reason) : reason);

/** The quantity of an item that is not fulfilled. */
export const unfulfilledOf = (item: OrderItem): number => item.quantity - item.fulfilled_quantity;

/** Whether something of an order is to be paid. */
export const isPayable = ({ status, amount_due: due }: Order): boolean => status === 'open' && due > 0;
