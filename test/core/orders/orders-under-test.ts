import type { AuditEntryView } from '#core/audit/audit-entry.ts';
import type { Product, ProductId } from '#core/catalog/product.ts';
import type { ProductFields } from '#core/catalog/product-fields.ts';
import type { OrderRequest } from '#core/orders/cart-of.ts';
import type { Fulfillment, Tracking } from '#core/orders/fulfillment.ts';
import { Order, type OrderId } from '#core/orders/order.ts';
import type { OrderDetails } from '#core/orders/order-details.ts';
import type { TimelineVisibility } from '#core/orders/ports.ts';
import type { TimelineEntryView } from '#core/orders/timeline-entry.ts';
import { makeAddNote } from '#core/orders/use-cases/add-note.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeChangeOrder, type OrderPatch } from '#core/orders/use-cases/change-order.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeEditOrder } from '#core/orders/use-cases/edit-order.ts';
import { makeExpireOrders } from '#core/orders/use-cases/expire-orders.ts';
import { makeChangeTracking, makeFulfillOrder } from '#core/orders/use-cases/fulfill-order.ts';
import { makePreviewCancellation } from '#core/orders/use-cases/preview-cancellation.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { makeResumeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import { makeUpdateOrder } from '#core/orders/use-cases/update-order.ts';
import type { Actor } from '#core/shared/actor.ts';
import { momentOf } from '#core/shared/clock.ts';
import type { ExpectedVersions } from '#core/shared/expected-version.ts';
import { Json } from '#core/shared/page.ts';
import { CUSTOMER_PERMISSIONS } from '#core/shop/rules.ts';
import type { User } from '#core/users/user.ts';
import { anActor, aProduct, aUser, clockAtNoon, countingIds } from '../../support/builders/builders.ts';
import { makeManualPayments } from '../../support/builders/manual-payments.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { dollars } from '../../support/builders/order-builders.ts';
import { plainPricing, priceEditOn, priceOrderOn } from '../../support/builders/order-pricing.ts';
import { setRules } from '../../support/builders/shop-rules.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';

type CancelInput = Readonly<{ reason?: string | null; expected?: ExpectedVersions }>;

type Fulfilling = Partial<Omit<Parameters<ReturnType<typeof makeFulfillOrder>>[1], 'id'>>;

type Payment = Parameters<ReturnType<typeof makeRecordPayment>>[1]['payment'];

/** The items of an order: products and quantities. */
type Bought = readonly (readonly [Pick<Product, 'id'>, number])[];

type Buying = Readonly<
  { userId?: Order['userId']; details?: OrderDetails; client?: string } & Omit<OrderRequest, 'items'>
>;

const UNTRACKED: Tracking = { trackingNumber: null, carrier: null, deliveredAt: null };

/** How many unpaid orders a customer may have. */
const MAX_UNPAID_ORDERS = 3;

/** The use cases of orders on a new storage, one transaction each; it is noon, ids count up, payments are manual. */
export const openOrders = async () => {
  const storage = await openMemoryStorage();
  const { unitOfWork } = storage;
  await setRules(storage, {
    customer_permissions: CUSTOMER_PERMISSIONS,
    max_unpaid_orders_per_customer: MAX_UNPAID_ORDERS,
  });
  const clock = clockAtNoon();
  const deps = {
    clock,
    systemClock: clock,
    ids: countingIds(),
    invoices: noInvoices,
    unitOfWork,
  };
  const recordPayment = makeRecordPayment(deps);
  const payments = makeManualPayments({ unitOfWork, recordPayment });
  const createOrder = makeCreateOrder({
    ...deps,
    priceOrder: priceOrderOn(storage, plainPricing, storage.shopQueries),
  });
  const cancelOrder = makeCancelOrder({ ...deps, payments });
  const changeOrder = makeChangeOrder(deps);
  const editOrder = makeEditOrder({ ...deps, unitOfWork, priceEdit: priceEditOn(storage) });
  const updateOrder = makeUpdateOrder({ unitOfWork, changeOrder, editOrder });
  const fulfillOrder = makeFulfillOrder(deps);
  const changeTracking = makeChangeTracking(deps);
  const addNote = makeAddNote(deps);
  const logging = aLog();
  const expire = makeExpireOrders({ ...deps, payments, log: logging.log });
  // a server of the shop, whose orders expire
  const staff: Actor = { ...anActor(aUser({ role: 'staff' })), kind: 'api_key' };

  const prepareCancel = (actor: Actor, id: OrderId, input: CancelInput = {}) =>
    cancelOrder(actor, { id, reason: null, expected: undefined, ...input });

  const preview = makePreviewCancellation(deps);
  const previewCancel = (actor: Actor, id: OrderId) =>
    unitOfWork.dryRun(preview(actor, { id, reason: null, expected: undefined, expectedRefund: undefined }));

  /** Stores a product without events. */
  const addProduct = async (fields: Partial<ProductFields> = {}): Promise<Product> => {
    const product = aProduct(fields);
    await unitOfWork.run((tx) => tx.products.add(product));
    return product;
  };
  const create = async (
    actor: Actor,
    bought: Bought,
    { userId, details = {}, client = 'any', ...demand }: Buying = {},
  ) => {
    const items = bought.map(([{ id: productId }, quantity]) => ({ productId, quantity }));
    return unitOfWork.run(await createOrder(actor, { request: { items, ...demand }, userId, details, client }));
  };
  const record = (id: OrderId, payment: Payment, actor: Actor = staff) =>
    unitOfWork.run(async (tx) => recordPayment(actor, { order: await tx.orders.get(id), payment })(tx));

  /** A guest order of two of five shirts, for 39.98. */
  const anOpenOrder = async () => {
    const shirt = await addProduct({ stock: 5 });
    const order = await create(staff, [[shirt, 2]]);
    return { id: order.id, shirt, order };
  };
  const aPaidOrder = async () => {
    const { id, shirt } = await anOpenOrder();
    return { id, shirt, order: await record(id, { kind: 'paid', amount: dollars(39.98) }) };
  };

  return {
    ...storage,
    clock,
    staff,
    payments,
    /** The logged messages. */
    lines: logging.lines,
    expire,
    create,
    addProduct,
    anOpenOrder,
    aPaidOrder,

    change: (actor: Actor, id: OrderId, patch: OrderPatch, expected?: ExpectedVersions) =>
      unitOfWork.run(changeOrder(actor, { id, patch, expected, mayMove: true })),
    prepareUpdate: (actor: Actor, id: OrderId, patch: OrderPatch) =>
      updateOrder(actor, { id, edit: undefined, patch, expected: undefined }),
    prepareCancel,
    /** Simulates a process that dies after this step. */
    beginCancelling: (id: OrderId, reason: string | null = null) =>
      unitOfWork.run(async (tx) => {
        const before = await tx.orders.get(id);
        await tx.orders.save(Order.beginCancelling(before, reason, momentOf({ clock, systemClock: clock })), []);
      }),
    resume: makeResumeCancellation({ ...deps, payments }),
    previewCancel,
    cancel: async (actor: Actor, id: OrderId, input?: CancelInput) =>
      unitOfWork.run(await prepareCancel(actor, id, input)),
    fulfill: (actor: Actor, id: OrderId, fields: Fulfilling = {}) =>
      unitOfWork.run(fulfillOrder(actor, { id, ...UNTRACKED, expected: undefined, ...fields })),
    changeTracking: (
      id: OrderId,
      fulfillmentId: Fulfillment['id'],
      patch: Partial<Tracking>,
      { actor = staff, expected }: Readonly<{ actor?: Actor; expected?: ExpectedVersions }> = {},
    ) => unitOfWork.run(changeTracking(actor, { id, fulfillmentId, patch, expected })),
    addNote: (actor: Actor, id: OrderId, text: string) => unitOfWork.run(addNote(actor, { id, text })),
    record,

    get: (id: OrderId) => unitOfWork.run((tx) => tx.orders.get(id)),
    list: async () => (await storage.orderQueries.list({ filter: {}, page: { limit: 100 } })).items.map(Json.parse),

    stockOf: (id: ProductId) => unitOfWork.run(async (tx) => (await tx.products.get(id)).stock),

    /** Stores a user without events and audit entries. */
    async addUser(overrides: Partial<User> = {}): Promise<User> {
      const user = aUser(overrides);
      await unitOfWork.run((tx) => tx.users.add(user));
      return user;
    },

    /** An order's timeline, the oldest entry first. */
    async timelineOf(id: OrderId, visibility: TimelineVisibility = 'full'): Promise<TimelineEntryView[]> {
      const { items } = await storage.orderQueries.timeline(id, { limit: 100 }, visibility);
      return items.map(Json.parse).reverse();
    },
    /** The types of a resource's events in order. */
    eventTypesOf: async (id: OrderId | ProductId) => (await storage.eventsOf(id)).map(({ type }) => type),
    /** The audit entries of an order, the oldest first. */
    async auditOf(resourceId: OrderId): Promise<AuditEntryView[]> {
      const { items } = await storage.auditQueries.list({ filter: { resource_id: resourceId }, page: { limit: 100 } });
      return items.map(Json.parse).reverse();
    },
  };
};

export type Orders = Awaited<ReturnType<typeof openOrders>>;
