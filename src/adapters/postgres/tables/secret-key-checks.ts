import { p } from '@mikro-orm/postgresql';
import { timestamp } from './column-types.ts';
import { table } from './table.ts';

/** The check value of each secret key in use. */
export const SecretKeyCheckRow = table('secret_key_checks', {
  key_check: p.text().primary(),
  created_at: timestamp(),
});
