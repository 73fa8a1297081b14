import type { AskQuestion } from '#core/analytics/use-cases/ask-question.ts';
import type { FollowToday } from '#core/analytics/use-cases/follow-today.ts';
import type { ReportBusiness } from '#core/analytics/use-cases/report-business.ts';
import type { ReportSales } from '#core/analytics/use-cases/report-sales.ts';
import type { ReportUsers } from '#core/analytics/use-cases/report-users.ts';
import type { Summarize } from '#core/analytics/use-cases/summarize.ts';
import { forParameters } from '../request/validation.ts';
import { eventStreamOperation, readOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { businessQuery, businessReport } from './business-schemas.ts';
import { queryAnalytics } from './query-operation.ts';
import { reportOperation } from './report-operation.ts';
import { salesTable, seriesTable, usersTable } from './report-tables.ts';
import { salesQuery, salesReport } from './schemas.ts';
import { analyticsSummary, liveQuery, liveReport, summaryQuery } from './summary-schemas.ts';
import { usersQuery, usersReport } from './users-schemas.ts';

type Deps = Readonly<{
  summarize: Summarize;
  reportSales: ReportSales;
  reportUsers: ReportUsers;
  reportBusiness: ReportBusiness;
  followToday: FollowToday;
  askQuestion: AskQuestion;
}>;

export const analyticsRoutes = ({
  summarize,
  reportSales,
  reportUsers,
  reportBusiness,
  followToday,
  askQuestion,
}: Deps): TaggedRoute[] =>
  tagged('Analytics', [
    readOperation({
      path: '/api/analytics',
      operationId: 'getAnalyticsSummary',
      summary: 'Get the summary of all reports',
      description:
        'The totals of the reports for a range of time, and how they differ from those of the period before.',
      access: { kind: 'scope', scope: 'analytics:read' },
      isCostly: () => true,
      query: summaryQuery,
      responses: { 200: { description: 'The summary.', schema: analyticsSummary } },
      read: async ({ query }) => ({ status: 200, body: await forParameters(summarize(query)) }),
    }),
    reportOperation({
      path: '/api/analytics/sales',
      operationId: 'getSalesReport',
      summary: 'Get the sales report',
      description:
        'What was sold in a range of time, by interval and, if asked for, by product, category or user. With `Accept: text/csv` the intervals, ' +
        'with `compare` those before beside them as `previous_…`, or with `group_by` the groups.',
      query: salesQuery,
      schema: salesReport,
      read: ({ actor, query }) => reportSales(actor, query),
      table: salesTable,
      excludesCompare: 'group_by',
    }),
    reportOperation({
      path: '/api/analytics/users',
      operationId: 'getUsersReport',
      summary: 'Get the users report',
      description:
        'Who signed up and who bought in a range of time, by interval and, if asked for, by month of the first purchase. With `Accept: text/csv` the ' +
        'intervals, with `compare` those before beside them as `previous_…`, or with `cohorts` the months of each cohort.',
      query: usersQuery,
      schema: usersReport,
      read: ({ query }) => reportUsers(query),
      table: usersTable,
      excludesCompare: 'cohorts',
    }),
    reportOperation({
      path: '/api/analytics/business',
      operationId: 'getBusinessReport',
      summary: 'Get the business report',
      description:
        'The recurring revenue of subscriptions, what becomes of trials and payments, what is sent back or disputed, and taxes. ' +
        'With `Accept: text/csv` the intervals, with `compare` those before beside them as `previous_…`.',
      query: businessQuery,
      schema: businessReport,
      read: ({ query }) => reportBusiness(query),
      table: (report) => seriesTable('business', report),
    }),
    eventStreamOperation({
      path: '/api/analytics/live',
      operationId: 'followToday',
      summary: 'Stream the totals of today',
      description:
        'Server-sent events with the totals of today so far as `data`: at first as they are, then whenever they change, at ' +
        'most twice a second. Today starts at midnight in the time zone. A comment is sent after 15 seconds without a ' +
        'change. The connection is closed when the client reads nothing for 30 seconds or loses access; after a reconnect ' +
        'the totals are sent as they are then.',
      access: { kind: 'scope', scope: 'analytics:read' },
      query: liveQuery,
      responses: { 200: { description: 'Totals until the connection is closed.' } },
      messages: liveReport,
      isResumable: false,
      subscribe: async ({ query }) => ({
        subscription: await forParameters(followToday(query)),
        isStillAllowed: () => true,
      }),
    }),
    queryAnalytics({ askQuestion }),
  ]);
