import fc from 'fast-check';
import { Interval } from '#core/analytics/interval.ts';
import type { AskedQuestion } from '#core/analytics/use-cases/ask-question.ts';
import { OrderSums } from '#core/orders/order-charges.ts';
import type { Currency } from '#core/shared/currency.ts';
import { Money } from '#core/shared/money.ts';
import { aReportRequest, SHOP_ZONE } from '../builders/counted-figures.ts';
import type { OutcomeHistory } from '../builders/outcome-history.ts';
import { countedAt, type SoldHistory } from '../builders/sales-history.ts';
import { plainRate } from './plain-rate.ts';

/** Something that happened, with what it adds to measures, in the key of each dimension that it counts in. */
type Fact = Readonly<{
  at: Date;
  currency: Currency;
  by: string;
  key: string;
  values: Readonly<Record<string, bigint>>;
}>;

const SIGNS: Readonly<Record<string, bigint>> = { refund: 1n, dispute_lost: 1n, refund_reversal: -1n };

const inShopAnd = (by: string, key: string, fact: Pick<Fact, 'at' | 'currency' | 'values'>): readonly Fact[] => [
  { ...fact, by: 'none', key: '' },
  { ...fact, by, key },
];

const factsOfSale = ({ order, movements }: SoldHistory): readonly Fact[] => {
  const { currency, userId, country, items } = order;
  const inSaleAnd = (fact: Pick<Fact, 'at' | 'currency' | 'values'>): readonly Fact[] => [
    ...inShopAnd('user', userId ?? '', fact),
    { ...fact, by: 'country', key: country ?? '' },
  ];
  const moved = movements.flatMap(({ at, kind, amount: { minor } }) => {
    const values: Record<string, bigint> =
      kind === 'capture' ? { gross: minor } : { refunds: (SIGNS[kind] ?? 0n) * minor };
    return inSaleAnd({ at, currency, values });
  });
  const paidAt = countedAt(order, movements);
  if (paidAt === undefined) return moved;
  const at = new Date(paidAt);
  const unitsOf = (of: typeof items): bigint =>
    of.reduce((sum, { quantity, cancelledQuantity }) => sum + BigInt(quantity + cancelledQuantity), 0n);
  const discounts = OrderSums.of(order).discount.minor;
  const parts = (by: string, keyOf: (item: (typeof items)[number]) => string | null): Fact[] =>
    [...Map.groupBy(items, keyOf)].flatMap(([key, own]) =>
      key === null ? [] : [{ at, currency, by, key, values: { orders: 1n, units: unitsOf(own) } }],
    );
  return [
    ...moved,
    ...inSaleAnd({ at, currency, values: { orders: 1n, units: unitsOf(items), discounts } }),
    ...parts('product', ({ productId }) => productId),
    ...parts('product_parent', ({ productId, parentId }) => parentId ?? productId),
    ...parts('category', ({ category }) => category?.id ?? ''),
  ];
};

type StoredOutcome = Readonly<{ currency: Currency; history: OutcomeHistory }>;

const factsOfOutcome = ({ currency, history: { attempts } }: StoredOutcome): readonly Fact[] =>
  attempts
    .filter(({ outcome }) => outcome !== 'abandoned' && outcome !== 'open')
    .flatMap(({ at, gateway, code, outcome }): readonly Fact[] => {
      const failed = outcome === 'failed';
      const values = { payments_succeeded: failed ? 0n : 1n, payments_failed: failed ? 1n : 0n };
      const failure = { at, currency, by: 'failure', key: `${gateway} ${code}`, values };
      return [...inShopAnd('gateway', gateway, { at, currency, values }), ...(failed ? [failure] : [])];
    });

/** What happened in histories. */
export const factsOf = (sales: readonly SoldHistory[], outcomes: readonly StoredOutcome[]): readonly Fact[] => [
  ...sales.flatMap(factsOfSale),
  ...outcomes.flatMap(factsOfOutcome),
];

const OF_BUYERS = ['gross', 'refunds', 'net', 'orders', 'units', 'discounts', 'average_order_value', 'refund_rate'];

const METRICS: Readonly<Record<string, readonly string[]>> = {
  none: ['gross', 'refunds', 'net', 'orders', 'units', 'discounts', 'average_order_value', 'payments_failed'],
  user: OF_BUYERS,
  country: OF_BUYERS,
  product: ['orders', 'units'],
  product_parent: ['orders', 'units'],
  category: ['orders', 'units'],
  gateway: ['payments_succeeded', 'payments_failed', 'payment_success_rate'],
  failure: ['payments_failed'],
};

const KEYS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  user: ['', 'usr_ada', 'usr_grace', 'usr_nobody'],
  country: ['DE', 'FR', ''],
  product: ['prod_1', 'prod_2', 'prod_3', "prod_1' or '1' = '1"],
  product_parent: ['prod_1', 'prod_2'],
  category: ['', 'cat_shirts', 'cat_scarves'],
  gateway: ['stripe', 'sandbox'],
  failure: ['stripe declined', 'sandbox insufficient funds'],
};

/** A question, and what it is about. */
export type PlainQuestion = AskedQuestion &
  Readonly<{
    currency: Currency;
    source: string;
    isByKey: boolean;
    time: Interval | undefined;
    keys: readonly string[];
  }>;

const aSource = fc.constantFrom(...Object.keys(METRICS));

/** A question that can be answered. */
export const aQuestion: fc.Arbitrary<PlainQuestion> = aSource.chain((source) =>
  fc
    .record({
      request: aReportRequest,
      metrics: fc.shuffledSubarray([...(METRICS[source] ?? [])], { minLength: 1 }),
      keys: fc.subarray([...(KEYS[source] ?? [])]),
      isSummed: fc.boolean(),
      time: fc.constantFrom(undefined, 'day', 'week', 'month', ...(source === 'none' ? ['hour'] : [])),
      sort: fc.nat(),
      limit: fc.constantFrom(1, 3, 1000),
    })
    .map(({ request: { interval: _, compare: _compare, ...range }, metrics, sort, limit, ...asked }) => {
      const time = asked.time as Interval | undefined;
      const isPerKey = ['product', 'product_parent', 'category'].includes(source);
      // an order counts for each of its products
      const isByKey = source !== 'none' && (!asked.isSummed || asked.keys.length === 0);
      const keys =
        isByKey || !isPerKey || metrics.every((name) => name === 'units') ? asked.keys : asked.keys.slice(0, 1);
      const dimensions = [...(isByKey ? [source] : []), ...(time === undefined ? [] : [time])];
      const sorts = [undefined, ...[...metrics, ...dimensions].flatMap((name) => [name, `-${name}`])];
      const sorted = sorts[sort % sorts.length];
      return {
        ...bounded(range, source, time),
        metrics,
        dimensions,
        filters: keys.map((key) => `${source}:${key}`),
        ...(sorted === undefined ? {} : { sort: sorted }),
        limit,
        source,
        isByKey,
        time,
        keys,
      };
    }),
);

type Range = Omit<AskedQuestion, 'metrics'> & Readonly<{ currency: Currency }>;

/** By keys and time a question has few intervals, in the zone of the shop. */
const bounded = (range: Range, source: string, time: Interval | undefined): Range => {
  if (source === 'none' || time === undefined) return range;
  // 175 days and the hour of a time change can touch 27 weeks, one more than may be asked
  const days = { day: 90, week: 174, month: 700, hour: 0 }[time];
  const latest = new Date(Date.parse(range.from ?? '') + days * 86_400_000).toISOString();
  const isWhole = range.to?.length === 10;
  const to = latest < (range.to ?? '') ? latest.slice(0, isWhole ? 10 : undefined) : (range.to ?? '');
  return { ...range, to, timezone: SHOP_ZONE };
};

type Row = Readonly<{ key: string; start: string; values: Record<string, bigint> }>;

const partsOf = (name: string, { values }: Row): readonly [part: bigint, whole: bigint | undefined] => {
  const of = (measure: string): bigint => values[measure] ?? 0n;
  if (name === 'net') return [of('gross') - of('refunds'), undefined];
  if (name === 'average_order_value') return [of('gross'), of('orders')];
  if (name === 'refund_rate') return [of('refunds'), of('gross')];
  if (name === 'payment_success_rate')
    return [of('payments_succeeded'), of('payments_succeeded') + of('payments_failed')];
  return [of(name), undefined];
};

/** What metrics are made of that are no sum of one thing. */
const MADE_OF: Readonly<Record<string, readonly string[]>> = {
  net: ['gross', 'refunds'],
  average_order_value: ['gross', 'orders'],
  refund_rate: ['gross', 'refunds'],
  payments_failed: ['payments_failed', 'payments_succeeded'],
  payment_success_rate: ['payments_failed', 'payments_succeeded'],
};

const MONEY = ['gross', 'refunds', 'net', 'discounts', 'average_order_value'];

const shown = (name: string, row: Row, currency: Currency): number | null => {
  const [part, whole] = partsOf(name, row);
  if (whole === 0n) return null;
  if (name.endsWith('_rate')) return plainRate(Number(part), Number(whole));
  const value = whole === undefined ? part : (2n * part + whole) / (2n * whole);
  return MONEY.includes(name) ? Money.ofMinor(value, currency).toNumber() : Number(value);
};

const rank = (name: string, row: Row): bigint | null => {
  const [part, whole] = partsOf(name, row);
  return whole === undefined ? part : whole === 0n ? null : (part * 1_000_000n) / whole;
};

const compared = <T extends string | bigint>(a: T | null, b: T | null, isDescending: boolean): number => {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b === isDescending ? 1 : -1;
};

const comparison = ({ metrics, dimensions, source, sort, time }: PlainQuestion) => {
  const name = sort?.replace('-', '') ?? time ?? metrics[0] ?? '';
  const isDescending = sort === undefined ? time === undefined : sort.startsWith('-');
  const first = (a: Row, b: Row): number => {
    if (name === source) return compared(a.key, b.key, isDescending);
    if (dimensions?.includes(name) === true) return compared(a.start, b.start, isDescending);
    return compared(rank(name, a), rank(name, b), isDescending);
  };
  const metric = metrics.find((each) => each === name) ?? metrics[0] ?? '';
  return (a: Row, b: Row): number =>
    first(a, b) ||
    compared(a.start, b.start, false) ||
    compared(rank(metric, a), rank(metric, b), true) ||
    compared(a.key, b.key, false);
};

/** The rows of a question by plain addition. */
export const plainRows = (
  facts: readonly Fact[],
  question: PlainQuestion,
  { from, to }: Readonly<{ from: string; to: string }>,
) => {
  const { source, isByKey, time, keys, currency, metrics, limit = 100, timezone = 'UTC' } = question;
  const zoned = time && { interval: time, timeZone: timezone };
  const startOf = (at: Date): string => (zoned === undefined ? '' : Interval.startOf(zoned, at).toISOString());
  const within = { from: new Date(from), to: new Date(to) };
  const rows = new Map<string, Row>();
  const rowOf = (key: string, start: string): Row => {
    const known = rows.get(`${start} ${key}`) ?? { key, start, values: {} };
    rows.set(`${start} ${key}`, known);
    return known;
  };
  if (!isByKey) {
    const starts = zoned === undefined ? [''] : Interval.startsIn(zoned, within).map((start) => start.toISOString());
    for (const start of starts) rowOf('', start);
  }
  for (const fact of facts) {
    if (fact.by !== source || fact.currency !== currency || fact.at < within.from || fact.at >= within.to) continue;
    if (keys.length > 0 && !keys.includes(fact.key)) continue;
    const { values } = rowOf(isByKey ? fact.key : '', startOf(fact.at));
    for (const [name, value] of Object.entries(fact.values)) values[name] = (values[name] ?? 0n) + value;
  }
  const hasFigures = ({ values }: Row): boolean =>
    metrics.some((name) => (MADE_OF[name] ?? [name]).some((measure) => (values[measure] ?? 0n) !== 0n));
  const sorted = [...rows.values()].filter((row) => !isByKey || hasFigures(row)).sort(comparison(question));
  return {
    rows: sorted.slice(0, limit).map((row) => ({
      ...(isByKey && { [source]: row.key === '' ? null : row.key }),
      ...(time && { [time]: row.start }),
      ...Object.fromEntries(metrics.map((name) => [name, shown(name, row, currency)])),
    })),
    has_more: sorted.length > limit,
  };
};
