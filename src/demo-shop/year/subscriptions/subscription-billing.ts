import { makeMetrics } from '#adapters/http/server/metrics.ts';
import { languages } from '#adapters/languages/languages.ts';
import { makeMemoryStorage } from '#adapters/memory/storage.ts';
import { MemoryStore } from '#adapters/memory/store/memory-store.ts';
import { makeMemorySandboxRecord } from '#adapters/payment-gateways/sandbox/memory-sandbox-record.ts';
import { makeSandboxGateway } from '#adapters/payment-gateways/sandbox/sandbox-gateway.ts';
import type { Encryption } from '#adapters/system/encryption.ts';
import { constant, makeContainer } from '#composition/injection.ts';
import { invoicesModule } from '#composition/modules/invoices.ts';
import { paymentMethodsModule } from '#composition/modules/payment-methods.ts';
import { paymentsModule } from '#composition/modules/payments.ts';
import { subscriptionsModule } from '#composition/modules/subscriptions.ts';
import { storageModule } from '#composition/storage.ts';
import { HTTP } from '#composition/tokens/http.ts';
import { ORDERS } from '#composition/tokens/orders.ts';
import { PAYMENTS } from '#composition/tokens/payments.ts';
import { SHOP } from '#composition/tokens/shop.ts';
import { SUBSCRIPTIONS } from '#composition/tokens/subscriptions.ts';
import { SYSTEM } from '#composition/tokens/system.ts';
import type { PaymentGateway } from '#core/payments/payment-gateway.ts';
import type { OrderPricing } from '#core/pricing/ports.ts';
import type { BusinessClock, SystemClock } from '#core/shared/clock.ts';
import type { IdGenerator } from '#core/shared/id.ts';
import type { Log } from '#core/shared/log.ts';
import type { Shop } from '#core/shop/shop.ts';
import type { ShopRules } from '#core/shop/shop-rules.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import type { User } from '#core/users/user.ts';

/** What the billing of every subscriber depends on. */
export type BillingTerms = Readonly<{
  ids: IdGenerator;
  pricing: OrderPricing;
  encryption: Encryption;
  shop: Shop;
  shopRules: ShopRules;
  plans: readonly Plan[];
}>;

/** A clock that is set. */
type SetClock = BusinessClock & SystemClock & Readonly<{ set(at: Date): void }>;

const LOG: Log = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: ({ err }: Readonly<{ err?: unknown }>) => {
    throw err instanceof Error ? err : new Error('The billing of the demo shop failed.');
  },
};

/** How long a call of the sandbox takes. */
const LATENCY_MS = 700;

/**
 * The service's own billing for one customer, on a storage in memory and a sandbox of its own: what happens there is as
 * the service would write it.
 */
export const openSubscriptionBilling = async (
  user: User,
  { ids, pricing, encryption, shop, shopRules, plans }: BillingTerms,
) => {
  const store = new MemoryStore();
  const storage = makeMemoryStorage({ ids, languages }, store);
  const { unitOfWork } = storage;
  store.users.set(user.id, user);
  for (const plan of plans) store.plans.set(plan.id, plan);
  await unitOfWork.run(async (tx) => {
    await tx.shop.save({ ...shop, version: (await tx.shop.get()).version + 1 });
    await tx.shopRules.save({ ...shopRules, version: (await tx.shopRules.get()).version + 1 });
  });
  const clock = makeSetClock();
  const record = makeMemorySandboxRecord();
  const sandbox = withLatency(makeSandboxGateway({ record, secret: '', publicUrl: () => '' }), clock);
  const container = makeContainer([
    ...storageModule(storage),
    ...subscriptionsModule,
    ...invoicesModule,
    ...paymentsModule,
    ...paymentMethodsModule,
    constant(SHOP.cache, storage.shopQueries),
    constant(ORDERS.pricing, pricing),
    constant(PAYMENTS.gateways, new Map([['sandbox', sandbox]])),
    constant(PAYMENTS.limits, { check: async () => {}, count: async () => {}, countDecline: async () => {} }),
    constant(SYSTEM.clock, clock),
    constant(SYSTEM.systemClock, clock),
    constant(SYSTEM.ids, ids),
    constant(SYSTEM.log, LOG),
    constant(SYSTEM.encryption, encryption),
    constant(SYSTEM.processName, 'demo shop'),
    constant(HTTP.metrics, METRICS),
  ]);
  const requests = container.get(SUBSCRIPTIONS.requests);
  return { ...requests, store, clock, unitOfWork, record, runDue: container.get(SUBSCRIPTIONS.due).run };
};

const METRICS = makeMetrics({ log: LOG });

export type SubscriptionBilling = Awaited<ReturnType<typeof openSubscriptionBilling>>;

const makeSetClock = (): SetClock => {
  let now = new Date(0);
  return {
    isBusinessTime: true,
    isSystemTime: true,
    now: () => now,
    set: (at) => {
      now = at;
    },
  };
};

/** A gateway whose authorizations take time. */
const withLatency = (gateway: PaymentGateway, clock: SetClock): PaymentGateway => ({
  ...gateway,
  authorize: (request) => {
    clock.set(new Date(clock.now().getTime() + LATENCY_MS));
    return gateway.authorize(request);
  },
});
