import type { UsageRecord } from '#core/subscriptions/ports.ts';
import type { RecordUsage } from '#core/subscriptions/use-cases/record-usage.ts';
import { respond } from '../responses/responses.ts';
import { writeOperation } from '../routing/operation.ts';
import { type TaggedRoute, tagged } from '../routing/route.ts';
import { MAX_USAGE_VALUES, type UsageRecordView, usageInput, usageRecordsSchema } from './usage-schemas.ts';

type UsageDeps = Readonly<{ recordUsage: RecordUsage }>;

export const usageRoutes = ({ recordUsage }: UsageDeps): TaggedRoute[] =>
  tagged('Subscriptions', [
    writeOperation({
      method: 'post',
      path: '/api/usage_records',
      operationId: 'createUsageRecords',
      summary: 'Record usage',
      description:
        'Usage of the current periods of subscriptions, all or nothing; the next invoice bills it. A record whose `key` ' +
        'exists has no further effect.',
      access: { kind: 'scope', scope: 'subscriptions:write' },
      body: usageInput,
      maxValues: MAX_USAGE_VALUES,
      responses: { 200: { description: 'The stored records.', schema: usageRecordsSchema } },
      problems: ['unknown_reference', 'conflict'],
      write: ({ body }) => {
        const records = body.records.map(({ subscription_id: subscriptionId, ...record }) => ({
          subscriptionId,
          ...record,
        }));
        return respond(recordUsage(records), (stored) => ({
          status: 200,
          body: { data: stored.map(usageRecordView) },
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
