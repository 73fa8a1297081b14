import { p } from '@mikro-orm/postgresql';
import { bigint, timestamp } from './column-types.ts';
import { table } from './table.ts';

/** The offset of each publisher, and the process that holds its lease. */
export const PublisherOffsetRow = table('publisher_offsets', {
  publisher: p.text().primary(),
  position: bigint(),
  lease_owner: p.text().strictNullable(),
  leased_until: timestamp().strictNullable(),
});
