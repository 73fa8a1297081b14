import { defineEntity } from '@mikro-orm/postgresql';
import { id, timestamp } from './column-types.ts';

/** When the accounts of erased customers were created: they stay in the number of sign-ups. */
export const ErasedCustomerRow = defineEntity({
  name: 'ErasedCustomerRow',
  tableName: 'erased_customers',
  properties: {
    id: id<'usr'>().primary(),
    created_at: timestamp(),
  },
});
