import { toFulfilledItems } from '#core/orders/fulfillment.ts';
import type { CancelItem } from '#core/orders/use-cases/cancel-item.ts';
import type { CancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import type { ClaimGuestOrders } from '#core/orders/use-cases/claim-guest-orders.ts';
import type { ChangeTracking, FulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import type { PreviewCancellation, PreviewedCancellation } from '#core/orders/use-cases/preview-cancellation.ts';
import type { RefundSoon } from '#core/orders/use-cases/refund-orders.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { Transaction } from '#core/storage.ts';
import { showingRefund } from '../responses/refund-response.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import type { ApiResponse } from '../routing/route.ts';
import { ORDER_ACTIONS } from '../schemas/order-actions.ts';
import { withRefundParts } from '../schemas/refund-parts.ts';
import { cancellation, itemCancellation } from './cancellation-schemas.ts';
import { fulfillmentInput, trackingPatch } from './fulfillment-schemas.ts';
import type { OrderResponses } from './order-response.ts';
import { claimedOrders, orderSchema } from './schemas.ts';

export type OrderStepOperationsDeps = Readonly<{
  cancelOrder: CancelOrder;
  previewCancellation: PreviewCancellation;
  responses: OrderResponses;
  fulfillOrder: FulfillOrder;
  cancelItem: CancelItem;
  claimGuestOrders: ClaimGuestOrders;
  refundSoon: RefundSoon;
  changeTracking: ChangeTracking;
}>;

const cancelledOrder = withRefundParts(orderSchema, 'CancelledOrder');

const reducedOrder = withRefundParts(orderSchema, 'ReducedOrder');

export const cancelOrder = (deps: OrderStepOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/{id}/cancel',
    id: 'ord',
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'Only before the first fulfillment. Payments are refunded or voided first, then the stock is restored. A dry run shows ' +
      'in `refund_parts` what would be refunded, calls no gateway, and leaves out the events of payments. Emits ' +
      '`order.cancelled`, and `product.updated` for each changed stock.',
    access: ORDER_ACTIONS.cancel,
    actions: ORDER_ACTIONS,
    versioned: true,
    body: cancellation,
    bodyOptional: true,
    hasExternalEffects: true,
    responses: { 200: { description: 'The cancelled order.', schema: cancelledOrder } },
    problems: ['invalid_state', 'total_changed', 'payment_declined', 'gateway_error'],
    write: async ({ actor, id, body: { reason = null, expected_refund: expectedRefund }, expected, isDryRun }) => {
      const command = { id, reason, expected, expectedRefund };
      if (isDryRun) return respond(deps.previewCancellation(actor, command), refundingResponse(deps, actor));
      return respond(await deps.cancelOrder(actor, command), deps.responses.changed(actor));
    },
  });

/** A dry run’s response with an order, and what would be refunded. */
const refundingResponse =
  ({ responses }: OrderStepOperationsDeps, actor: Actor) =>
  async ({ order, parts }: PreviewedCancellation, tx: Transaction): Promise<ApiResponse> =>
    showingRefund(await responses.changed(actor)(order, tx), parts);

export const fulfillOrder = (deps: OrderStepOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/{id}/fulfillments',
    id: 'ord',
    operationId: 'fulfillOrder',
    summary: 'Create a fulfillment',
    description:
      'Fulfils all unfulfilled items or some of them, never more than the ordered quantity. Emits `order.fulfilled` once ' +
      'the whole order is fulfilled, and `order.updated` before.',
    access: ORDER_ACTIONS.fulfill,
    actions: ORDER_ACTIONS,
    versioned: true,
    body: fulfillmentInput,
    bodyOptional: true,
    responses: { 201: { description: 'The order with the new fulfillment.', schema: orderSchema } },
    problems: ['invalid_state', 'unknown_reference'],
    write: ({ actor, id, body, expected }) => {
      const { tracking_number: trackingNumber = null, carrier = null, delivered_at: deliveredAt = null } = body;
      const items = body.items && toFulfilledItems(body.items);
      const command = { id, items, trackingNumber, carrier, deliveredAt, expected };
      return respond(deps.fulfillOrder(actor, command), async (order, tx) => ({
        ...(await deps.responses.changed(actor)(order, tx)),
        status: 201,
        location: `/api/orders/${id}`,
      }));
    },
  });

export const cancelOrderItem = (deps: OrderStepOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/{id}/items/{item_id}/cancel',
    id: 'ord',
    nested: { name: 'item_id', prefix: 'item' },
    operationId: 'cancelOrderItem',
    summary: 'Cancel an item of an order',
    description:
      'Cancels a part of an item that is not fulfilled. What is left costs what was agreed for it. A dry run shows in ' +
      '`refund_parts` what would be refunded. What was paid for it is `refund_due`, and refunded at once, or as soon as the gateway responds. An order ' +
      'whose other items are fulfilled and paid is then `completed`. Emits `order.updated`, `order.fulfilled` or ' +
      '`order.paid`, and `product.updated` if the stock is restored.',
    access: ORDER_ACTIONS.fulfill,
    actions: ORDER_ACTIONS,
    versioned: true,
    body: itemCancellation,
    responses: { 200: { description: 'The order without the cancelled part.', schema: reducedOrder } },
    problems: ['invalid_state', 'total_changed'],
    write: ({ actor, id, nestedId: itemId, body, expected, isDryRun }) => {
      const { quantity, refund: isRefunded = true, restock: isRestocked = true, reason = null } = body;
      const command = { id, itemId, quantity, isRefunded, isRestocked, reason, expected };
      const work = deps.cancelItem(actor, { ...command, expectedRefund: body.expected_refund });
      if (isDryRun) return respond(work, refundingResponse(deps, actor));
      return respond(work, ({ order }, tx) => deps.responses.changed(actor)(order, tx));
    },
    afterCommit: ({ id }) => deps.refundSoon(id),
  });

export const claimGuestOrders = (deps: OrderStepOperationsDeps) =>
  writeOperation({
    method: 'post',
    path: '/api/orders/claim',
    operationId: 'claimGuestOrders',
    summary: 'Claim guest orders',
    description:
      'Adds the orders that were placed as a guest with the e-mail of the caller’s account, which must be verified, to the ' +
      'account: at most 50 at a time. Their `client_secret` then opens them no longer. Emits `order.updated` for each.',
    access: { kind: 'scope', scope: 'orders:write', own: true },
    responses: { 200: { description: 'How many orders were added.', schema: claimedOrders } },
    problems: ['invalid_state'],
    write: ({ actor }) =>
      respond(deps.claimGuestOrders(actor), ({ count, hasMore }) => ({
        status: 200,
        body: { object: 'claimed_orders', count, has_more: hasMore },
      })),
  });

export const updateTracking = (deps: OrderStepOperationsDeps) =>
  writeOperation({
    method: 'patch',
    path: '/api/orders/{id}/fulfillments/{fulfillment_id}',
    id: 'ord',
    nested: { name: 'fulfillment_id', prefix: 'ful' },
    operationId: 'updateTracking',
    summary: 'Update the tracking of a fulfillment',
    description:
      'Adds or corrects tracking number and carrier, and when the items were delivered, in any state of the order unless ' +
      'its buyer was erased. Emits `order.updated`.',
    access: ORDER_ACTIONS.fulfill,
    actions: ORDER_ACTIONS,
    versioned: true,
    body: trackingPatch,
    responses: { 200: { description: 'The order with the fulfillment.', schema: orderSchema } },
    problems: ['invalid_state'],
    write: ({ actor, id, nestedId, body, expected }) => {
      const patch = {
        ...(body.tracking_number === undefined ? {} : { trackingNumber: body.tracking_number }),
        ...(body.carrier === undefined ? {} : { carrier: body.carrier }),
        ...(body.delivered_at === undefined ? {} : { deliveredAt: body.delivered_at }),
      };
      const command = { id, fulfillmentId: nestedId, patch, expected };
      return respond(deps.changeTracking(actor, command), deps.responses.changed(actor));
    },
  });
