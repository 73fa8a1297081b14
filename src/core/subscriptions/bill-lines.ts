import type { InvoiceLine } from '#core/invoices/invoice-line.ts';
import type { PriceLines, UnpricedLine } from '#core/invoices/price-lines.ts';
import { PricedLine } from '#core/pricing/priced-line.ts';
import type { Money } from '#core/shared/money.ts';
import { type BillLine, type BillPart, linesOf } from './bill.ts';
import type { BilledUsage } from './billed-usage.ts';
import type { Plan, PlanId } from './plan.ts';

type Context = Readonly<{
  planOf: (id: PlanId) => Plan;
  usage: readonly BilledUsage[];
  /** What the lines are priced with later. */
  cart: Omit<Parameters<PriceLines>[0], 'lines'>;
  priceLines: PriceLines;
}>;

/** The lines of an invoice that bills these parts, before they are priced. A credit is for what its period has cost. */
export const linesOfBill = async (bill: readonly BillPart[], context: Context): Promise<readonly UnpricedLine[]> => {
  const lines = bill.map(async (part) => linesOfPart(part, context, await discountedCost(part, context)));
  return (await Promise.all(lines)).flat();
};

const linesOfPart = (part: BillPart, { planOf, usage }: Omit<Context, 'cart'>, cost?: Money): UnpricedLine[] => {
  const used = (billed: BillPart): number => usage.find((one) => one.part === billed)?.quantity ?? 0;
  return linesOf(part, { plan: planOf, usage: used, cost }).flatMap((line) => invoiceLines(line, planOf(line.planId)));
};

/** What the whole period of a credit has cost with its discount codes; undefined without codes: its price. */
const discountedCost = async (part: BillPart, context: Context): Promise<Money | undefined> => {
  if (part.kind !== 'credit') return undefined;
  const { plan, period } = part;
  const { discountCodes = [] } = plan;
  if (discountCodes.length === 0) return undefined;
  const lines = linesOfPart({ kind: 'period', plan, span: period }, context);
  const cart = { ...context.cart, at: period.start, discountCodes, requiresValid: false };
  return discountedSum((await context.priceLines({ ...cart, lines })).lines);
};

const discountedSum = (lines: readonly InvoiceLine[]): Money | undefined =>
  lines
    .map(({ unitPrice, quantity, discounts }) =>
      PricedLine.discounted({ price: unitPrice.times(BigInt(quantity)), discounts }),
    )
    .reduce<Money | undefined>((sum, amount) => sum?.add(amount) ?? amount, undefined);

/** The line of an invoice. An amount that is not charged has no line. */
const invoiceLines = ({ kind, quantity, unitAmount, amount, span }: BillLine, plan: Plan): UnpricedLine[] =>
  amount.minor === 0n && kind !== 'period'
    ? []
    : [
        {
          description: describe(kind, plan),
          quantity: quantity === 0 ? 1 : quantity,
          unitPrice: quantity === 0 ? amount : unitAmount,
          period: kind === 'setup' ? null : span,
          taxCategory: plan.taxCategory,
          taxRate: null,
        },
      ];

const describe = (kind: BillLine['kind'], { name }: Plan): string => {
  switch (kind) {
    case 'setup':
      return `${name}: setup`;
    case 'usage':
      return `${name}: usage`;
    case 'credit':
      return `${name}: unused time`;
    case 'charge':
      return `${name}: remaining time`;
    case 'period':
      return name;
  }
};
