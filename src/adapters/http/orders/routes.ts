import { type TaggedRoute, tagged } from '../routing/route.ts';
import { type BulkOperationsDeps, bulkCancelOrders, bulkFulfillOrders } from './bulk-operations.ts';
import { exportOrders, getOrder, listOrders, type OrderReadDeps } from './order-read-operations.ts';
import {
  cancelOrder,
  cancelOrderItem,
  claimGuestOrders,
  fulfillOrder,
  type OrderStepOperationsDeps,
  updateTracking,
} from './order-step-operations.ts';
import { createOrder, type OrderWriteDeps, updateOrder } from './order-write-operations.ts';
import { addOrderNote, getOrderTimeline, type TimelineOperationsDeps } from './timeline-operations.ts';

export const ordersRoutes = (
  deps: OrderReadDeps & OrderWriteDeps & OrderStepOperationsDeps & BulkOperationsDeps & TimelineOperationsDeps,
): TaggedRoute[] =>
  tagged('Orders', [
    listOrders(deps),
    createOrder(deps),
    claimGuestOrders(deps),
    exportOrders(deps),
    getOrder(deps),
    updateOrder(deps),
    cancelOrder(deps),
    cancelOrderItem(deps),
    fulfillOrder(deps),
    updateTracking(deps),
    bulkFulfillOrders(deps),
    bulkCancelOrders(deps),
    addOrderNote(deps),
    getOrderTimeline(deps),
  ]);
