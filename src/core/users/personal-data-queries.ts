import type { Json } from '#core/shared/page.ts';
import type { UserId } from './user.ts';
import type { UserView } from './user-view.ts';

/** All that is held of a person: the person as the API shows them, and a member for each kind of what is theirs. */
export type PersonalData = Readonly<{
  user: UserView;
  sessions: readonly object[];
  api_keys: readonly object[];
  /** The newest of their orders; those that they made as a guest too, if they showed that the e-mail is theirs. */
  orders: readonly object[];
  /** What happened to these orders, the newest of it, notes and all. */
  order_timeline: readonly object[];
  /** Of these orders. */
  payments: readonly object[];
  /** Of these payments. */
  refunds: readonly object[];
  /** Of the person, of their keys, of these orders and of these payments. */
  events: readonly object[];
  /** What they did and what was done to their account, the newest of it. */
  audit_log: readonly object[];
}>;

/** Of what grows with every day of work, an export holds so many of the newest. */
export const MAX_EXPORTED_ROWS = 10_000;

/** Events hold whole profiles: an export holds the newest of so many characters together, and one at least. */
export const MAX_EXPORTED_EVENT_CHARACTERS = 8_000_000;

export interface PersonalDataQueries {
  /** As the text of one JSON object, of one moment; undefined where there is no such person. */
  collect(id: UserId): Promise<Json<PersonalData> | undefined>;
}
