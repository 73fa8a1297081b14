import { defineEntity, p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';

/** The check value of each secret key in use. */
export const SecretKeyCheckRow = defineEntity({
  name: 'SecretKeyCheckRow',
  tableName: 'secret_key_checks',
  properties: {
    key_check: p.text().primary(),
    created_at: timestamp(),
  },
});
