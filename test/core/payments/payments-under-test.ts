import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway, type SandboxFailures } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { InvoiceListener } from '#core/invoices/steps/store-invoice.ts';
import { makeRecordInvoicePayment } from '#core/invoices/use-cases/record-invoice-payment.ts';
import type { OrderId } from '#core/orders/order.ts';
import { makeCancelOrder } from '#core/orders/use-cases/cancel-order.ts';
import { makeCreateOrder } from '#core/orders/use-cases/create-order.ts';
import { makeExpireOrders } from '#core/orders/use-cases/expire-orders.ts';
import { makePreviewCancellation } from '#core/orders/use-cases/preview-cancellation.ts';
import { makeRecordPayment } from '#core/orders/use-cases/record-payment.ts';
import { makeResumeCancellation } from '#core/orders/use-cases/resume-cancellation.ts';
import type { Payment, PaymentId } from '#core/payments/payment.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { DefaultMethodListener, PaymentLimits } from '#core/payments/ports.ts';
import { makeBeginPayment } from '#core/payments/use-cases/begin-payment.ts';
import { makeCancelPayment } from '#core/payments/use-cases/cancel-payment.ts';
import { makeCapturePayment } from '#core/payments/use-cases/capture-payment.ts';
import { makeCreatePayment } from '#core/payments/use-cases/create-payment.ts';
import { makeExecuteOperation } from '#core/payments/use-cases/execute-operation.ts';
import { type GatewayClient, makeGatewayClient } from '#core/payments/use-cases/gateway-client.ts';
import { makeReceiveGatewayWebhook } from '#core/payments/use-cases/receive-gateway-webhook.ts';
import {
  makeReconcilePayment,
  makeReconcilePayments,
  makeRemoveOldGatewayWebhooks,
  type ReconcilePayment,
} from '#core/payments/use-cases/reconcile-payments.ts';
import { makeRecordCharge } from '#core/payments/use-cases/record-charge.ts';
import { makeRecordOutcome } from '#core/payments/use-cases/record-outcome.ts';
import { makeRefundPayment } from '#core/payments/use-cases/refund-payment.ts';
import { makeReplaceOpenPayment } from '#core/payments/use-cases/replace-open-payment.ts';
import { makeOrderPayments } from '#core/payments/use-cases/reverse-order-payments.ts';
import type { Actor } from '#core/shared/actor.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Work } from '#core/storage.ts';
import type { StorageUnderTest } from '../../contract/storage/storage-under-test.ts';
import {
  anActor,
  aProduct,
  aUser,
  clockAtNoon,
  countingIds,
  type ManualClock,
} from '../../support/builders/builders.ts';
import { noInvoices } from '../../support/builders/no-invoices.ts';
import { priceOrderOn } from '../../support/builders/order-pricing.ts';
import { aLog } from '../../support/log.ts';
import { openMemoryStorage } from '../../support/servers/memory-storage.ts';
import { readersOf } from './payment-readers.ts';
import { savedMethodsUnderTest } from './saved-methods-under-test.ts';

type Commands = Readonly<{
  create: Parameters<ReturnType<typeof makeCreatePayment>>[1];
  capture: Parameters<ReturnType<typeof makeCapturePayment>>[1];
  void: Parameters<ReturnType<typeof makeCancelPayment>>[1];
  refund: Parameters<ReturnType<typeof makeRefundPayment>>[1];
}>;

/** Options of an operation. */
type Input<C extends keyof Commands> = Partial<Omit<Commands[C], 'id' | 'orderId'>> & Readonly<{ actor?: Actor }>;

/** Where the calling process dies. */
type Death = { at?: 'before asking' | 'before recording' };

type Parts = Readonly<{
  storage: StorageUnderTest;
  clock: ManualClock;
  ids: IdGenerator;
  log: Log;
  gateways: Map<string, PaymentGateway>;
  death: Death;
  /** What follows the payments of invoices. */
  listeners: InvoiceListener[];
  /** What follows the choice of a default payment method. */
  methodListeners: DefaultMethodListener[];
}>;

/** Encrypts visibly, so that tests see what was encrypted. */
const PLAIN = {
  encrypt: (text: string) => `encrypted ${text}`,
  decrypt: (encrypted: string) => encrypted.replace(/^encrypted /, ''),
};

/** Limits nothing. */
const NO_LIMITS: PaymentLimits = { check: async () => {}, count: async () => {}, countDecline: async () => {} };

/** The service's use cases, with a gateway call at which the process may die. */
const wired = ({ storage, death, ...parts }: Parts) => {
  const { unitOfWork } = storage;
  const deps = {
    ...parts,
    encryption: PLAIN,
    systemClock: parts.clock,
    unitOfWork,
    invoices: noInvoices,
  };
  const recording = {
    ...deps,
    recordPayment: makeRecordPayment(deps),
    recordInvoicePayment: makeRecordInvoicePayment({ ...deps, listeners: parts.listeners }),
  };
  const recordOutcome = makeRecordOutcome(recording);
  const gatewayClient = makeGatewayClient(deps);
  const dying: GatewayClient = {
    ...gatewayClient,
    async execute(payment, operation) {
      if (death.at === 'before asking') throw new Error('The process has ended.');
      const outcome = await gatewayClient.execute(payment, operation);
      if (death.at === 'before recording') throw new Error('The process has ended.');
      return outcome;
    },
  };
  const execute = makeExecuteOperation({ ...deps, ask: dying, recordOutcome, limits: NO_LIMITS });
  const reconcilePayment = makeReconcilePayment({
    ...deps,
    ask: gatewayClient,
    recordOutcome,
    recordCharge: makeRecordCharge(recording),
  });
  const payments = makeOrderPayments({ ...deps, ask: dying, recordOutcome, reconcilePayment });
  const methods = savedMethodsUnderTest({ ...deps, limits: NO_LIMITS, death, listeners: parts.methodListeners });
  const replaceOpen = makeReplaceOpenPayment({ ...deps, ask: dying, recordOutcome, reconcilePayment });
  const beginPayment = makeBeginPayment(deps);
  return {
    beginPayment,
    create: makeCreatePayment({ ...deps, beginPayment, execute, replaceOpen }),
    capture: makeCapturePayment({ ...deps, execute }),
    void: makeCancelPayment({ ...deps, execute }),
    refund: makeRefundPayment({ ...deps, execute }),
    receive: makeReceiveGatewayWebhook({
      ...deps,
      reconcilePayment,
      reconcilePaymentMethod: methods.reconcilePaymentMethod,
    }),
    methods,
    replaceOpen,
    reconcilePayment,
    createOrder: makeCreateOrder({ ...deps, priceOrder: priceOrderOn(storage) }),
    cancelOrder: makeCancelOrder({ ...deps, payments }),
    previewCancellation: makePreviewCancellation(deps),
    resume: makeResumeCancellation({ ...deps, payments }),
    expire: makeExpireOrders({ ...deps, payments }),
    removeOldGatewayWebhooks: makeRemoveOldGatewayWebhooks(deps),
  };
};

/** A reconciler like each process has one, finished when all claimed payments are. */
const makeReconciler = (parts: Parts, reconcilePayment: ReconcilePayment) => {
  const settling: Promise<unknown>[] = [];
  const reconcile = makeReconcilePayments({
    ...parts,
    systemClock: parts.clock,
    unitOfWork: parts.storage.unitOfWork,
    reconcilePayment: (id) => {
      const settled = reconcilePayment(id);
      settling.push(settled.catch(() => {}));
      return settled;
    },
  });
  return async (): Promise<number> => {
    const claimed = await reconcile();
    await Promise.all(settling.splice(0));
    return claimed;
  };
};

/** Operations requested by staff by default, each run to its end. */
const staffOperations = ({ storage: { unitOfWork } }: Parts, cases: ReturnType<typeof wired>) => {
  const staff = anActor(aUser({ role: 'staff' }));
  const run = async <T>(prepared: Promise<Work<T>>): Promise<T> => unitOfWork.run(await prepared);
  const payment = async (prepared: ReturnType<typeof cases.create>): Promise<Payment> => (await run(prepared)).payment;
  return {
    staff,
    /** Pays an order in full at once. */
    pay: (orderId: OrderId, { actor = staff, ...input }: Input<'create'> = {}) => {
      const usual = {
        token: 'tok_success',
        captureMethod: 'automatic',
        returnUrl: null,
        metadata: {},
        address: '192.0.2.1',
        idempotency: null,
      } as const;
      return payment(cases.create(actor, { ...usual, ...input, payableId: orderId }));
    },
    capture: (id: PaymentId, { actor = staff, ...input }: Input<'capture'> = {}) =>
      payment(cases.capture(actor, { idempotency: null, ...input, id })),
    void: (id: PaymentId, { actor = staff, ...input }: Input<'void'> = {}) =>
      payment(cases.void(actor, { idempotency: null, ...input, id })),
    refund: (id: PaymentId, { actor = staff, ...input }: Input<'refund'> = {}) =>
      payment(cases.refund(actor, { idempotency: null, reason: null, ...input, id })),
    cancelOrder: (id: OrderId, actor: Actor = staff) =>
      run(cases.cancelOrder(actor, { id, reason: null, expected: undefined })),
    dryRunCancel: (id: OrderId) =>
      unitOfWork.dryRun(
        cases.previewCancellation(staff, { id, reason: null, expected: undefined, expectedRefund: undefined }),
      ),
    /** An order of two of five shirts, for 39.98; a guest's by default. */
    anOrder: async ({ userId = null }: { userId?: Payment['userId'] } = {}) => {
      const shirt = aProduct({ stock: 5 });
      await unitOfWork.run((tx) => tx.products.add(shirt));
      const demand = { items: [{ productId: shirt.id, quantity: 2 }] };
      const expiring = { client: 'any', expiresInMinutes: 30 } as const;
      const { id } = await unitOfWork.run(
        await cases.createOrder(staff, { request: demand, userId, details: {}, ...expiring }),
      );
      return { id, stock: () => unitOfWork.run(async (tx) => (await tx.products.get(shirt.id)).stock) };
    },
  };
};

/** The use cases of payments on a new storage, with their own sandbox; it is noon, and ids count up. */
export const openPayments = async () => {
  const failures: SandboxFailures = {};
  const record = makeMemorySandboxRecord();
  const publicUrl = () => 'https://shop.example';
  const sandbox = makeSandboxGateway({ record, secret: 'a secret', publicUrl, failures });
  const death: Death = {};
  const logging = aLog();
  const gateways = new Map<string, PaymentGateway>([['sandbox', sandbox]]);
  const storage = await openMemoryStorage();
  const listeners: InvoiceListener[] = [];
  const methodListeners: DefaultMethodListener[] = [];
  const parts = {
    storage,
    clock: clockAtNoon(),
    ids: countingIds(),
    log: logging.log,
    gateways,
    death,
    listeners,
    methodListeners,
  };
  const cases = wired(parts);
  const { receive, resume, expire, removeOldGatewayWebhooks, reconcilePayment, methods } = cases;
  return {
    ...storage,
    ...readersOf(storage),
    ...staffOperations(parts, cases),
    clock: parts.clock,
    ids: parts.ids,
    log: parts.log,
    listeners: parts.listeners,
    methodListeners,
    beginPayment: cases.beginPayment,
    createPayment: cases.create,
    replaceOpen: cases.replaceOpen,
    gateways,
    sandbox,
    /** The sandbox's simulated failures. */
    failures,
    death,
    /** The logged messages. */
    lines: logging.lines,
    methods,
    receive,
    resume,
    expire,
    removeOldGatewayWebhooks,
    reconcilePayment,
    reconcile: makeReconciler(parts, reconcilePayment),
    /** The reconciler of another process. */
    anotherReconciler: () => makeReconciler(parts, reconcilePayment),
    /** A reconciler whose storage fails after the claim. */
    failingReconciler: () => makeReconciler(parts, () => Promise.reject(new Error('The storage is away.'))),
    /** The sandbox's webhook about a payment. */
    callBack: async (id: PaymentId): Promise<void> => {
      const { headers, body } = sandbox.webhook(id, parts.clock.now());
      await receive({ gateway: 'sandbox', headers, body });
    },
    /** The sandbox with some methods replaced. */
    replaceSandbox: (change: Partial<PaymentGateway>) => void gateways.set('sandbox', { ...sandbox, ...change }),
  };
};

export type PaymentsUnderTest = Awaited<ReturnType<typeof openPayments>>;
