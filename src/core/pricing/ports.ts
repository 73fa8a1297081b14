import type { AuditTx } from '#core/audit/ports.ts';
import type { Id } from '#core/shared/id.ts';
import type { ListQuery } from '#core/shared/list.ts';
import type { Found, Page } from '#core/shared/page.ts';
import type { Resource } from '#core/shared/resource.ts';
import type { RulesTx } from '#core/shop/ports.ts';
import type { Cart } from './cart.ts';
import type { Discount, DiscountId, DiscountView, discountList } from './discount.ts';
import type { Quote } from './quote.ts';
import type { ShippingMethod, ShippingMethodId, ShippingMethodView, shippingMethodList } from './shipping-method.ts';
import type { TaxRate, TaxRateId, TaxRateView, taxRateList } from './tax-rate.ts';
import type { TaxRules } from './taxes.ts';

/** Decides what a tax id is worth that nobody has confirmed. Called outside of transactions. */
export interface TaxIdValidator {
  /**
   * Whether a tax id without spaces and in upper case, such as `DE136695976`, is that of a business.
   * @throws any Error if it cannot say: the tax id then exempts nobody.
   */
  isValid(taxId: string): Promise<boolean>;
}

/** Writes the tax rates, shipping methods or discounts of the shop. */
export interface RuleRepository<R extends Resource> {
  /**
   * Locks the table against other transactions that call this, until the transaction ends. To be called before a check
   * that depends on other rows.
   */
  lock(): Promise<void>;
  /** Locks the row until the transaction ends. @throws DomainError `not_found`. */
  get(id: R['id']): Promise<R>;
  add(rule: R): Promise<void>;
  /** Stores the next version. @throws DomainError `conflict` unless the stored version is the previous one. */
  save(rule: R): Promise<void>;
  /** @throws DomainError `not_found`. */
  remove(id: R['id']): Promise<void>;
}

// Why: docs/decisions/0033-uses-of-discounts.md

/** What uses a discount. A subscription uses it once, for all its invoices. */
export type DiscountUser = Id<'ord' | 'sub'>;

/** The use of a discount by an order or a subscription. */
export type DiscountUse = Readonly<{
  discountId: DiscountId;
  /** The limit in uses of one customer; null: none. */
  maxUsesPerCustomer: number | null;
}>;

/** A use that was not granted: the discount has none left, or none for this customer. */
export type RefusedUse = Readonly<{ discountId: DiscountId; reason: 'used_up' | 'used_up_by_customer' }>;

/**
 * Who uses discounts: a user's id, or the key of a guest's e-mail; null for neither. A user and a guest with the e-mail
 * that the user has proved are one customer: from an unproved one nobody must learn what it has ordered.
 */
export type CustomerKey = string | null;

/** Who would use discounts, and for which order or subscription; null for a new one. */
export type DiscountCustomer = Readonly<{ customerKey: CustomerKey; usedBy: DiscountUser | null }>;

export interface DiscountRepository extends RuleRepository<Discount> {
  /** Locks the discount, also against claims, until the transaction ends. @throws DomainError `not_found`. */
  get(id: DiscountId): Promise<Discount>;
  /** The discount with a code (`discountCode`), not locked. */
  findByCode(code: string): Promise<Discount | undefined>;
  /** The number of active discounts without a code. */
  countAutomatic(): Promise<number>;
  countUses(id: DiscountId): Promise<number>;
  /**
   * Records that discounts are used, each once, within their limits. Claims wait for each other only where a discount has a
   * limit in total, or one per customer for the same customer. A use is refused of a discount that no longer exists, and under a limit per customer for an
   * unknown customer. After a refusal the work must throw, since the other uses are recorded.
   * @returns the refused uses; none if all are granted.
   */
  claim(
    uses: readonly DiscountUse[],
    by: Readonly<{ usedBy: DiscountUser; customerKey: CustomerKey }>,
  ): Promise<readonly RefusedUse[]>;
  /** The discounts that an order or a subscription uses. */
  listUsed(usedBy: DiscountUser): Promise<readonly DiscountId[]>;
  /** Returns the uses of an order or a subscription except those of some discounts; without uses it changes nothing. */
  release(usedBy: DiscountUser, kept?: readonly DiscountId[]): Promise<void>;
  /** Counts the uses of guest orders as those of a user too, whatever becomes of the e-mail. */
  assignUser(usedBy: readonly DiscountUser[], userId: Id<'usr'>): Promise<void>;
  /** Erases who has used discounts: a user, and a guest by e-mail if it is the user's; the uses remain. */
  eraseCustomer(customer: Readonly<{ userId: Id<'usr'>; emailKey?: string | undefined }>): Promise<void>;
}

// Why: docs/decisions/0034-pricing-of-orders.md

/**
 * Prices carts: tax, shipping and discounts. The order keeps what was quoted.
 *
 * A quote has no effect. It is computed outside of transactions, any number of times. After some seconds the caller stops
 * waiting, and rejects the order as `unavailable`.
 */
export interface OrderPricing {
  /**
   * Prices a cart. A code that does not apply is among `refusedCodes`; a chosen shipping method that does not apply
   * leaves `shippingLines` empty. `rules` are those of the shop, where the caller has read them already.
   */
  quote(cart: Cart, rules?: TaxRules): Promise<Quote>;
}

/** What every order is priced by. */
export type PricingTables = Readonly<{
  /** All, whenever they are valid. */
  taxRates: readonly TaxRate[];
  /** Those that are active, by id. */
  shippingMethods: readonly ShippingMethod[];
  /** Those without a code that are active, whenever they are valid, by id. */
  automaticDiscounts: readonly Discount[];
}>;

/** Reads of the tables of pricing. */
export interface PricingQueries {
  tables(): Promise<PricingTables>;
  /** The discounts with some codes (`discountCode`), active or not, by id. */
  findDiscounts(codes: readonly string[]): Promise<readonly Discount[]>;
  /**
   * The uses that a claim for this customer would refuse now, once the order’s own uses are released; without a customer,
   * only for limits in total.
   */
  findUsedUp(uses: readonly DiscountUse[], customer: DiscountCustomer): Promise<readonly RefusedUse[]>;
  findTaxRate(id: TaxRateId): Promise<Found<TaxRateView> | undefined>;
  listTaxRates(query: ListQuery<typeof taxRateList>): Promise<Page<TaxRateView>>;
  findShippingMethod(id: ShippingMethodId): Promise<Found<ShippingMethodView> | undefined>;
  listShippingMethods(query: ListQuery<typeof shippingMethodList>): Promise<Page<ShippingMethodView>>;
  findDiscount(id: DiscountId): Promise<Found<DiscountView> | undefined>;
  listDiscounts(query: ListQuery<typeof discountList>): Promise<Page<DiscountView>>;
}

export interface ShippingMethodRepository extends RuleRepository<ShippingMethod> {
  count(): Promise<number>;
}

export interface TaxRateRepository extends RuleRepository<TaxRate> {
  count(): Promise<number>;
  /** Another rate with the same scope (`TaxRate.scopeKey`) that is valid at some time when this one is. */
  findOverlapping(taxRate: TaxRate): Promise<TaxRate | undefined>;
}

/** The part of a transaction that the use cases of pricing need. */
export type PricingTx = Readonly<{
  taxRates: TaxRateRepository;
  shippingMethods: ShippingMethodRepository;
  discounts: DiscountRepository;
}> &
  RulesTx &
  AuditTx;
