import { useEffect, useRef } from 'preact/hooks';
import { request, type Schemas } from '../api/request.ts';
import { BASE } from '../app/base.ts';
import { holds } from '../app/session.ts';
import { useEventStream } from '../app/use-event-stream.ts';
import { useLoaded } from '../app/use-loaded.ts';
import { useResource } from '../app/use-resource.ts';
import { useThrottled } from '../app/use-throttled.ts';
import { Chart } from '../parts/chart.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { LoadedList } from '../parts/loaded-list.tsx';
import { Facts, Loading, Section, Time } from '../parts/parts.tsx';
import { ProblemNotice } from '../parts/problem-notice.tsx';
import { money, number } from '../text/format.ts';
import { fill, t } from '../text/text.ts';
import { Checklist } from './checklist.tsx';
import { atSameTime, dayOf, type Span } from './day.ts';
import { orderColumns } from './order-columns.tsx';

const COUNTS = [
  'orders_to_fulfill',
  'orders_to_pay',
  'withdrawals_to_decide',
  'withdrawals_to_refund',
  'payments_needing_attention',
  'invoices_needing_attention',
  'products_low_on_stock',
  'webhooks_needing_attention',
] as const;

const RECENT_ORDERS = 8;

const REFRESH_INTERVAL_MS = 15_000;

/** The pause between two requests for what events have changed. */
const EVENTS_INTERVAL_MS = 2_000;

/** Counts of open work, today's sales and the newest orders. */
export const Home = () => (
  <article class="screen">
    <h1>{t().navigation.home}</h1>
    <Checklist />
    <Counts />
    {holds('analytics:read') && <Today />}
    {holds('orders:read') && <NewestOrders />}
  </article>
);

const Counts = () => {
  const { data, error, isLoading, reload } = useResource('/api/overview');
  if (error) return error.problem.status === 403 ? null : <ProblemNotice error={error} retry={reload} />;
  if (isLoading && data === undefined) return <Loading />;
  return (
    <>
      {holds('orders:read') && <OrderChanges onChange={reload} />}
      <ul class="counts">
        {COUNTS.map((name) => {
          const count = data?.[name];
          return (
            count && (
              <li key={name}>
                <a href={count.url.replace('/api', BASE)} class="count">
                  <strong>
                    {number(count.count)}
                    {!count.exact && '+'}
                  </strong>
                  <span>{t().home[name]}</span>
                </a>
              </li>
            )
          );
        })}
      </ul>
    </>
  );
};

type Sales = Schemas['SalesTotals'];

const salesOf = async ({ from, to }: Span, signal: AbortSignal): Promise<Schemas['SalesReport']> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { from: from.toISOString(), to: to.toISOString(), interval: 'hour', timezone: timeZone } as const;
  return (await request('get', '/api/analytics/sales', { query, signal })).data as Schemas['SalesReport'];
};

/** Sales of today by hour beside those of the same day last week. */
const Today = () => {
  const spans = dayOf(new Date());
  const key = spans.day.from.toISOString();
  const today = useLoaded(key, (signal) => salesOf(spans.day, signal), { keepsFormer: true });
  const lastWeek = useLoaded(key, (signal) => salesOf(spans.lastWeek, signal), { keepsFormer: true });
  const reload = useThrottled(() => void today.reload(), EVENTS_INTERVAL_MS);
  const figures = useRef('');
  useEventStream<Schemas['LiveReport']>('/api/analytics/live', {
    receive: ({ sales }) => {
      const next = `${sales.orders} ${sales.net}`;
      // other figures mean that the report has changed
      if (next !== figures.current) reload();
      figures.current = next;
    },
  });
  return (
    <Section title={t().home.today}>
      {today.error && <ProblemNotice error={today.error} retry={today.reload} />}
      {lastWeek.error && <ProblemNotice error={lastWeek.error} retry={lastWeek.reload} />}
      {today.data && lastWeek.data && <TodayFigures today={today.data} lastWeek={lastWeek.data} />}
    </Section>
  );
};

const TodayFigures = ({
  today,
  lastWeek,
}: Readonly<{ today: Schemas['SalesReport']; lastWeek: Schemas['SalesReport'] }>) => {
  const { currency, totals } = today;
  const amount = (value: number) => money(value, currency);
  const beside = (value: string, former: string) => (
    <>
      <strong>{value}</strong> <span class="muted">{fill(t().home.lastWeek, { value: former })}</span>
    </>
  );
  const former: Sales = lastWeek.totals;
  const now = Date.now();
  const times = today.series.map(({ start }) => Date.parse(start) / 1000);
  const series = [
    { label: t().home.todayLine, values: today.series.map(({ start, net }) => (Date.parse(start) > now ? null : net)) },
    { label: t().home.lastWeekLine, values: atSameTime(today.series, lastWeek.series), isFormer: true },
  ];
  return (
    <>
      <Facts
        facts={[
          ['net', beside(amount(totals.net), amount(former.net))],
          ['orders', beside(number(totals.orders), number(former.orders))],
          ['units', beside(number(totals.units), number(former.units))],
        ]}
      />
      <Chart label={t().home.today} times={times} series={series} format={amount} />
      <details>
        <summary>{t().analytics.table}</summary>
        <DataTable
          label={t().analytics.table}
          rows={times.map((time, index) => ({ time, index }))}
          keyOf={({ time }) => String(time)}
          columns={[
            {
              name: 'time',
              heading: t().common.time,
              cell: ({ time }) => <Time at={new Date(time * 1000).toISOString()} />,
            },
            ...series.map(({ label, values }) => ({
              name: label,
              heading: label,
              cell: ({ index }: Readonly<{ index: number }>) => {
                const value = values[index];
                return value === null || value === undefined ? '–' : amount(value);
              },
              isNumeric: true,
            })),
          ]}
        />
      </details>
    </>
  );
};

/** The newest orders; new ones appear by themselves. */
const NewestOrders = () => {
  const state = useResource('/api/orders', { query: { limit: RECENT_ORDERS } });
  return (
    <>
      <OrderChanges onChange={state.reload} />
      <LoadedList
        title={t().home.newestOrders}
        state={state}
        keyOf={({ id }) => id}
        empty={t().home.noOrders}
        columns={orderColumns({ hasEmail: true })}
      />
    </>
  );
};

type ChangesProps = Readonly<{ onChange: () => void }>;

/** Calls `onChange` when orders may have changed: at each event, or at intervals for users who do not read events. */
const OrderChanges = ({ onChange }: ChangesProps) =>
  holds('events:read') ? <OrderEvents onChange={onChange} /> : <Interval onChange={onChange} />;

const OrderEvents = ({ onChange }: ChangesProps) => {
  const change = useThrottled(onChange, EVENTS_INTERVAL_MS);
  useEventStream('/api/events/stream?type=order.*&type=withdrawal.*', { receive: change, onReopened: change });
  return null;
};

const Interval = ({ onChange }: ChangesProps) => {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') onChange();
    }, REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [onChange]);
  return null;
};
