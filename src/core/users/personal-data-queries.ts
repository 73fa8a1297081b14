import type { Json } from '#core/shared/page.ts';
import type { UserId } from './user.ts';

/** The kinds of data about a person besides the user, in the order of an export. */
export const PERSONAL_DATA_KINDS = [
  'sessions',
  /** The saved views of lists: one resource, if the user has saved some. */
  'saved_views',
  'api_keys',
  /** Without their secrets. */
  'second_factors',
  /** The orders of the user, and guest orders if the e-mail is verified. */
  'orders',
  /** The timelines of these orders, notes included. */
  'order_timeline',
  /** Of these orders and of the invoices. */
  'payments',
  /** Of these payments. */
  'refunds',
  /** Of these orders. */
  'returns',
  /** The user's, without deleted ones. */
  'payment_methods',
  'subscriptions',
  /** Of the user and of these orders. */
  'invoices',
  /** Of these invoices. */
  'credit_notes',
  /** Of the user, the keys, and all resources above, also deleted payment methods; those of one resource in their order. */
  'events',
  /** The actions by and on the user. */
  'audit_log',
] as const;

export type PersonalDataKind = (typeof PERSONAL_DATA_KINDS)[number];

export interface PersonalDataQueries {
  /**
   * All data of one kind about a person, in pages. Each page is a snapshot of its own. An unknown
   * user has no pages.
   */
  pages(kind: PersonalDataKind, id: UserId): AsyncIterable<readonly Json<object>[]>;
}
