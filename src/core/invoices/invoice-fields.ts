import type { AddressFields } from '#core/shared/address.ts';
import type { Id } from '#core/shared/id.ts';
import type { StringMap } from '#core/shared/string-map.ts';

/** A line as a writer sends it, in the API's names. */
export type InvoiceLineFields = Readonly<{
  description: string;
  /** 1 if omitted. */
  quantity?: number;
  /** In major units. */
  unit_price: number;
  /** In percent; by the shop's tax rates if omitted. */
  tax_rate?: number;
  /** Selects among the shop's tax rates. */
  tax_category?: string;
  /** RFC 3339. */
  period?: Readonly<{ start: string; end: string }>;
}>;

/** A writer's fields of a draft in the API's names; omitted ones have their defaults. */
export type InvoiceFields = Readonly<{
  user_id: Id<'usr'>;
  /** The store's if omitted. */
  currency?: string;
  lines?: readonly InvoiceLineFields[];
  /** RFC 3339; by the shop's payment terms if omitted. */
  due_at?: string;
  /** The first address of the user if omitted. */
  billing_address?: AddressFields;
  /** The user's if omitted. */
  email?: string;
  tax_id?: string;
  discount_codes?: readonly string[];
  /** The shop's if omitted. */
  footer?: string;
  metadata?: StringMap;
}>;
