import type { Json } from '#core/shared/page.ts';
import type { UserId } from './user.ts';
import type { UserView } from './user-view.ts';

/** All data about a person: the user as the API shows it, and a member for each kind of their data. */
export type PersonalData = Readonly<{
  user: UserView;
  sessions: readonly object[];
  api_keys: readonly object[];
  /** The latest orders of the user, with guest orders if the e-mail is verified. */
  orders: readonly object[];
  /** The latest timeline entries of these orders, notes included. */
  order_timeline: readonly object[];
  /** Of these orders. */
  payments: readonly object[];
  /** Of these payments. */
  refunds: readonly object[];
  /** Of the user, the keys, these orders and these payments. */
  events: readonly object[];
  /** The latest actions by and on the user. */
  audit_log: readonly object[];
}>;

/** The limit per kind of data, the newest first. */
export const MAX_EXPORTED_ROWS = 10_000;

/** The limit of event data in characters; the export contains the newest events, at least one. */
export const MAX_EXPORTED_EVENT_CHARACTERS = 8_000_000;

export interface PersonalDataQueries {
  /** The JSON text of one consistent snapshot; undefined for an unknown user. */
  collect(id: UserId): Promise<Json<PersonalData> | undefined>;
}
