import Joi from 'joi';
import { METRICS } from '#core/analytics/metrics.ts';
import type { UsersRequest } from '#core/analytics/use-cases/report-users.ts';
import type {
  CohortMonthView,
  CohortView,
  UsersFigures,
  UsersReport,
  UsersTotals,
} from '#core/analytics/users-report.ts';
import { type FieldsOf, objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';
import { count, money, rate, reportFields, reportQuery } from './report-fields.ts';

export const usersQuery = objectOf<UsersRequest>({
  ...reportQuery,
  cohorts: Joi.boolean().description(
    '`true` adds the buyers whose first purchase is in a month of the range, and what they bought month by month, in months of the shop’s time zone.',
  ),
});

const figures: FieldsOf<UsersFigures> = {
  new: count('Accounts of customers that were created in the interval, also those that were erased since.'),
  active: count('Customers with an account who bought in the interval.'),
  buyers: count(
    'Who bought in the interval, each once: an order counts when its first money is captured. Guests with one e-mail are one buyer, and an order without a buyer is one of its own.',
  ),
  new_buyers: count(METRICS.new_buyers.words),
  returning_buyers: count('Buyers who had bought before the interval: `buyers` minus `new_buyers`.'),
  repeat_buyers: count(
    'Buyers who bought in the interval after their first purchase, whenever that was. A buyer who bought for the first time and again in the interval is a new buyer and a repeat buyer.',
  ),
  sign_ins: count(METRICS.sign_ins.words),
};

export const usersTotals: FieldsOf<UsersTotals> = {
  ...figures,
  repeat_rate: rate('`repeat_buyers` divided by `buyers`; null without buyers.'),
};

const cohortMonth = objectOf<CohortMonthView>({
  month: count('0 for the month of the first purchases, 1 for the next one.'),
  buyers: count('Buyers of the cohort who bought in the month.'),
  retention: required(
    Joi.number(),
    'These `buyers` divided by those of the cohort. A fraction, rounded to 4 decimals.',
    0.25,
  ),
  net: money('What was captured for orders of the cohort in the month, without what was refunded in it.'),
})
  .id('CohortMonth')
  .description('A month of a cohort.');

const cohort = objectOf<CohortView>({
  month: required(Joi.string(), 'The month of the first purchases.', '2026-11'),
  buyers: count('Buyers who bought first in the month.'),
  lifetime_value: money('The `net` of all months divided by `buyers`, rounded to the minor unit; 0 if it is negative.'),
  months: required(Joi.array().items(cohortMonth), 'From the first month to the last with a purchase or a refund.'),
})
  .id('Cohort')
  .description('The buyers who bought first in one month.');

export const usersReport = objectOf<UsersReport>({
  ...reportFields({ object: 'users_report', name: 'Users', totals: usersTotals, figures }),
  cohorts: Joi.array().items(cohort).description('The oldest first; only with `cohorts`.'),
})
  .id('UsersReport')
  .description('Who signed up, and who bought.');
