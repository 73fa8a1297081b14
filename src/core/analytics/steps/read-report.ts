import type { RangeFigures, Report } from '../report.ts';
import { endsOf, type ReportRange } from '../report-range.ts';
import type { ReportReader } from '../report-reader.ts';
import { changeOf } from '../shown-figures.ts';

/** Reads the figures of a report's range and, if they are compared, those of the range before. */
export const readReport = async <Name extends string, Totals extends Readonly<Record<string, number | null>>, Figures>(
  object: Name,
  { range, before, currency }: ReportReader,
  read: (range: ReportRange) => Promise<RangeFigures<Totals, Figures>>,
): Promise<Report<Name, Totals, Figures>> => {
  const [figures, former] = await Promise.all([read(range), before && read(before)]);
  return {
    object,
    ...endsOf(range),
    interval: range.interval,
    timezone: range.timeZone,
    currency,
    ...figures,
    ...(before &&
      former && {
        previous: { ...endsOf(before), ...former },
        change: changeOf(figures.totals, former.totals),
      }),
  };
};
