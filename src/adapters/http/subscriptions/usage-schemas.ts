import Joi from 'joi';
import type { SubscriptionId } from '#core/subscriptions/subscription.ts';
import { MAX_USAGE_RECORDS } from '#core/subscriptions/use-cases/record-usage.ts';
import { idOf, line, time, timestamp } from '../schemas/fields.ts';
import { objectOf } from '../schemas/object-of.ts';

/** The most values of a body with all records. */
export const MAX_USAGE_VALUES = 5 * MAX_USAGE_RECORDS + 10;

/** The largest quantity of a record. */
const MAX_USAGE = 1_000_000_000_000;

type UsageInput = Readonly<{ subscription_id: SubscriptionId; key: string; quantity: number; at?: Date }>;

const usageQuantity = () =>
  Joi.number().integer().min(0).max(MAX_USAGE).required().description('What was used.').example(7);

const key = () =>
  line(100)
    .required()
    .description('Identifies the record within the subscription: repeated, it has no further effect.')
    .example('2026-12-01T10:00:00Z');

const usageRecordInput = objectOf<UsageInput>({
  subscription_id: idOf('sub').required().description('A subscription to a plan with usage.'),
  key: key(),
  quantity: usageQuantity(),
  at: time().description('When it was used, in the current period; now by default.'),
})
  .id('UsageRecordInput')
  .description('What was used of a subscription.');

export const usageInput = objectOf<Readonly<{ records: readonly UsageInput[] }>>({
  records: Joi.array()
    .items(usageRecordInput)
    .min(1)
    .max(MAX_USAGE_RECORDS)
    .required()
    .description(`At most ${MAX_USAGE_RECORDS} records.`)
    .example([{ subscription_id: 'sub_01h455vb4pex5vsknk084sn02q', key: '2026-12-01T10:00:00Z', quantity: 7 }]),
})
  .id('UsageInput')
  .description('Usage, all or nothing.');

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
  object: Joi.string().valid('usage_record').required().description('The type of the resource.'),
  subscription_id: idOf('sub').required().description('The subscription.'),
  key: key(),
  quantity: usageQuantity(),
  at: timestamp().required().description('When it was used.'),
  recorded_at: timestamp().required().description('When it was recorded.'),
})
  .id('UsageRecord')
  .description('What was used of a subscription.');

export const usageRecordsSchema = objectOf<Readonly<{ data: readonly UsageRecordView[] }>>({
  data: Joi.array().items(usageRecord).required().description('The stored records, in the order of the request.'),
})
  .id('UsageRecords')
  .description('Stored usage.');
