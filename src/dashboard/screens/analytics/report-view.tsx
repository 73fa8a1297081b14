import { useId } from 'preact/hooks';
import { Chart } from '../../parts/chart.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Facts, Section } from '../../parts/parts.tsx';
import { date, dateTime } from '../../text/format.ts';
import { fieldLabel, fill, t } from '../../text/text.ts';
import { formatFigure, formatOnAxis } from './format-figure.ts';

type Figures = Readonly<Record<string, unknown>>;

type SeriesPoint = Readonly<{ start: string }> & Figures;

/** What all reports have. */
export type Report = Readonly<{
  object: string;
  from: string;
  to: string;
  timezone: string;
  /** How long each member of the series is, such as `hour`. */
  interval: string;
  currency: string;
  totals: Figures;
  series: readonly SeriesPoint[];
  previous?: Readonly<{ totals: Figures; series: readonly SeriesPoint[] }>;
}>;

type Props = Readonly<{
  report: Report;
  /** The figure that the chart draws. */
  figure: string;
  onFigure: (figure: string) => void;
}>;

/** A report: its totals, one figure as a chart, and all of them as a table. */
export const ReportView = ({ report, figure, onFigure }: Props) => {
  const figures = figuresOf(report);
  const id = useId();
  return (
    <>
      <TotalsSection report={report} />
      <Section
        title={t().analytics.chart}
        actions={
          <>
            <label for={id}>{t().analytics.figure}</label>
            <select id={id} value={figure} onChange={({ currentTarget: { value } }) => onFigure(value)}>
              {figures.map((name) => (
                <option key={name} value={name}>
                  {fieldLabel(name)}
                </option>
              ))}
            </select>
          </>
        }
      >
        <FigureChart report={report} figure={figure} />
        <SeriesTable report={report} />
      </Section>
    </>
  );
};

const figuresOf = ({ series }: Report): readonly string[] =>
  Object.keys(series[0] ?? {}).filter((name) => name !== 'start');

/** The headings of a long report, by the figures that follow them. */
const HEADINGS: Readonly<Record<string, () => string>> = {
  mrr: () => t().navigation.subscriptions,
  payments_succeeded: () => t().navigation.payments,
  returns: () => t().navigation.returns,
  withdrawals: () => t().navigation.withdrawals,
  disputes_opened: () => t().analytics.disputes,
  stock_outs: () => t().analytics.operation,
};

/** The figures up to the next heading. */
const groupsOf = (totals: Figures): readonly string[][] => {
  const groups: string[][] = [];
  for (const name of Object.keys(totals)) {
    const last = groups.at(-1);
    if (last === undefined || HEADINGS[name] !== undefined) groups.push([name]);
    else last.push(name);
  }
  return groups;
};

const TotalsSection = ({ report }: Pick<Props, 'report'>) => (
  <Section title={t().analytics.totals}>
    <p class="muted">
      {date(report.from, report.timezone)} – {date(report.to, report.timezone)}
    </p>
    {groupsOf(report.totals).map((names) => (
      <TotalsGroup key={names[0]} report={report} names={names} />
    ))}
  </Section>
);

const TotalsGroup = ({ report, names }: Pick<Props, 'report'> & Readonly<{ names: readonly string[] }>) => {
  const { totals, previous, currency } = report;
  const heading = HEADINGS[names[0] ?? '']?.();
  return (
    <div class="figure-group">
      {heading && <h3>{heading}</h3>}
      <Facts
        facts={names.map((name) => [
          name,
          <>
            <strong>{formatFigure(name, totals[name], currency)}</strong>
            {previous && (
              <span class="muted">
                {fill(t().analytics.before, { value: formatFigure(name, previous.totals[name], currency) })}
              </span>
            )}
          </>,
        ])}
      />
    </div>
  );
};

/** All figures of each interval, folded. */
export const SeriesTable = ({ report }: Pick<Props, 'report'>) => {
  const { series, interval, currency, timezone } = report;
  const formatStart = interval === 'hour' ? dateTime : date;
  return (
    <details class="folded">
      <summary>{t().analytics.table}</summary>
      <DataTable
        label={t().analytics.table}
        rows={series}
        keyOf={({ start }) => start}
        columns={[
          {
            name: 'from',
            cell: ({ start }) => <time dateTime={start}>{formatStart(start, timezone)}</time>,
          },
          ...figuresOf(report).map((name) => ({
            name,
            cell: (point: SeriesPoint) => formatFigure(name, point[name], currency),
            isNumeric: true,
          })),
        ]}
      />
    </details>
  );
};

/** A figure over time, beside that of the period before. */
export const FigureChart = ({ report: { series, previous, currency, timezone }, figure }: Omit<Props, 'onFigure'>) => {
  const valueAt = (point: SeriesPoint | undefined): number | null => {
    const value = point?.[figure];
    return typeof value === 'number' ? value : null;
  };
  const former = previous && {
    label: t().analytics.previous,
    // both series have as many intervals, compared by position
    values: series.map((_point, index) => valueAt(previous.series[index])),
    isFormer: true,
  };
  return (
    <Chart
      label={fieldLabel(figure)}
      times={series.map(({ start }) => Date.parse(start) / 1000)}
      series={[{ label: fieldLabel(figure), values: series.map(valueAt) }, ...(former ? [former] : [])]}
      format={(value) => formatFigure(figure, value, currency)}
      formatOnAxis={(value) => formatOnAxis(figure, value, currency)}
      timeZone={timezone}
    />
  );
};
