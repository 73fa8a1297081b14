import type { Id } from '#core/shared/id.ts';

/**
 * Why a mail is sent: to mail a token, or to notify the holder of an account of a change that somebody else may have
 * made.
 */
export type MailPurpose =
  | 'password_reset'
  | 'email_verification'
  | 'email_change'
  | 'email_change_requested'
  | 'email_changed'
  | 'password_changed'
  | 'api_key_created'
  | 'sign_up_repeated';

/**
 * A requested mail. What the e-mail belongs to is looked up later, so that neither the response nor its time reveals
 * whether an account exists.
 */
export type MailRequest = Readonly<{
  purpose: MailPurpose;
  /** The recipient. */
  emailKey: string;
  /** The user whom the mail is about; null if only the e-mail is known. */
  userId: Id<'usr'> | null;
}>;

/** Requests mails, in the requester's transaction. */
export interface MailRequests {
  /** Adds a request, unless the same one is pending. */
  add(request: MailRequest, at: Date): Promise<void>;
  /** Removes the requests that only name an e-mail. */
  removeAllOf(emailKey: string): Promise<void>;
  /** Removes the requests about a user. */
  removeAllAbout(userId: Id<'usr'>): Promise<void>;
}

export type ClaimedMailRequest = MailRequest & Readonly<{ id: string /** Including this one. */; attempts: number }>;

/** The queue of requested mails. */
export interface MailQueue {
  /** Leases due requests until a time, the oldest first: the lease is the time at which they are due again. */
  claim(query: Readonly<{ at: Date; until: Date; limit: number }>): Promise<readonly ClaimedMailRequest[]>;
  /** Makes a request due at a later time. */
  postpone(id: string, until: Date): Promise<void>;
  /** Removes a request. */
  remove(id: string): Promise<void>;
  /** The number of pending requests, up to `MAX_COUNTED`, and when the oldest was added. */
  backlog(): Promise<Readonly<{ pending: number; oldest: Date | null }>>;
}
