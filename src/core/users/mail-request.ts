import type { TokenPurpose } from './one-time-token.ts';

/**
 * A requested mail to an e-mail that may be unknown: it is looked up later, so that neither the response nor its time
 * reveals whether the account exists.
 */
export type MailRequest = Readonly<{ purpose: TokenPurpose; emailKey: string }>;

/** Requests mails, in the requester's transaction. */
export interface MailRequests {
  /** Adds a request, unless the same one is pending. */
  add(request: MailRequest, at: Date): Promise<void>;
  /** Removes the requests for an e-mail. */
  removeAllOf(emailKey: string): Promise<void>;
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
}
