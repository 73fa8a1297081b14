import type { Route } from '../pipeline/route.ts';
import { type BulkOperationsDeps, bulkCancelOrders, bulkFulfillOrders } from './bulk-operations.ts';
import {
  createOrder,
  exportOrders,
  getOrder,
  listOrders,
  type OrderOperationsDeps,
  updateOrder,
} from './order-operations.ts';
import {
  cancelOrder,
  cancelOrderItem,
  claimGuestOrders,
  fulfillOrder,
  type OrderStepOperationsDeps,
  updateTracking,
} from './order-step-operations.ts';
import { addOrderNote, getOrderTimeline, type TimelineOperationsDeps } from './timeline-operations.ts';

export const ordersRoutes = (
  deps: OrderOperationsDeps & OrderStepOperationsDeps & BulkOperationsDeps & TimelineOperationsDeps,
): Route[] => [
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
];
