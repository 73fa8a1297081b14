import type { UsageRecord } from '#core/subscriptions/ports.ts';
import type { RecordUsage, UsageResult } from '#core/subscriptions/use-cases/record-usage.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import {
  MAX_USAGE_VALUES,
  type UsageRecordView,
  type UsageResultView,
  usageInput,
  usageRecordsSchema,
} from './usage-schemas.ts';

type UsageDeps = Readonly<{ recordUsage: RecordUsage }>;

export const usageRoutes = ({ recordUsage }: UsageDeps): TaggedRoute[] =>
  tagged('Subscriptions', [
    writeOperation({
      method: 'post',
      path: '/api/usage_records',
      operationId: 'createUsageRecords',
      summary: 'Record usage',
      description:
        'Usage of subscriptions, which the next invoice bills: all or nothing, unless `on_error` is `continue`. A period ' +
        'takes records until `usage_grace_hours` of its plan after its end; what later ones add to it is a line of its own ' +
        'on the next invoice. A record whose `key` exists has no further effect.',
      access: { kind: 'scope', scope: 'subscriptions:write' },
      body: usageInput,
      maxValues: MAX_USAGE_VALUES,
      responses: { 200: { description: 'The stored records, and the result of each.', schema: usageRecordsSchema } },
      problems: ['unknown_reference', 'conflict'],
      write: ({ body: { on_error: onError = 'stop', ...body } }) => {
        const records = body.records.map(({ subscription_id: subscriptionId, ...record }) => ({
          subscriptionId,
          ...record,
        }));
        return respond(recordUsage(records, onError), (results) => ({
          status: 200,
          body: {
            data: results.flatMap((result) => ('record' in result ? [usageRecordView(result.record)] : [])),
            results: results.map(usageResultView),
          },
        }));
      },
    }),
  ]);

const usageRecordView = ({ subscriptionId, key, quantity, at, recordedAt }: UsageRecord): UsageRecordView => ({
  object: 'usage_record',
  subscription_id: subscriptionId,
  key,
  quantity,
  at: at.toISOString(),
  recorded_at: recordedAt.toISOString(),
});

const usageResultView = (result: UsageResult): UsageResultView => {
  if (result.status !== 'failed') return { status: result.status, error: null };
  const { path, code, message } = result.error;
  return { status: 'failed', error: { field: String(path.at(-1)), code, message } };
};
