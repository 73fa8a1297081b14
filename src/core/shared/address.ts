import type { FieldError } from './domain-error.ts';

/** A postal address, its members named as in the API, since it is passed through as it is. */
export type Address = Readonly<{
  /** Who lives or works there. */
  name: string | null;
  company: string | null;
  line1: string;
  line2: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  /** ISO 3166-1 alpha-2, in upper case. */
  country: string;
  phone: string | null;
}>;

/** What a writer says of an address; what is left out is null. */
export type AddressFields = Pick<Address, 'line1' | 'country'> & Partial<Address>;

export const Address = {
  /** What is wrong with what was patched together, if anything. */
  faults: (path: string, fields: Partial<Address>): FieldError[] =>
    (['line1', 'country'] as const)
      .filter((part) => typeof fields[part] !== 'string')
      .map((part) => ({ path: [path, part], code: 'any.required', message: 'is required' })),

  of: (fields: AddressFields): Address => ({
    name: fields.name ?? null,
    company: fields.company ?? null,
    line1: fields.line1,
    line2: fields.line2 ?? null,
    city: fields.city ?? null,
    state: fields.state ?? null,
    postal_code: fields.postal_code ?? null,
    country: fields.country,
    phone: fields.phone ?? null,
  }),
};
