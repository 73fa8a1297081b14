import Joi from 'joi';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import {
  MAX_USAGE_RECORDS,
  ON_USAGE_ERROR,
  type OnUsageError,
  type UsageResult,
} from '#core/subscriptions/use-cases/record-usage.ts';
import { idOf, integer, line, time, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';
import { required } from '../schemas/required.ts';

/** The most values of a body with all records. */
export const MAX_USAGE_VALUES = 5 * MAX_USAGE_RECORDS + 10;

/** The largest quantity of a record. */
const MAX_USAGE = 1_000_000_000_000;

type UsageInput = Readonly<{ subscription_id: SubscriptionId; key: string; quantity: number; at?: Date }>;

const usageQuantity = () => required(integer(0).max(MAX_USAGE), 'What was used.', 7);

const key = () =>
  required(
    line(100),
    'Identifies the record within the subscription: repeated, it has no further effect.',
    '2026-12-01T10:00:00Z',
  );

const usageRecordInput = objectOf<UsageInput>({
  subscription_id: required(idOf('sub'), 'A subscription to a plan with usage.'),
  key: key(),
  quantity: usageQuantity(),
  at: time().description('When it was used, in the current period or one that was billed lately; now by default.'),
})
  .id('UsageRecordInput')
  .description('What was used of a subscription.');

export const usageInput = objectOf<Readonly<{ records: readonly UsageInput[]; on_error?: OnUsageError }>>({
  records: required(
    Joi.array().items(usageRecordInput).min(1).max(MAX_USAGE_RECORDS),
    `At most ${MAX_USAGE_RECORDS} records.`,
    [{ subscription_id: 'sub_01h455vb4pex5vsknk084sn02q', key: '2026-12-01T10:00:00Z', quantity: 7 }],
  ),
  on_error: Joi.string()
    .valid(...ON_USAGE_ERROR)
    .description(
      'What follows an invalid record: `stop` records nothing and answers with the error, `continue` records all valid ' +
        'ones and answers with the result of each. `stop` by default.',
    )
    .example('continue'),
})
  .id('UsageInput')
  .description('Usage, all or nothing unless `on_error` is `continue`.');

/** A usage record as the API shows it. */
export type UsageRecordView = Readonly<{
  object: 'usage_record';
  subscription_id: SubscriptionId;
  key: string;
  quantity: number;
  at: string;
  recorded_at: string;
}>;

const usageRecord = objectOf<UsageRecordView>({
  object: required(Joi.string().valid('usage_record'), 'The type of the resource.'),
  subscription_id: required(idOf('sub'), 'The subscription.'),
  key: key(),
  quantity: usageQuantity(),
  at: required(timestamp(), 'When it was used.'),
  recorded_at: required(timestamp(), 'When it was recorded.'),
})
  .id('UsageRecord')
  .description('What was used of a subscription.');

/** What became of a record, as the API shows it. */
export type UsageResultView = Readonly<{
  status: UsageResult['status'];
  error: Readonly<{ field: string; code: string; message: string }> | null;
}>;

const usageResult = objectOf<UsageResultView>({
  status: required(
    Joi.string().valid('created', 'late', 'unchanged', 'failed'),
    '`created`: recorded; `late`: recorded, and billed by the next invoice, since its period was billed already; ' +
      '`unchanged`: a record has this key; `failed`: not recorded.',
  ),
  error: objectOf<NonNullable<UsageResultView['error']>>({
    field: required(Joi.string(), 'The field of the record.', 'at'),
    code: required(Joi.string(), 'A code for programs.', 'any.only'),
    message: required(Joi.string(), 'What would be right.', 'must be the id of an existing subscription'),
  })
    .required()
    .allow(null)
    .description('Why the record failed; null unless it did.')
    .example(null, { override: true }),
})
  .id('UsageResult')
  .description('What became of a record.');

export const usageRecordsSchema = objectOf<
  Readonly<{ data: readonly UsageRecordView[]; results: readonly UsageResultView[] }>
>({
  data: required(
    Joi.array().items(usageRecord),
    'The stored records, in the order of the request; those that failed are left out.',
  ),
  results: required(Joi.array().items(usageResult), 'What became of each record, in the order of the request.'),
})
  .id('UsageRecords')
  .description('Stored usage.');
