import { isLabelled } from '#core/analytics/group-labels.ts';
import type { Report } from '#core/analytics/report.ts';
import type { SalesReport } from '#core/analytics/sales-report.ts';
import type { QuestionResult } from '#core/analytics/use-cases/ask-question.ts';
import type { UsersReport } from '#core/analytics/users-report.ts';
import type { Cell, Table } from '../request/csv.ts';
import { salesTotals } from './schemas.ts';

type Row = Readonly<Record<string, Cell>>;

const tableOf = (name: string, columns: readonly string[], rows: readonly Row[]): Table => ({
  name: `${name}.csv`,
  columns,
  rows: rows.map((row) => columns.map((column) => row[column] ?? null)),
});

type Series = Pick<Report<string, unknown, Row>, 'series' | 'previous'>;

/** The intervals of a report; with those of the period before beside them. Either may have more. */
export const seriesTable = (name: string, { series, previous }: Series): Table => {
  const figures = Object.keys(series[0] ?? {});
  if (previous === undefined) return tableOf(name, figures, series);
  const columns = figures.flatMap((column) => [column, `previous_${column}`]);
  const rows = Array.from({ length: Math.max(series.length, previous.series.length) }, (_, index) => {
    const before = Object.entries(previous.series[index] ?? {});
    return { ...series[index], ...Object.fromEntries(before.map(([column, cell]) => [`previous_${column}`, cell])) };
  });
  return tableOf(name, columns, rows);
};

/** The groups, or the intervals if the report has no groups. */
export const salesTable = (report: SalesReport): Table =>
  report.groups === undefined
    ? seriesTable('sales', report)
    : tableOf('sales', ['key', 'label', ...Object.keys(salesTotals)], report.groups);

const COHORT_COLUMNS = [
  'cohort_month',
  'cohort_buyers',
  'cohort_lifetime_value',
  'month',
  'buyers',
  'retention',
  'net',
] as const;

/** One row per cohort and month, or the intervals if the report has no cohorts. */
export const usersTable = (report: UsersReport): Table =>
  report.cohorts === undefined
    ? seriesTable('users', report)
    : tableOf(
        'users',
        COHORT_COLUMNS,
        report.cohorts.flatMap(({ month, buyers, lifetime_value, months }) =>
          months.map((each) => ({
            ...each,
            cohort_month: month,
            cohort_buyers: buyers,
            cohort_lifetime_value: lifetime_value,
          })),
        ),
      );

export const questionTable = ({ dimensions, metrics, rows }: QuestionResult): Table => {
  const columns = dimensions.flatMap((name) => (isLabelled(name) ? [name, `${name}_label`] : [name]));
  return tableOf('query', [...columns, ...metrics], rows);
};
