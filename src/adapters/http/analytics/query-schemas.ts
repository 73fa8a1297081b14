import Joi from 'joi';
import {
  KEYED_DIMENSIONS,
  KEYED_NAMES,
  metricsBy,
  TIME_DIMENSIONS,
  TIME_NAMES,
  TIMES_BY_KEY,
} from '#core/analytics/dimensions.ts';
import { MAX_FILTERS } from '#core/analytics/filters.ts';
import { isLabelled } from '#core/analytics/group-labels.ts';
import { METRIC_NAMES } from '#core/analytics/metrics.ts';
import { MAX_DIMENSIONS, MAX_METRICS } from '#core/analytics/question.ts';
import { MAX_INTERVALS } from '#core/analytics/report-range.ts';
import type { AskedQuestion, QuestionResult } from '#core/analytics/use-cases/ask-question.ts';
import { currency, integer, text, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { metricField, reportQuery } from './report-fields.ts';

const MAX_ROWS = 1_000;

/** Long enough for all names of the parameter at once. */
const MAX_NAMES_LENGTH = 1_000;

const MAX_FILTER_LENGTH = 500;

const nameList = (max: number): Joi.ArraySchema => Joi.array().items(text(1, MAX_NAMES_LENGTH)).max(max).single();

const byKey = KEYED_NAMES.map((name) => `by \`${name}\`: ${metricsBy(name).join(', ')}`).join('; ');

const intervalLimits = TIMES_BY_KEY.map((name) => `${TIME_DIMENSIONS[name].maxByKey} by ${name}`).join(', ');

export const analyticsQuery = objectOf<AskedQuestion>({
  metrics: required(
    nameList(MAX_METRICS),
    `1 to ${MAX_METRICS} metrics, repeated or separated by commas. All exist without a key, these ${byKey}. The rows describe each.`,
    ['net', 'orders'],
  ),
  dimensions: nameList(MAX_DIMENSIONS)
    .description(
      `At most one of ${KEYED_NAMES.join(', ')}, and at most one of ${TIME_NAMES.join(', ')}, repeated or separated by commas. ` +
        `A question has at most ${MAX_INTERVALS} intervals; with a key dimension or a filter at most ${intervalLimits}, and none by hour.`,
    )
    .example(['category', 'month']),
  filters: Joi.array()
    .items(text(1, MAX_FILTER_LENGTH))
    .max(MAX_FILTERS)
    .single()
    .description(
      `At most ${MAX_FILTERS} filters on one dimension, each as \`dimension:key\` with a key as in the rows. \`user:\` selects guests, \`category:\` products without a category. A product selects its variants too, and a category those below it. ` +
        'The dimension must be the key dimension of the question; if the question has none, the figures of the selected keys are added up.',
    )
    .example(['gateway:stripe']),
  sort: text(1, 60).description(
    'A metric or a dimension of the question; `-` for descending. By default the time, or else the first metric descending. Keys sort as texts.',
  ),
  limit: integer(1).max(MAX_ROWS).default(100).description('The number of rows at most.'),
  from: reportQuery.from,
  to: reportQuery.to,
  timezone: Joi.string()
    .max(64)
    .description(
      'The IANA time zone in which hours, days, weeks and months start. By default UTC. With a dimension of time and a key dimension or a filter, only the shop’s time zone is allowed, and is the default.',
    )
    .example('Europe/Berlin'),
  currency: reportQuery.currency,
});

const keyFields = KEYED_NAMES.flatMap((name): [string, Joi.Schema][] => {
  const { words, example } = KEYED_DIMENSIONS[name];
  const key: [string, Joi.Schema] = [name, Joi.string().allow(null).description(words).example(example)];
  if (!isLabelled(name)) return [key];
  const label = Joi.string()
    .allow(null)
    .description('Its name, as in the groups of the sales report.')
    .example('Linen');
  return [key, [`${name}_label`, label]];
});

const timeFields = TIME_NAMES.map((name) => [name, timestamp().description(`When the ${name} starts.`)]);

const rowMetrics = METRIC_NAMES.map((name): [string, Joi.Schema] => [name, metricField(name).optional()]);

const row = Joi.object(Object.fromEntries([...keyFields, ...timeFields, ...rowMetrics]))
  .id('AnalyticsRow')
  .description('The dimensions and metrics of the question, and no other fields.');

export const analyticsResult = objectOf<QuestionResult>({
  object: required(Joi.string().valid('analytics_query'), 'The type of the object.'),
  from: required(timestamp(), 'The beginning of the range.'),
  to: required(timestamp(), 'The end of the range, which is not part of it.'),
  timezone: required(Joi.string(), 'The time zone of the intervals.', 'Europe/Berlin'),
  currency: required(currency(), 'The currency of the amounts.'),
  metrics: required(Joi.array().items(Joi.string()), 'The metrics of the question.'),
  dimensions: required(Joi.array().items(Joi.string()), 'The dimensions of the question.'),
  rows: required(
    Joi.array().items(row).max(MAX_ROWS),
    'With a key dimension, one row for each key and interval with figures. Otherwise one row for each interval, or one for the range, even without figures.',
  ),
  has_more: required(Joi.boolean(), 'Whether there are more rows than `limit`.'),
})
  .id('AnalyticsQuery')
  .description('Metrics, divided by dimensions.');
