import { id, timestamp } from './column-types.ts';
import { table } from './table.ts';

/** When the accounts of erased customers were created: they stay in the number of sign-ups. */
export const ErasedCustomerRow = table('erased_customers', {
  id: id<'usr'>().primary(),
  created_at: timestamp(),
});
