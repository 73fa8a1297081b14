import type { FieldError } from './domain-error.ts';

/** A postal address in the API's field names, since it is passed through unchanged. */
export type Address = Readonly<{
  /** The recipient. */
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

/** An address as a request gives it; omitted fields are null. */
export type AddressFields = Pick<Address, 'line1' | 'country'> & Partial<Address>;

export const Address = {
  /** The errors of an address whose required fields a merge patch may have removed. */
  errors: (path: string, fields: Partial<Address>): FieldError[] =>
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
