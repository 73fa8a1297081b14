/** A mail to one person. */
export type Mail = Readonly<{
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML; omitted for plain text alone. */
  html?: string;
}>;

/** Sends mail. */
export interface Mailer {
  /**
   * Hands a mail over for delivery within 30 seconds.
   * @throws any Error on failure; the mail may be retried.
   */
  send(mail: Mail): Promise<void>;
}

/** E-mails that differ only in case are equal. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
