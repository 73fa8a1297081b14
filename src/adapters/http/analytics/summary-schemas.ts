import Joi from 'joi';
import type { AnalyticsSummary, LiveReport, SummaryTotals } from '#core/analytics/summary.ts';
import type { TodayRequest } from '#core/analytics/use-cases/follow-today.ts';
import type { SummaryRequest } from '#core/analytics/use-cases/summarize.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { businessTotals } from './business-schemas.ts';
import { changeSchema, previousEnds, rangeFields, reportQuery, totalsSchema } from './report-fields.ts';
import { salesTotals } from './schemas.ts';
import { usersTotals } from './users-schemas.ts';

const { from, to, timezone, currency } = reportQuery;

export const summaryQuery = objectOf<SummaryRequest>({ from, to, timezone, currency });

export const liveQuery = objectOf<TodayRequest>({ timezone, currency });

const totals: FieldsOf<SummaryTotals> = {
  sales: totalsSchema('Sales', salesTotals),
  users: totalsSchema('Users', usersTotals),
  business: totalsSchema('Business', businessTotals),
};

const objectField = (name: string): Joi.StringSchema => required(Joi.string().valid(name), 'The type of the object.');

export const analyticsSummary = objectOf<AnalyticsSummary>({
  object: objectField('analytics_summary'),
  ...rangeFields,
  ...totals,
  previous: required(
    Joi.object({ ...previousEnds, ...totals }).id('PreviousSummary'),
    'The totals of the period before: as many months if the range consists of whole months, else as many days if it consists of whole days, else the same length.',
  ),
  change: required(
    Joi.object({
      sales: changeSchema('Sales', salesTotals).required(),
      users: changeSchema('Users', usersTotals).required(),
      business: changeSchema('Business', businessTotals).required(),
    }).id('SummaryChange'),
    'How the totals differ from the previous ones.',
  ),
})
  .id('AnalyticsSummary')
  .description('The totals of the reports, and how they have changed.');

export const liveReport = objectOf<LiveReport>({ object: objectField('live_report'), ...rangeFields, ...totals })
  .id('LiveReport')
  .description('The totals of today so far.');
