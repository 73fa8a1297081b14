import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { request, type Schemas } from '../../api/request.ts';
import { useEventStream } from '../../app/use-event-stream.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useThrottled } from '../../app/use-throttled.ts';
import { Chart } from '../../parts/chart.tsx';
import { FigureCard, FigureCardsPlace } from '../../parts/figure-card.tsx';
import { Loading, Section } from '../../parts/parts.tsx';
import { ProblemNotice } from '../../parts/problem-notice.tsx';
import { compactMoney, money, number } from '../../text/format.ts';
import { fieldLabel, t } from '../../text/text.ts';
import { atSameTime, dayOf, type Span } from './day.ts';
import { EVENTS_INTERVAL_MS } from './order-changes.tsx';

type SalesReport = Schemas['SalesReport'];
type Hour = Schemas['SalesInterval'];

const salesOf = async ({ from, to }: Span, signal: AbortSignal): Promise<SalesReport> => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const query = { from: from.toISOString(), to: to.toISOString(), interval: 'hour', timezone: timeZone } as const;
  return (await request('get', '/api/analytics/sales', { query, signal })).data as SalesReport;
};

type Props = Readonly<{
  /** What has the place of the content until that is there. */
  place: ComponentChildren;
  children: (days: Days) => ComponentChildren;
}>;

type Days = Readonly<{ today: SalesReport; lastWeek: SalesReport }>;

/** Loads the sales of today, again when they change, and those of the same day last week. */
const Loaded = ({ place, children }: Props) => {
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
    <>
      {today.error && <ProblemNotice error={today.error} retry={today.reload} />}
      {lastWeek.error && <ProblemNotice error={lastWeek.error} retry={lastWeek.reload} />}
      {today.data && lastWeek.data
        ? children({ today: today.data, lastWeek: lastWeek.data })
        : (today.isLoading || lastWeek.isLoading) && place}
    </>
  );
};

const FIGURES = ['net', 'orders', 'units'] as const;

/** The figures of today, beside those of the same day last week until the same hour. */
export const TodayFigures = () => (
  <Loaded place={<FigureCardsPlace count={FIGURES.length + 1} />}>{(days) => <Figures {...days} />}</Loaded>
);

/** Sales of today by hour, beside those of the same day last week. */
export const TodayByHour = () => <Loaded place={<Loading rows={6} />}>{(days) => <ByHour {...days} />}</Loaded>;

const Figures = ({ today, lastWeek }: Days) => {
  const { currency, totals } = today;
  // as many hours as have begun today
  const begun = today.series.filter(({ start }) => Date.parse(start) <= Date.now()).length;
  const former = lastWeek.series.slice(0, begun);
  const sumOf = (hours: readonly Hour[], name: 'gross' | (typeof FIGURES)[number]): number =>
    hours.reduce((sum, hour) => sum + hour[name], 0);
  const formerOrders = sumOf(former, 'orders');
  return (
    <div class="figures">
      {FIGURES.map((name) => (
        <FigureCard
          key={name}
          label={fieldLabel(name)}
          value={totals[name]}
          format={(value) => (name === 'net' ? money(value, currency) : number(value))}
          former={sumOf(former, name)}
          series={today.series.slice(0, begun).map((hour) => hour[name])}
          isGood
        />
      ))}
      <FigureCard
        label={fieldLabel('average_order_value')}
        value={totals.average_order_value}
        format={(value) => money(value, currency)}
        former={formerOrders === 0 ? null : sumOf(former, 'gross') / formerOrders}
        isGood
      />
    </div>
  );
};

const ByHour = ({ today, lastWeek }: Days) => {
  const now = Date.now();
  return (
    <Section title={t().home.today}>
      <Chart
        label={t().home.today}
        times={today.series.map(({ start }) => Date.parse(start) / 1000)}
        series={[
          {
            label: t().home.todayLine,
            values: today.series.map(({ start, net }) => (Date.parse(start) > now ? null : net)),
          },
          { label: t().home.lastWeekLine, values: atSameTime(today.series, lastWeek.series), isFormer: true },
        ]}
        format={(value) => money(value, today.currency)}
        formatOnAxis={(value) => compactMoney(value, today.currency)}
      />
    </Section>
  );
};
