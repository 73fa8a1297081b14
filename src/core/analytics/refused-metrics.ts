import type { BusinessFigures } from './business-report.ts';
import type { MetricName } from './metrics.ts';
import type { SalesTotals } from './sales-report.ts';
import type { UsersTotals } from './users-report.ts';

/** Every figure of a report that is no metric. */
type Refused =
  | Exclude<keyof SalesTotals | keyof UsersTotals | keyof BusinessFigures, MetricName>
  | 'products_never_sold';

const ONCE = 'counts each buyer once in a range; GET /api/analytics/users shows it';
const ACCOUNTS = 'is counted from accounts; GET /api/analytics/users shows it';
const STATE = 'is the state at a time; GET /api/analytics/business shows it';

/** Why a figure of a report cannot be asked for: it is not the sum of its parts. */
export const REFUSED_METRICS: Readonly<Record<Refused, string>> = {
  new: ACCOUNTS,
  active: ONCE,
  buyers: ONCE,
  returning_buyers: ONCE,
  repeat_buyers: ONCE,
  repeat_rate: ONCE,
  mrr: STATE,
  arr: STATE,
  active_subscriptions: STATE,
  churn_rate: 'compares with the state at the beginning; GET /api/analytics/business shows it',
  products_never_sold: 'counts what has no figures; GET /api/analytics/business shows it',
};
