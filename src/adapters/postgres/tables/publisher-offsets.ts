import { defineEntity, p } from '@mikro-orm/postgresql';
import { bigint, timestamp } from './column-types.ts';

/** The offset of each publisher, and the process that holds its lease. */
export const PublisherOffsetRow = defineEntity({
  name: 'PublisherOffsetRow',
  tableName: 'publisher_offsets',
  properties: {
    publisher: p.text().primary(),
    position: bigint(),
    lease_owner: p.text().strictNullable(),
    leased_until: timestamp().strictNullable(),
  },
});
