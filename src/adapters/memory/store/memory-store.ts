import type { ApiKey } from '#core/access/api-key.ts';
import type { SecondFactor, SecondFactorId } from '#core/access/second-factors/second-factor.ts';
import type { Session } from '#core/access/session.ts';
import type { Occurrence } from '#core/analytics/occurrence.ts';
import type { AuditEntry } from '#core/audit/audit-entry.ts';
import type { SavedCart } from '#core/carts/saved-cart.ts';
import type { Category } from '#core/catalog/category.ts';
import type { PricePeriod } from '#core/catalog/price-history.ts';
import type { Product } from '#core/catalog/product.ts';
import type { RecordedAdjustment } from '#core/catalog/stock-adjustment.ts';
import type { Checkout } from '#core/checkouts/checkout.ts';
import type { FeedEvent } from '#core/events/event-feed.ts';
import type { CreditNote } from '#core/invoices/credit-note.ts';
import type { Invoice } from '#core/invoices/invoice.ts';
import type { DocumentId } from '#core/invoices/ports.ts';
import type { Order } from '#core/orders/order.ts';
import type { TimelineEntry } from '#core/orders/timeline-entry.ts';
import type { Movement } from '#core/payments/ledger.ts';
import type { PaymentMethod } from '#core/payments/methods/payment-method.ts';
import type { Payment } from '#core/payments/payment.ts';
import type { PaymentEntry } from '#core/payments/payment-entry.ts';
import type { PaymentOperation } from '#core/payments/payment-operation.ts';
import type { Discount } from '#core/pricing/discount.ts';
import type { DiscountUser } from '#core/pricing/ports.ts';
import type { ShippingMethod } from '#core/pricing/shipping-method.ts';
import type { TaxRate } from '#core/pricing/tax-rate.ts';
import type { Return } from '#core/returns/return.ts';
import type { DomainEvent, EventActor } from '#core/shared/domain-event.ts';
import type { Id } from '#core/shared/id.ts';
import type { Lease } from '#core/shared/lease.ts';
import type { Plan } from '#core/subscriptions/plan.ts';
import type { Subscription } from '#core/subscriptions/subscription.ts';
import type { SubscriptionMovement } from '#core/subscriptions/subscription-movement.ts';
import type { SavedViews } from '#core/users/saved-views.ts';
import type { User } from '#core/users/user.ts';
import type { Delivery, DeliveryId } from '#core/webhooks/delivery.ts';
import type { EndpointId, WebhookEndpoint } from '#core/webhooks/webhook-endpoint.ts';
import type { Withdrawal } from '#core/withdrawals/withdrawal.ts';
import { type Changes, MemoryTable } from './memory-table.ts';

export type EventRow = DomainEvent &
  Pick<FeedEvent, 'traceParent'> &
  Readonly<{ id: Id<'evt'>; sequence: number; actor: EventActor; erased?: boolean }>;

/** Events in commit order; positions start at 1. */
export type EventPositions = Readonly<{
  inOrder: Readonly<{ id: Id<'evt'>; resourceId: Id }>[];
  byId: Map<Id<'evt'>, number>;
}>;

export type DiscountUseRow = Readonly<{
  discountId: Discount['id'];
  userId: User['id'] | null;
  /** Of the user's account, or of a guest. */
  emailKey: string | null;
}>;

/** A requested file; `pdf` is null until it is rendered. */
export type InvoiceFileRow = Readonly<{ pdf: Uint8Array | null; failures: number; retryAt: Date | null }>;

export type AuditRow = AuditEntry & Readonly<{ id: Id<'aud'> }>;

export type DeliveryRow = Delivery & Readonly<{ ordered: boolean; attemptCount: number }>;

/** The state of an endpoint's deliveries. */
export type DeliveryQueueRow = Readonly<{
  endpointId: EndpointId;
  lastSequence: number;
  /** Increases whenever the endpoint gets work. */
  wakeUps: number;
  nextDue: Date | null;
  lease: Lease | null;
  failingSince: Date | null;
  lastFailedAt: Date | null;
}>;

export type SubscriptionRow = Readonly<{
  subscription: Subscription;
  lease: Lease | null;
  /** Null without failures since it was stored. */
  postponed: Readonly<{ until: Date; failureCount: number }> | null;
}>;

/** The tables that several capabilities read. They last as long as the process. */
export class MemoryStore {
  readonly invoices = new MemoryTable<Invoice['id'], Invoice>();
  readonly creditNotes = new MemoryTable<CreditNote['id'], CreditNote>();
  readonly products = new MemoryTable<Product['id'], Product>();
  /** The slugs that products had before, each by the last product that had it. */
  readonly formerSlugs = new MemoryTable<string, Product['id']>();
  /** The newest last. */
  readonly productPrices = new MemoryTable<Product['id'], readonly PricePeriod[]>();
  readonly stockAdjustments = new MemoryTable<RecordedAdjustment['id'], RecordedAdjustment>();
  readonly categories = new MemoryTable<Category['id'], Category>();
  /**
   * The categories whose products are stored with a former name or category, and the category that they belong to:
   * itself if it was renamed, or the one that its products were reassigned to.
   */
  readonly staleCategories = new MemoryTable<Category['id'], Category['id']>();
  readonly carts = new MemoryTable<SavedCart['id'], SavedCart>();
  readonly checkouts = new MemoryTable<Checkout['id'], Checkout>();
  readonly orders = new MemoryTable<Order['id'], Order>();
  readonly orderTimelines = new MemoryTable<Order['id'], readonly TimelineEntry[]>();
  readonly returns = new MemoryTable<Return['id'], Return>();
  readonly withdrawals = new MemoryTable<Withdrawal['id'], Withdrawal>();
  readonly payments = new MemoryTable<Payment['id'], Payment>();
  readonly paymentOperations = new MemoryTable<PaymentOperation['id'], PaymentOperation>();
  readonly paymentTimelines = new MemoryTable<Payment['id'], readonly PaymentEntry[]>();
  readonly paymentMethods = new MemoryTable<PaymentMethod['id'], PaymentMethod>();
  readonly movements = new MemoryTable<Movement['id'], Movement>();
  readonly taxRates = new MemoryTable<TaxRate['id'], TaxRate>();
  readonly shippingMethods = new MemoryTable<ShippingMethod['id'], ShippingMethod>();
  readonly discounts = new MemoryTable<Discount['id'], Discount>();
  readonly invoiceFiles = new MemoryTable<DocumentId, InvoiceFileRow>();
  readonly plans = new MemoryTable<Plan['id'], Plan>();
  readonly subscriptions = new MemoryTable<Subscription['id'], SubscriptionRow>();
  /** The oldest first. */
  readonly subscriptionMovements = new MemoryTable<Subscription['id'], readonly SubscriptionMovement[]>();
  /** By the order or subscription that uses the discounts. */
  readonly discountUses = new MemoryTable<DiscountUser, readonly DiscountUseRow[]>();
  readonly users = new MemoryTable<User['id'], User>();
  /** When the accounts of erased customers were created. */
  readonly erasedCustomers = new MemoryTable<User['id'], Date>();
  readonly savedViews = new MemoryTable<User['id'], SavedViews>();
  readonly apiKeys = new MemoryTable<ApiKey['id'], ApiKey>();
  readonly sessions = new MemoryTable<Session['id'], Session>();
  readonly secondFactors = new MemoryTable<SecondFactorId, SecondFactor>();
  /** The events of each resource in order. */
  readonly events = new MemoryTable<Id, readonly EventRow[]>();
  readonly eventPositions: EventPositions = { inOrder: [], byId: new Map() };
  readonly webhookEndpoints = new MemoryTable<EndpointId, WebhookEndpoint>();
  readonly deliveryQueues = new MemoryTable<EndpointId, DeliveryQueueRow>();
  readonly deliveries = new MemoryTable<DeliveryId, DeliveryRow>();
  /** By themselves: they have no id. */
  readonly occurrences = new MemoryTable<Occurrence, Occurrence>();
  readonly auditEntries = new MemoryTable<AuditRow['id'], AuditRow>();
}

/** A transaction's view of the tables that several capabilities read. */
export type StoreChanges = Changes<Omit<MemoryStore, 'eventPositions'>>;
