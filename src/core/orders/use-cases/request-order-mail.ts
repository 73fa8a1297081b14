import type { OrderMailPurpose } from '#core/mails/mail-request.ts';
import type { Order } from '../order.ts';
import type { OrdersTx } from '../ports.ts';
import type { TimelineType } from '../timeline-entry.ts';

const MAILED_STEPS: Readonly<Partial<Record<TimelineType, OrderMailPurpose>>> = {
  created: 'order_confirmation',
  fulfilled: 'shipment',
  cancelled: 'cancellation',
  expired: 'cancellation',
};

/** Requests the mail about a step of an order, if there is one. Those about refunds are requested with the refund. */
export const requestOrderMail = async (tx: OrdersTx, order: Order, step: TimelineType): Promise<void> => {
  const purpose = MAILED_STEPS[step];
  const hasRecipient = order.email !== null || order.userId !== null;
  if (purpose === undefined || !hasRecipient) return;
  const reference = purpose === 'shipment' ? (order.fulfillments.at(-1)?.id ?? null) : null;
  await tx.mailRequests.add({ purpose, orderId: order.id, reference, amount: null });
};
