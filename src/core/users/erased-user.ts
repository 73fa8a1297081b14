import { Consents } from './consents.ts';

/** The values of erased personal fields, in the API's names. */
export const ERASED_USER = {
  email: null,
  pending_email: null,
  name: null,
  phone: null,
  addresses: [],
  metadata: {},
  tax_id: null,
  consents: Consents.none,
} as const;
