import { OrderSums } from '#core/orders/order-charges.ts';
import { type DividedMovement, divideMovements, type LineShare } from './divided-movements.ts';
import { type Dimension, Entry, type FiguresCurrency, NO_CURRENCY } from './entry.ts';
import type { StartCache } from './interval.ts';
import type { Measure, Values } from './measures.ts';
import {
  buyerOf,
  type EarlierPurchases,
  firstPaidAt,
  isOrder,
  type PaymentAttempt,
  type Sale,
  type SaleMovement,
  type SoldLine,
  type SoldOrder,
  soldLines,
} from './sale.ts';

/** An entry of a sale; its currency is that of the sale. */
type ShopFigures = Omit<Entry, 'currency'>;

/** What becomes of the payments of a sale, and of what was sold: attempts, disputes, returns and withdrawals. */
const outcomeEntries = ({ sold, movements, attempts, returns, withdrawals }: Sale): readonly Entry[] =>
  [
    ...attempts.flatMap(attemptEntries),
    ...movements.flatMap(disputeEntries),
    ...returns.map(({ at, units }) => ofShop(at, { returns: 1n, units_returned: BigInt(units) })),
    ...withdrawals.map(({ at, units }) => ofShop(at, { withdrawals: 1n, units_withdrawn: BigInt(units) })),
  ].map((counted) => ({ ...counted, currency: sold.currency }));

const ofShop = (at: Date, values: Values): ShopFigures => ({ at, dimension: 'none', key: '', values });

const attemptEntries = ({ at, gateway, failureCode }: PaymentAttempt): readonly ShopFigures[] => {
  const values: Values = { payments: 1n, ...(failureCode === null && { payments_succeeded: 1n }) };
  const ofGateway: ShopFigures = { at, dimension: 'gateway', key: gateway, values };
  if (failureCode === null) return [ofShop(at, values), ofGateway];
  return [ofShop(at, values), ofGateway, { at, dimension: 'failure', key: `${gateway} ${failureCode}`, values }];
};

const DISPUTES: Readonly<Partial<Record<SaleMovement['kind'], Readonly<{ number: Measure; amount: Measure }>>>> = {
  dispute: { number: 'disputes_opened', amount: 'disputes_opened_amount' },
  dispute_won: { number: 'disputes_won', amount: 'disputes_won_amount' },
  dispute_lost: { number: 'disputes_lost', amount: 'disputes_lost_amount' },
};

const disputeEntries = ({ kind, at, amount }: SaleMovement): readonly ShopFigures[] => {
  const measured = DISPUTES[kind];
  return measured === undefined ? [] : [ofShop(at, { [measured.number]: 1n, [measured.amount]: amount.minor })];
};

/** Entries that differ in their dimension. */
type Counted = Readonly<{ dimension: Dimension; key: string; values: Values }>;

type Context = Readonly<{
  /** What the buyer of an order that counts has bought before. */
  earlier: EarlierPurchases | undefined;
  /** Of the time zone in which months start. */
  starts: StartCache;
}>;

/** What an order or an invoice adds to the figures, from its own rows and the movements of its payments. */
export const saleEntries = (sale: Sale, { earlier, starts }: Context): readonly Entry[] => {
  const { sold, movements } = sale;
  const lines = soldLines(sold);
  const entries: Entry[] = [];
  const count = (at: Date, counted: readonly Counted[], currency: FiguresCurrency = sold.currency): void => {
    for (const each of counted) entries.push({ at, currency, ...each });
  };
  const cohort = earlier && starts.monthKey(earlier.firstAt);
  for (const divided of divideMovements(movements, lines)) {
    const values = { [divided.kind]: divided.amount };
    count(divided.movement.at, [
      ...ofSale(sold, movedValues(divided)),
      ...divided.shares.flatMap(ofShare(divided)),
      ...(cohort === undefined ? [] : [{ dimension: 'cohort', key: cohort, values } as const]),
    ]);
  }
  if (isOrder(sold)) {
    const at = firstPaidAt(sold, movements);
    if (at !== null) count(at, orderCounts(sold, lines));
    if (at !== null && earlier !== undefined) count(at, buyerCounts(at, earlier, starts), NO_CURRENCY);
  }
  return Entry.combine([...entries, ...outcomeEntries(sale)]);
};

/** The same values for the shop, for the buyer and for the country. */
const ofSale = (sold: Sale['sold'], values: Values): readonly Counted[] => [
  { dimension: 'none', key: '', values },
  { dimension: 'user', key: buyerOf(sold), values },
  { dimension: 'country', key: sold.country ?? '', values },
];

const movedValues = ({ kind, amount, shares }: DividedMovement): Values => {
  const tax = sum(shares, (share) => share.tax);
  const ofShipping = shares.filter(({ line }) => line.isShipping);
  const taxed = shares.filter(({ line }) => line.taxKey !== null);
  return { [kind]: amount, tax, taxable: sum(taxed, untaxed), shipping: sum(ofShipping, untaxed) };
};

const untaxed = ({ amount, tax }: LineShare): bigint => amount - tax;

const sum = (shares: readonly LineShare[], amountOf: (share: LineShare) => bigint): bigint =>
  shares.reduce((total, share) => total + amountOf(share), 0n);

/** What a share of a movement adds to its product and the parent of that, its category and its tax. */
const ofShare =
  ({ kind }: DividedMovement) =>
  (share: LineShare): readonly Counted[] => {
    const { line, amount, tax } = share;
    const values = { [kind]: kind === 'gross' ? amount : -amount, tax };
    const taxed: Counted[] =
      line.taxKey === null ? [] : [{ dimension: 'tax', key: line.taxKey, values: { tax, taxable: untaxed(share) } }];
    return [...ofItem(line, values), ...taxed];
  };

const ofItem = ({ item }: SoldLine, values: Values): readonly Counted[] =>
  item === null
    ? []
    : [
        ...(item.productId === null
          ? []
          : [
              { dimension: 'product', key: item.productId, values } as const,
              { dimension: 'product_parent', key: item.parentId ?? item.productId, values } as const,
            ]),
        { dimension: 'category', key: item.category?.id ?? '', values },
      ];

/** A buyer is new at the first purchase, and counts once a month among those of the cohort who buy. */
const buyerCounts = (at: Date, { firstAt, previousAt }: EarlierPurchases, starts: StartCache): readonly Counted[] => {
  const isFirstOfMonth = previousAt === null || previousAt < starts.of('month', at);
  return [
    ...(previousAt === null ? [{ dimension: 'none', key: '', values: { new_buyers: 1n } } as const] : []),
    ...(isFirstOfMonth
      ? [{ dimension: 'cohort', key: starts.monthKey(firstAt), values: { buyers: 1n } } as const]
      : []),
  ];
};

const orderCounts = (order: SoldOrder, lines: readonly SoldLine[]): readonly Counted[] => {
  const items = lines.flatMap((line) => (line.item === null ? [] : [{ line, units: unitsOf(line.item) }]));
  const units = items.reduce((total, item) => total + item.units, 0n);
  const discounts = OrderSums.of(order).discount.minor;
  const values = { orders: 1n, units, discounts };
  const perItem = items.flatMap(({ line, units }) => ofItem(line, { units }));
  return [...ofSale(order, values), ...perItem, ...ordersWith(items.map(({ line }) => line)), ...discountCounts(order)];
};

/** One order for each of its discounts, and what they took off. */
const discountCounts = (order: SoldOrder): readonly Counted[] => {
  const amounts = OrderSums.discounts(order);
  return order.charges.discounts.map(({ code, name }, index) => ({
    dimension: 'discount',
    key: code ?? name,
    values: { orders: 1n, discounts: amounts[index]?.minor ?? 0n },
  }));
};

/** The ordered quantity, what was cancelled later included. */
const unitsOf = ({ quantity, cancelledQuantity }: NonNullable<SoldLine['item']>): bigint =>
  BigInt(quantity + cancelledQuantity);

/** One order for each of its products and categories. */
const ordersWith = (lines: readonly SoldLine[]): readonly Counted[] => {
  const keys = new Map<string, Counted>();
  for (const counted of lines.flatMap((line) => ofItem(line, { orders: 1n }))) {
    keys.set(`${counted.dimension} ${counted.key}`, counted);
  }
  return [...keys.values()];
};
