import type { NewInvoice } from '#core/invoices/invoice.ts';
import { chargedOf } from '#core/invoices/invoice-states.ts';
import { LINE_TEXTS } from '#core/invoices/line-texts.ts';
import type { PriceLines, UnpricedLine } from '#core/invoices/price-lines.ts';
import type { MailLanguage } from '#core/mails/mail-language.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { DiscountUse } from '#core/pricing/ports.ts';
import { isSameSpan } from '#core/shared/clock.ts';
import type { Money } from '#core/shared/money.ts';
import { StalePreparationError, type UnitOfWork } from '#core/shared/unit-of-work.ts';
import type { ShopQueries } from '#core/shop/ports.ts';
import type { Shop } from '#core/shop/shop.ts';
import { type BillLine, type BillPart, chargeLines, creditLines, isCredit } from './bill.ts';
import { BillContext, planIdsOf } from './bill-context.ts';
import { mergedLines } from './merge-lines.ts';
import { PeriodCharge, type PricedCharge } from './period-charge.ts';
import { type Goods, goodsOf } from './period-goods.ts';
import type { Plan, PlanId } from './plan.ts';
import { PlanPrice, requirePayable } from './plan-price.ts';
import type { SubscriptionsTx } from './ports.ts';
import { plansOfGoods, shippingAddressRequired } from './shipped-goods.ts';
import type { Subscription } from './subscription.ts';
import type { UsageAggregation } from './usage.ts';
import { UsageCharge } from './usage-charge.ts';

/** The usage that a part of a bill is for. */
export type BilledUsage = Readonly<{
  part: BillPart;
  aggregation: UsageAggregation;
  quantity: number;
  /** What its span was billed with before; undefined: it was not. */
  before: Money | undefined;
  /** What its span is billed with now, before discounts. */
  amount: Money;
}>;

type Billed = Readonly<{
  subscription: Pick<Subscription, 'id' | 'usageCharges'>;
  bill: readonly BillPart[];
  planOf: (id: PlanId) => Plan;
}>;

/** The usage of each part that bills it. */
const usageOf = async (
  tx: SubscriptionsTx,
  { subscription, bill, planOf }: Billed,
): Promise<readonly BilledUsage[]> => {
  const used: BilledUsage[] = [];
  for (const part of bill) {
    if (part.kind !== 'usage') continue;
    const { usage: aggregation, price } = planOf(part.plan.planId);
    if (aggregation === null) continue;
    const quantity = await tx.usage.total({ subscriptionId: subscription.id, span: part.span, aggregation });
    const before = UsageCharge.of(subscription.usageCharges, part.span)?.amount;
    const total = PlanPrice.total(price, quantity);
    used.push({ part, aggregation, quantity, before, amount: before && before.compare(total) > 0 ? before : total });
  }
  return used;
};

/** @throws StalePreparationError if usage was recorded since it was read. The subscription must be locked. */
export const requireSameUsage = async (
  tx: SubscriptionsTx,
  { id }: Pick<Subscription, 'id'>,
  usage: readonly BilledUsage[],
): Promise<void> => {
  for (const { part, aggregation, quantity } of usage) {
    const current = await tx.usage.total({ subscriptionId: id, span: part.span, aggregation });
    if (current !== quantity) throw new StalePreparationError(`Usage of ${id} was recorded meanwhile.`);
  }
};

type Context = Readonly<{
  planOf: (id: PlanId) => Plan;
  usage: readonly BilledUsage[];
  /** Of the shop's documents. */
  language: MailLanguage;
}>;

/** A part of a bill with its lines before they are priced. */
type UnpricedPart = Readonly<{ part: BillPart; lines: readonly UnpricedLine[] }>;

const linesOfPart = (part: BillPart, { planOf, usage, language }: Context): readonly UnpricedLine[] => {
  if (isCredit(part)) {
    const description = describe(part.kind, { name: part.planName }, language);
    return creditLines(part).map(({ quantity, unitAmount, span, charged }) => ({
      ...{ description, quantity, unitPrice: unitAmount, period: span, taxCategory: null, taxRate: null, charged },
    }));
  }
  const used = (billed: BillPart): number => usage.find((one) => one.part === billed)?.quantity ?? 0;
  const billed = usage.find((one) => one.part === part)?.before;
  return chargeLines(part, { plan: planOf, usage: used, billed }).flatMap((line) =>
    invoiceLines(line, { plan: planOf(line.planId), language }),
  );
};

/** The line of an invoice. An amount that is not charged has no line. */
const invoiceLines = (
  { kind, quantity, unitAmount, amount, span }: BillLine,
  { plan, language }: Readonly<{ plan: Plan; language: MailLanguage }>,
): UnpricedLine[] =>
  amount.minor === 0n && kind !== 'period'
    ? []
    : [
        {
          description: describe(kind, plan, language),
          quantity: quantity === 0 ? 1 : quantity,
          unitPrice: quantity === 0 ? amount : unitAmount,
          period: kind === 'setup' ? null : span,
          taxCategory: plan.taxCategory,
          taxRate: null,
        },
      ];

const describe = (kind: BillLine['kind'], { name }: Pick<Plan, 'name'>, language: MailLanguage): string => {
  const word = WORD_OF[kind];
  return word === null ? name : `${name}: ${LINE_TEXTS[language][word]}`;
};

/** What a line says after the name of its plan. */
const WORD_OF = {
  setup: 'setup',
  period: null,
  usage: 'usage',
  late_usage: 'lateUsage',
  credit: 'unusedTime',
  reversal: 'creditedTime',
  charge: 'remainingTime',
} as const;

/** What an invoice of a bill contains, and the usage that it was priced with. */
export type PricedBill = Readonly<{
  content: Omit<NewInvoice, 'id' | 'orderId' | 'subscriptionId'>;
  usage: readonly BilledUsage[];
  /** What is sent once it is paid, to the address that it is taxed by. */
  goods: readonly Goods[];
  shop: Shop;
  userName: string | null;
  /** The discounts that its codes use. */
  uses: readonly DiscountUse[];
  /** What it charges for the current period in advance. */
  charge: PricedCharge | null;
}>;

/** A bill without anything to charge or credit, and the usage that showed it. */
export type EmptyBill = Readonly<{ content: null; usage: readonly BilledUsage[] }>;

export const NO_BILL: EmptyBill = { content: null, usage: [] };

/** What it costs, after discounts and with tax. Negative if it credits more than it charges. */
export const totalOf = ({ content }: PricedBill): Money => OrderSums.of(chargedOf(content)).total;

type Bill = Readonly<{
  /** After the step. */
  subscription: Subscription;
  bill: readonly BillPart[];
  at: Date;
  /**
   * Whether discount codes and a tax id that are not valid are refused. Otherwise they are left out, since codes expire and
   * users move, and neither may stop what comes by itself.
   */
  requiresValid?: boolean;
  /** What was read just now; the rest is read. */
  context?: BillContext | undefined;
}>;

/**
 * Prices the bill of a step, outside of transactions.
 * @throws DomainError `validation_failed` for an amount beyond the largest one, and where required for the tax id or a code.
 */
export type PriceBill = (billed: Bill) => Promise<PricedBill | EmptyBill>;

type Deps = Readonly<{ unitOfWork: UnitOfWork<SubscriptionsTx>; priceLines: PriceLines; shop: ShopQueries }>;

type ReadBill = BillContext & Pick<Context, 'usage' | 'language'> & Readonly<{ isShipped: boolean }>;

export const makePriceBill = ({ unitOfWork, priceLines, shop }: Deps): PriceBill => {
  const read = async ({ subscription, bill, context }: Bill): Promise<ReadBill> => {
    const isService = (id: PlanId): boolean => context?.plans.get(id)?.productId === null;
    const isRead = bill.every(({ kind, plan }) => kind === 'period' && isService(plan.planId));
    // a period is called by its plan, in any language
    if (context !== undefined && isRead) return { ...context, usage: [], language: 'en', isShipped: false };
    return unitOfWork.run(async (tx) => {
      const found = await BillContext.read(tx, subscription.userId, planIdsOf(bill));
      const { mail_language: language } = await tx.shopRules.read();
      const isShipped = (await plansOfGoods(tx, [...found.plans.values()])).length > 0;
      const usage = await usageOf(tx, { subscription, bill, planOf: planIn(found.plans) });
      return { ...found, language, usage, isShipped };
    });
  };

  return async (billed) => {
    const { subscription, bill, at, requiresValid = false } = billed;
    if (bill.length === 0) return NO_BILL;
    const { userId, currency, discountCodes, taxId } = subscription;
    const { user, plans: found, usage, language, isShipped } = await read(billed);
    const planOf = planIn(found);
    const billingAddress = subscription.billingAddress ?? user?.addresses[0] ?? null;
    const shipping = isShipped ? { address: user?.addresses[0] ?? null } : undefined;
    const cart = { at, currency, userId, billingAddress, shipping, taxId, discountCodes, usedBy: subscription.id };
    const parts = bill.map((part) => ({ part, lines: linesOfPart(part, { planOf, usage, language }) }));
    const lines = mergedLines(parts.flatMap((part) => part.lines));
    if (lines.length === 0) return { content: null, usage };
    const { uses, requiresShipping, ...priced } = await priceLines({ ...cart, lines, requiresValid });
    if (requiresValid && requiresShipping && shipping?.address === null) throw shippingAddressRequired();
    const charge = chargeOf(parts, { subscription, planOf, priced });
    const content = {
      ...priced,
      userId,
      currency,
      email: user?.email ?? null,
      billingAddress,
      ...{ fields: null, footer: null, dueAt: null, metadata: {} },
    };
    requirePayable(OrderSums.of(chargedOf(content)).total);
    const sold = { shop: await shop.get(), userName: user?.name ?? null };
    return { usage, goods: goodsOf(bill, planOf, shipping?.address), content, ...sold, uses, charge };
  };
};

type Charging = Readonly<{
  subscription: Pick<Subscription, 'period'>;
  planOf: (id: PlanId) => Plan;
  priced: Pick<PricedBill['content'], 'lines' | 'charges'>;
}>;

/** What the priced lines charge for the current period in advance. */
const chargeOf = (
  parts: readonly UnpricedPart[],
  { subscription: { period }, planOf, priced }: Charging,
): PricedCharge | null => {
  const index = parts.findIndex(({ part }) => part.kind === 'period' && isSameSpan(part.span, period));
  const found = parts[index];
  if (found === undefined) return null;
  const { part, lines } = found;
  const first = parts.slice(0, index).reduce((sum, before) => sum + before.lines.length, 0);
  const charge = { plan: part.plan, planName: planOf(part.plan.planId).name, period };
  const { pricesIncludeTax } = priced.charges;
  return PeriodCharge.of(charge, priced.lines.slice(first, first + lines.length), pricesIncludeTax);
};

const planIn =
  (plans: BillContext['plans']) =>
  (id: PlanId): Plan => {
    const plan = plans.get(id);
    if (plan === undefined) throw new TypeError(`The plan ${id} is gone.`);
    return plan;
  };
