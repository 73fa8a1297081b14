import { p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';
import { table } from './table.ts';

export const IdempotencyReservationRow = table('idempotency_reservations', {
  account: p.text().primary(),
  operation: p.text().primary(),
  key: p.text().primary(),
  reserved_until: timestamp(),
});
