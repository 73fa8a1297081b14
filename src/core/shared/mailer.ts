/** A plain-text mail to one person. */
export type Mail = Readonly<{ to: string; subject: string; text: string }>;

/** Sends mail. */
export interface Mailer {
  /**
   * Hands a mail over for delivery within 30 seconds.
   * @throws any Error on failure; the mail may be retried.
   */
  send(mail: Mail): Promise<void>;
}
