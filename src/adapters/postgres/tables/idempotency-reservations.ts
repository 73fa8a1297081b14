import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';

export const IdempotencyReservationRow = defineEntity({
  name: 'IdempotencyReservationRow',
  tableName: 'idempotency_reservations',
  properties: {
    account: p.text().primary(),
    operation: p.text().primary(),
    key: p.text().primary(),
    reserved_until: timestamp(),
  },
});
