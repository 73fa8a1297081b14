import type { TokenPurpose } from './one-time-token.ts';

/**
 * That a mail was asked for, by an e-mail that may be nobody's: whether it is anybody's is looked up later, so that
 * whoever asks learns nothing by the answer or its time.
 */
export type MailRequest = Readonly<{ purpose: TokenPurpose; emailKey: string }>;

/** The requests, written in the transaction of whoever asks. */
export interface MailRequests {
  /** Adds a request, unless the same is waiting already. */
  add(request: MailRequest, at: Date): Promise<void>;
  /** Removes those for an e-mail. */
  removeAllOf(emailKey: string): Promise<void>;
}

export type ClaimedMailRequest = MailRequest & Readonly<{ id: string /** This one included. */; tries: number }>;

/** The requests for whoever sends the mails. */
export interface MailQueue {
  /** Takes requests that are due, the oldest first; nobody else is given them until a time. */
  claim(query: Readonly<{ at: Date; until: Date; limit: number }>): Promise<readonly ClaimedMailRequest[]>;
  /** Lets a request be taken again from a time on. */
  postpone(id: string, until: Date): Promise<void>;
  /** Forgets a request. */
  remove(id: string): Promise<void>;
}
