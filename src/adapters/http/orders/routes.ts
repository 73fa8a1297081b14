import type { Route } from '../pipeline/route.ts';
import {
  createOrder,
  exportOrders,
  getOrder,
  listOrders,
  type OrderOperationsDeps,
  updateOrder,
} from './order-operations.ts';
import { cancelOrder, fulfillOrder, type OrderStepOperationsDeps } from './order-step-operations.ts';
import { addOrderNote, getOrderTimeline, type TimelineOperationsDeps } from './timeline-operations.ts';

export const ordersRoutes = (deps: OrderOperationsDeps & OrderStepOperationsDeps & TimelineOperationsDeps): Route[] => [
  listOrders(deps),
  createOrder(deps),
  exportOrders(deps),
  getOrder(deps),
  updateOrder(deps),
  cancelOrder(deps),
  fulfillOrder(deps),
  addOrderNote(deps),
  getOrderTimeline(deps),
];
