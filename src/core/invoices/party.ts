import type { Address } from '#core/shared/address.ts';

/** The seller or the buyer of an invoice, as of its finalization. */
export type Party = Readonly<{
  name: string;
  /** The name of the company, if it differs. */
  legalName: string | null;
  address: Address | null;
  taxId: string | null;
  email: string | null;
}>;
