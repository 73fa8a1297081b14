import Joi from 'joi';
import { INTERVALS } from '#core/analytics/interval.ts';
import { METRICS, type Metric, type MetricName, type ShownMetrics } from '#core/analytics/metrics.ts';
import type { Change, Report, ReportRequest } from '#core/analytics/report.ts';
import { MAX_INTERVALS } from '#core/analytics/report-range.ts';
import { currency, matching, text, timestamp } from '../schemas/fields.ts';
import type { FieldsOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

/** A time or a date: the core checks which, and its range. */
const timeOrDate = (description: string): Joi.StringSchema =>
  matching(text(10, 40), TIME_OR_DATE, 'must be a date, such as 2026-11-01, or an RFC 3339 time').description(
    description,
  );

const TIME_OR_DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/;

/** What every report is asked for. */
export const reportQuery: FieldsOf<Required<ReportRequest>> = {
  from: timeOrDate(
    'The beginning: an RFC 3339 time, or a date for the start of that day in the time zone. By default the beginning of the day 29 days before the end.',
  ).example('2026-11-01'),
  to: timeOrDate('The end, which is not part of the range, in the same forms. By default now.').example('2026-12-01'),
  interval: Joi.string()
    .valid(...INTERVALS)
    .default('day')
    .description(`What the series is divided into, at most ${MAX_INTERVALS} intervals. Weeks start on Mondays.`),
  timezone: Joi.string()
    .max(64)
    .default('UTC')
    .description('The IANA time zone in which hours, days, weeks and months start.')
    .example('Europe/Berlin'),
  currency: currency().description('The currency whose figures are reported. By default the shop’s.'),
  compare: Joi.string()
    .valid('previous')
    .description(
      '`previous` adds the figures of the period before and how the totals differ. That period has as many intervals if the range consists of whole ones, else as many days if it consists of whole days, else the same length.',
    ),
};

export const money = (description: string): Joi.NumberSchema => required(Joi.number(), description, 1499.5);

export const count = (description: string): Joi.NumberSchema => required(Joi.number().integer(), description, 42);

/** A fraction, null where it has no divisor. */
export const rate = (description: string): Joi.NumberSchema =>
  Joi.number().required().allow(null).description(`${description} A fraction, rounded to 4 decimals.`).example(0.0425);

const FIELDS = { money, number: count, rate } as const;

/** A metric as a field. */
export const metricField = (name: MetricName): Joi.NumberSchema => {
  const { unit, over, words }: Metric = METRICS[name];
  const field = FIELDS[unit](words);
  return over === undefined ? field : field.allow(null);
};

export const metricFields = <Name extends MetricName>(names: readonly Name[]): FieldsOf<ShownMetrics<Name>> =>
  Object.fromEntries(names.map((name) => [name, metricField(name)])) as FieldsOf<ShownMetrics<Name>>;

/** The range, time zone and currency of a report. */
export const rangeFields = {
  from: required(timestamp(), 'The beginning of the range.'),
  to: required(timestamp(), 'The end of the range, which is not part of it.'),
  timezone: required(Joi.string(), 'The time zone in which days start.', 'Europe/Berlin'),
  currency: required(currency(), 'The currency of the amounts.'),
};

/** The ends of the period before. */
export const previousEnds = {
  from: required(timestamp(), 'Its beginning.'),
  to: required(timestamp(), 'Its end.'),
};

type Described<Name extends string, Totals, Figures> = Readonly<{
  object: Name;
  /** Begins the names of the schemas, such as `Sales`. */
  name: string;
  totals: FieldsOf<Totals>;
  figures: FieldsOf<Figures>;
}>;

/** The fields of a report: `FieldsOf` knows them only once its figures are known. */
export const reportFields = <Name extends string, Totals extends object, Figures extends object>({
  object,
  name,
  totals,
  figures,
}: Described<Name, Totals, Figures>): FieldsOf<Report<Name, Totals, Figures>> => {
  const point = Joi.object({
    start: required(timestamp(), 'When the interval starts. The first one may start before the range.'),
    ...figures,
  })
    .id(`${name}Interval`)
    .description('The figures of an interval.');
  const ofRange = {
    totals: totalsSchema(name, totals),
    series: required(Joi.array().items(point), 'Every interval of the range, also those without figures.'),
  };
  return {
    object: required(Joi.string().valid(object), 'The type of the object.'),
    ...rangeFields,
    interval: required(Joi.string(), 'What the series is divided into.', 'day'),
    ...ofRange,
    previous: Joi.object({
      ...previousEnds,
      ...ofRange,
    })
      .id(`Previous${name}`)
      .description('The period before; only with `compare`.'),
    change: changeSchema(name, totals),
  } as FieldsOf<Report<Name, Totals, Figures>>;
};

export const totalsSchema = <Totals extends object>(name: string, totals: FieldsOf<Totals>): Joi.ObjectSchema<Totals> =>
  Joi.object(totals).id(`${name}Totals`).description('The figures of a range.').required();

export const changeSchema = <Totals extends object>(
  name: string,
  totals: FieldsOf<Totals>,
): Joi.ObjectSchema<Change<Totals>> =>
  Joi.object(
    Object.fromEntries(
      Object.keys(totals).map((field) => [
        field,
        Joi.number().required().allow(null).description(`The change of \`${field}\`.`).example(0.25),
      ]),
    ),
  )
    .id(`${name}Change`)
    .description(
      'How the totals differ from the previous ones, as a fraction: 0.25 is a quarter more. Null if the previous total was 0, or if either total is null.',
    );
