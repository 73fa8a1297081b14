import { defineEntity, p } from '@mikro-orm/postgresql';
import { bigint, timestamp } from './column-types.ts';

/** The offset of each publisher, and the process that holds its lease. */
export const PublisherOffsetRow = defineEntity({
  name: 'PublisherOffsetRow',
  tableName: 'publications',
  properties: {
    publisher: p.text().primary(),
    position: bigint(),
    owner: p.text().strictNullable(),
    owned_until: timestamp().strictNullable(),
  },
});
