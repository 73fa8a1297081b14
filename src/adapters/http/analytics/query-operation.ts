import type { AskQuestion } from '#core/analytics/use-cases/ask-question.ts';
import { analyticsQuery, analyticsResult } from './query-schemas.ts';
import { reportOperation } from './report-operation.ts';
import { questionTable } from './report-tables.ts';

/** Names may be repeated parameters, or separated by commas. */
const separated = (names: readonly string[] = []): readonly string[] => names.flatMap((name) => name.split(','));

export const queryAnalytics = ({ askQuestion }: Readonly<{ askQuestion: AskQuestion }>) =>
  reportOperation({
    path: '/api/analytics/query',
    operationId: 'queryAnalytics',
    summary: 'Query metrics by dimensions',
    description:
      'Metrics of your choice, divided by a key such as the product, by time, or by both. Only metrics that add up over ' +
      'time are available; the error for any other says why, and which are. With `Accept: text/csv`, the rows as CSV.',
    query: analyticsQuery,
    schema: analyticsResult,
    read: ({ actor, query: { metrics, dimensions, ...query } }) =>
      askQuestion(actor, { ...query, metrics: separated(metrics), dimensions: separated(dimensions) }),
    table: questionTable,
  });
