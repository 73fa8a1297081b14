import { useState } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { BASE } from '../../app/base.ts';
import { type LoadState, useLoaded } from '../../app/use-loaded.ts';
import { LoadedContent } from '../../parts/loaded-content.tsx';
import { Section } from '../../parts/parts.tsx';
import { Ranking } from '../../parts/ranking.tsx';
import { Switch } from '../../parts/switch.tsx';
import { countryName } from '../../text/countries.ts';
import { money, number, percent } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { type Question, toRequest } from './period.ts';

type Answer = Schemas['AnalyticsQuery'];
type Row = Schemas['AnalyticsRow'];

const ROWS = 8;

/** How figures are divided, and where a part leads to. */
type Division = Readonly<{
  dimension: 'product' | 'product_parent' | 'category' | 'country' | 'discount' | 'gateway' | 'failure';
  /** The first is that of the bars. */
  metrics: readonly (keyof Row)[];
  text: (row: Row, currency: string) => string;
  labelOf: (row: Row) => string;
  hrefOf?: (row: Row) => string | undefined;
}>;

const SALES: Pick<Division, 'metrics' | 'text'> = {
  metrics: ['net', 'units'],
  text: ({ net = 0, units = 0 }, currency) =>
    `${money(net, currency)} · ${fill(t().analytics.units, { count: number(units) })}`,
};

const DIVISIONS = {
  products: {
    dimension: 'product_parent',
    ...SALES,
    labelOf: ({ product_parent_label: label, product_parent: product }) => label ?? product ?? '–',
    hrefOf: ({ product_parent: product }) => (product ? `${BASE}/products/${product}` : undefined),
  },
  variants: {
    dimension: 'product',
    ...SALES,
    labelOf: ({ product_label: label, product }) => label ?? product ?? '–',
    hrefOf: ({ product }) => (product ? `${BASE}/orders?product_id=${product}` : undefined),
  },
  categories: {
    dimension: 'category',
    ...SALES,
    labelOf: ({ category_label: label, category }) => label ?? category ?? '–',
    hrefOf: ({ category }) => (category ? `${BASE}/products?category=${category}` : undefined),
  },
  countries: {
    dimension: 'country',
    metrics: ['net', 'orders'],
    text: ({ net = 0, orders = 0 }, currency) =>
      `${money(net, currency)} · ${fill(t().analytics.orders, { count: number(orders) })}`,
    labelOf: ({ country }) => (country ? countryName(country) : t().analytics.noCountry),
  },
  discounts: {
    dimension: 'discount',
    metrics: ['discounts', 'orders'],
    text: ({ discounts = 0, orders = 0 }, currency) =>
      `${money(discounts, currency)} · ${fill(t().analytics.orders, { count: number(orders) })}`,
    labelOf: ({ discount }) => discount ?? '–',
    // codes are in capitals; names of discounts without one are not filtered by
    hrefOf: ({ discount }) =>
      discount && discount === discount.toUpperCase()
        ? `${BASE}/discounts?code=${encodeURIComponent(discount)}`
        : `${BASE}/discounts`,
  },
  gateways: {
    dimension: 'gateway',
    metrics: ['payments_succeeded', 'payment_success_rate'],
    text: ({ payments_succeeded: count = 0, payment_success_rate: rate }) =>
      `${number(count)} · ${rate === null || rate === undefined ? '–' : percent(rate)}`,
    labelOf: ({ gateway }) => gateway ?? '–',
    hrefOf: ({ gateway }) => `${BASE}/payments?gateway=${encodeURIComponent(gateway ?? '')}`,
  },
  failures: {
    dimension: 'failure',
    metrics: ['payments_failed'],
    text: ({ payments_failed: count = 0 }) => number(count),
    labelOf: ({ failure }) => failure ?? '–',
    hrefOf: () => `${BASE}/payments?status=failed`,
  },
} as const satisfies Readonly<Record<string, Division>>;

type DivisionName = keyof typeof DIVISIONS;

type Props = Readonly<{ question: Question }>;

/** What sells, where, to whom, by which discounts, and how it is paid. */
export const Breakdowns = ({ question }: Props) => (
  <div class="breakdowns">
    <Breakdown title={t().analytics.what} question={question} divisions={['products', 'variants', 'categories']} />
    <Breakdown title={t().analytics.where} question={question} divisions={['countries']} />
    <Buyers question={question} />
    <Breakdown title={t().analytics.divisions.discounts} question={question} divisions={['discounts']} />
    <Breakdown title={t().analytics.payments} question={question} divisions={['gateways', 'failures']} />
  </div>
);

type BreakdownProps = Props & Readonly<{ title: string; divisions: readonly [DivisionName, ...DivisionName[]] }>;

const Breakdown = ({ title, question, divisions }: BreakdownProps) => {
  const [chosen, choose] = useState<DivisionName>(divisions[0]);
  const division: Division = DIVISIONS[chosen];
  const { from, to, timezone, currency } = toRequest(question);
  const query = {
    ...{ metrics: [...division.metrics], dimensions: [division.dimension], limit: ROWS, timezone },
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(currency === undefined ? {} : { currency }),
  };
  const state: LoadState<Answer> = useLoaded(
    JSON.stringify(query),
    async (signal) => (await request('get', '/api/analytics/query', { query, signal })).data as Answer,
    { keepsFormer: true },
  );
  return (
    <Section
      title={title}
      actions={
        divisions.length > 1 && (
          <Switch
            label={title}
            values={divisions}
            labelOf={(name) => t().analytics.divisions[name]}
            value={chosen}
            onChange={choose}
          />
        )
      }
    >
      <LoadedContent state={state}>
        {/* while another division is loaded, the rows are still those of the former one */}
        {({ rows, currency: of, dimensions }) =>
          dimensions[0] === division.dimension && <Ranking label={title} rows={rows.map(rankedBy(division, of))} />
        }
      </LoadedContent>
    </Section>
  );
};

const rankedBy = (division: Division, currency: string) => (row: Row) => ({
  key: String(row[division.dimension]),
  label: division.labelOf(row),
  value: Number(row[division.metrics[0] ?? 'net'] ?? 0),
  text: division.text(row, currency),
  href: division.hrefOf?.(row),
});

/** New buyers beside those who have bought before. */
const Buyers = ({ question }: Props) => {
  const query = toRequest(question);
  const state = useLoaded(
    JSON.stringify(query),
    async (signal) => (await request('get', '/api/analytics/users', { query, signal })).data as Schemas['UsersReport'],
    { keepsFormer: true },
  );
  return (
    <Section title={t().analytics.who}>
      <LoadedContent state={state}>
        {({ totals, previous }) => (
          <Ranking
            label={t().analytics.who}
            rows={(['new_buyers', 'returning_buyers'] as const).map((name) => ({
              key: name,
              label: fieldLabel(name),
              value: totals[name],
              text: before(number(totals[name]), previous && number(previous.totals[name])),
            }))}
          />
        )}
      </LoadedContent>
    </Section>
  );
};

const before = (value: string, former: string | undefined): string =>
  former === undefined ? value : `${value} · ${fill(t().analytics.before, { value: former })}`;
